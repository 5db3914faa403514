// The addresses of an account as a table, where there is space for its columns.
import { createMemo, type JSX, Show } from 'solid-js'
import type { AddressView } from '../../../wallet/accounts/accountViews.ts'
import { ShortAddress } from '../../components/address/AddressList.tsx'
import { addressName } from '../../components/address/addressName.ts'
import type { MenuGroup } from '../../components/controls/Menu.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { amountDigits, amountWidth, type Column, MIN_DIGITS } from '../../components/table/column.ts'
import { DataTable } from '../../components/table/DataTable.tsx'
import { DayAndTime } from '../../components/table/DayAndTime.tsx'
import { OwnText } from '../../components/text/OwnText.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import { createCopying } from '../../state/history/paymentActions.ts'
import type { AddressOrder } from '../../state/receive/addressList.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import type { AddressActions } from './addressMenu.ts'

type AddressColumn = Column<AddressView, AddressOrder['by']>

/** Whether an address was used. */
export const UseTag = (props: { readonly address: AddressView }): JSX.Element => (
  <Show when={props.address.used} fallback={<Tag outcome="good">{t('receive.fresh')}</Tag>}>
    <Tag>{t('receive.used')}</Tag>
  </Show>
)

export const AddressTable = (props: {
  readonly addresses: readonly AddressView[]
  /** index of the address that the screen shows */
  readonly shown: number | undefined
  readonly order: AddressOrder
  readonly onOrder: (order: AddressOrder) => void
  readonly menuOf: (address: AddressView) => readonly MenuGroup[]
  readonly actions: AddressActions
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const copy = createCopying()
  const digits = createMemo(() =>
    amountDigits(
      props.addresses.map(({ received }) => received),
      wallet().decimals,
      MIN_DIGITS,
    ),
  )
  const columns: readonly AddressColumn[] = [
    {
      id: 'number',
      heading: () => '#',
      width: '4.5rem',
      sort: { by: 'number', ascends: false },
      cell: (address) => <span class="muted numerals">{address().index}</span>,
    },
    {
      id: 'name',
      heading: () => t('receive.label'),
      width: 'minmax(0, 1fr)',
      sort: { by: 'name', ascends: true },
      cell: (address) => (
        <span class="address-row-name">
          <OwnText text={addressName(address())} />
        </span>
      ),
    },
    {
      id: 'address',
      heading: () => t('receive.address'),
      width: '13.5rem',
      cell: (address) => <ShortAddress address={address().address} />,
    },
    {
      id: 'received',
      heading: () => t('addresses.received', { ticker: wallet().ticker }),
      get width() {
        return amountWidth(digits().whole, digits().places, 136)
      },
      get places() {
        return digits().places
      },
      from: 640,
      sort: { by: 'received', ascends: false },
      cell: (address) => (
        <Show when={address().received > 0n}>
          <Amount amount={address().received} />
        </Show>
      ),
    },
    {
      id: 'date',
      heading: () => t('addresses.lastUsed'),
      width: '8.75rem',
      from: 760,
      sort: { by: 'date', ascends: false },
      cell: (address) => <DayAndTime timestamp={address().lastUsed} />,
    },
    {
      id: 'state',
      heading: () => t('coins.stateHead'),
      width: '8rem',
      cell: (address) => <UseTag address={address()} />,
    },
  ]
  const keys = (event: KeyboardEvent, address: AddressView): boolean => {
    if (event.key === 'e' || event.key === 'F2') props.actions.onRename(address)
    else if (event.key === 'c') void copy(address.address)
    else return false
    return true
  }
  return (
    <DataTable
      label={t('receive.list')}
      look="list"
      columns={columns}
      count={props.addresses.length}
      rowAt={(position) => props.addresses[position]}
      idOf={({ index }) => String(index)}
      nameOf={addressName}
      order={props.order}
      onOrder={props.onOrder}
      onOpen={props.actions.onShow}
      menuOf={props.menuOf}
      current={props.shown === undefined ? undefined : String(props.shown)}
      onKey={keys}
      rowClass="address-row"
    />
  )
}
