// JSON with packed values, as epee writes them: strings of bytes that need not be UTF-8, with control characters as they are.

import { utf8 } from '../bytes/bytes.ts'
import { fromUtf8, Utf8Error } from '../bytes/text.ts'
import { encodeJson } from './encodeJson.ts'
import { isJsonObject, type JsonValue, type JsonWritable, parseJson } from './json.ts'
import { BYTE_SURROGATE, JsonBytes } from './jsonBytes.ts'
import { relaxJson } from './lenientJson.ts'

const ASCII = 0x80
/** Arguments of one call. */
const CHUNK = 8192

/** Returns a text in which each byte from 0x80 on is a lone surrogate, which `encodeJson` turns into that byte. */
const textOfBytes = (bytes: Uint8Array): string => {
  const codes = Uint16Array.from(bytes, (byte) => (byte < ASCII ? byte : BYTE_SURROGATE + byte))
  let text = ''
  for (let from = 0; from < codes.length; from += CHUNK)
    text += String.fromCharCode(...codes.subarray(from, from + CHUNK))
  return text
}

const decode = (bytes: Uint8Array): string => {
  try {
    return fromUtf8(bytes)
  } catch (error) {
    if (!(error instanceof Utf8Error)) throw error
    return textOfBytes(bytes)
  }
}

/**
 * Parses JSON that may have packed values; `packedBytes` returns the bytes of one.
 * @param maxValues as of `parseJson`
 * @throws JsonError as `parseJson`
 *
 * @example
 * import { concat, utf8 } from '../bytes/bytes.ts'
 * const { packed } = parsePackedJson(concat(utf8('{"packed":"'), Uint8Array.of(0x00, 0xa5), utf8('"}')))
 * packedBytes(packed) // Uint8Array.of(0x00, 0xa5)
 */
export const parsePackedJson = (bytes: Uint8Array, maxValues = Number.POSITIVE_INFINITY): JsonValue =>
  parseJson(relaxJson(decode(bytes)), maxValues)

/**
 * Returns the bytes of a packed value that `parsePackedJson` returned.
 *
 * @example
 * packedBytes('A\udca5') // Uint8Array.of(0x41, 0xa5)
 */
export const packedBytes = (text: string): Uint8Array => {
  const encoded = encodeJson(text)
  return typeof encoded === 'string' ? utf8(encoded) : encoded
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const RAW = /[\0-\x1f\udc80-\udcff]/

/**
 * Returns a value that `parsePackedJson` returned so that it is written with the same bytes.
 *
 * @example
 * import { stringifyJson } from './json.ts'
 * stringifyJson(writablePacked({ backlog: '\x00\udca5' })) // '{"backlog":"\x00\udca5"}'
 */
export const writablePacked = (value: JsonValue): JsonWritable => {
  if (typeof value === 'string') return RAW.test(value) ? new JsonBytes(packedBytes(value)) : value
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, writablePacked(member)]))
  return value !== null && typeof value === 'object' ? Array.from(value, writablePacked) : value
}
