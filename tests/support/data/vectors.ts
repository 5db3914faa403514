// Reads the data recorded from real wallets and nodes (tests/data). tests/data/README.md describes the files.

import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import * as v from 'valibot'
import { fromHex } from '../../../src/bytes/hex.ts'
import type { PortableSection, PortableValue } from '../../../src/bytes/portableStorage.ts'
import { type JsonObject, parseJson } from '../../../src/jsonrpc/json.ts'
import { moneroSchemas } from './monero.ts'
import { oxenSchemas } from './oxen.ts'
import type { Capture } from './oxen-chain-small.ts'

const DATA = new URL('../../data/', import.meta.url)

/** Returns the decompressed bytes of a recorded file, such as `oxen/keys.json` (stored as `oxen/keys.json.br`). */
export const vectorBytes = (path: string): Uint8Array =>
  new Uint8Array(brotliDecompressSync(readFileSync(new URL(`${path}.br`, DATA))))

/** Returns the text of a recorded file. */
export const vectorText = (path: string): string => new TextDecoder().decode(vectorBytes(path))

/**
 * Returns an entry of a recorded table, such as a transaction by its id.
 * @throws RangeError if there is none
 */
export const entryOf = <Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry => {
  const entry = table[name]
  if (entry === undefined) throw new RangeError(`${name} is not recorded`)
  return entry
}

/**
 * Returns a string of a JSON object, such as a field of a recorded result.
 * @throws TypeError if it is not one
 */
export const textOf = (object: JsonObject | undefined, name: string): string => {
  const value = object?.[name]
  if (typeof value !== 'string') throw new TypeError(`${name} is not recorded as a string`)
  return value
}

/** Returns a recorded answer as either a result or an error. */
export const answerOf = <Result, Failure>({
  result,
  error,
}: {
  readonly result?: Result
  readonly error?: Failure
}) => {
  if (error !== undefined) return { error }
  if (result !== undefined) return { result }
  throw new TypeError('an answer is recorded without a result and an error')
}

const SCHEMAS = { ...oxenSchemas, ...moneroSchemas }

type Path = keyof typeof SCHEMAS

/** The values of a recorded JSON file. */
export type Vector<File extends Path> = v.InferOutput<(typeof SCHEMAS)[File]>

/**
 * Returns the values of a recorded JSON file, with every field that was recorded. Integers beyond 2^53 are bigints.
 * @throws TypeError if the file does not match its schema
 */
export const vector = <File extends Path>(path: File): Vector<File> => {
  const value: unknown = parseJson(vectorText(path))
  const { success, issues } = v.safeParse(SCHEMAS[path], value, { abortEarly: true })
  if (success) return value as Vector<File> // the schemas check and transform nothing
  const [issue] = issues
  throw new TypeError(`${path}: ${v.getDotPath(issue) ?? ''}: ${issue.message}`)
}

/** The recorded get_blocks.bin answers of the monero chain. */
export const MONERO_BENCH_PAGES: readonly string[] = ['00001', '01001', '02001', '03001'].map(
  (page) => `monero/bench-chain/get_blocks.${page}.bin`,
)

/** A field of such an answer that holds an array of sections; a field left out is an empty one. */
export const sectionsOf = (value: PortableValue | undefined): readonly PortableSection[] =>
  // Nothing else is recorded there.
  (value ?? []) as readonly PortableSection[]

/** Returns the recorded exchanges of wallets. */
export const walletCaptures = (): Capture[] => vector('oxen/chain-small/captures.json').exchanges

/** Returns the recorded exchanges of requests made by hand, malformed ones included. */
export const directCaptures = (): Capture[] => vector('oxen/chain-small/captures.json').requests

export const requestOf = ({ request_hex }: Capture): Uint8Array => fromHex(request_hex)

export const responseOf = ({ response_hex }: Capture): Uint8Array => fromHex(response_hex)
