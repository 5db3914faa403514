// A development node without service nodes whose clock the tests set, and a wallet connected to it.

import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import type { DevelopmentOptions } from '../../../src/devnet/family/developmentOptions.ts'
import type { BlockRecord } from '../../../src/devnet/records/chainRecords.ts'
import { type RunningNode, startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import type { PoolEntry } from '../../../src/devnet/txpool/poolEntry.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { vector } from '../data/vectors.ts'
import { callNode } from '../devnet/node-calls.ts'
import { seededRandom } from '../random.ts'
import { type RpcParams, resultOf } from '../rpc/wallet-calls.ts'
import { openedIn, restored, testHost } from './engine-host.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')

/** A node that mines only on request, with a clock that changes only by dev_set_time. */
export const quietNode = (options: Partial<DevelopmentOptions> = {}): RunningNode =>
  startDevelopmentNode({
    clock: () => 1_800_000_000,
    random: seededRandom(7),
    ticker: () => () => undefined,
    mining: { kind: 'manual' },
    ...options,
  })

/** Submits a transaction as wallets do. */
export const send = (running: RunningNode, blob: string, params: RpcParams = {}): Promise<RpcParams> =>
  callNode(running, 'send_raw_transaction', { tx_as_hex: blob, ...params })

/** Mines a block to the faucet. */
export const mineOne = async (running: RunningNode): Promise<BlockRecord> => {
  await callNode(running, 'dev_mine')
  return running.node.chain.tip
}

export type Prepared = { readonly blob: string; readonly id: string }

/** A recorded wallet, connected to a node. */
export const openWallet = async (running: RunningNode, name: 'A' | 'B'): Promise<Engine> => {
  const client = createNodeClient({ url: 'http://node', fetch: (request) => running.fetch(request) })
  const { mnemonic } = wallets[name].keys
  return await restored(testHost(client, undefined, name === 'A' ? 1 : 2), running.node.rules.network.id, mnemonic)
}

/** The first wallet, connected to a node, with coins of the faucet. */
export const fundedWallet = async (running: RunningNode): Promise<Engine> => {
  const payer = await openWallet(running, 'A')
  await running.faucet.pay(openedIn(payer).addressText({ major: 0, minor: 0 }))
  await payer.refresh()
  return payer
}

/** Another node with the same chain and an empty pool. */
export const twinOf = ({ node }: RunningNode): RunningNode => quietNode({ dump: { ...node.state.dump(), pool: [] } })

/** A transaction that a wallet prepares and does not send; consecutive ones spend the same outputs. */
export const prepare = async (payer: Engine, to: Engine, priority = 1): Promise<Prepared> => {
  const destinations = [{ amount: 5_000_000_000, address: openedIn(to).addressText({ major: 0, minor: 0 }) }]
  const request = { destinations, priority, do_not_relay: true, get_tx_hex: true }
  const { tx_blob: blob, tx_hash: id } = await resultOf(payer, 'transfer', request)
  return { blob: String(blob), id: String(id) }
}

/** Ids of the transactions in the pool. */
export const waiting = ({ node }: RunningNode): string[] => node.pool.entries.map(({ parsed }) => toHex(parsed.id))

/** The pool entry of a transaction. */
export const entryOf = ({ node }: RunningNode, id: string): PoolEntry => {
  const entry = node.pool.get(fromHex(id))
  if (entry === undefined) throw new Error(`the pool has no transaction ${id}`)
  return entry
}
