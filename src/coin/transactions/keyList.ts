// Lists of keys without a count, as the RingCT part of a transaction contains them; each key has 32 bytes.

import { FormatError, type Reader, type Writer } from '../../bytes/cursor.ts'

const KEY = 32

const checkKeys = (reader: Reader, count: number): void => {
  if (count * KEY > reader.remaining)
    throw new FormatError(`${count} keys at offset ${reader.offset} exceed the remaining ${reader.remaining} bytes`)
}

/**
 * Skips `count` keys.
 * @throws FormatError
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * skipKeys(new Reader(new Uint8Array(31)), 1) // throws FormatError
 */
export const skipKeys = (reader: Reader, count: number): void => {
  checkKeys(reader, count)
  reader.skip(count * KEY)
}

/**
 * Reads `count` keys, as views.
 * @throws FormatError
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * readKeys(new Reader(new Uint8Array(32)), 1) // [new Uint8Array(32)]
 */
export const readKeys = (reader: Reader, count: number): Uint8Array[] => {
  checkKeys(reader, count)
  const keys: Uint8Array[] = []
  for (let i = 0; i < count; i++) keys.push(reader.bytes(KEY))
  return keys
}

/**
 * Writes keys one after the other.
 *
 * @example
 * import { Writer } from '../../bytes/cursor.ts'
 * const writer = new Writer()
 * writeKeys(writer, [new Uint8Array(32)]) // undefined
 * writer.finish() // new Uint8Array(32)
 */
export const writeKeys = (writer: Writer, keys: readonly Uint8Array[]): void => {
  for (const key of keys) writer.bytes(key)
}
