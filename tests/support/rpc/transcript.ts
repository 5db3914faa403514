// Records the calls between a client and a service, and compares two recordings.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../src/jsonrpc/json.ts'

/** One call and its response. */
export type Exchange = { readonly method: string; readonly answer: JsonObject }

export type Recorder = {
  readonly url: string
  /** every call so far, in order */
  readonly exchanges: readonly Exchange[]
  /** Makes a recorded call. Throws an error with the message of the response's. */
  call(method: string, params?: Record<string, unknown>): Promise<JsonObject>
  stop(): Promise<void>
}

const objectOf = (text: string): JsonObject => {
  const value = parseJson(text)
  if (!isJsonObject(value)) throw new Error(`an object is expected, not ${text.slice(0, 100)}`)
  return value
}

/** Starts a proxy before a JSON-RPC service that forwards and records all calls. */
export const recordCalls = async (target: string): Promise<Recorder> => {
  const exchanges: Exchange[] = []
  const server = createServer((request, response) => {
    const forward = async (): Promise<void> => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const answer = await fetch(`${target}${request.url ?? ''}`, { method: 'POST', body })
      const text = await answer.text()
      const { result, error } = objectOf(text)
      exchanges.push({
        method: String(objectOf(body)['method']),
        answer: error === undefined ? { result: result ?? {} } : { error },
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    }
    forward().catch((error: unknown) => response.writeHead(502).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    exchanges,
    call: async (method, params = {}) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params })
      const response = await fetch(`${url}/json_rpc`, { method: 'POST', body })
      const { result, error } = objectOf(await response.text())
      if (!isJsonObject(result)) throw new Error(isJsonObject(error) ? String(error['message']) : 'no result')
      return result
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Kinds of texts that differ between two wallets, because they are random or derived from random values, by form. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['hash', /^[0-9a-f]{64}$/],
  ['payment id', /^[0-9a-f]{16}$/],
  ['blob', /^[0-9a-f]{128,}$/],
  ['address', /^[48][1-9A-HJ-NP-Za-km-z]{94,105}$/],
  ['words', /^\w+( \w+){24}$/],
  ['signature', /^(SigV|InProofV|OutProofV|SpendProofV|ReserveProofV)\d/],
]

/** Returns the kind of such a text; undefined for other texts. The kind of a signature includes header and length. */
const kindOf = (text: string): string | undefined => {
  const kind = KINDS.find(([, form]) => form.test(text))?.[0]
  if (kind !== 'signature') return kind
  return `${text.slice(0, text.indexOf('V') + 2)} of ${text.length} digits`
}

/** A difference of two responses: `[].fee` is the fee of any item of a list. */
export type Difference = {
  readonly path: string
  readonly ours: JsonValue | undefined
  readonly theirs: JsonValue | undefined
}

type Pair = { readonly item: JsonValue; readonly other: JsonValue; readonly certain: boolean }

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value)

const isInteger = (value: JsonValue | undefined): value is number | bigint =>
  typeof value === 'bigint' || typeof value === 'number'

/** Numbers that depend on random order: times of blocks, indices of shuffled outputs. */
const RANDOM_ORDER = /(timestamp|global_index)$/

/** Weights and fees depend on how many bytes the offsets of random ring members have: up to a half percent. */
const WEIGHT = /weight(_list\[\])?$/
const FEE = /fee(_list\[\])?$/
const WEIGHT_SHARE = 200n

const toleranceOf = (path: string, theirs: number | bigint, tolerance: bigint): bigint => {
  const share = BigInt(theirs) / WEIGHT_SHARE
  if (WEIGHT.test(path)) return share
  return FEE.test(path) && share > tolerance ? share : tolerance
}

const integerDistance = (ours: bigint, theirs: bigint, tolerance: bigint): number => {
  const apart = ours > theirs ? ours - theirs : theirs - ours
  return ours >= tolerance && theirs >= tolerance && apart <= tolerance ? 0.01 : 1
}

/**
 * Compares the responses of two services to the same scenario. A hash corresponds to the hash in its place at the first occurrence, and
 * must correspond to the same one afterwards; times of blocks and the order of lists are not compared; amounts are equal if they differ
 * by fees only.
 */
export class Comparison {
  readonly #theirs = new Map<string, string>()
  readonly #ours = new Map<string, string>()
  readonly #tolerance: bigint | undefined

  /** @param tolerance maximum difference of amounts that are at least as large, in atomic units; undefined if nothing is random */
  constructor(tolerance: bigint | undefined) {
    this.#tolerance = tolerance
  }

  /** Returns all differences of two values. */
  differences(ours: JsonValue | undefined, theirs: JsonValue | undefined, path = ''): Difference[] {
    if (isList(ours) && isList(theirs)) {
      if (ours.length !== theirs.length) return [{ path: `${path}.length`, ours: ours.length, theirs: theirs.length }]
      return this.#pairs(ours, theirs, path).flatMap(({ item, other, certain }) =>
        // If several items match equally well, their hashes are not assigned.
        certain || this.#distance(item, other, `${path}[]`) >= 1 ? this.differences(item, other, `${path}[]`) : [],
      )
    }
    if (isJsonObject(ours) && isJsonObject(theirs)) {
      const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort()
      return names.flatMap((name) => this.differences(ours[name], theirs[name], path === '' ? name : `${path}.${name}`))
    }
    if (this.#distance(ours, theirs, path) >= 1) return [{ path, ours, theirs }]
    if (typeof ours === 'string' && typeof theirs === 'string' && ours !== theirs) {
      this.#theirs.set(ours, theirs)
      this.#ours.set(theirs, ours)
    }
    return []
  }

  /** Pairs the items that differ least. */
  #pairs(ours: readonly JsonValue[], theirs: readonly JsonValue[], path: string): Pair[] {
    const left = [...theirs]
    return ours.map((item) => {
      const distances = left.map((other) => this.#distance(item, other, `${path}[]`))
      const least = Math.min(...distances)
      const certain = distances.filter((distance) => distance === least).length === 1
      return { item, other: left.splice(distances.indexOf(least), 1)[0] ?? null, certain }
    })
  }

  /** Returns 1 for each difference, and less for values that correspond without being equal. */
  #distance(ours: JsonValue | undefined, theirs: JsonValue | undefined, path: string): number {
    if (ours === theirs) return 0
    if (this.#tolerance !== undefined) {
      if (typeof ours === 'string' && typeof theirs === 'string') return this.#textDistance(ours, theirs)
      if (isInteger(ours) && isInteger(theirs))
        return RANDOM_ORDER.test(path)
          ? 0
          : integerDistance(BigInt(ours), BigInt(theirs), toleranceOf(path, theirs, this.#tolerance))
    }
    if (isList(ours) && isList(theirs)) {
      if (ours.length !== theirs.length) return 1
      return this.#pairs(ours, theirs, path).reduce(
        (sum, { item, other }) => sum + this.#distance(item, other, `${path}[]`),
        0,
      )
    }
    if (isJsonObject(ours) && isJsonObject(theirs)) {
      const names = new Set([...Object.keys(ours), ...Object.keys(theirs)])
      return [...names].reduce((sum, name) => sum + this.#distance(ours[name], theirs[name], `${path}.${name}`), 0)
    }
    return 1
  }

  #textDistance(ours: string, theirs: string): number {
    if (this.#theirs.has(ours) || this.#ours.has(theirs)) return this.#theirs.get(ours) === theirs ? 0 : 1
    const kind = kindOf(ours)
    if (kind !== undefined && kind === kindOf(theirs)) return 0.1
    return 1
  }
}
