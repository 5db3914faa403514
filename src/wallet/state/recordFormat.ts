// The fields of stored records: lengths, texts, lists, optional values. Every record begins with its version; the store encrypts it.

import { utf8 } from '../../bytes/bytes.ts'
import { FormatError, Reader, Writer } from '../../bytes/cursor.ts'

const RECORD_VERSION = 1
/** Bytes of a key or hash. */
export const KEY_BYTES = 32

/** Begins a record with its version. */
export const beginRecord = (version = RECORD_VERSION): Writer => new Writer().u8(version)

/**
 * Reads all of a record, from a copy of it.
 * @param what names the record in errors
 * @param newest version of new records
 * @param oldest version that is still read
 * @throws FormatError if the record is damaged or of another version
 */
export const readRecord = <T>(
  bytes: Uint8Array,
  what: string,
  read: (reader: Reader, version: number) => T,
  newest = RECORD_VERSION,
  oldest = newest,
): T => readOwnRecord(bytes.slice(), what, read, newest, oldest)

/** Reads all of a record, as `readRecord` does, without a copy: values may be views of `bytes`, which only the reader uses from then on. */
export const readOwnRecord = <T>(
  bytes: Uint8Array,
  what: string,
  read: (reader: Reader, version: number) => T,
  newest = RECORD_VERSION,
  oldest = newest,
): T => {
  const reader = new Reader(bytes)
  const version = reader.u8()
  if (version < oldest || version > newest)
    throw new FormatError(`record version ${version} of ${what} is not supported; expected ${newest}`)
  const value = read(reader, version)
  reader.end(what)
  return value
}

export const writeBlob = (writer: Writer, bytes: Uint8Array): Writer => writer.varint(bytes.length).bytes(bytes)
export const readBlob = (reader: Reader): Uint8Array => reader.bytes(reader.count(1))

export const writeText = (writer: Writer, text: string): Writer => writeBlob(writer, utf8(text))
/** Holds nothing between texts, which are decoded as a whole. */
const TEXT_DECODER = new TextDecoder()

export const readText = (reader: Reader): string => TEXT_DECODER.decode(readBlob(reader))

export const writeList = <T>(writer: Writer, items: readonly T[], write: (item: T) => unknown): Writer => {
  writer.varint(items.length)
  for (const item of items) write(item)
  return writer
}

export const readList = <T>(reader: Reader, read: () => T): T[] => {
  // Of its final size: an array that grows takes more memory than most lists.
  const items = new Array<T>(reader.count(1))
  for (let i = 0; i < items.length; i++) items[i] = read()
  return items
}

export const writeOptional = <T>(writer: Writer, value: T | undefined, write: (value: T) => unknown): Writer => {
  writer.u8(value === undefined ? 0 : 1)
  if (value !== undefined) write(value)
  return writer
}

export const readFlag = (reader: Reader): boolean => {
  const flag = reader.u8()
  if (flag > 1) throw new FormatError(`a flag must be 0 or 1, not ${flag}`)
  return flag === 1
}

export const readOptional = <T>(reader: Reader, read: () => T): T | undefined => (readFlag(reader) ? read() : undefined)

export const flag = (value: boolean): number => (value ? 1 : 0)
