// Payments with the largest unlock times that a transaction can hold: anyone can send dust that has one. The RPC answers with wallet2's
// values, exact in 64 bits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { parseJson, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { vector } from '../../../support/data/vectors.ts'
import { call } from '../../../support/rpc/wallet-calls.ts'
import { mineOn } from '../../../support/wallet/chain-builder.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { moneroBenchChain } from '../../../support/wallet/recorded-chains.ts'

const { wallet, txs } = vector('monero/unlock-times.json')
const NOW = 1_795_801_331n
const BLOCK_TARGET = 120n

let engine: Engine

beforeAll(async () => {
  const blobs = txs.map(({ hex }) => fromHex(hex))
  const node = new FakeNode(moneroRegtest, mineOn(moneroRegtest, moneroBenchChain().slice(0, 60), blobs))
  const host = testHost(node)
  host.time.now = Number(NOW) * 1000
  engine = createEngine(host)
  const keys = { address: wallet.addr, viewSecret: wallet.view, spendSecret: wallet.spend }
  await engine.restoreFromKeys(newWallet('monero-regtest'), keys, BEGINNING)
  await engine.refresh()
}, 120_000)

afterAll(async () => {
  await engine.closeWallet()
})

/** wallet2: blocks at the target time until an unlock time is reached. */
const thresholdOf = (unlockTime: bigint): bigint => (unlockTime - NOW + BLOCK_TARGET - 1n) / BLOCK_TARGET

describe('a wallet that was paid with unlock times of 63 and 64 bits', () => {
  it('has the seconds until the last one in get_balance', async () => {
    const time_to_unlock = 2n ** 64n - 1n - NOW
    const balance = await call(engine, 'get_balance')
    expect(balance).toMatchObject({ unlocked_balance: 0, blocks_to_unlock: 9, time_to_unlock })
    const spans = txs.map(({ unlock_time }) => ({ time_to_unlock: BigInt(unlock_time) - NOW, num_unspent_outputs: 1 }))
    expect(balance).toMatchObject({ per_subaddress: spans })
    // monero-wallet-rpc 0.18 at this time.
    expect(spans[0]).toMatchObject({ time_to_unlock: 9_223_372_035_058_974_476n })
  })

  it('has the blocks until each one in get_transfers and get_transfer_by_txid', async () => {
    const { in: listed } = await call(engine, 'get_transfers', { in: true })
    expect(listed).toHaveLength(txs.length)
    for (const { txid, unlock_time } of txs) {
      const expected = { txid, unlock_time, suggested_confirmations_threshold: thresholdOf(BigInt(unlock_time)) }
      expect(listed).toContainEqual(expect.objectContaining(expected))
      expect(await call(engine, 'get_transfer_by_txid', { txid })).toMatchObject({ transfer: expected })
    }
    // monero-wallet-rpc 0.18 at this time.
    expect(thresholdOf(2n ** 63n - 1n)).toBe(76_861_433_625_491_454n)
  })

  it('answers a batch with these calls', async () => {
    const rpc = createWalletRpc({ wallet: openedIn(engine), rpcEnabled: true })
    const methods = ['get_balance', 'get_transfers', 'get_accounts', 'get_bulk_payments']
    const body = stringifyJson(methods.map((method, id) => ({ jsonrpc: '2.0', id, method, params: {} })))
    const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
    expect(response.status).toBe(200)
    const result: unknown = expect.any(Object)
    expect(parseJson(await response.text())).toEqual(methods.map((_, id) => ({ jsonrpc: '2.0', id, result })))
  })
})
