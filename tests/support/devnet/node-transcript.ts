// What a client says to a node and the node to it, of paths, JSON-RPC and bytes, written down on the way; and where the answers of
// two nodes differ.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toHex } from '../../../src/bytes/hex.ts'
import { readPortable } from '../../../src/bytes/portableStorage.ts'
import { isJsonObject, type JsonValue, parseJson } from '../../../src/jsonrpc/json.ts'

/** An answer in a form that can be compared: bytes are digits, texts that hold JSON are what they hold. */
export type Plain =
  | null
  | boolean
  | string
  | bigint
  | number
  | readonly Plain[]
  | { readonly [name: string]: Plain | undefined }

/** One call, as its method or path, and what came of it. */
export type NodeExchange = { readonly called: string; readonly status: number; readonly answer: Plain }

const isList = <T>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value)

/** Fields that hold JSON as text; nodes set it in lines of their own. */
const TEXTS = /^(json|as_json|tx_json|txs_as_json)$/

/** Lists that are kept in no order. */
const SETS = /^(spent_key_images|bans)$/

const plain = (value: unknown, name = ''): Plain => {
  if (value instanceof Uint8Array) return toHex(value)
  if (typeof value === 'string') return TEXTS.test(name) && value !== '' ? plain(parseJson(value)) : value
  // As the reader of JSON decides by size which of the two a number is.
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => plain(item, name))
    const textOf = (item: Plain): string => Object.values(item ?? {}).join()
    return SETS.test(name) ? items.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1)) : items
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member, key)]))
  return typeof value === 'boolean' || typeof value === 'bigint' || typeof value === 'number' ? value : null
}

const asJson = (text: string): JsonValue => {
  try {
    return parseJson(text)
  } catch {
    return 'not JSON'
  }
}

/** An answer as it can be compared. Refusals by status have words for people, which are not. */
export const plainAnswer = (called: string, status: number, body: Uint8Array): Plain => {
  if (status !== 200) return null
  const isPortable = body[0] === 1 && called.endsWith('.bin')
  return plain(isPortable ? readPortable(body) : asJson(new TextDecoder().decode(body)))
}

/** What is called: the path, or for JSON-RPC the method. */
export const calledBy = (path: string, body: Uint8Array): string => {
  if (path !== 'json_rpc') return path
  const call = asJson(new TextDecoder().decode(body))
  return isJsonObject(call) ? String(call['method']) : path
}

export type NodeRecorder = {
  readonly url: string
  /** every call so far, in order */
  readonly exchanges: readonly NodeExchange[]
  stop(): Promise<void>
}

/** Stands before a node, passes everything on and writes it down. */
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
      exchanges.push({ called, status: answer.status, answer: plainAnswer(called, answer.status, bytes) })
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

/** Where two answers differ: `get_info.version`, or `[]` for any item of a list. */
export type NodeDifference = {
  readonly place: string
  readonly ours: Plain | undefined
  readonly theirs: Plain | undefined
}

/** All places where two answers differ. */
export const nodeDifferences = (
  ours: Plain | undefined,
  theirs: Plain | undefined,
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

/** A conversation in which nobody says the same twice in a row, as those do who wait. */
const withoutRepetition = (exchanges: readonly NodeExchange[]): readonly NodeExchange[] =>
  exchanges.filter((exchange, i) => {
    const before = exchanges[i - 1]
    if (before?.called !== exchange.called) return true
    return nodeDifferences(before.answer, exchange.answer, '').length > 0
  })

/** Where two nodes' parts of one conversation differ. */
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
