// The address book: addresses with a description each. The index of an entry is its position.

import { FabaError } from '../../errors/fabaError.ts'

/** One entry. An integrated address contains its own payment id. */
export type AddressBookEntry = {
  readonly address: string
  /** separate long payment id of 32 bytes, used before integrated addresses; empty if there is none */
  readonly paymentId: Uint8Array
  readonly description: string
  /** a text of the user beside the description, which the wallet RPC and wallet2 do not know; none if omitted */
  readonly note?: string
}

/** The address book has no entry with the index. */
export class UnknownEntryError extends FabaError {
  override readonly name = 'UnknownEntryError'
  readonly code = 'unknown-entry'
}

/**
 * Returns the entry with an index.
 * @throws UnknownEntryError
 */
export const entryAt = (entries: readonly AddressBookEntry[], index: number): AddressBookEntry => {
  const entry = entries[index]
  if (entry === undefined)
    throw new UnknownEntryError(`the address book has ${entries.length} entries, none with index ${index}`)
  return entry
}

/**
 * Returns the entries with one of them changed.
 * @throws UnknownEntryError
 */
export const editEntry = (
  entries: readonly AddressBookEntry[],
  index: number,
  change: Partial<AddressBookEntry>,
): AddressBookEntry[] => entries.with(index, { ...entryAt(entries, index), ...change })

/**
 * Returns the entries without one of them; the indices of later ones decrease by one.
 * @throws UnknownEntryError
 */
export const deleteEntry = (entries: readonly AddressBookEntry[], index: number): AddressBookEntry[] => {
  entryAt(entries, index)
  return entries.toSpliced(index, 1)
}
