// Text as bytes. Bytes that are no UTF-8 are an error: decoded with replacement characters, two different passwords would be equal.

import { FabaError } from '../errors/fabaError.ts'
import { join, utf8 } from './bytes.ts'

/** Bytes that are no UTF-8. */
export class Utf8Error extends FabaError {
  override readonly name = 'Utf8Error'
  readonly code = 'utf8'
}

/** Holds nothing between texts, which are decoded as a whole. */
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Decodes UTF-8. A byte order mark stays in the text.
 * @throws Utf8Error
 *
 * @example
 * fromUtf8(Uint8Array.of(0x61, 0xc3, 0xa9)) // 'aé'
 * fromUtf8(Uint8Array.of(0xef, 0xe0)) // throws Utf8Error
 */
export const fromUtf8 = (bytes: Uint8Array): string => {
  try {
    return DECODER.decode(bytes)
  } catch (error) {
    throw new Utf8Error('these bytes are no UTF-8 text', { cause: error })
  }
}

/**
 * How another program encodes characters beyond U+FFFF. `utf-8`: as four bytes. `cesu-8`: each of their two surrogates as three bytes, as
 * epee encodes the escapes of a JSON text (`"\ud83d\ude00"`). All other characters are the same in both.
 */
export type TextEncoding = 'utf-8' | 'cesu-8'

const SURROGATES = /([\ud800-\udfff])/

/** Returns the three bytes of a code unit from U+0800 on. */
const threeBytes = (unit: number): Uint8Array =>
  Uint8Array.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f))

/**
 * Encodes text.
 *
 * @example
 * encodeText('😀', 'utf-8') // Uint8Array.of(0xf0, 0x9f, 0x98, 0x80)
 * encodeText('😀', 'cesu-8') // Uint8Array.of(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80)
 */
export const encodeText = (text: string, encoding: TextEncoding): Uint8Array => {
  if (encoding === 'utf-8') return utf8(text)
  const parts = text.split(SURROGATES)
  return join(parts.map((part) => (SURROGATES.test(part) ? threeBytes(part.charCodeAt(0)) : utf8(part))))
}

/**
 * Returns the encodings in which a text differs. What another program made of the text is of one of them.
 *
 * @example
 * encodingsOf('é') // ['utf-8']
 * encodingsOf('😀') // ['utf-8', 'cesu-8']
 */
export const encodingsOf = (text: string): readonly TextEncoding[] =>
  SURROGATES.test(text) ? ['utf-8', 'cesu-8'] : ['utf-8']

/**
 * Returns the first result of a text in each of its encodings that is not undefined.
 *
 * @example
 * withEncodings('😀', (bytes) => (bytes.length === 6 ? 'six' : undefined)) // 'six'
 */
export const withEncodings = <T>(text: string, read: (bytes: Uint8Array) => T | undefined): T | undefined => {
  for (const encoding of encodingsOf(text)) {
    const result = read(encodeText(text, encoding))
    if (result !== undefined) return result
  }
  return undefined
}

/** Returns the UTF-8 of CESU-8; other bytes stay as they are. */
const joinSurrogates = (bytes: Uint8Array): Uint8Array => {
  const parts: Uint8Array[] = []
  let copied = 0
  for (let i = 0; i + 6 <= bytes.length; i++) {
    const [lead, high = 0, highEnd = 0, trail, low = 0, lowEnd = 0] = bytes.subarray(i, i + 6)
    if (lead !== 0xed || (high & 0xf0) !== 0xa0 || trail !== 0xed || (low & 0xf0) !== 0xb0) continue
    const units = [high, highEnd, low, lowEnd].map((byte) => byte & 0x3f)
    const [first = 0, second = 0, third = 0, fourth = 0] = units
    const character = String.fromCharCode(0xd000 | (first << 6) | second, 0xd000 | (third << 6) | fourth)
    parts.push(bytes.subarray(copied, i), utf8(character))
    copied = i + 6
    i = copied - 1
  }
  return join([...parts, bytes.subarray(copied)])
}

/**
 * Decodes a text that another program stored: UTF-8, CESU-8, or any bytes, which become one character each, so that none is lost.
 *
 * @example
 * decodeForeignText(Uint8Array.of(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80)) // '😀'
 * decodeForeignText(Uint8Array.of(0xef, 0xe0)) // 'ïà'
 */
export const decodeForeignText = (bytes: Uint8Array): string => {
  try {
    return fromUtf8(joinSurrogates(bytes))
  } catch (error) {
    if (!(error instanceof Utf8Error)) throw error
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  }
}
