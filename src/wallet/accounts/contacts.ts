// Contacts: the address book as the page shows it, each entry a person with an address. What the wallet RPC keeps there is the same.

import { toHex } from '../../bytes/hex.ts'
import { AddressError, parseAddress } from '../../coin/addresses/address.ts'
import type { Contact, ContactView } from '../engine/engineApi.ts'
import type { Wallet } from '../engine/wallet.ts'
import { type AddressBookEntry, deleteEntry, editEntry } from './addressBook.ts'

/** What cannot be kept as a contact, or one that changed since it was looked at. */
export class ContactError extends Error {
  override readonly name = 'ContactError'
}

const viewOf = ({ address, description, paymentId }: AddressBookEntry, index: number): ContactView => ({
  index,
  name: description,
  address,
  paymentId: toHex(paymentId),
})

/** All of them, in the order of the address book. */
export const contactsOf = ({ state }: Wallet): ContactView[] => state.addressBook.map(viewOf)

/** No payment id beside the address. */
const NO_ID = new Uint8Array()

const parseContact = ({ network }: Wallet, { name, address }: Contact): Omit<AddressBookEntry, 'paymentId'> => {
  if (name.trim() === '') throw new ContactError('give the contact a name')
  try {
    parseAddress(network, address)
  } catch (error) {
    if (error instanceof AddressError) throw new ContactError(error.message)
    throw error
  }
  return { address, description: name.trim() }
}

/** Others write to the address book too: what a person saw must still be there. */
const checkUnchanged = ({ state }: Wallet, { index, name, address }: ContactView): void => {
  const entry = state.addressBook[index]
  if (entry?.address !== address || entry.description !== name)
    throw new ContactError('the contacts were changed meanwhile; look at them again')
}

/** @throws ContactError */
export const addContact = async (wallet: Wallet, contact: Contact): Promise<void> => {
  const entry = { ...parseContact(wallet, contact), paymentId: NO_ID }
  await wallet.state.update('strict', () => ({ addressBook: [...wallet.state.addressBook, entry] }))
}

/** @throws ContactError */
export const changeContact = async (wallet: Wallet, seen: ContactView, contact: Contact): Promise<void> => {
  const entry = parseContact(wallet, contact)
  // An id beside an address goes with that address.
  const change = entry.address === seen.address ? entry : { ...entry, paymentId: NO_ID }
  await wallet.state.update('strict', () => {
    checkUnchanged(wallet, seen)
    return { addressBook: editEntry(wallet.state.addressBook, seen.index, change) }
  })
}

/** @throws ContactError */
export const removeContact = async (wallet: Wallet, seen: ContactView): Promise<void> =>
  wallet.state.update('strict', () => {
    checkUnchanged(wallet, seen)
    return { addressBook: deleteEntry(wallet.state.addressBook, seen.index) }
  })
