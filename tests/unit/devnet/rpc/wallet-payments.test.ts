// Every paying method of the wallet RPC in front of the development node: the payee receives each payment to the atomic unit.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { createNodeClient } from '../../../../src/daemon/httpNodeClient.ts'
import type { NodeClient } from '../../../../src/daemon/nodeClient.ts'
import { developmentRules } from '../../../../src/devnet/families.ts'
import { startDevelopmentNode } from '../../../../src/devnet/node/startNode.ts'
import { type JsonWritable, parseJson, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import type { Engine } from '../../../../src/wallet/engine/engine.ts'
import { vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are compared, not understood
type Json = { readonly [name: string]: any }

const { wallets } = vector('oxen/chain-small/wallets.json')
const COIN = 1_000_000_000n
const NOW = 1_800_000_000

let node: NodeClient
let payer: Engine
let payee: Engine

const ask = async (engine: Engine, method: string, params: JsonWritable = {}): Promise<Json> => {
  const rpc = createWalletRpc({ wallet: openedIn(engine), rpcEnabled: true })
  const body = stringifyJson({ jsonrpc: '2.0', id: '0', method, params })
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  return parseJson(await response.text()) as Json // answers are objects
}

const call = async (engine: Engine, method: string, params: JsonWritable = {}): Promise<Json> => {
  const { result, error } = await ask(engine, method, params)
  expect(error).toBeUndefined()
  return result
}

const refresh = async (): Promise<void> => {
  await payer.refresh()
  await payee.refresh()
}

/** Returns what the other wallet received in transactions, by subaddress index. */
const received = async (txids: readonly string[]): Promise<string[]> => {
  await refresh()
  const outputs = [...openedIn(payee).state.ledger.outputs.values()]
  return outputs
    .filter(({ txid }) => txids.includes(toHex(txid)))
    .map(({ subaddress, amount }) => `${subaddress.major}/${subaddress.minor} ${amount}`)
    .sort()
}

const sum = (numbers: readonly number[]): bigint => numbers.reduce((whole, part) => whole + BigInt(part), 0n)

/** Mines until the payments are unlocked. */
const settle = async (): Promise<void> => {
  await node.mine(10, openedIn(payer).addressText({ major: 0, minor: 0 }))
  await refresh()
}

beforeAll(async () => {
  const running = startDevelopmentNode({
    clock: () => NOW,
    random: seededRandom(7),
    ticker: () => () => undefined,
  })
  node = createNodeClient({ url: 'http://devnet.test', fetch: (request) => running.fetch(request) })
  const { id } = developmentRules.network
  payer = await restored(testHost(node, undefined, 1), id, wallets.A.keys.mnemonic)
  payee = await restored(testHost(node, undefined, 2), id, wallets.B.keys.mnemonic)
  await node.mine(60, openedIn(payer).addressText({ major: 0, minor: 0 }))
  await settle()
})
afterAll(async () => {
  await payer.closeWallet()
  await payee.closeWallet()
})

describe('payments over the wallet RPC', () => {
  const there = (major: number, minor: number): string => openedIn(payee).addressText({ major, minor })

  it('pays by transfer', async () => {
    await payee.createAccount('second')
    const destinations = [
      { address: there(0, 0), amount: 3n * COIN },
      { address: there(1, 0), amount: 1n },
    ]
    const before = openedIn(payer).balance().total
    const paid = await call(payer, 'transfer', { destinations, priority: 1 })
    expect(await received([paid['tx_hash']])).toEqual([`0/0 ${3n * COIN}`, '1/0 1'])
    expect(openedIn(payer).balance().total).toBe(before - 3n * COIN - 1n - BigInt(paid['fee']))
    await settle()
  })

  it('pays by transfer_split in several transactions', async () => {
    const destinations = Array.from({ length: 17 }, (_, i) => ({ address: there(0, 0), amount: BigInt(i + 1) }))
    const paid = await call(payer, 'transfer_split', { destinations, priority: 1 })
    expect(paid['tx_hash_list']).toHaveLength(2)
    expect(await received(paid['tx_hash_list'])).toEqual(Array.from({ length: 17 }, (_, i) => `0/0 ${i + 1}`).sort())
    await settle()
  })

  it('prepares by transfer without relaying, and pays by relay_tx, once', async () => {
    const request = { destinations: [{ address: there(0, 0), amount: 77 }], priority: 1 }
    const kept = await call(payer, 'transfer', { ...request, do_not_relay: true, get_tx_metadata: true })
    expect(await received([kept['tx_hash']])).toEqual([])
    expect(await call(payer, 'relay_tx', { hex: kept['tx_metadata'] })).toEqual({ tx_hash: kept['tx_hash'] })
    expect(await received([kept['tx_hash']])).toEqual(['0/0 77'])
    const balance = openedIn(payer).balance().total
    expect(await call(payer, 'relay_tx', { hex: kept['tx_metadata'] })).toEqual({ tx_hash: kept['tx_hash'] })
    await settle()
    expect(await received([kept['tx_hash']])).toEqual(['0/0 77'])
    expect(openedIn(payer).balance().total).toBeGreaterThanOrEqual(balance)
  })

  it('pays by sweep_single in several outputs', async () => {
    const coins = await call(payee, 'incoming_transfers', { transfer_type: 'available' })
    const coin = coins['transfers'].find(({ amount }: Json) => BigInt(amount) === 3n * COIN)
    const swept = await call(payee, 'sweep_single', {
      address: openedIn(payer).addressText({ major: 0, minor: 0 }),
      key_image: coin.key_image,
      outputs: 2,
      priority: 1,
    })
    expect(BigInt(swept['amount'] + swept['fee'])).toBe(3n * COIN)
    await refresh()
    const [entry] = openedIn(payer)
      .transfers({})
      .filter(({ txid }) => txid === swept['tx_hash'])
    expect(entry).toMatchObject({ direction: 'in', amount: BigInt(swept['amount']) })
    await settle()
  })

  it('pays by sweep_all', async () => {
    const before = openedIn(payer).balance()
    expect(before.unlocked).toBeGreaterThan(COIN)
    const swept = await call(payer, 'sweep_all', { address: there(1, 0), subaddr_indices_all: true, priority: 1 })
    const amounts: number[] = swept['amount_list']
    expect(await received(swept['tx_hash_list'])).toEqual(amounts.map((amount) => `1/0 ${amount}`).sort())
    expect(sum(amounts) + sum(swept['fee_list'])).toBe(before.unlocked)
  })
})
