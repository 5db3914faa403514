// Hexadecimal text, as requests and files carry keys, hashes and blobs.

import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** Text that should have been hexadecimal, or of another length, and was not. */
export class HexError extends Error {
  override readonly name = 'HexError'
}

const excerpt = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text)

/** Lower-case hex of `bytes`. */
export const toHex = (bytes: Uint8Array): string => bytesToHex(bytes)

/**
 * Bytes of a hex text, either case.
 * @param length expected number of bytes; any when left out
 * @throws HexError for other characters, an odd count of digits or another length
 */
export const fromHex = (text: string, length?: number): Uint8Array => {
  if (length !== undefined && text.length !== 2 * length)
    throw new HexError(`expected ${2 * length} hex digits (${length} bytes), got ${text.length}`)
  if (text.length % 2 !== 0) throw new HexError(`hex text has an odd number of digits (${text.length})`)
  if (!/^[0-9a-fA-F]*$/.test(text)) throw new HexError(`not hexadecimal: "${excerpt(text)}"`)
  return hexToBytes(text)
}
