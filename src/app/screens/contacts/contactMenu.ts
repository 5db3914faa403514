// The menu of a contact.
import { useNavigate } from '@solidjs/router'
import type { MenuGroup, MenuItem } from '../../components/controls/Menu.tsx'
import type { HistoryRequest } from '../../state/history/historyMemory.ts'
import { createCopying } from '../../state/history/paymentActions.ts'
import type { ContactLine } from '../../state/recipients/contactList.ts'
import { t } from '../../text/text.ts'

export type ContactActions = {
  /** shows what is known of it */
  readonly onOpen: (contact: ContactLine) => void
  readonly onEdit: (contact: ContactLine) => void
  /** edits its name in its row */
  readonly onRename: (contact: ContactLine) => void
  /** shows its QR code */
  readonly onQr: (contact: ContactLine) => void
  readonly onRemove: (contact: ContactLine) => void
}

/** Creates what leads to a payment to a contact, and to the payments that were made to it. */
export const createContactWays = () => {
  const navigate = useNavigate()
  return {
    pay: ({ address }: Pick<ContactLine, 'address'>): void => navigate('/send', { state: { to: address } }),
    showPayments: ({ address }: Pick<ContactLine, 'address'>): void => {
      const state: HistoryRequest = { filter: { show: 'outgoing', search: address } }
      navigate('/history', { state })
    },
  }
}

/** Creates what returns the menu of a contact. */
export const createContactMenu = (actions: ContactActions): ((contact: ContactLine) => readonly MenuGroup[]) => {
  const ways = createContactWays()
  const copy = createCopying()
  return (contact) => {
    const paying: MenuItem = { text: t('contacts.payIt'), icon: 'send', onSelect: () => ways.pay(contact) }
    const payments: MenuItem = {
      text: t('contacts.payments'),
      icon: 'history',
      onSelect: () => ways.showPayments(contact),
    }
    const code: MenuItem = { text: t('contacts.qr'), icon: 'qr', onSelect: () => actions.onQr(contact) }
    return [
      [
        { text: t('payment.details'), icon: 'watch', key: '↵', onSelect: () => actions.onOpen(contact) },
        ...(contact.paymentId === '' ? [paying, code] : []),
        ...(contact.lastPaid === 0 ? [] : [payments]),
        { text: t('contacts.edit'), icon: 'edit', key: 'e', onSelect: () => actions.onEdit(contact) },
      ],
      [{ text: t('payment.copyAddress'), icon: 'copy', key: 'c', onSelect: () => void copy(contact.address) }],
      [{ text: t('contacts.removeIt'), icon: 'trash', isDangerous: true, onSelect: () => actions.onRemove(contact) }],
    ]
  }
}
