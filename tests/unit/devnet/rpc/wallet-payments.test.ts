// Every paying method of the wallet RPC in front of the development node: the payee receives each payment to the atomic unit.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import type { NodeClient } from '../../../../src/daemon/nodeClient.ts'
import { developmentRules } from '../../../../src/devnet/oxen/chains.ts'
import { startDevelopmentNode } from '../../../../src/devnet/startNode.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { type JsonObject, type JsonWritable, parseJson, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'

/** The fields of results that these tests read; amounts are below 2^53. */
type Transfer = { readonly tx_hash: string; readonly fee: number; readonly tx_metadata: string }
type SplitTransfer = {
  readonly tx_hash_list: readonly string[]
  readonly amount_list: readonly number[]
  readonly fee_list: readonly number[]
}
type SweptOutput = { readonly tx_hash: string; readonly amount: number; readonly fee: number }
type IncomingTransfers = { readonly transfers: readonly { readonly amount: number; readonly key_image: string }[] }

const { wallets } = vector('oxen/chain-small/wallets.json')
const COIN = 1_000_000_000n
const NOW = 1_800_000_000

let node: NodeClient
let payer: Engine
let payee: Engine

/** Calls a method that succeeds. */
const call = async <Result = unknown>(engine: Engine, method: string, params: JsonWritable = {}): Promise<Result> => {
  const rpc = createWalletRpc({ wallet: openedIn(engine), rpcEnabled: true })
  const body = stringifyJson({ jsonrpc: '2.0', id: '0', method, params })
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  // JSON-RPC responses are objects.
  const { result, error } = parseJson(await response.text()) as JsonObject
  expect(error).toBeUndefined()
  // The caller knows the result of the method.
  return result as Result
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
  const payeeAddress = (major: number, minor: number): string => openedIn(payee).addressText({ major, minor })

  it('pays by transfer', async () => {
    await payee.createAccount('second')
    const destinations = [
      { address: payeeAddress(0, 0), amount: 3n * COIN },
      { address: payeeAddress(1, 0), amount: 1n },
    ]
    const before = openedIn(payer).balance().total
    const paid = await call<Transfer>(payer, 'transfer', { destinations, priority: 1 })
    expect(await received([paid.tx_hash])).toEqual([`0/0 ${3n * COIN}`, '1/0 1'])
    expect(openedIn(payer).balance().total).toBe(before - 3n * COIN - 1n - BigInt(paid.fee))
    await settle()
  })

  it('pays by transfer_split in several transactions', async () => {
    const destinations = Array.from({ length: 17 }, (_, i) => ({ address: payeeAddress(0, 0), amount: BigInt(i + 1) }))
    const paid = await call<SplitTransfer>(payer, 'transfer_split', { destinations, priority: 1 })
    expect(paid.tx_hash_list).toHaveLength(2)
    expect(await received(paid.tx_hash_list)).toEqual(Array.from({ length: 17 }, (_, i) => `0/0 ${i + 1}`).sort())
    await settle()
  })

  it('prepares by transfer without relaying, and pays by relay_tx, once', async () => {
    const request = { destinations: [{ address: payeeAddress(0, 0), amount: 77 }], priority: 1 }
    const pending = await call<Transfer>(payer, 'transfer', { ...request, do_not_relay: true, get_tx_metadata: true })
    expect(await received([pending.tx_hash])).toEqual([])
    expect(await call(payer, 'relay_tx', { hex: pending.tx_metadata })).toEqual({ tx_hash: pending.tx_hash })
    expect(await received([pending.tx_hash])).toEqual(['0/0 77'])
    const balance = openedIn(payer).balance().total
    expect(await call(payer, 'relay_tx', { hex: pending.tx_metadata })).toEqual({ tx_hash: pending.tx_hash })
    await settle()
    expect(await received([pending.tx_hash])).toEqual(['0/0 77'])
    expect(openedIn(payer).balance().total).toBeGreaterThanOrEqual(balance)
  })

  it('pays by sweep_single in several outputs', async () => {
    const { transfers } = await call<IncomingTransfers>(payee, 'incoming_transfers', { transfer_type: 'available' })
    const output = transfers.find(({ amount }) => BigInt(amount) === 3n * COIN)
    const swept = await call<SweptOutput>(payee, 'sweep_single', {
      address: openedIn(payer).addressText({ major: 0, minor: 0 }),
      key_image: output?.key_image,
      outputs: 2,
      priority: 1,
    })
    expect(BigInt(swept.amount + swept.fee)).toBe(3n * COIN)
    await refresh()
    const [entry] = openedIn(payer)
      .transfers({})
      .filter(({ txid }) => txid === swept.tx_hash)
    expect(entry).toMatchObject({ direction: 'in', amount: BigInt(swept.amount) })
    await settle()
  })

  it('pays by sweep_all', async () => {
    const before = openedIn(payer).balance()
    expect(before.unlocked).toBeGreaterThan(COIN)
    const swept = await call<SplitTransfer>(payer, 'sweep_all', {
      address: payeeAddress(1, 0),
      subaddr_indices_all: true,
      priority: 1,
    })
    const { amount_list: amounts } = swept
    expect(await received(swept.tx_hash_list)).toEqual(amounts.map((amount) => `1/0 ${amount}`).sort())
    expect(sum(amounts) + sum(swept.fee_list)).toBe(before.unlocked)
  })
})
