// CryptoNote's base58 (wallet2: tools::base58): each block of 8 bytes becomes 11 characters, so the length of a text determines the
// length of the bytes.

import { FabaError } from '../errors/fabaError.ts'

/** Text that is not base58 in CryptoNote's block form. */
export class Base58Error extends FabaError {
  override readonly name = 'Base58Error'
  readonly code = 'base58'
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const FULL_BLOCK = 8
/** Number of characters for a block of 0..8 bytes. */
const ENCODED_LENGTHS = [0, 2, 3, 5, 6, 7, 9, 10, 11]
const FULL_ENCODED_BLOCK = 11

const encodeBlock = (block: Uint8Array): string => {
  let value = 0n
  for (const byte of block) value = (value << 8n) | BigInt(byte)
  let text = ''
  for (let i = 0; i < (ENCODED_LENGTHS[block.length] ?? 0); i++) {
    text = ALPHABET.charAt(Number(value % 58n)) + text
    value /= 58n
  }
  return text
}

/**
 * Encodes `bytes` as base58 text.
 *
 * @example
 * encodeBase58(Uint8Array.of(1, 2, 3)) // '11Ldp'
 */
export const encodeBase58 = (bytes: Uint8Array): string => {
  let text = ''
  for (let i = 0; i < bytes.length; i += FULL_BLOCK) text += encodeBlock(bytes.subarray(i, i + FULL_BLOCK))
  return text
}

const decodeBlock = (text: string, into: Uint8Array): void => {
  let value = 0n
  for (const character of text) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) throw new Base58Error(`"${character}" is not a base58 character`)
    value = value * 58n + BigInt(digit)
  }
  if (value >> BigInt(8 * into.length) !== 0n)
    throw new Base58Error(`the base58 block "${text}" exceeds ${into.length} bytes`)
  for (let i = into.length - 1; i >= 0; i--) {
    into[i] = Number(value & 0xffn)
    value >>= 8n
  }
}

/**
 * Decodes base58 text.
 * @throws Base58Error for a character outside the alphabet, an impossible length or a block that overflows
 *
 * @example
 * decodeBase58('11Ldp') // Uint8Array.of(1, 2, 3)
 * decodeBase58('0') // throws Base58Error
 */
export const decodeBase58 = (text: string): Uint8Array => {
  const fullBlocks = Math.floor(text.length / FULL_ENCODED_BLOCK)
  const lastLength = ENCODED_LENGTHS.indexOf(text.length % FULL_ENCODED_BLOCK)
  if (lastLength < 0) throw new Base58Error(`base58 text cannot have ${text.length} characters`)
  const bytes = new Uint8Array(fullBlocks * FULL_BLOCK + lastLength)
  for (let block = 0; block * FULL_ENCODED_BLOCK < text.length; block++)
    decodeBlock(
      text.slice(block * FULL_ENCODED_BLOCK, (block + 1) * FULL_ENCODED_BLOCK),
      bytes.subarray(block * FULL_BLOCK, (block + 1) * FULL_BLOCK),
    )
  return bytes
}
