// The open wallet: accounts, addresses, contacts and the history.

import type {
  AccountView,
  AddressPlace,
  AddressView,
  Contact,
  ContactImportView,
  ContactPayments,
  ContactView,
  IntegratedAddress,
  NotesPreview,
  OwnAddress,
  Proceed,
} from '../../wallet/accounts/accountViews.ts'
import type { TransferView } from '../../wallet/history/historyViews.ts'

export type AccountsApi = {
  createAccount(label: string): Promise<AccountView>
  createSubaddress(account: number, label: string): Promise<AddressView>
  setLabel(account: number, index: number, label: string): Promise<void>
  /** Pins an address to the top of its list, hides it until it receives something, or has it in its order again. */
  setAddressPlace(account: number, index: number, place: Exclude<AddressPlace, 'returned'>): Promise<void>
  /** Sets the tag of an account; the empty tag removes it. */
  setAccountTag(account: number, tag: string): Promise<void>
  /** Sets the description of a tag that an account has; the empty description removes it. */
  describeTag(tag: string, description: string): Promise<void>
  addresses(account: number): Promise<readonly AddressView[]>
  /** Returns for each address its place in the wallet; undefined for those of others. */
  ownAddresses(addresses: readonly string[]): Promise<readonly (OwnAddress | undefined)[]>
  /** Returns the primary address with a payment id of 16 hex digits; a random one if the text is empty. */
  integratedAddress(paymentId: string): Promise<IntegratedAddress>
  /** Returns the history, newest first. */
  transfers(filter: { readonly account?: number; readonly limit?: number }): Promise<readonly TransferView[]>
  setNote(txid: string, note: string): Promise<void>
  /** Sets notes, all or none. */
  setNotes(notes: readonly { readonly txid: string; readonly note: string }[]): Promise<void>
  /** Returns what the notes of a table of the history (CSV) would change; changes nothing. */
  previewNotes(table: Uint8Array): Promise<NotesPreview>
  /** Returns the contacts in the order in which they were added. */
  contacts(): Promise<readonly ContactView[]>
  /** Returns what was paid to the contacts that were paid. */
  contactPayments(): Promise<readonly ContactPayments[]>
  addContact(contact: Contact): Promise<void>
  /**
   * Adds the contacts of a table (CSV) that are valid and whose address is new. Returns undefined, and adds none, if `proceed` returns false
   * meanwhile.
   */
  importContacts(table: Uint8Array, proceed: Proceed): Promise<ContactImportView | undefined>
  /** Fails if the stored contact differs from `seen`. */
  changeContact(seen: ContactView, contact: Contact): Promise<void>
  removeContact(seen: ContactView): Promise<void>
  /** Puts a removed contact back where it was, as far as the list still has that place. */
  restoreContact(removed: ContactView): Promise<void>
}
