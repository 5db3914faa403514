// CryptoNote's base58: blocks of 8 bytes become 11 characters, so that the length of a text tells the length of the bytes.

/** A text that is not base58 in CryptoNote's block form. */
export class Base58Error extends Error {
  override readonly name = 'Base58Error'
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const FULL_BLOCK = 8
/** Characters that a block of 0..8 bytes takes. */
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

/** Base58 text of `bytes`. */
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
    throw new Base58Error(`the base58 block "${text}" holds too large a number`)
  for (let i = into.length - 1; i >= 0; i--) {
    into[i] = Number(value & 0xffn)
    value >>= 8n
  }
}

/**
 * Bytes of a base58 text.
 * @throws Base58Error for a foreign character, an impossible length or a block that overflows
 */
export const decodeBase58 = (text: string): Uint8Array => {
  const fullBlocks = Math.floor(text.length / FULL_ENCODED_BLOCK)
  const lastLength = ENCODED_LENGTHS.indexOf(text.length % FULL_ENCODED_BLOCK)
  if (lastLength < 0) throw new Base58Error(`no byte count encodes to ${text.length} base58 characters`)
  const bytes = new Uint8Array(fullBlocks * FULL_BLOCK + lastLength)
  for (let block = 0; block * FULL_ENCODED_BLOCK < text.length; block++)
    decodeBlock(
      text.slice(block * FULL_ENCODED_BLOCK, (block + 1) * FULL_ENCODED_BLOCK),
      bytes.subarray(block * FULL_BLOCK, (block + 1) * FULL_BLOCK),
    )
  return bytes
}
