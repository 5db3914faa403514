// A development node with a wallet that has made payments, behind a node that can lie.
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import type { NodeClient } from '../../../src/daemon/nodeClient.ts'
import type { RunningNode } from '../../../src/devnet/startNode.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { vector } from '../../support/data/vectors.ts'
import { callNode } from '../../support/devnet/node-calls.ts'
import { resultOf } from '../../support/rpc/wallet-calls.ts'
import { openedIn, restored, type TestHost, testHost } from '../../support/wallet/engine-host.ts'
import { quietNode } from '../../support/wallet/payer.ts'
import { type ChainBlock, chainBlock } from '../../support/wallet/recorded-chains.ts'
import { LyingNode } from './lying-node.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')

export type PaidWallet = {
  readonly running: RunningNode
  readonly honest: NodeClient
  readonly liar: LyingNode
  readonly host: TestHost
  readonly engine: Engine
  /** ids of the confirmed payments */
  readonly txids: readonly string[]
}

export const mineBlocks = async (running: RunningNode, blocks: number): Promise<void> => {
  await callNode(running, 'dev_mine', { blocks })
}

/** Returns all blocks of a node's chain. */
export const chainOf = async (running: RunningNode, node: NodeClient): Promise<ChainBlock[]> => {
  const blocks: ChainBlock[] = []
  while (blocks.length < running.node.chain.height) {
    const page = await node.blocksFrom(blocks.length)
    blocks.push(...page.blocks.map((raw) => chainBlock(running.node.rules.network, raw)))
  }
  return blocks
}

/** Pays from one address of the wallet to another; returns the transaction id. */
export const payItself = async (engine: Engine, amount: bigint): Promise<string> => {
  const address = openedIn(engine).addressText({ major: 0, minor: 1 })
  const { tx_hash: id } = await resultOf(engine, 'transfer', { destinations: [{ amount, address }] })
  return String(id)
}

/** A wallet with confirmed payments of its own, `gap` blocks between them. */
export const paidWallet = async (payments: number, gap: number): Promise<PaidWallet> => {
  const running = quietNode()
  const { network } = running.node.rules
  const honest = createNodeClient({ url: 'http://honest-node', fetch: (request) => running.fetch(request) })
  const liar = new LyingNode(honest)
  const host = testHost(liar)
  const engine = await restored(host, network.id, wallets.A.keys.mnemonic)
  await running.faucet.pay(openedIn(engine).addressText({ major: 0, minor: 0 }))
  await mineBlocks(running, 10)
  await engine.refresh()
  const txids: string[] = []
  for (let i = 0; i < payments; i++) {
    txids.push(await payItself(engine, 1_000_000_000n + BigInt(i)))
    await mineBlocks(running, gap)
    await engine.refresh()
  }
  return { running, honest, liar, host, engine, txids }
}
