// Payments without a priority by Faba and by monero-wallet-rpc, from one seed on one real monerod, not relayed: while blocks are full both
// pay the fee of the same level.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { concat, u64Bytes, utf8 } from '../../../src/bytes/bytes.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { encodeJson } from '../../../src/jsonrpc/encodeJson.ts'
import { type JsonWritable, stringifyJson } from '../../../src/jsonrpc/json.ts'
import { JsonBytes } from '../../../src/jsonrpc/jsonBytes.ts'
import { type Peer, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { type RecordingProxy, startRecordingProxy } from '../../support/peers/recording-proxy.ts'
import { createPeers } from '../../support/peers/started-peers.ts'
import { resultOf } from '../../support/rpc/wallet-calls.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../../support/wallet/engine-host.ts'

const COIN = 1_000_000_000_000
const ZONE = 300_000

const { started: kept, stopPeers } = createPeers()
let daemon: Peer
let theirs: Peer
let proxy: RecordingProxy
let engine: Engine
let levels: readonly number[]
const receiver = formatAddress(moneroRegtest, subaddressAt(generateKeys(new Uint8Array(32).fill(7)), 0, 0))

/** Answers instead of the node's, by JSON-RPC method. */
const answers = new Map<string, Uint8Array>()

const answered = (fields: { readonly [name: string]: JsonWritable }): Uint8Array => {
  const text = encodeJson(
    stringifyJson({ jsonrpc: '2.0', id: '0', result: { status: 'OK', untrusted: false, ...fields } }),
  )
  return typeof text === 'string' ? utf8(text) : text
}

/** The answer with a txpool of one transaction. */
const backlogOf = (weight: number, fee: number): Uint8Array =>
  answered({ backlog: new JsonBytes(concat(...[weight, fee, 5].map((value) => u64Bytes(BigInt(value))))) })

/** The answer with headers of which only the weight is of interest. */
const headersOf = (weights: readonly number[]): Uint8Array =>
  answered({
    headers: weights.map((block_weight) => ({
      ...{ block_weight, block_size: block_weight, major_version: 16, minor_version: 16, timestamp: 1, nonce: 0 },
      ...{ height: 1, depth: 1, difficulty: 1, cumulative_difficulty: 1, reward: 1, num_txes: 0, orphan_status: false },
      ...{ prev_hash: '0'.repeat(64), hash: '0'.repeat(64), miner_tx_hash: '0'.repeat(64), long_term_weight: 1 },
    })),
  })

const full = (percent: number): Uint8Array => headersOf(Array.from({ length: 10 }, () => (percent * ZONE) / 100))
const refusal = utf8('{"jsonrpc":"2.0","id":"0","error":{"code":-1,"message":"refused"}}')

/** Returns the level of the fee that each wallet pays. */
const levelsPaid = async (params: object = {}): Promise<readonly [theirs: number, ours: number]> => {
  const request = { destinations: [{ address: receiver, amount: COIN }], do_not_relay: true, ...params }
  const levelOf = ({ fee, weight }: Record<string, unknown>): number =>
    levels.findIndex((level) => Math.ceil((Number(weight) * level) / 10_000) * 10_000 === Number(fee)) + 1
  return [levelOf(await theirs.call('transfer', request)), levelOf(await resultOf(engine, 'transfer', request))]
}

/** Returns the default priority that each wallet reports. */
const defaults = async () => {
  const method = 'get_default_fee_priority'
  return [await theirs.call(method), await resultOf(engine, method, {})]
}

beforeAll(async () => {
  daemon = await kept(startMonerod())
  proxy = await startRecordingProxy(daemon.url, {
    answer: (path) => answers.get(path === 'getblockheadersrange' ? 'get_block_headers_range' : path),
  })
  theirs = await kept(startMoneroWallet(proxy))
  await theirs.call('create_wallet', { filename: 'same', language: 'English' })
  const { key: words } = await theirs.call<{ key: string }>('query_key', { key_type: 'mnemonic' })
  engine = createEngine(testHost(createNodeClient({ url: proxy.url, fetch: (request) => fetch(request) })))
  await engine.restoreFromWords(newWallet('monero-regtest'), { words, offset: '' }, BEGINNING)
}, 120_000)

afterAll(async () => {
  await engine?.closeWallet()
  proxy?.close()
  await stopPeers()
})

it('names the lowest priority on a chain of less than ten blocks', async () => {
  expect(await defaults()).toEqual([{ priority: 1 }, { priority: 1 }])
})

describe('a payment without a priority', () => {
  beforeAll(async () => {
    const own = openedIn(engine).addressText({ major: 0, minor: 0 })
    await daemon.call('generateblocks', { amount_of_blocks: 30, wallet_address: own })
    await daemon.call('generateblocks', { amount_of_blocks: 62, wallet_address: receiver })
    await theirs.call('refresh')
    await engine.refresh()
    levels = (await daemon.call<{ fees: number[] }>('get_fee_estimate', { grace_blocks: 10 })).fees
  }, 600_000)

  it('pays the level of monero-wallet-rpc, whatever waits and however full blocks are', {
    timeout: 600_000,
  }, async () => {
    const [lowest = 0] = levels
    const cases: readonly (readonly [string, ReadonlyMap<string, Uint8Array>, number])[] = [
      ['nothing', new Map(), 1],
      ['a block waits', new Map([['get_txpool_backlog', backlogOf(ZONE, ZONE * lowest)]]), 2],
      ['less than a block waits', new Map([['get_txpool_backlog', backlogOf(ZONE - 1, ZONE * lowest)]]), 1],
      ['what waits pays less', new Map([['get_txpool_backlog', backlogOf(ZONE, ZONE * lowest - 1)]]), 1],
      ['blocks are full', new Map([['get_block_headers_range', full(81)]]), 2],
      ['blocks are almost full', new Map([['get_block_headers_range', full(80)]]), 1],
      ['the txpool is not reported', new Map([['get_txpool_backlog', refusal]]), 1],
      ['headers are not reported', new Map([['get_block_headers_range', refusal]]), 1],
      ['too few headers are reported', new Map([['get_block_headers_range', headersOf([ZONE])]]), 1],
    ]
    const paid: Record<string, unknown> = {}
    for (const [name, given] of cases) {
      answers.clear()
      for (const [method, answer] of given) answers.set(method, answer)
      paid[name] = [await levelsPaid(), await defaults()]
    }
    answers.clear()
    expect(paid).toEqual(
      Object.fromEntries(
        cases.map(([name, , priority]) => [
          name,
          [
            [priority, priority],
            [{ priority }, { priority }],
          ],
        ]),
      ),
    )
  })

  it('asks the node only what its fee depends on', async () => {
    const asked = async (priority: number): Promise<readonly string[]> => {
      proxy.paths.length = 0
      await resultOf(engine, 'transfer', {
        destinations: [{ address: receiver, amount: COIN }],
        do_not_relay: true,
        priority,
      })
      return proxy.paths.filter((path) => !path.endsWith('.bin'))
    }
    const chosen = await asked(1)
    expect(await asked(0)).toEqual([...chosen, 'get_txpool_backlog', 'get_info', 'getblockheadersrange'])
  })
})

it('reads the txpool of monerod as its list has it', async () => {
  const client = createNodeClient({ url: daemon.url, fetch: (request) => fetch(request) })
  expect(await client.txpoolBacklog()).toEqual([])
  for (const priority of [1, 2, 3])
    await theirs.call('transfer', { destinations: [{ address: receiver, amount: COIN }], priority })
  const response = await fetch(`${daemon.url}/get_transaction_pool`, { method: 'POST', body: '{}' })
  // The shape is monerod's.
  const { transactions } = (await response.json()) as { transactions: { weight: number; fee: number }[] }
  const expected = transactions.map(({ weight, fee }) => ({ weight, fee: BigInt(fee) }))
  expect(expected).toHaveLength(3)
  expect(new Set(await client.txpoolBacklog())).toEqual(new Set(expected))
})

it('names the lowest priority also without a node', async () => {
  proxy.close()
  expect(await defaults()).toEqual([{ priority: 1 }, { priority: 1 }])
})
