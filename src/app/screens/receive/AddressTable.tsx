// The addresses of an account as a table, where there is space for its columns.
import { createMemo, type JSX, Match, Show, Switch } from 'solid-js'
import type { AddressView } from '../../../wallet/accounts/accountViews.ts'
import { ShortAddress } from '../../components/address/AddressList.tsx'
import { addressName } from '../../components/address/addressName.ts'
import { Icon } from '../../components/controls/Icon.tsx'
import type { MenuGroup } from '../../components/controls/Menu.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { amountDigits, amountWidth, type Column, dateWidth, MIN_DIGITS } from '../../components/table/column.ts'
import { DataTable } from '../../components/table/DataTable.tsx'
import { DayAndTime } from '../../components/table/DayAndTime.tsx'
import { OwnText } from '../../components/text/OwnText.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import { createCopying } from '../../state/history/paymentActions.ts'
import type { AddressOrder } from '../../state/receive/addressList.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { type AddressActions, hiddenPlace, pinnedPlace } from './addressMenu.ts'

type AddressColumn = Column<AddressView, AddressOrder['by']>

/** Whether an address is hidden, was paid again since then, or was used. */
export const UseTag = (props: { readonly address: AddressView }): JSX.Element => (
  <Switch fallback={<Tag>{t('receive.used')}</Tag>}>
    <Match when={props.address.place === 'hidden'}>
      <Tag>{t('addresses.hidden')}</Tag>
    </Match>
    <Match when={props.address.place === 'returned'}>
      <Tag outcome="warning">{t('addresses.returned')}</Tag>
    </Match>
    <Match when={!props.address.used}>
      <Tag outcome="good">{t('receive.fresh')}</Tag>
    </Match>
  </Switch>
)

/** The name of an address; a pinned one has a mark. */
export const AddressName = (props: { readonly address: AddressView }): JSX.Element => (
  <span class="address-row-name">
    <Show when={props.address.place === 'pinned'}>
      <Icon name="pin" />
      <span class="visually-hidden">{t('addresses.pinned')}</span>
    </Show>
    <OwnText text={addressName(props.address)} />
  </span>
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
      cell: (address) => <AddressName address={address()} />,
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
      get width() {
        return dateWidth()
      },
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
    const hidden = hiddenPlace(address)
    if (event.key === 'e' || event.key === 'F2') props.actions.onRename(address)
    else if (event.key === 'c') void copy(address.address)
    else if (event.key === 'p') props.actions.onPlace(address, pinnedPlace(address))
    else if (event.key === 'h' && hidden !== undefined) props.actions.onPlace(address, hidden)
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
      onEdit={props.actions.onRename}
      menuOf={props.menuOf}
      current={props.shown === undefined ? undefined : String(props.shown)}
      onKey={keys}
      rowClass="address-row"
    />
  )
}
