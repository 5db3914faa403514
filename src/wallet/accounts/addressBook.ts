// The address book: addresses of others, with a description each. An entry's index is its position.

/** One entry. An integrated address keeps its payment id. */
export type AddressBookEntry = {
  readonly address: string
  /** 32 bytes that belong beside the address, as they did before integrated addresses; empty for none */
  readonly paymentId: Uint8Array
  readonly description: string
}

/** An entry that is not there. */
export class UnknownEntryError extends Error {
  override readonly name = 'UnknownEntryError'
}

/** @throws UnknownEntryError */
export const entryAt = (entries: readonly AddressBookEntry[], index: number): AddressBookEntry => {
  const entry = entries[index]
  if (entry === undefined)
    throw new UnknownEntryError(`the address book has ${entries.length} entries, none with index ${index}`)
  return entry
}

/**
 * The entries with one of them changed.
 * @throws UnknownEntryError
 */
export const editEntry = (
  entries: readonly AddressBookEntry[],
  index: number,
  change: Partial<AddressBookEntry>,
): AddressBookEntry[] => entries.with(index, { ...entryAt(entries, index), ...change })

/**
 * The entries without one of them; later ones move up.
 * @throws UnknownEntryError
 */
export const deleteEntry = (entries: readonly AddressBookEntry[], index: number): AddressBookEntry[] => {
  entryAt(entries, index)
  return entries.toSpliced(index, 1)
}
