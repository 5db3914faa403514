// The data recorded from real wallets and nodes. What each file holds is told in the vectors' own README.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { fromHex } from '../../../src/bytes/hex.ts'
import type { PortableSection, PortableValue } from '../../../src/bytes/portableStorage.ts'

const VECTORS = new URL('../../../../shared/vectors/', import.meta.url)

/** The bytes of a file of the vectors, unpacked where its name ends with .gz. */
export const vectorBytes = (path: string): Uint8Array => {
  const bytes = readFileSync(new URL(path, VECTORS))
  return new Uint8Array(path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
}

/** The same as text. */
export const vectorText = (path: string): string => new TextDecoder().decode(vectorBytes(path))

/** A JSON file of the vectors. Integers beyond 2^53 lose their last digits: where they matter, parseJson reads the text. */
// biome-ignore lint/suspicious/noExplicitAny: recorded data of many shapes
export const vector = (path: string): any => JSON.parse(vectorText(path))

/** The recorded get_blocks.bin answers of the monero chain. */
export const MONERO_BENCH_PAGES: readonly string[] = ['00001', '01001', '02001', '03001'].map(
  (page) => `monero/bench-chain/get_blocks.${page}.bin.gz`,
)

/** A field of such an answer that holds an array of sections; a field left out is an empty one. */
export const sectionsOf = (value: PortableValue | undefined): readonly PortableSection[] =>
  // Nothing else is recorded there.
  (value ?? []) as readonly PortableSection[]

/** What was said between wallets and a node of the small oxen chain: bodies stand beside the path, or in files of their own. */
export type Capture = {
  readonly no: number
  readonly label?: string
  readonly during?: string
  readonly path: string
  readonly http_status?: number
  readonly request_hex?: string
  readonly request_file?: string
  readonly response_hex?: string
  readonly response_file?: string
}

const CAPTURES = 'oxen/chain-small/captures'

/** The exchanges of wallets at work. */
export const walletCaptures = (): Capture[] => vector(`${CAPTURES}/index.json`).exchanges

/** Calls made by hand, the wrong ones too. */
export const directCaptures = (): Capture[] => vector(`${CAPTURES}/direct.json`).requests

const bodyOf = (hex: string | undefined, file: string | undefined): Uint8Array =>
  file === undefined ? fromHex(hex ?? '') : vectorBytes(`${CAPTURES}/${file}`)

export const requestOf = ({ request_hex, request_file }: Capture): Uint8Array => bodyOf(request_hex, request_file)

export const responseOf = ({ response_hex, response_file }: Capture): Uint8Array => bodyOf(response_hex, response_file)
