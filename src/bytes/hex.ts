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

/**
 * Encodes `bytes` as lower-case hex.
 *
 * @example
 * toHex(Uint8Array.of(1, 255)) // '01ff'
 */
export const toHex = (bytes: Uint8Array): string => bytesToHex(bytes)

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
