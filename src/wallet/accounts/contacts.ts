// Contacts: the address book as the page shows it, a name and an address each, with a note. The wallet RPC uses the same entries.

import { fromHex, toHex } from '../../bytes/hex.ts'
import { AddressError, parseAddress } from '../../coin/addresses/address.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Wallet } from '../open/wallet.ts'
import { type AddressBookEntry, deleteEntry, editEntry } from '../state/addressBook.ts'
import type { Contact, ContactImportView, ContactView, Proceed, RefusedContact } from './accountViews.ts'
import { decodeTable, parseContactsCsv } from './contactsTable.ts'
import { parseDestination } from './parseDestination.ts'

/** The contact is invalid, or it has changed since the page read it. */
export class ContactError extends FabaError {
  override readonly name = 'ContactError'
  readonly code = 'contact'
}

const viewOf = ({ address, description, paymentId, note = '' }: AddressBookEntry, index: number): ContactView => ({
  index,
  name: description,
  address,
  note,
  paymentId: toHex(paymentId),
})

/** Returns all contacts, in the order of the address book. */
export const contactsOf = ({ state }: Wallet): ContactView[] => state.addressBook.map(viewOf)

/** No separate payment id. */
const NO_PAYMENT_ID = new Uint8Array()

const parseContact = (
  { network }: Wallet,
  { name, address, note = '' }: Contact,
): Omit<AddressBookEntry, 'paymentId'> => {
  if (name.trim() === '') throw new ContactError('give the contact a name')
  try {
    parseAddress(network, address)
  } catch (error) {
    if (error instanceof AddressError) throw new ContactError(error.message)
    throw error
  }
  return { address, description: name.trim(), note: note.trim() }
}

/** The wallet RPC changes the address book too, so the entry must still be the one that the page has read. */
const checkUnchanged = ({ state }: Wallet, { index, name, address }: ContactView): void => {
  const entry = state.addressBook[index]
  if (entry?.address !== address || entry.description !== name)
    throw new ContactError('the contacts changed meanwhile; check them and try again')
}

/**
 * Adds a contact.
 * @throws ContactError
 */
export const addContact = async (wallet: Wallet, contact: Contact): Promise<void> => {
  const entry = { ...parseContact(wallet, contact), paymentId: NO_PAYMENT_ID }
  await wallet.state.update('strict', () => ({ addressBook: [...wallet.state.addressBook, entry] }))
}

/** Contacts of a table that are checked between two reports of the progress. */
const CONTACTS_PER_REPORT = 250

/**
 * Adds the contacts of a table, all at once; a payment link counts as its address. Those whose address is known stay as they are; those that are
 * invalid are returned with the reason.
 * @param table CSV in UTF-8
 * @param proceed receives the progress, again and again; returns whether to go on
 * @returns undefined if `proceed` ended the import: nothing is stored then
 * @throws ContactRowsError, Utf8Error
 */
export const importContacts = async (
  wallet: Wallet,
  table: Uint8Array,
  proceed: Proceed,
): Promise<ContactImportView | undefined> => {
  const contacts = parseContactsCsv(decodeTable(table))
  const refused: RefusedContact[] = []
  const valid: AddressBookEntry[] = []
  const check = (contact: Contact): void => {
    const parsed = parseDestination(wallet.network, contact.address)
    const description = contact.name.trim()
    if (parsed.valid && description !== '')
      valid.push({ address: parsed.address, description, note: contact.note ?? '', paymentId: NO_PAYMENT_ID })
    else refused.push({ ...contact, invalid: parsed.valid ? undefined : parsed })
  }
  for (let done = 0; done < contacts.length; done += CONTACTS_PER_REPORT) {
    if (!(await proceed(done, contacts.length))) return undefined
    await wallet.mapInSlices(contacts.slice(done, done + CONTACTS_PER_REPORT), check)
  }
  if (!(await proceed(contacts.length, contacts.length))) return undefined
  let added = 0
  await wallet.state.update('strict', () => {
    const { addressBook } = wallet.state
    const known = new Set(addressBook.map(({ address }) => address))
    const fresh = valid.filter(({ address }) => !known.has(address) && known.add(address))
    added = fresh.length
    return fresh.length === 0 ? undefined : { addressBook: [...addressBook, ...fresh] }
  })
  return { added, known: valid.length - added, refused }
}

/**
 * Changes the name, address or note of a contact.
 * @param seen the contact as the page has read it
 * @throws ContactError
 */
export const changeContact = async (wallet: Wallet, seen: ContactView, contact: Contact): Promise<void> => {
  const entry = parseContact(wallet, contact)
  // A separate payment id belongs to its address.
  const change = entry.address === seen.address ? entry : { ...entry, paymentId: NO_PAYMENT_ID }
  await wallet.state.update('strict', () => {
    checkUnchanged(wallet, seen)
    return { addressBook: editEntry(wallet.state.addressBook, seen.index, change) }
  })
}

/**
 * Removes a contact.
 * @param seen the contact as the page has read it
 * @throws ContactError
 */
export const removeContact = async (wallet: Wallet, seen: ContactView): Promise<void> =>
  wallet.state.update('strict', () => {
    checkUnchanged(wallet, seen)
    return { addressBook: deleteEntry(wallet.state.addressBook, seen.index) }
  })

/** Puts a removed contact back at its index, or at the end if the address book is shorter now. Its separate payment id comes back with it. */
export const restoreContact = async (
  wallet: Wallet,
  { index, name, address, note, paymentId }: ContactView,
): Promise<void> => {
  const entry = { address, description: name, note, paymentId: fromHex(paymentId) }
  await wallet.state.update('strict', () => ({ addressBook: wallet.state.addressBook.toSpliced(index, 0, entry) }))
}
