// Sends one request to two servers and compares the responses.

import { request as httpRequest } from 'node:http'
import { isJsonObject, JsonError, type JsonObject, type JsonValue, parseJson } from '../../../../src/jsonrpc/json.ts'
import { Comparison, type Difference } from '../transcript.ts'
import type { Kept, TwinCall, TwinRequest, TwinWorld } from './call.ts'

/** Tolerance in piconero: monero-wallet-rpc 0.18.0 charges an estimated weight, which differs by a few bytes from the true one. */
const TOLERANCE = 200_000_000n

export type Answer = { readonly status: number; readonly body: JsonValue }

const parsedBody = (text: string): JsonValue => {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonError) return text
    throw error
  }
}

/** Sends a request. Node's fetch does not send GET requests with a body. */
export const send = (url: string, { body, httpMethod = 'POST', path = '/json_rpc' }: TwinRequest): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-length': Buffer.byteLength(body) }
    const sent = httpRequest(`${url}${path}`, { method: httpMethod, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: parsedBody(text) }))
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** Returns the request of a call. */
export const requestOf = (call: TwinCall | TwinRequest, kept: Kept): TwinRequest => {
  if ('body' in call) return call
  const params = typeof call.params === 'function' ? call.params(kept) : call.params
  return { body: JSON.stringify({ jsonrpc: '2.0', id: '0', method: call.method, params }) }
}

/** Returns a call as text, with the names of the world's values in their place. */
export const titleOf = (call: TwinCall | TwinRequest, world: TwinWorld): string => {
  const params = 'body' in call || call.params === undefined ? '' : JSON.stringify(call.params) // functions: undefined
  const text = 'body' in call ? [call.httpMethod, call.path, call.body] : [call.method, params ?? '…']
  return Object.entries(world).reduce(
    (title, [name, value]) => (String(value).length < 16 ? title : title.replaceAll(String(value), name)),
    text.filter(Boolean).join(' '),
  )
}

export const resultOf = ({ body }: Answer): JsonObject => {
  const result = isJsonObject(body) ? body['result'] : undefined
  return isJsonObject(result) ? result : {}
}

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value)

/** Lists whose order within a block depends on wallet2's hash tables. */
const UNORDERED = new Set(['in', 'out', 'pending', 'pool', 'payments', 'transfers'])

const orderOf = (item: JsonValue): string => {
  if (!isJsonObject(item)) return ''
  const { txid, tx_hash, subaddr_index } = item
  return JSON.stringify([txid ?? tx_hash, isJsonObject(subaddr_index) ? subaddr_index['minor'] : 0])
}

const sorted = (items: readonly JsonValue[]): readonly JsonValue[] =>
  items.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)))

/** Returns all differences of two values, including the order of lists. */
const exactDifferences = (ours: JsonValue | undefined, theirs: JsonValue | undefined, path: string): Difference[] => {
  if (ours === theirs) return []
  if (isList(ours) && isList(theirs) && ours.length === theirs.length) {
    const isUnordered = UNORDERED.has(path.slice(path.lastIndexOf('.') + 1))
    const [left, right] = isUnordered ? [sorted(ours), sorted(theirs)] : [ours, theirs]
    return left.flatMap((item, i) => exactDifferences(item, right[i], `${path}[]`))
  }
  if (isJsonObject(ours) && isJsonObject(theirs)) {
    const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort()
    return names.flatMap((name) => exactDifferences(ours[name], theirs[name], `${path}.${name}`))
  }
  return [{ path, ours, theirs }]
}

/** Returns a response with the length of key images, and of their lists, in their place: both wallets select outputs at random. */
export const withoutSelection = (value: JsonValue): JsonValue => {
  if (isList(value)) return value.map(withoutSelection)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([name, member]) => {
    if (name === 'key_images' && isList(member)) return [name, member.length] as const
    if (name === 'key_image' && typeof member === 'string') return [name, member.length] as const
    return [name, withoutSelection(member)] as const
  })
  return Object.fromEntries(entries)
}

/** Compares responses: exactly, or random values by form (`Comparison`). */
export const comparing = (isRandom: boolean): ((ours: Answer, theirs: Answer) => Difference[]) => {
  if (!isRandom) return (ours, theirs) => exactDifferences({ ...ours }, { ...theirs }, '')
  const comparison = new Comparison(TOLERANCE)
  return (ours, theirs) => comparison.differences(withoutSelection({ ...ours }), withoutSelection({ ...theirs }))
}
