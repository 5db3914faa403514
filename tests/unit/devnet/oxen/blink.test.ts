// Blinks before the development node: what payer and payee report of them, in the pool and in a block.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import { NodeRefusedError } from '../../../../src/daemon/errors.ts'
import type { NodeClient } from '../../../../src/daemon/nodeClient.ts'
import { developmentRules } from '../../../../src/devnet/oxen/chains.ts'
import { startDevelopmentNode } from '../../../../src/devnet/startNode.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import { vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { type RpcParams, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { openedIn, PASSWORD, restored, testHost } from '../../../support/wallet/engine-host.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const AMOUNT = 5_000_000_000
const { id: NETWORK } = developmentRules.network

const running = startDevelopmentNode({
  clock: () => 1_800_000_000,
  random: seededRandom(7),
  ticker: () => () => undefined,
})
const node: NodeClient = createNodeClient({ url: 'http://devnet.test', fetch: (request) => running.fetch(request) })
const store = openMemoryStore()
/** What wallet2 reports of own payments, also of blinks (make_transfer_view of confirmed_transfer_details). */
const OWN = { blink_mempool: false, was_blink: false, suggested_confirmations_threshold: 1 }

let payer: Engine
let payee: Engine

const development = async (method: string, params: RpcParams): Promise<void> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params })
  const answer = await running.fetch(new Request('http://devnet.test/json_rpc', { method: 'POST', body }))
  expect(await answer.json()).toMatchObject({ result: { status: 'OK' } })
}

const mine = async (blocks: number): Promise<void> => {
  await node.mine(blocks, openedIn(payer).addressText({ major: 0, minor: 0 }))
}

/** Sends to the payee; returns the transaction id. */
const pay = async (priority: number): Promise<string> => {
  const destinations = [{ amount: AMOUNT, address: openedIn(payee).addressText({ major: 0, minor: 0 }) }]
  const { tx_hash: txid } = await resultOf(payer, 'transfer', { destinations, priority })
  return String(txid)
}

/** Returns the entry of a transaction in each list of get_transfers that contains it. */
const listed = async (engine: Engine, txid: string, filter: RpcParams = {}): Promise<RpcParams> => {
  await engine.refresh()
  const lists = Object.entries(await resultOf(engine, 'get_transfers', filter))
  return Object.fromEntries(
    lists.flatMap(([name, transfers]) => {
      const found = (transfers as RpcParams[]).find((transfer) => transfer['txid'] === txid) // a list of objects
      return found === undefined ? [] : [[name, found]]
    }),
  )
}

beforeAll(async () => {
  payer = await restored(testHost(node, undefined, 1), NETWORK, wallets.A.keys.mnemonic)
  payee = await restored(testHost(node, store, 2), NETWORK, wallets.B.keys.mnemonic)
  await development('dev_automine', { mode: 'manual' })
  await mine(80)
  await payer.refresh()
})
afterAll(async () => {
  await payer.closeWallet()
  await payee.closeWallet()
})

