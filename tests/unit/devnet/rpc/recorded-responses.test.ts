// Responses of the node, compared with those of oxen-core at the same state of the same chain: JSON methods, rejected transactions, binary
// responses byte for byte.

import { describe, expect, it } from 'vitest'
import { type JsonValue, parseJson, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { readRecorded, recordedChain, recordedTransactions, replayNode } from '../../../support/devnet/replay-node.ts'
import { asNow } from '../../../support/wallet/older-forms.ts'

type Exchange = { readonly path: string; readonly request: JsonValue; readonly answer: JsonValue }
type Sent = {
  readonly label: string
  readonly request: { readonly [name: string]: JsonValue }
  readonly answer: { readonly [name: string]: JsonValue }
}

// The README of the vectors describes the shapes of these files.
const recorded = readRecorded('node.json') as {
  readonly answers: readonly Exchange[]
  readonly pool_nonempty: readonly Exchange[]
  readonly send_raw: readonly Sent[]
}

/**
 * Fields that differ intentionally: this node has no disk, another start time and its own version; it reports that it is a development node,
 * and the pings of other programs in both spellings; oxen-core still counted the votes of blocks that were popped.
 */
const DIFFERENT: readonly string[] = [
  'database_size',
  'free_space',
  'start_time',
  'version_text',
  'development',
  'last_xnet_ping',
  'votes',
  'window',
]

const without = (value: JsonValue): JsonValue => {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(without)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !DIFFERENT.includes(name) && !(name === 'version' && typeof member === 'string'))
      .map(([name, member]) => [name, without(member)]),
  )
}

const post = async (fetch: (request: Request) => Promise<Response>, path: string, body: JsonValue): Promise<string> => {
  const response = await fetch(new Request(`http://node${path}`, { method: 'POST', body: stringifyJson(body) }))
  return response.text()
}

describe('responses at the end of the recorded chain', () => {
  const { fetch } = replayNode()

  it.each(recorded.answers.map((exchange) => ({ exchange, name: JSON.stringify(exchange.request).slice(0, 120) })))(
    '$exchange.path $name',
    async ({ exchange: { path, request, answer } }) => {
      const text = await post(fetch, path, request)
      expect(without(asNow(parseJson(text), answer))).toEqual(without(answer))
    },
  )

  it('writes keys in ascending order', async () => {
    const text = await post(fetch, '/get_info', {})
    const keys = [...text.matchAll(/"([a-z_]+)":/g)].map(([, key]) => key)
    expect(keys).toEqual(keys.toSorted())
  })

  it('finds blocks by height, by id and by every form of the parameters', async () => {
    const call = async (method: string, params: JsonValue): Promise<JsonValue> =>
      parseJson(await post(fetch, '/json_rpc', { jsonrpc: '2.0', id: 0, method, params }))
    const block = recordedChain.blocks[203]
    const hash = String(block?.block_header['hash'])
    for (const params of [{ height: 203 }, { hash }]) {
      const { result } = (await call('get_block', params)) as { result: { [name: string]: JsonValue } }
      expect(result).toMatchObject({ blob: block?.blob, json: block?.json, block_header: block?.block_header })
    }
    for (const params of [{ height: [203] }, { height: 203 }, [203]])
      expect(await call('on_get_block_hash', params)).toEqual({ jsonrpc: '2.0', id: 0, result: hash })
    expect(await call('get_block_hash', {})).toMatchObject({
      error: { code: -1, message: 'Wrong parameters, expected height' },
    })
    expect(await call('get_block_header_by_height', { height: 336 })).toMatchObject({
      error: { code: -2, message: 'Requested block height: 336 greater than current top block height: 335' },
    })
    expect(await call('get_block_header_by_hash', { hash: 'ff' })).toMatchObject({
      error: { code: -1, message: 'Failed to parse hex representation of block hash. Hex = ff.' },
    })
    expect(await call('get_block_headers_range', { start_height: 5, end_height: 4 })).toMatchObject({
      error: { code: -2, message: 'Invalid start/end heights.' },
    })
  })
})

describe('sent transactions', () => {
  // The first three were sent while the first transaction was in the pool.
  const heights = new Map(recordedTransactions.map(({ hex, height }) => [hex, height]))
  const pooled = String(recorded.send_raw[0]?.request['tx_as_hex'])
  const stateOf = (label: string): number => {
    const early = label === 'do_not_relay true' || label.includes('pool')
    return early ? (heights.get(pooled) ?? 0) : recordedChain.blocks.length
  }

  const whole = replayNode()

  it.each(recorded.send_raw)('$label', async ({ label, request, answer }) => {
    const height = stateOf(label)
    // A rejected transaction leaves no trace, so the complete chain can be used again.
    const { fetch } = height === recordedChain.blocks.length ? whole : replayNode({ height })
    if (label.includes('pool')) await post(fetch, '/send_raw_transaction', { tx_as_hex: pooled })
    expect(parseJson(await post(fetch, '/send_raw_transaction', request))).toEqual(answer)
  })
})

describe('a pool with transactions', () => {
  it('is reported as recorded', async () => {
    const all = recorded.pool_nonempty.find(({ path }) => path === '/get_transaction_pool')
    const { transactions } = (all ?? { answer: {} }).answer as {
      transactions: { tx_blob: string; receive_time: number }[]
    }
    const heights = new Map(recordedTransactions.map(({ hex, height }) => [hex, height]))
    const height = Math.min(...transactions.map(({ tx_blob: blob }) => heights.get(blob) ?? 0))
    const { fetch } = replayNode({ height, now: transactions[0]?.receive_time ?? 0 })
    for (const { tx_blob: blob } of transactions) await post(fetch, '/send_raw_transaction', { tx_as_hex: blob })
    for (const { path, request, answer } of recorded.pool_nonempty) {
      const ours = asNow(parseJson(await post(fetch, path, request)), answer) as { [name: string]: JsonValue }
      const { spent_key_images: images, ...rest } = ours
      if (answer !== null && typeof answer === 'object' && '_raw' in answer) {
        // oxen-core writes raw bytes, which the recording holds as UTF-8.
        expect(rest).toEqual(parseJson(String(answer['_raw'])))
        continue
      }
      const { spent_key_images: expected, ...others } = answer as { [name: string]: JsonValue }
      expect(rest).toEqual(others)
      // The order of oxen-core is that of a hash table.
      const sorted = (list: JsonValue | undefined) =>
        ((list ?? []) as { id_hash: string }[]).toSorted((a, b) => (a.id_hash < b.id_hash ? -1 : 1))
      expect(sorted(images)).toEqual(sorted(expected))
    }
  })
})
