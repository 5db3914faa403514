// The contacts as a table, where there is space for its columns.
import { createMemo, type JSX, Show } from 'solid-js'
import { ShortAddress } from '../../components/address/AddressList.tsx'
import { contactName } from '../../components/address/ContactLines.tsx'
import type { MenuGroup } from '../../components/controls/Menu.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { amountDigits, amountWidth, type Column, dateWidth, MIN_DIGITS } from '../../components/table/column.ts'
import { DataTable } from '../../components/table/DataTable.tsx'
import { DayAndTime } from '../../components/table/DayAndTime.tsx'
import { RowTextForm } from '../../components/table/RowTextForm.tsx'
import { createCopying } from '../../state/history/paymentActions.ts'
import type { ContactLine, ContactOrder } from '../../state/recipients/contactList.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import type { ContactActions } from './contactMenu.ts'
import type { Renaming } from './renaming.ts'

export type ContactListProps = {
  readonly contacts: readonly ContactLine[]
  /** address of the contact whose details are shown */
  readonly shown: string | undefined
  readonly menuOf: (contact: ContactLine) => readonly MenuGroup[]
  readonly actions: ContactActions
}

export const ContactTable = (
  props: ContactListProps & {
    readonly renaming: Renaming
    readonly order: ContactOrder
    readonly onOrder: (order: ContactOrder) => void
    /** the Escape key leaves the table */
    readonly onEscape: () => void
  },
): JSX.Element => {
  const { wallet } = useOpenWallet()
  const copy = createCopying()
  const digits = createMemo(() =>
    amountDigits(
      props.contacts.map(({ paid }) => paid),
      wallet().decimals,
      MIN_DIGITS,
    ),
  )
  const columns: readonly Column<ContactLine, ContactOrder['by']>[] = [
    {
      id: 'name',
      heading: () => t('contacts.name'),
      width: 'minmax(0, 1fr)',
      sort: { by: 'name', ascends: true },
      cell: (contact) => (
        <Show
          when={props.renaming.edited()?.id === contact().address}
          fallback={
            <span class="address-row-name" translate="no" dir="auto">
              {contactName(contact())}
            </span>
          }
        >
          <RowTextForm
            label={t('contacts.name')}
            text={props.renaming.edited()?.draft ?? contact().name}
            onSave={(name) => void props.renaming.rename(contact(), name)}
            onClose={() => props.renaming.edit(undefined)}
          />
        </Show>
      ),
    },
    {
      id: 'address',
      heading: () => t('contacts.address'),
      width: '13.5rem',
      cell: (contact) => <ShortAddress address={contact().address} />,
    },
    {
      id: 'date',
      heading: () => t('contacts.lastPaid'),
      get width() {
        return dateWidth()
      },
      from: 620,
      sort: { by: 'date', ascends: false },
      cell: (contact) => <DayAndTime timestamp={contact().lastPaid} />,
    },
    {
      id: 'paid',
      heading: () => t('contacts.paid', { ticker: wallet().ticker }),
      get width() {
        return amountWidth(digits().whole, digits().places, 144)
      },
      get places() {
        return digits().places
      },
      sort: { by: 'paid', ascends: false },
      cell: (contact) => (
        <Show when={contact().paid > 0n}>
          <Amount amount={contact().paid} />
        </Show>
      ),
    },
  ]
  const keys = (event: KeyboardEvent, contact: ContactLine): boolean => {
    if (event.key === 'e') props.actions.onEdit(contact)
    else if (event.key === 'F2') props.actions.onRename(contact)
    else if (event.key === 'c') void copy(contact.address)
    else if (event.key === 'Escape') props.onEscape()
    else return false
    return true
  }
  return (
    <DataTable
      label={t('contacts.list')}
      look="list"
      columns={columns}
      count={props.contacts.length}
      rowAt={(position) => props.contacts[position]}
      idOf={({ address }) => address}
      nameOf={contactName}
      order={props.order}
      onOrder={props.onOrder}
      onOpen={props.actions.onOpen}
      onEdit={props.actions.onRename}
      onMove={(contact) => props.shown !== undefined && props.actions.onOpen(contact)}
      menuOf={props.menuOf}
      current={props.shown}
      onKey={keys}
      rowClass="address-row"
    />
  )
}
