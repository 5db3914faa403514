// Payments with extreme unlock times beside a real monero-wallet-rpc: ours reports the same locks, spans and thresholds, exact in 64 bits.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from '../../../src/jsonrpc/json.ts'
import { vector } from '../../support/data/vectors.ts'
import { type Peer, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { listIn } from '../../support/rpc/history-sums.ts'
import { objectsIn, stringIn } from '../../support/rpc/response.ts'
import { call } from '../../support/rpc/wallet-calls.ts'
import { openedIn, restored, type TestHost, testHost } from '../../support/wallet/engine-host.ts'

const FOREIGN = vector('monero/bench-chain/wallets.json').wallets.A.address
const MAX_U64 = 2n ** 64n - 1n
/** Each is paid to an address of its own. */
const UNLOCK_TIMES = [
  ...[1n, 1000n, 499_999_999n, 500_000_000n, 1_000_000_000n, 4_294_967_296n, 8_640_000_000_001n],
  ...[2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, MAX_U64 - 1n, MAX_U64],
]

let daemon: Peer
let payer: Peer
let theirs: Peer
let host: TestHost
let engine: Engine

/** Calls monero-wallet-rpc; integers of the result are exact. */
const ask = async (method: string, params: Parameters<typeof call>[2] = {}, { url } = theirs): Promise<JsonObject> => {
  const body = stringifyJson({ jsonrpc: '2.0', id: '0', method, params })
  const response: JsonValue = parseJson(await (await fetch(`${url}/json_rpc`, { method: 'POST', body })).text())
  const result = isJsonObject(response) ? response['result'] : undefined
  if (!isJsonObject(result)) throw new Error(`${method}: ${stringifyJson(response)}`)
  return result
}

const wide = (value: JsonValue | undefined): bigint => BigInt(String(value ?? 0))

/** Returns the result of a call, and the second of monero-wallet-rpc's clock in which it was made. */
const askInOneSecond = async (method: string, params: Parameters<typeof call>[2]) => {
  const now = async (): Promise<bigint> => MAX_U64 - wide((await ask('get_balance'))['time_to_unlock'])
  for (;;) {
    const before = await now()
    const result = await ask(method, params)
    if ((await now()) === before) return { result, now: before }
  }
}

const LISTS = { in: true, out: true, pool: true, pending: true, filter_by_height: true, max_height: MAX_U64 }

beforeAll(async () => {
  // Only older releases make and relay payments with an unlock time.
  daemon = await startMonerod({ release: 'stable' })
  payer = await startMoneroWallet(daemon, { release: 'stable' })
  theirs = await startMoneroWallet(daemon)
  await ask('create_wallet', { filename: 'sender', language: 'English' }, payer)
  const sender = stringIn(await ask('get_address', {}, payer), 'address')
  const mine = (address: string, blocks: number): Promise<unknown> =>
    daemon.call('generateblocks', { amount_of_blocks: blocks, wallet_address: address })
  await mine(sender, 20)
  await mine(FOREIGN, 70)
  await ask('create_wallet', { filename: 'receiver', language: 'English' })
  await ask('create_address', { account_index: 0, count: UNLOCK_TIMES.length })
  const addresses = objectsIn(await ask('get_address', { account_index: 0 }), 'addresses').slice(1)
  const mnemonic = stringIn(await ask('query_key', { key_type: 'mnemonic' }), 'key')
  await ask('refresh', {}, payer)
  for (const [i, unlock_time] of UNLOCK_TIMES.entries()) {
    const destinations = [{ address: stringIn(addresses[i] ?? {}, 'address'), amount: 1_000_000 + i }]
    await ask('transfer', { destinations, unlock_time }, payer)
  }
  await mine(FOREIGN, 1)
  await ask('refresh')
  host = testHost(createNodeClient({ url: daemon.url, fetch: (request) => fetch(request) }))
  host.time.now = Date.now()
  engine = await restored(host, 'monero-regtest', mnemonic)
}, 300_000)

afterAll(async () => {
  await engine?.closeWallet()
  await theirs?.stop()
  await payer?.stop()
  await daemon?.stop()
})

const byTxid = (transfers: readonly JsonObject[]): readonly JsonObject[] =>
  transfers.toSorted((a, b) => (stringIn(a, 'txid') < stringIn(b, 'txid') ? -1 : 1))

/** Returns what a transfer reports of its lock. */
const lockOf = ({ txid, unlock_time, locked, suggested_confirmations_threshold: threshold }: JsonObject) => ({
  ...{ txid, unlock_time: wide(unlock_time), locked, threshold: wide(threshold) },
})

/** Sets the clock of our wallet, and has it compute its balances anew: they are remembered for some seconds. */
const setClock = async (now: bigint): Promise<void> => {
  host.time.now = Number(now) * 1000
  await openedIn(engine).state.update('strict', () => ({
    labels: openedIn(engine).state.labels.map((row) => [...row]),
  }))
}

it('reports the balances and spans of monero-wallet-rpc', async () => {
  const { result, now } = await askInOneSecond('get_balance', { account_index: 0 })
  await setClock(now)
  const ours = await call(engine, 'get_balance', { account_index: 0 })
  const spans = (balance: JsonObject) =>
    [balance, ...listIn(balance, 'per_subaddress')].map((entry) => ({
      address: entry['address'],
      blocks: entry['blocks_to_unlock'],
      time: wide(entry['time_to_unlock']),
      unlocked: entry['unlocked_balance'],
    }))
  expect(spans(ours)).toEqual(spans(result))
  expect(spans(ours)).toHaveLength(UNLOCK_TIMES.length + 1)
})

it('reports the locks and thresholds of monero-wallet-rpc', async () => {
  const { result, now } = await askInOneSecond('get_transfers', LISTS)
  await setClock(now)
  const ours = await call(engine, 'get_transfers', LISTS)
  expect(byTxid(listIn(ours, 'in')).map(lockOf)).toEqual(byTxid(listIn(result, 'in')).map(lockOf))
  expect(listIn(ours, 'in')).toHaveLength(UNLOCK_TIMES.length)
})
