// The lines of the history around those on the screen. The engine filters and keeps the rest, however long it is.
import { type Accessor, createEffect, createMemo, createSignal, on } from 'solid-js'
import { createStore, reconcile } from 'solid-js/store'
import type { HistoryFilter, HistoryLine } from '../../wallet/engine/historyViews.ts'
import { errorText } from '../format/error.ts'
import { createLiveList, type LiveList } from './lists.ts'
import { useOpenWallet } from './openWallet.tsx'
import { useSession } from './session.tsx'

/** Lines that are fetched on each side of those on the screen. */
const MARGIN = 60

export type HistoryList = {
  /** numbers of lines and of transfers that pass the filter */
  readonly lineCount: Accessor<number>
  readonly transferCount: Accessor<number>
  readonly loaded: Accessor<boolean>
  readonly problem: Accessor<string>
  /** Returns a line; undefined until it is fetched. */
  line(position: number): HistoryLine | undefined
  /** Sets which lines are on the screen: from the position `first` to `last`. */
  see(first: number, last: number): void
}

type Range = { readonly offset: number; readonly limit: number }

const around = (first: number, last: number): Range => {
  const offset = Math.max(0, first - MARGIN)
  return { offset, limit: last + 1 + MARGIN - offset }
}

/** Returns a text that changes whenever the history of the open wallet does. Confirmations follow the chain once it is synced. */
export const createHistoryTrigger = (): Accessor<string> => {
  const { wallet } = useOpenWallet()
  return createMemo(() => {
    const { phase, height } = wallet().sync
    return `${wallet().revision} ${phase === 'synced' ? height : ''}`
  })
}

/**
 * Creates the list of the lines that pass a filter.
 * @param filter a memo: another value is another filter
 * @param initialCount number of lines to make room for until the first ones are fetched
 */
export const createHistoryList = (filter: Accessor<HistoryFilter>, initialCount = 0): HistoryList => {
  const { engine } = useSession()
  const [counts, setCounts] = createSignal({ lines: initialCount, transfers: 0 })
  const [store, setStore] = createStore<{ offset: number; lines: readonly HistoryLine[] }>({ offset: 0, lines: [] })
  const [loaded, setLoaded] = createSignal(false)
  const [problem, setProblem] = createSignal('')
  let seen = { first: 0, last: 20 }
  let fetched: Range = { offset: 0, limit: 0 }
  let isFetching = false
  let isOutdated = false

  const fetchOnce = async (): Promise<void> => {
    const range = around(seen.first, seen.last)
    const requested = filter()
    const page = await engine.history(requested, range)
    // Another filter replaces this one; the loop below applies it.
    if (requested !== filter()) return
    fetched = range
    setStore({ offset: range.offset })
    setStore('lines', reconcile(page.lines, { key: 'lineId' }))
    setCounts({ lines: page.lineCount, transfers: page.transferCount })
    setProblem('')
    setLoaded(true)
  }
  /** Fetches, and once more for what was requested meanwhile: the engine never has more than one request to answer. */
  const fetchLines = async (): Promise<void> => {
    isOutdated = true
    if (isFetching) return
    isFetching = true
    try {
      while (isOutdated) {
        isOutdated = false
        await fetchOnce()
      }
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      isFetching = false
    }
  }

  const trigger = createHistoryTrigger()
  createEffect(on([trigger, filter], () => void fetchLines()))
  return {
    lineCount: () => counts().lines,
    transferCount: () => counts().transfers,
    loaded,
    problem,
    line: (position) => store.lines[position - store.offset],
    see: (first, last) => {
      seen = { first, last }
      const isThere = first >= fetched.offset && Math.min(last + 1, counts().lines) <= fetched.offset + fetched.limit
      if (loaded() && !isThere) void fetchLines()
    },
  }
}

/** Returns the lines of a transfer; no items if the wallet does not have it. */
export const createTransferLines = (id: Accessor<string>): LiveList<HistoryLine> => {
  const { engine } = useSession()
  const trigger = createHistoryTrigger()
  return createLiveList(
    'lineId',
    createMemo(() => `${trigger()} ${id()}`),
    () => engine.transferLines(id()),
  )
}
