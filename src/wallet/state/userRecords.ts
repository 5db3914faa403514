// Codecs of user data: labels, watched addresses, notes, labels of coins, tags, address book, attributes.

import type { AddressRange } from '../../coin/lookAhead.ts'
import type { AccountTags } from './accountTags.ts'
import type { AddressBookEntry } from './addressBook.ts'
import {
  beginRecord,
  readBlob,
  readList,
  readRecord,
  readText,
  writeBlob,
  writeList,
  writeText,
} from './recordFormat.ts'
import type { Labels } from './subaddressTable.ts'

export const encodeLabels = (labels: Labels[number]): Uint8Array => {
  const writer = beginRecord()
  return writeList(writer, labels, (label) => writeText(writer, label)).finish()
}

/** @throws FormatError */
export const decodeLabels = (bytes: Uint8Array): string[] =>
  readRecord(bytes, 'labels', (reader) => readList(reader, () => readText(reader)))

export const encodeWatched = (ranges: readonly AddressRange[]): Uint8Array => {
  const writer = beginRecord()
  return writeList(writer, ranges, ({ major, minor, count }) =>
    writer.varint(major).varint(minor).varint(count),
  ).finish()
}

/** @throws FormatError */
export const decodeWatched = (bytes: Uint8Array): AddressRange[] =>
  readRecord(bytes, 'watched addresses', (reader) =>
    readList(reader, () => ({ major: reader.varint(), minor: reader.varint(), count: reader.varint() })),
  )

/** @param text a note on a transaction */
export const encodeNote = (text: string): Uint8Array => writeText(beginRecord(), text).finish()

/** @throws FormatError */
export const decodeNote = (bytes: Uint8Array): string => readRecord(bytes, 'a note', (reader) => readText(reader))

/** @param text a label of a coin */
export const encodeCoinLabel = (text: string): Uint8Array => writeText(beginRecord(), text).finish()

/** @throws FormatError */
export const decodeCoinLabel = (bytes: Uint8Array): string =>
  readRecord(bytes, 'a label of a coin', (reader) => readText(reader))

export const encodeTags = ({ ofAccounts, descriptions }: AccountTags): Uint8Array => {
  const writer = beginRecord()
  writeList(writer, ofAccounts, (tag) => writeText(writer, tag))
  return writeList(writer, [...descriptions], ([tag, text]) => writeText(writeText(writer, tag), text)).finish()
}

/** @throws FormatError */
export const decodeTags = (bytes: Uint8Array): AccountTags =>
  readRecord(bytes, 'tags', (reader) => ({
    ofAccounts: readList(reader, () => readText(reader)),
    descriptions: new Map(readList(reader, () => [readText(reader), readText(reader)] as const)),
  }))

export const encodeAddressBook = (entries: readonly AddressBookEntry[]): Uint8Array => {
  const writer = beginRecord()
  return writeList(writer, entries, ({ address, paymentId, description }) =>
    writeText(writeBlob(writeText(writer, address), paymentId), description),
  ).finish()
}

/** @throws FormatError */
export const decodeAddressBook = (bytes: Uint8Array): AddressBookEntry[] =>
  readRecord(bytes, 'an address book', (reader) =>
    readList(reader, () => ({
      address: readText(reader),
      paymentId: readBlob(reader),
      description: readText(reader),
    })),
  )

/** A name that the user ordered or added. The chain has its hash only. */
export type KnownName = {
  /** recorded type: session or lokinet */
  readonly type: number
  /** in lower case */
  readonly name: string
}

export const encodeKnownNames = (names: readonly KnownName[]): Uint8Array => {
  const writer = beginRecord()
  return writeList(writer, names, ({ type, name }) => writeText(writer.varint(type), name)).finish()
}

/** @throws FormatError */
export const decodeKnownNames = (bytes: Uint8Array): KnownName[] =>
  readRecord(bytes, 'known names', (reader) =>
    readList(reader, () => ({ type: reader.varint(), name: readText(reader) })),
  )

/** A key and value that a client stores with the wallet (RPC `set_attribute`). */
export type Attribute = { readonly key: string; readonly value: string }

export const encodeAttribute = ({ key, value }: Attribute): Uint8Array =>
  writeText(writeText(beginRecord(), key), value).finish()

/** @throws FormatError */
export const decodeAttribute = (bytes: Uint8Array): Attribute =>
  readRecord(bytes, 'an attribute', (reader) => ({ key: readText(reader), value: readText(reader) }))
