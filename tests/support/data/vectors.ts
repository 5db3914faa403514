// Reads the data recorded from real wallets and nodes (tests/data). tests/data/README.md describes the files.

import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { fromHex } from '../../../src/bytes/hex.ts'
import type { PortableSection, PortableValue } from '../../../src/bytes/portableStorage.ts'

const DATA = new URL('../../data/', import.meta.url)

/** Returns the decompressed bytes of a recorded file, such as `oxen/keys.json` (stored as `oxen/keys.json.br`). */
export const vectorBytes = (path: string): Uint8Array =>
  new Uint8Array(brotliDecompressSync(readFileSync(new URL(`${path}.br`, DATA))))

/** Returns the text of a recorded file. */
export const vectorText = (path: string): string => new TextDecoder().decode(vectorBytes(path))

/** A JSON file of the vectors. Integers beyond 2^53 lose their last digits: where they matter, parseJson reads the text. */
// biome-ignore lint/suspicious/noExplicitAny: recorded data of many shapes
export const vector = (path: string): any => JSON.parse(vectorText(path))

/** The recorded get_blocks.bin answers of the monero chain. */
export const MONERO_BENCH_PAGES: readonly string[] = ['00001', '01001', '02001', '03001'].map(
  (page) => `monero/bench-chain/get_blocks.${page}.bin`,
)

/** A field of such an answer that holds an array of sections; a field left out is an empty one. */
export const sectionsOf = (value: PortableValue | undefined): readonly PortableSection[] =>
  // Nothing else is recorded there.
  (value ?? []) as readonly PortableSection[]

/** An HTTP exchange with oxend on the small oxen chain. */
export type Capture = {
  readonly no: number
  /** description of a request made by hand */
  readonly label?: string
  /** the wallet's action that caused the exchange, as `number:label` of actions.json, or a phase */
  readonly during?: string
  readonly path: string
  readonly http_status?: number
  readonly request_hex: string
  readonly response_hex: string
}

const captures = (): { readonly exchanges: Capture[]; readonly requests: Capture[] } =>
  vector('oxen/chain-small/captures.json')

/** Returns the recorded exchanges of wallets. */
export const walletCaptures = (): Capture[] => captures().exchanges

/** Returns the recorded exchanges of requests made by hand, malformed ones included. */
export const directCaptures = (): Capture[] => captures().requests

export const requestOf = ({ request_hex }: Capture): Uint8Array => fromHex(request_hex)

export const responseOf = ({ response_hex }: Capture): Uint8Array => fromHex(response_hex)
