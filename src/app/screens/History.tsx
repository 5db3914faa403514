// All payments, newest first. The list is virtual: only visible rows are rendered.
import { createWindowVirtualizer } from '@tanstack/solid-virtual'
import { createMemo, createSignal, For, type JSX, onMount, Show } from 'solid-js'
import type { ContactView, TransferView } from '../../wallet/engine/engineViews.ts'
import { Button, ButtonLink } from '../components/Button.tsx'
import { EarlierChainsLink } from '../components/EarlierChainsLink.tsx'
import { RadioField, TextField } from '../components/Field.tsx'
import { EmptyState, Problem } from '../components/Notice.tsx'
import { Screen } from '../components/Screen.tsx'
import { paidNames, TransferRow } from '../components/TransferRow.tsx'
import { historyCsv } from '../format/historyCsv.ts'
import { today } from '../format/time.ts'
import { saveFile } from '../host/saveFile.ts'
import { createContacts, createTransfers } from '../state/lists.ts'
import { useOpenWallet } from '../state/openWallet.tsx'
import { t, tCount } from '../text/text.ts'
import './history.css'

const ROW_HEIGHT = 68
const OVERSCAN = 8

type Filter = 'all' | 'incoming' | 'outgoing' | 'unconfirmed'

const Filters = (props: {
  readonly filter: Filter
  readonly search: string
  readonly onFilter: (filter: Filter) => void
  readonly onSearch: (text: string) => void
}): JSX.Element => (
  <div class="filters">
    <RadioField
      hideLabel
      label={t('history.filter')}
      value={props.filter}
      options={[
        { value: 'all', text: t('history.all') },
        { value: 'incoming', text: t('history.incoming') },
        { value: 'outgoing', text: t('history.outgoing') },
        { value: 'unconfirmed', text: t('history.unconfirmed') },
      ]}
      onChange={props.onFilter}
    />
    <TextField
      label={t('history.searchLabel')}
      placeholder={t('history.search')}
      type="search"
      inputMode="search"
      value={props.search}
      onInput={props.onSearch}
    />
  </div>
)

const passes = (transfer: TransferView, filter: Filter): boolean => {
  if (filter === 'incoming') return transfer.direction === 'in'
  if (filter === 'outgoing') return transfer.direction === 'out'
  return filter === 'all' || transfer.state !== 'confirmed'
}

const mentions = (transfer: TransferView, contacts: readonly ContactView[], words: string): boolean =>
  [
    transfer.note,
    paidNames(transfer, contacts),
    transfer.txid,
    transfer.paymentId,
    ...transfer.addresses,
    ...transfer.destinations.map((destination) => destination.address),
  ].some((text) => text.toLowerCase().includes(words))

const Rows = (props: {
  readonly transfers: readonly TransferView[]
  readonly contacts: readonly ContactView[]
}): JSX.Element => {
  const [list, setList] = createSignal<HTMLUListElement>()
  const [top, setTop] = createSignal(0)
  onMount(() => setTop(list()?.offsetTop ?? 0))
  const rows = createWindowVirtualizer({
    get count() {
      return props.transfers.length
    },
    get scrollMargin() {
      return top()
    },
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  })
  return (
    <ul
      ref={setList}
      class="transfers virtual"
      aria-label={t('history.list')}
      style={{ height: `${rows.getTotalSize()}px` }}
    >
      <For each={rows.getVirtualItems()}>
        {(row) => (
          <Show when={props.transfers[row.index]}>
            {(transfer) => (
              <li
                aria-setsize={props.transfers.length}
                aria-posinset={row.index + 1}
                style={{ transform: `translateY(${row.start - top()}px)` }}
              >
                <TransferRow transfer={transfer()} contacts={props.contacts} />
              </li>
            )}
          </Show>
        )}
      </For>
    </ul>
  )
}

/** The number of payments shown, and the button that saves them. */
const CountLine = (props: { readonly count: number; readonly onSave: () => void }): JSX.Element => (
  <div class="list-line">
    <p class="muted numerals" role="status">
      {tCount('history.count', props.count)}
    </p>
    <Show when={props.count > 0}>
      <Button variant="quiet" icon="save" onClick={props.onSave}>
        {t('history.save')}
      </Button>
    </Show>
  </div>
)

export default function History(): JSX.Element {
  const { wallet } = useOpenWallet()
  const transfers = createTransfers(() => ({}))
  const contacts = createContacts()
  const [filter, setFilter] = createSignal<Filter>('all')
  const [search, setSearch] = createSignal('')
  const shown = createMemo(() => {
    const words = search().trim().toLowerCase()
    return transfers.items.filter(
      (transfer) => passes(transfer, filter()) && (words === '' || mentions(transfer, contacts.items, words)),
    )
  })
  const save = (): void =>
    saveFile(
      `${wallet().name} ${today()}.csv`,
      'text/csv;charset=utf-8',
      historyCsv(shown(), wallet().decimals, wallet().ticker),
    )
  const clear = (): void => {
    setFilter('all')
    setSearch('')
  }
  return (
    <Screen title={t('history.title')}>
      <Problem text={transfers.problem()} />
      <Show
        when={transfers.items.length > 0}
        fallback={
          <Show when={transfers.loaded()}>
            <EmptyState title={t('history.empty')} hint={t('history.emptyHint')}>
              <ButtonLink href="/receive">{t('home.emptyAction')}</ButtonLink>
            </EmptyState>
          </Show>
        }
      >
        <Filters filter={filter()} search={search()} onFilter={setFilter} onSearch={setSearch} />
        <CountLine count={shown().length} onSave={save} />
        <Show
          when={shown().length > 0}
          fallback={
            <EmptyState title={t('history.none')} hint={t('history.noneHint')}>
              <Button onClick={clear}>{t('history.clear')}</Button>
            </EmptyState>
          }
        >
          <Rows transfers={shown()} contacts={contacts.items} />
        </Show>
      </Show>
      <EarlierChainsLink />
    </Screen>
  )
}
