// The lines of the history around those on the screen. The engine filters and keeps the rest, however long it is.
import { type Accessor, batch, createComputed, createMemo, createSignal, on, untrack } from 'solid-js'
import type { HistoryFilter, HistoryLine } from '../../wallet/engine/historyViews.ts'
import { errorText } from '../format/error.ts'
import { holdNavigation, MOMENT_MS } from './heldNavigation.ts'
import { createLiveList, type LiveList } from './lists.ts'
import { useOpenWallet } from './openWallet.tsx'
import { type Change, createPendingChanges } from './pendingChanges.ts'
import type { RowRange } from './rowWindow.ts'
import { keepSame } from './sameData.ts'
import { useSession } from './session.tsx'

/** Lines that a list which scrolls fetches on each side of those on the screen. */
export const SCROLL_MARGIN = 40

export type HistoryList = {
  /** numbers of lines and of transfers that pass the filter */
  readonly lineCount: Accessor<number>
  readonly transferCount: Accessor<number>
  readonly loaded: Accessor<boolean>
  readonly problem: Accessor<string>
  /** Returns a line; undefined until it is fetched. */
  line(position: number): HistoryLine | undefined
  /** Sets which lines are on the screen. */
  see(seen: RowRange): void
  /**
   * Shows a note at once, and saves it.
   * @throws if it cannot be saved; the former note shows then
   */
  setNote(txid: string, note: string): Promise<void>
}

/** Returns the change of the lines of a transaction to another note. */
const noteChange =
  (txid: string, note: string): Change<HistoryLine> =>
  (lines) =>
    lines.map((line) => (line.txid === txid ? { ...line, note } : line))

type Range = { readonly offset: number; readonly limit: number }

const around = ({ first, last }: RowRange, margin: number): Range => {
  const offset = Math.max(0, first - margin)
  return { offset, limit: last + 1 + margin - offset }
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
 * @param margin lines to fetch on each side of those on the screen
 * @param initialCount number of lines to make room for until the first ones are fetched
 */
export const createHistoryList = (filter: Accessor<HistoryFilter>, margin: number, initialCount = 0): HistoryList => {
  const { engine } = useSession()
  const [counts, setCounts] = createSignal({ lines: initialCount, transfers: 0 })
  const [shown, setShown] = createSignal<{ readonly offset: number; readonly lines: readonly HistoryLine[] }>({
    offset: 0,
    lines: [],
  })
  const [loaded, setLoaded] = createSignal(false)
  const [problem, setProblem] = createSignal('')
  let seen: RowRange = { first: 0, last: 20 }
  let fetched: Range = { offset: 0, limit: 0 }
  let saved: readonly HistoryLine[] = []
  let fetching: Promise<void> | undefined
  let isOutdated = false

  const show = (): void => void setShown({ offset: fetched.offset, lines: pending.applyTo(saved) })
  const fetchOnce = async (): Promise<void> => {
    const range = around(seen, margin)
    const requested = filter()
    const page = await engine.history(requested, range)
    // Another filter replaces this one; the loop below applies it.
    if (requested !== filter()) return
    fetched = range
    saved = keepSame(saved, page.lines, ({ lineId }) => lineId)
    batch(() => {
      show()
      setCounts({ lines: page.lineCount, transfers: page.transferCount })
    })
    setProblem('')
    setLoaded(true)
  }
  const fetchWhileOutdated = async (): Promise<void> => {
    try {
      while (isOutdated) {
        isOutdated = false
        await fetchOnce()
      }
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      fetching = undefined
    }
  }
  /** Fetches, and once more for what was requested meanwhile: the engine never has more than one request to answer. */
  const fetchLines = (): Promise<void> => {
    isOutdated = true
    fetching ??= fetchWhileOutdated()
    return fetching
  }

  const pending = createPendingChanges<HistoryLine>(show, fetchLines)
  const trigger = createHistoryTrigger()
  const held = holdNavigation(() => untrack(fetchLines), MOMENT_MS)
  // An effect would miss changes while the navigation is held back.
  createComputed(on([trigger, filter], () => void fetchLines(), { defer: true }))
  return {
    lineCount: () => {
      held()
      return counts().lines
    },
    transferCount: () => counts().transfers,
    loaded: () => {
      held()
      return loaded()
    },
    problem,
    line: (position) => {
      held()
      const { offset, lines } = shown()
      return lines[position - offset]
    },
    setNote: (txid, note) => pending.run(noteChange(txid, note), () => engine.setNote(txid, note)),
    see: (range) => {
      seen = range
      const { first, last } = range
      const isThere = first >= fetched.offset && Math.min(last + 1, counts().lines) <= fetched.offset + fetched.limit
      if (loaded() && !isThere) void fetchLines()
    },
  }
}

export type TransferLines = LiveList<HistoryLine> & Pick<HistoryList, 'setNote'>

/** Returns the lines of a transfer; no items if the wallet does not have it. */
export const createTransferLines = (id: Accessor<string>): TransferLines => {
  const { engine } = useSession()
  const trigger = createHistoryTrigger()
  const list = createLiveList(
    'lineId',
    createMemo(() => `${trigger()} ${id()}`),
    () => engine.transferLines(id()),
  )
  return Object.assign(list, {
    setNote: (txid: string, note: string) => list.change(noteChange(txid, note), () => engine.setNote(txid, note)),
  })
}
