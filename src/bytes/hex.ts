// Hexadecimal text: the form of keys, hashes and blobs in requests and files.

import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { FabaError } from '../errors/fabaError.ts'

/** Text that is not hexadecimal, or has another length than expected. */
export class HexError extends FabaError {
  override readonly name = 'HexError'
  readonly code = 'hex'
}

const MAX_EXCERPT = 24

const excerpt = (text: string): string => (text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text)

/** Engines with this method encode fastest; @noble/hashes calls it. */
const IS_BUILT_IN = 'toHex' in Uint8Array.prototype

/** Character codes of the digits. */
const DIGITS = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))

/** Bytes that are encoded at once: a call takes a limited number of arguments. */
const CHUNK = 4096

const KEY_BYTES = 32

/** Receives the character codes of keys and hashes, as which most are encoded: new arrays would take longer than the rest. */
const KEY_CODES = new Array<number>(2 * KEY_BYTES).fill(0)

/** Encodes up to `CHUNK` bytes. The text is made at once: V8 keeps a text that was joined byte by byte as a tree, several times as large. */
const chunkToHex = (bytes: Uint8Array): string => {
  const codes = bytes.length === KEY_BYTES ? KEY_CODES : new Array<number>(2 * bytes.length)
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    codes[2 * i] = DIGITS[byte >> 4] ?? 0
    codes[2 * i + 1] = DIGITS[byte & 15] ?? 0
  }
  const text = String.fromCharCode(...codes)
  // It may have been a secret.
  codes.fill(0)
  return text
}

/**
 * Encodes `bytes` as lower-case hex.
 *
 * @example
 * toHex(Uint8Array.of(1, 255)) // '01ff'
 */
export const toHex = (bytes: Uint8Array): string => {
  if (IS_BUILT_IN) return bytesToHex(bytes)
  if (bytes.length <= CHUNK) return chunkToHex(bytes)
  const chunks: string[] = []
  for (let start = 0; start < bytes.length; start += CHUNK)
    chunks.push(chunkToHex(bytes.subarray(start, start + CHUNK)))
  return chunks.join('')
}

/**
 * Decodes hex text of either case.
 * @param length expected number of bytes; not checked if omitted
 * @throws HexError for other characters, an odd number of digits or another length
 *
 * @example
 * fromHex('01FF') // Uint8Array.of(1, 255)
 * fromHex('01ff', 32) // throws HexError
 */
export const fromHex = (text: string, length?: number): Uint8Array => {
  if (length !== undefined && text.length !== 2 * length)
    throw new HexError(`expected ${2 * length} hex digits (${length} bytes), got ${text.length}`)
  if (text.length % 2 !== 0) throw new HexError(`hex text has an odd number of digits (${text.length})`)
  try {
    return hexToBytes(text)
  } catch {
    throw new HexError(`not hexadecimal: "${excerpt(text)}"`)
  }
}
