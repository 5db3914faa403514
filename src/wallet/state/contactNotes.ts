// The notes of the address book. They have a record of their own, so that earlier versions of the program still read the address book.

import type { AddressBookEntry } from './addressBook.ts'
import { beginRecord, readList, readRecord, readText, writeList, writeText } from './recordFormat.ts'

/** `note`: empty for none */
type ContactNote = { readonly address: string; readonly note: string }

/** Encodes the notes of entries; undefined if there are none. Entries with the same address as one with a note are all included, in their order. */
export const encodeContactNotes = (entries: readonly AddressBookEntry[]): Uint8Array | undefined => {
  const noted = new Set(entries.flatMap(({ address, note = '' }) => (note === '' ? [] : address)))
  if (noted.size === 0) return undefined
  const writer = beginRecord()
  const found = entries.filter(({ address }) => noted.has(address))
  return writeList(writer, found, ({ address, note = '' }) => writeText(writeText(writer, address), note)).finish()
}

/** @throws FormatError */
export const decodeContactNotes = (bytes: Uint8Array): ContactNote[] =>
  readRecord(bytes, 'notes of contacts', (reader) =>
    readList(reader, () => ({ address: readText(reader), note: readText(reader) })),
  )

/** Returns entries with their notes: each note belongs to the next entry with its address. */
export const withNotes = (entries: readonly AddressBookEntry[], notes: readonly ContactNote[]): AddressBookEntry[] => {
  const byAddress = Map.groupBy(notes, ({ address }) => address)
  return entries.map((entry) => {
    const note = byAddress.get(entry.address)?.shift()?.note ?? ''
    return note === '' ? entry : { ...entry, note }
  })
}
