// The open wallet: accounts, addresses, contacts and the history.

import {
  addressesOf,
  createAccount,
  createSubaddress,
  describeAccountTag,
  setAccountTag,
  setAddressPlace,
  setLabel,
} from '../../wallet/accounts/addresses.ts'
import { contactPayments } from '../../wallet/accounts/contactPayments.ts'
import {
  addContact,
  changeContact,
  contactsOf,
  importContacts,
  removeContact,
  restoreContact,
} from '../../wallet/accounts/contacts.ts'
import { integratedAddressOf } from '../../wallet/accounts/integratedAddress.ts'
import { previewNotes } from '../../wallet/accounts/notesTable.ts'
import { ownAddressOf } from '../../wallet/accounts/ownAddress.ts'
import type { AccountsApi } from '../api/accountsApi.ts'
import type { EngineCore } from '../session/engineCore.ts'

/** Returns the part of the engine that `AccountsApi` declares. */
export const accountsActions = (core: EngineCore): AccountsApi => ({
  async createAccount(label) {
    return createAccount(core.manager.use().wallet, label)
  },

  async createSubaddress(account, label) {
    return createSubaddress(core.manager.use().wallet, account, label)
  },

  async setLabel(account, index, label) {
    await setLabel(core.manager.use().wallet, { major: account, minor: index }, label)
  },

  async setAddressPlace(account, index, place) {
    await setAddressPlace(core.manager.use().wallet, { major: account, minor: index }, place)
  },

  async setAccountTag(account, tag) {
    await setAccountTag(core.manager.use().wallet, account, tag)
  },

  async describeTag(tag, description) {
    await describeAccountTag(core.manager.use().wallet, tag, description)
  },

  async addresses(account) {
    return addressesOf(core.manager.requireOpened().wallet, account)
  },

  async ownAddresses(addresses) {
    const { wallet } = core.manager.requireOpened()
    return addresses.map((address) => ownAddressOf(wallet, address))
  },

  async integratedAddress(paymentId) {
    return integratedAddressOf(core.manager.use().wallet, paymentId)
  },

  async transfers(filter) {
    return core.manager.requireOpened().wallet.transfers(filter)
  },

  async setNote(txid, note) {
    await core.manager.use().wallet.setNotes([{ txid, text: note }])
  },

  async setNotes(notes) {
    await core.manager.use().wallet.setNotes(notes.map(({ txid, note }) => ({ txid, text: note })))
  },

  async previewNotes(table) {
    return previewNotes(core.manager.use().wallet, table)
  },

  async contacts() {
    return contactsOf(core.manager.requireOpened().wallet)
  },

  async contactPayments() {
    return contactPayments(core.manager.requireOpened().wallet)
  },

  async addContact(contact) {
    await addContact(core.manager.use().wallet, contact)
  },

  async importContacts(table, proceed) {
    return importContacts(core.manager.use().wallet, table, proceed)
  },

  async changeContact(seen, contact) {
    await changeContact(core.manager.use().wallet, seen, contact)
  },

  async removeContact(seen) {
    await removeContact(core.manager.use().wallet, seen)
  },

  async restoreContact(removed) {
    await restoreContact(core.manager.use().wallet, removed)
  },
})
