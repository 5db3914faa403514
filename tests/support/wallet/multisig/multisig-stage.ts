// Multisig wallets on a development node: participants restored from their seeds, with coins.

import { formatAddress } from '../../../../src/coin/addresses/address.ts'
import { formatMultisigSeed } from '../../../../src/coin/multisig/multisigSeed.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import type { DevelopmentOptions } from '../../../../src/devnet/family/developmentOptions.ts'
import type { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import type { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import { type RunningNode, startDevelopmentNode } from '../../../../src/devnet/startNode.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { callNode } from '../../devnet/node-calls.ts'
import { seededRandom } from '../../random.ts'
import { restored, testHost } from '../engine-host.ts'
import { copiedStore } from '../killed-steps.ts'
import { accountsByRound, participants, without } from './multisig-exchange.ts'

/** Returns a client of a node in this process. */
export const clientOf = ({ fetch }: RunningNode) =>
  createNodeClient({ url: 'http://devnet.test', fetch: (request) => fetch(request) })

/** A wallet of several participants, restored from their seeds, that has received coins. */
const stageOf = async (
  chain: typeof oxenChain | typeof moneroChain,
  threshold: number,
  total: number,
  closing: (() => Promise<void>)[],
) => {
  const options: DevelopmentOptions = {
    ...chain,
    clock: () => 1_800_000_000,
    random: seededRandom(threshold * 10 + total),
    ticker: () => () => undefined,
    mining: { kind: 'manual' },
  }
  const running = startDevelopmentNode(options)
  running.miner.mine(70)
  const { network } = running.node.rules
  const random = seededRandom(total)
  const accounts = accountsByRound(network, participants(total, random), threshold, random).at(-1) ?? []
  const client = () => clientOf(running)
  const stores = accounts.map(() => copiedStore())
  const engines: Engine[] = []
  for (const [i, account] of accounts.entries())
    engines.push(await restored(testHost(client(), stores[i], 20 + i), network.id, formatMultisigSeed(account)))
  closing.push(async () => {
    for (const engine of engines) await engine.closeWallet()
    running.close()
  })
  const [first] = accounts
  if (first === undefined) throw new TypeError('no participants')
  const { spendPublic: spendKey, viewPublic: viewKey } = first
  const address = formatAddress(network, { kind: 'standard', spendKey, viewKey, paymentId: undefined })
  const mine = async (blocks: number): Promise<void> => {
    running.miner.mine(blocks)
    for (const engine of engines) await engine.refresh()
  }
  const pay = async (to = [address], amount = 3_000_000_000): Promise<void> => {
    for (const one of to) await callNode(running, 'dev_faucet', { address: one, amount })
    await mine(12)
  }
  await pay()
  await pay()
  /** Returns another node with the same chain and an empty pool. */
  const twin = (): RunningNode => startDevelopmentNode({ ...options, dump: { ...running.node.state.dump(), pool: [] } })
  /** Requests to the node. */
  const fetch = (request: Request) => running.fetch(request)
  return { network, accounts, engines, stores, address, pay, mine, client, fetch, twin }
}

/** A multisig wallet of several participants on its own node. */
export type MultisigStage = Awaited<ReturnType<typeof stageOf>>

/** Returns a function that begins stages, and one that closes all of them. */
export const multisigStages = () => {
  const closing: (() => Promise<void>)[] = []
  return {
    begin: (chain: typeof oxenChain | typeof moneroChain, threshold: number, total: number) =>
      stageOf(chain, threshold, total, closing),
    close: async (): Promise<void> => {
      for (const close of closing) await close()
    },
  }
}

/** Returns the wallet of a participant. */
export const engineAt = ({ engines }: Pick<MultisigStage, 'engines'>, i: number): Engine => {
  const engine = engines[i]
  if (engine === undefined) throw new TypeError(`no participant ${i}`)
  return engine
}

/** All participants import the infos of all others. */
export const exchangeInfos = async ({ engines }: Pick<MultisigStage, 'engines'>): Promise<void> => {
  const infos = await Promise.all(engines.map((engine) => engine.exportMultisigInfo()))
  for (const [i, engine] of engines.entries()) await engine.importMultisigInfo(without(infos, i))
}
