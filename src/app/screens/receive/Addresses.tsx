// All addresses of an account, of which the user finds one by search, filter and order.
import { createMemo, createSignal, type JSX, Show } from 'solid-js'
import type { AddressView } from '../../../wallet/accounts/accountViews.ts'
import { addressName } from '../../components/address/addressName.ts'
import type { Anchor } from '../../components/controls/floating.ts'
import { Menu } from '../../components/controls/Menu.tsx'
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx'
import { type Option, RadioField } from '../../components/form/Field.tsx'
import { SearchField } from '../../components/form/SearchField.tsx'
import { ListBlock, ListTools } from '../../components/table/ListTools.tsx'
import { createMediaQuery, TABLE_WIDTH } from '../../host/device/mediaQuery.ts'
import {
  type AddressShow,
  addressCounts,
  listAddresses,
  NEWEST_ADDRESS_FIRST,
} from '../../state/receive/addressList.ts'
import { formatCount } from '../../text/counts.ts'
import { t, tCount } from '../../text/text.ts'
import { AddressRows } from './AddressRows.tsx'
import { AddressTable } from './AddressTable.tsx'
import { type AddressActions, createAddressMenu } from './addressMenu.ts'
import './addresses.css'

const SHOWS: readonly AddressShow[] = ['all', 'unused', 'used', 'hidden']

export const Addresses = (props: {
  readonly addresses: readonly AddressView[]
  readonly loaded: boolean
  /** index of the address that the screen shows */
  readonly shown: number | undefined
  readonly actions: AddressActions
}): JSX.Element => {
  const [search, setSearch] = createSignal('')
  const [show, setShow] = createSignal<AddressShow>('all')
  const [order, setOrder] = createSignal(NEWEST_ADDRESS_FIRST)
  const [menu, setMenu] = createSignal<{ readonly address: AddressView; readonly anchor: Anchor }>()
  const isTable = createMediaQuery(TABLE_WIDTH)
  const found = createMemo(() =>
    listAddresses(props.addresses, { show: show(), order: order(), search: search() }, addressName),
  )
  const counts = createMemo(() => addressCounts(props.addresses))
  const hasHidden = createMemo(() => counts().hidden > 0 || show() === 'hidden')
  // Other counts change the texts, not the options, of which one has the focus.
  const options = createMemo(() =>
    SHOWS.filter((value) => value !== 'hidden' || hasHidden()).map(
      (value): Option<AddressShow> => ({
        value,
        get text() {
          return t('coins.showCount', { name: t(`addresses.shows.${value}`), number: formatCount(counts()[value]) })
        },
      }),
    ),
  )
  const menuOf = createAddressMenu(props.actions)
  return (
    <section class="own-addresses" aria-label={t('receive.list')}>
      <h2>{t('receive.list')}</h2>
      <ListBlock>
        <ListTools>
          <SearchField
            label={t('addresses.search')}
            placeholder={t('addresses.searchPlaceholder')}
            value={search()}
            onInput={setSearch}
          />
          <RadioField hideLabel label={t('addresses.which')} value={show()} options={options()} onChange={setShow} />
          <p class="muted numerals list-count" role="status">
            {found().length === 0 ? t('addresses.none') : tCount('addresses.found', found().length)}
          </p>
        </ListTools>
        <Show when={!props.loaded}>
          <SkeletonRows rows={1} />
        </Show>
        <Show when={found().length > 0}>
          <Show
            when={isTable()}
            fallback={
              <AddressRows
                addresses={found()}
                shown={props.shown}
                menuOf={menuOf}
                onMenu={(address, anchor) => setMenu({ address, anchor })}
                onShow={props.actions.onShow}
              />
            }
          >
            <AddressTable
              addresses={found()}
              shown={props.shown}
              order={order()}
              onOrder={setOrder}
              menuOf={menuOf}
              actions={props.actions}
            />
          </Show>
        </Show>
      </ListBlock>
      <Show when={menu()}>
        {(open) => (
          <Menu
            label={t('table.actions')}
            groups={menuOf(open().address)}
            anchor={open().anchor}
            onClose={() => setMenu(undefined)}
          />
        )}
      </Show>
    </section>
  )
}
