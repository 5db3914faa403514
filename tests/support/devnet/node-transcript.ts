// Records the requests of a client and the responses of a node (paths, JSON-RPC, binary), and compares the responses of two nodes.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toHex } from '../../../src/bytes/hex.ts'
import { readPortable } from '../../../src/bytes/portableStorage.ts'
import { isJsonObject, type JsonValue, parseJson } from '../../../src/jsonrpc/json.ts'

/** A response in comparable form: bytes as hexadecimal digits, JSON texts parsed. */
export type ComparableValue =
  | null
  | boolean
  | string
  | bigint
  | number
  | readonly ComparableValue[]
  | { readonly [name: string]: ComparableValue | undefined }

/** One call with its method or path, and its response. */
export type NodeExchange = { readonly called: string; readonly status: number; readonly answer: ComparableValue }

const isList = <T>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value)

/** Fields that hold JSON as text; nodes format it differently. */
const TEXTS = /^(json|as_json|tx_json|txs_as_json)$/

/** Lists without a defined order. */
const SETS = /^(spent_key_images|bans)$/

const plain = (value: unknown, name = ''): ComparableValue => {
  if (value instanceof Uint8Array) return toHex(value)
  if (typeof value === 'string') return TEXTS.test(name) && value !== '' ? plain(parseJson(value)) : value
  // The JSON parser chooses between number and bigint by size.
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => plain(item, name))
    const textOf = (item: ComparableValue): string => Object.values(item ?? {}).join()
    return SETS.test(name) ? items.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1)) : items
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member, key)]))
  return typeof value === 'boolean' || typeof value === 'bigint' || typeof value === 'number' ? value : null
}

/** Returns the text of a JSON response, byte by byte: packed values are no UTF-8, and epee does not escape all control characters. */
const jsonText = (body: Uint8Array): string =>
  Buffer.from(body)
    .toString('latin1')
    .replace(/\\(.)/g, (escaped, character) => (character === 'v' ? '\\u000b' : escaped))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are in the responses
    .replace(/[\0-\x07\x0e-\x1f]/g, (character) => `\\u00${toHex(Uint8Array.of(character.charCodeAt(0)))}`)

const asJson = (text: string): JsonValue => {
  try {
    return parseJson(text)
  } catch {
    return 'not JSON'
  }
}

/** Returns a response in comparable form; null for HTTP errors, whose text is for users and not compared. */
export const comparableResponse = (called: string, status: number, body: Uint8Array): ComparableValue => {
  if (status !== 200) return null
  const isPortable = body[0] === 1 && called.endsWith('.bin')
  return plain(isPortable ? readPortable(body) : asJson(jsonText(body)))
}

/** Returns the name of a call: its path, or its method for JSON-RPC. */
export const calledBy = (path: string, body: Uint8Array): string => {
  if (path !== 'json_rpc') return path
  const call = asJson(new TextDecoder().decode(body))
  return isJsonObject(call) ? String(call['method']) : path
}

export type NodeRecorder = {
  readonly url: string
  /** all calls so far, in order */
  readonly exchanges: readonly NodeExchange[]
  stop(): Promise<void>
}

/** Starts a proxy in front of a node that forwards and records every call. */
export const recordNode = async (target: string): Promise<NodeRecorder> => {
  const exchanges: NodeExchange[] = []
  const server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const parts: Uint8Array[] = []
      for await (const part of request) parts.push(new Uint8Array(part))
      const body = new Uint8Array(Buffer.concat(parts))
      const path = (request.url ?? '').slice(1)
      const answer = await fetch(`${target}/${path}`, { method: 'POST', body })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const called = calledBy(path, body)
      exchanges.push({ called, status: answer.status, answer: comparableResponse(called, answer.status, bytes) })
      response.writeHead(answer.status).end(bytes)
    }
    pass().catch((error: unknown) => response.writeHead(502).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A difference between two responses; `place` is e.g. `get_info.version`, with `[]` for any item of a list. */
export type NodeDifference = {
  readonly place: string
  readonly ours: ComparableValue | undefined
  readonly theirs: ComparableValue | undefined
}

/** Returns all differences between two responses. */
export const nodeDifferences = (
  ours: ComparableValue | undefined,
  theirs: ComparableValue | undefined,
  place: string,
): readonly NodeDifference[] => {
  if (ours === theirs) return []
  if (typeof ours !== 'object' || typeof theirs !== 'object' || ours === null || theirs === null)
    return [{ place, ours, theirs }]
  if (isList(ours) || isList(theirs)) {
    if (!isList(ours) || !isList(theirs)) return [{ place, ours, theirs }]
    if (ours.length !== theirs.length) return [{ place: `${place}.length`, ours: ours.length, theirs: theirs.length }]
    return ours.flatMap((item, i) => nodeDifferences(item, theirs[i], `${place}[]`))
  }
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort()
  return names.flatMap((name) => nodeDifferences(ours[name], theirs[name], `${place}.${name}`))
}

/** Drops calls that repeat the previous one with the same response, as polling clients make them. */
const withoutRepetition = (exchanges: readonly NodeExchange[]): readonly NodeExchange[] =>
  exchanges.filter((exchange, i) => {
    const before = exchanges[i - 1]
    if (before?.called !== exchange.called) return true
    return nodeDifferences(before.answer, exchange.answer, '').length > 0
  })

/** Returns all differences between two recorded transcripts. */
export const exchangeDifferences = (
  here: readonly NodeExchange[],
  there: readonly NodeExchange[],
): readonly NodeDifference[] => {
  const [ours, theirs] = [withoutRepetition(here), withoutRepetition(there)]
  const calls = (exchanges: readonly NodeExchange[]): string => exchanges.map(({ called }) => called).join(' ')
  if (calls(ours) !== calls(theirs)) return [{ place: 'calls', ours: calls(ours), theirs: calls(theirs) }]
  return ours.flatMap(({ called, status, answer }, i) => {
    const other = theirs[i]
    if (status !== other?.status) return [{ place: `${called} status`, ours: status, theirs: other?.status }]
    return nodeDifferences(answer, other.answer, called)
  })
}
