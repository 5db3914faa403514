// What the screen of the coins shows: which of them, in which order, and those that are selected.
import { type Accessor, createEffect, createMemo, createSignal, on, untrack } from 'solid-js'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { CoinOrder, CoinQuery, CoinShow, CoinView } from '../../../wallet/funds/fundsViews.ts'
import { createMediaQuery, TABLE_WIDTH } from '../../host/device/mediaQuery.ts'
import { type CoinList, createCoinList, LARGEST_FIRST } from '../../state/history/coinList.ts'
import { createSelection, type Selection } from '../../state/lists/selection.ts'
import { createDebounced } from '../../state/requests/debounced.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { createContacts, type LiveList } from '../../state/wallet/lists.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createRowEdit, type RowEdit } from '../../state/wallet/rowEdit.ts'
import { tCount } from '../../text/text.ts'

/** Pause in typing before the coins are searched. */
const SEARCH_DELAY_MS = 150

/** `edited`: the coin whose label is edited. */
export type CoinsState = Pick<RowEdit, 'edited' | 'edit'> & {
  readonly list: CoinList
  readonly contacts: LiveList<ContactView>
  /** whether there is space for a table */
  readonly isTable: Accessor<boolean>
  readonly show: Accessor<CoinShow>
  setShow(show: CoinShow): void
  readonly search: Accessor<string>
  setSearch(search: string): void
  readonly order: Accessor<CoinOrder>
  setOrder(order: CoinOrder): void
  readonly selection: Selection<CoinView>
  readonly selected: Accessor<readonly CoinView[]>
  /** Freezes coins, or thaws them, and offers to undo it. */
  setFrozen(coins: readonly CoinView[], frozen: boolean): Promise<void>
  /** Shows the label of a coin at once, and saves it; a label that cannot be saved is edited again. */
  saveLabel(coin: CoinView, label: string): Promise<void>
  /** Coins that are no longer to be paid with: neither selected nor chosen for the next payment. */
  release(coins: readonly CoinView[]): void
}

/** Returns a coin that was frozen or thawed. */
const withFrozen = (coin: CoinView, frozen: boolean): CoinView => {
  if (coin.state === 'spent') return coin
  return { ...coin, state: frozen ? 'frozen' : coin.isUnlocked ? 'available' : 'waiting' }
}

/** Whether coins can be frozen, or thawed. */
export const canSetFrozen = ({ state, keyImage }: CoinView, frozen: boolean): boolean =>
  keyImage !== '' && state !== 'spent' && (state === 'frozen') !== frozen

/** Begins with the coins that are chosen for the next payment, and follows what becomes of the selected coins: those that were spent go. */
const followSelected = (selection: Selection<CoinView>): void => {
  const { engine } = useSession()
  const { account, wallet, send } = useOpenWallet()
  let chosen: readonly string[] = untrack(send.coins) ?? []
  const fresh = createFetched(
    () => ({ of: account(), revision: wallet().revision, height: wallet().sync.height }),
    async ({ of }) => {
      const added = chosen
      chosen = []
      const requested = new Set([...added, ...untrack(selection.rows).keys()])
      const coins = await engine.coinsWithIds([...requested])
      return { added, requested, coins: coins.filter((coin) => coin.account === of) }
    },
  )
  createEffect(
    on(fresh.value, (found) => {
      if (found === undefined || found.requested.size === 0) return
      const coins = new Map(found.coins.map((coin) => [coin.id, coin]))
      const rows = [...selection.rows().values()]
      const kept = rows.flatMap((row) => (found.requested.has(row.id) ? (coins.get(row.id) ?? []) : row))
      selection.select([...kept, ...found.added.flatMap((id) => coins.get(id) ?? [])])
    }),
  )
}

export const createCoinsState = (): CoinsState => {
  const { engine } = useSession()
  const { account, send, toasts } = useOpenWallet()
  const [show, setShow] = createSignal<CoinShow>('all')
  const [order, setOrder] = createSignal<CoinOrder>(LARGEST_FIRST)
  const [search, setSearch] = createSignal('')
  const { edited, edit, save: saveRow } = createRowEdit(toasts)
  const searched = createDebounced(search, SEARCH_DELAY_MS)
  const list = createCoinList(
    createMemo((): CoinQuery => ({ account: account(), show: show(), order: order(), search: searched() })),
  )
  const selection = createSelection<CoinView>({
    idOf: ({ id }) => id,
    count: list.lineCount,
    canSelect: ({ state }) => state !== 'spent',
    fetchRows: list.fetchRows,
  })
  followSelected(selection)
  const selected = createMemo(() => [...selection.rows().values()])
  const release = (coins: readonly CoinView[]): void => {
    const released = new Set(coins.map(({ id }) => id))
    selection.select(selected().filter(({ id }) => !released.has(id)))
    const chosen = send.coins()
    if (chosen?.some((id) => released.has(id)) !== true) return
    const left = chosen.filter((id) => !released.has(id))
    send.chooseCoins(left.length === 0 ? undefined : left)
  }
  const save = (coins: readonly CoinView[], frozen: boolean): Promise<void> => {
    const ids = new Set(coins.map(({ id }) => id))
    const changed = (each: CoinView): CoinView => (ids.has(each.id) ? withFrozen(each, frozen) : each)
    // A frozen coin is not paid with: it is not selected again when it thaws.
    if (frozen) release(coins)
    else selection.select(selected().map(changed))
    return list.change(
      (items) => items.map(changed),
      () =>
        engine.setFrozen(
          coins.map(({ keyImage }) => keyImage),
          frozen,
        ),
    )
  }
  const setLabel = ({ id }: CoinView, name: string): Promise<void> =>
    list.change(
      (items) => items.map((each) => (each.id === id ? { ...each, name } : each)),
      () => engine.setCoinLabel(id, name),
    )
  return {
    list,
    contacts: createContacts(),
    isTable: createMediaQuery(TABLE_WIDTH),
    show,
    setShow,
    search,
    setSearch,
    order,
    setOrder,
    selection,
    selected,
    setFrozen: (coins, frozen) =>
      toasts.offerUndo(tCount(frozen ? 'toast.frozen' : 'toast.thawed', coins.length), save(coins, frozen), () =>
        save(coins, !frozen),
      ),
    edited,
    edit,
    saveLabel: (coin, label) => saveRow(coin.id, label, () => setLabel(coin, label)),
    release,
  }
}
