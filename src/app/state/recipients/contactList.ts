// The contacts as a list shows them: with what was paid to each, searched and sorted.
import type { ContactPayments, ContactView } from '../../../wallet/accounts/accountViews.ts'

/** `paid`: in all, atomic units; `lastPaid`: UNIX seconds, 0 if it was never paid */
export type ContactLine = ContactView & Pick<ContactPayments, 'paid' | 'lastPaid'>

/** By what contacts are sorted: their name, when they were paid last, or what they were paid in all. */
export type ContactOrder = { readonly by: 'name' | 'date' | 'paid'; readonly isDescending: boolean }

/** The order as long as the user chooses no other one. */
export const BY_NAME: ContactOrder = { by: 'name', isDescending: false }

/** Returns the contact of a line, without what was paid to it. */
export const contactOf = ({ index, name, address, note, paymentId }: ContactView): ContactView => ({
  index,
  name,
  address,
  note,
  paymentId,
})

/** Returns contacts with what was paid to them. */
export const contactLines = (
  contacts: readonly ContactView[],
  payments: readonly ContactPayments[],
): readonly ContactLine[] => {
  const byAddress = new Map(payments.map((each) => [each.address, each]))
  return contacts.map((contact) => {
    const { paid = 0n, lastPaid = 0 } = byAddress.get(contact.address) ?? {}
    return { ...contact, paid, lastPaid }
  })
}

/** Returns the contacts whose name, address or note has the text of a search, in an order; equal ones in the order of their names. */
export const listContacts = (
  lines: readonly ContactLine[],
  search: string,
  { by, isDescending }: ContactOrder,
): readonly ContactLine[] => {
  const words = search.trim().toLowerCase()
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  const byName = (a: ContactLine, b: ContactLine): number => collator.compare(a.name, b.name) || a.index - b.index
  const compare: { readonly [key in ContactOrder['by']]: (a: ContactLine, b: ContactLine) => number } = {
    name: byName,
    date: (a, b) => a.lastPaid - b.lastPaid,
    paid: (a, b) => (a.paid === b.paid ? 0 : a.paid < b.paid ? -1 : 1),
  }
  const sign = isDescending ? -1 : 1
  return lines
    .filter(({ name, address, note }) => [name, address, note].some((text) => text.toLowerCase().includes(words)))
    .sort((a, b) => sign * compare[by](a, b) || byName(a, b))
}
