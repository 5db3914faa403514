// All addresses of an account. The list is virtual: of thousands, only those that can be seen are in the page.
import { createMemo, createSignal, type JSX, Show } from 'solid-js'
import type { AddressView } from '../../../wallet/accounts/accountViews.ts'
import { addressName } from '../../components/address/addressName.ts'
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx'
import { TextField } from '../../components/form/Field.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { VirtualRows } from '../../components/layout/VirtualRows.tsx'
import { findsAddress } from '../../state/receive/addressSearch.ts'
import { t, tCount } from '../../text/text.ts'
import { AddressRow } from './AddressRow.tsx'
import './addressesCard.css'

/** The search field appears with more addresses than this. */
const FEW = 6

/** Height of a row whose label and amount fit on a line, in pixels. */
const ROW_HEIGHT = 62

const AddressRows = (props: {
  readonly addresses: readonly AddressView[]
  /** index of the shown address */
  readonly chosen: number | undefined
  readonly onChoose: (address: AddressView) => void
  readonly onRename: (address: AddressView) => void
}): JSX.Element => {
  const [box, setBox] = createSignal<HTMLDivElement>()
  const chosenRow = createMemo(() => props.addresses.findIndex(({ index }) => index === props.chosen))
  return (
    <div class="address-scroll" ref={setBox}>
      <VirtualRows
        label={t('receive.list')}
        look="addresses"
        count={props.addresses.length}
        rowHeight={ROW_HEIGHT}
        isReady={() => true}
        box={box}
        revealed={chosenRow()}
      >
        {(position) => (
          <Show when={props.addresses[position]}>
            {(address) => (
              <AddressRow
                address={address()}
                chosen={props.chosen === address().index}
                onChoose={() => props.onChoose(address())}
                onRename={() => props.onRename(address())}
              />
            )}
          </Show>
        )}
      </VirtualRows>
    </div>
  )
}

export const AddressesCard = (props: {
  readonly addresses: readonly AddressView[]
  readonly loaded: boolean
  readonly chosen: number | undefined
  readonly onChoose: (address: AddressView) => void
  readonly onRename: (address: AddressView) => void
}): JSX.Element => {
  const [search, setSearch] = createSignal('')
  const found = createMemo(() =>
    search().trim() === ''
      ? props.addresses
      : props.addresses.filter((address) => findsAddress(search(), address, addressName(address))),
  )
  const resultText = (): string => {
    if (search().trim() === '') return ''
    return found().length === 0 ? t('addresses.none') : tCount('addresses.found', found().length)
  }
  return (
    <Card title={t('receive.list')}>
      <Show when={props.addresses.length > FEW}>
        <TextField
          label={t('addresses.search')}
          placeholder={t('addresses.searchPlaceholder')}
          type="search"
          inputMode="search"
          value={search()}
          onInput={setSearch}
        />
      </Show>
      <p class="muted" role="status">
        {resultText()}
      </p>
      <Show when={!props.loaded}>
        <SkeletonRows rows={1} />
      </Show>
      <AddressRows addresses={found()} chosen={props.chosen} onChoose={props.onChoose} onRename={props.onRename} />
    </Card>
  )
}
