// The addresses of an account as a list of rows, where there is no space for a table: a press shows an address, a long one opens its menu.
import { type JSX, onMount, Show } from 'solid-js'
import type { AddressView } from '../../../wallet/accounts/accountViews.ts'
import { ShortAddress } from '../../components/address/AddressList.tsx'
import { addressName } from '../../components/address/addressName.ts'
import type { Anchor } from '../../components/controls/floating.ts'
import { MenuButton, type MenuGroup } from '../../components/controls/Menu.tsx'
import { listenForMenu } from '../../components/controls/menuGestures.ts'
import { VirtualRows } from '../../components/layout/VirtualRows.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { t } from '../../text/text.ts'
import { AddressName, UseTag } from './AddressTable.tsx'

const ROW_HEIGHT = 56

type RowsProps = {
  readonly addresses: readonly AddressView[]
  /** index of the address that the screen shows */
  readonly shown: number | undefined
  readonly menuOf: (address: AddressView) => readonly MenuGroup[]
  readonly onMenu: (address: AddressView, anchor: Anchor) => void
  readonly onShow: (address: AddressView) => void
}

const Row = (props: RowsProps & { readonly address: AddressView }): JSX.Element => {
  let row!: HTMLDivElement
  const isMarked = (): boolean => props.address.place === 'hidden' || props.address.place === 'returned'
  onMount(() => listenForMenu(row, (anchor) => props.onMenu(props.address, anchor)))
  return (
    <div class="address-row" ref={row}>
      <button
        type="button"
        class="row-button address-pick"
        aria-pressed={props.shown === props.address.index}
        onClick={() => props.onShow(props.address)}
      >
        <span class="address-lines">
          <AddressName address={props.address} />
          <ShortAddress address={props.address.address} />
        </span>
        <Show when={props.address.received > 0n && !isMarked()} fallback={<UseTag address={props.address} />}>
          <Amount amount={props.address.received} />
        </Show>
      </button>
      <MenuButton
        icon="more"
        label={t('table.actionsOf', { name: addressName(props.address) })}
        groups={props.menuOf(props.address)}
      />
    </div>
  )
}

export const AddressRows = (props: RowsProps): JSX.Element => (
  <VirtualRows
    label={t('receive.list')}
    look="transfers"
    count={props.addresses.length}
    rowHeight={ROW_HEIGHT}
    isReady={() => true}
  >
    {(position) => <Show when={props.addresses[position]}>{(address) => <Row {...props} address={address()} />}</Show>}
  </VirtualRows>
)