describe('a blink', () => {
  let txid: string

  it('is approved at once, which wallet2 does not report to the payer', async () => {
    await development('dev_quorum', { present: true })
    txid = await pay(5)
    expect(await node.blinkHashes()).toEqual([fromHex(txid)])
    const { out, pending } = await listed(payer, txid)
    expect(pending).toMatchObject({ type: 'pending', height: 0, ...OWN })
    expect(out).toEqual(pending)
  })

  it('is received before it is in a block', async () => {
    const before = openedIn(payee).balance().total
    const transfers = await listed(payee, txid)
    expect(Object.keys(transfers)).toEqual(['in'])
    expect(transfers['in']).toMatchObject({
      ...{ type: 'in', amount: AMOUNT, height: 0, checkpointed: 0 },
      ...{ blink_mempool: true, was_blink: true, locked: true },
    })
    expect(transfers['in']).not.toHaveProperty('suggested_confirmations_threshold')
    expect(transfers['in']).not.toHaveProperty('confirmations')
    expect(await listed(payee, txid, { min_height: 1 })).toEqual({})
    expect(openedIn(payee).balance()).toMatchObject({
      total: before + BigInt(AMOUNT),
      unlocked: 0n,
      blocksToUnlock: 10,
    })
    expect(await resultOf(payee, 'get_balance', { strict: true })).toMatchObject({ balance: 0 })
    const { csv } = await resultOf(payee, 'get_transfers_csv', {})
    expect(csv).toMatch(new RegExp(`\r\n0,in,locked,no,[^,]+ UTC,5\\.000000000,5\\.000000000,${txid},`))
  })

  it('is reported as was_blink once mined, also after a restart and a rescan', async () => {
    await mine(1)
    const wasBlink = { blink_mempool: false, was_blink: true, confirmations: 1 }
    expect((await listed(payee, txid))['in']).toMatchObject({ ...wasBlink, type: 'in' })
    expect((await listed(payer, txid))['out']).toMatchObject({ ...OWN, confirmations: 1, type: 'out' })
    await mine(40)
    await payee.closeWallet()
    payee = createEngine(testHost(node, store, 3))
    await payee.subscribe(() => undefined)
    await payee.openWallet(payee.wallets[0]?.id ?? '', PASSWORD)
    await payee.rescan({ from: 'beginning' })
    expect((await listed(payee, txid))['in']).toMatchObject({ was_blink: true })
    expect(openedIn(payee).balance().total).toBe(BigInt(AMOUNT))
  })

  it('is recognised in a block that is not final yet, but not in an old one', async () => {
    const recent = await pay(5)
    await mine(1)
    const late = await restored(testHost(node, undefined, 4), NETWORK, wallets.B.keys.mnemonic)
    expect((await listed(late, recent))['in']).toMatchObject({ was_blink: true })
    expect((await listed(late, txid))['in']).toMatchObject({ was_blink: false, suggested_confirmations_threshold: 1 })
    await late.closeWallet()
  })

  it('needs a quorum and the blink priority', async () => {
    for (const [present, priority] of [
      [false, 5],
      [true, 1],
    ] as const) {
      await development('dev_quorum', { present })
      const plain = await pay(priority)
      const isNone = { blink_mempool: false, was_blink: false }
      expect((await listed(payer, plain))['pending']).toMatchObject(isNone)
      const transfers = await listed(payee, plain)
      expect(Object.keys(transfers)).toEqual(['pool'])
      expect(transfers['pool']).toMatchObject({ ...isNone, type: 'pool' })
      await mine(10)
      expect((await listed(payee, plain))['in']).toMatchObject(isNone)
      await payer.refresh()
    }
  })
})

it('syncs with a node that does not list blinks', async () => {
  await development('dev_quorum', { present: true })
  const txid = await pay(5)
  const silent = {
    ...node,
    // It need not prove the transactions of blocks.
    trusted: true,
    blinkHashes: () => Promise.reject(new NodeRefusedError('not found', { details: { url: '', httpStatus: 404 } })),
  }
  const engine = await restored(testHost(silent, undefined, 5), NETWORK, wallets.B.keys.mnemonic)
  expect(openedIn(engine).sync.state).toMatchObject({ phase: 'synced', problem: '' })
  expect((await listed(engine, txid))['pool']).toMatchObject({ blink_mempool: false, was_blink: false })
  // Transactions of the pool are needed; requests for those of blocks may be rejected.
  const transactions = node.transactions.bind(node)
  silent.transactions = async (ids) => {
    const found = await transactions(ids)
    if (found.some(({ inPool }) => !inPool)) throw new NodeRefusedError('too many', { details: { url: '' } })
    return found
  }
  await mine(1)
  expect((await listed(engine, txid))['in']).toMatchObject({ was_blink: false, confirmations: 1 })
  expect(openedIn(engine).sync.state).toMatchObject({ phase: 'synced', problem: '' })
  await engine.closeWallet()
})
