// The lines of a long list around those on the screen. The engine filters, sorts and keeps the rest, however long it is.
import { type Accessor, batch, createComputed, createSignal, on, untrack } from 'solid-js'
import { errorText } from '../../format/error.ts'
import { holdNavigation, MOMENT_MS } from '../requests/heldNavigation.ts'
import { type Change, createPendingChanges } from './pendingChanges.ts'
import type { RowRange } from './rowWindow.ts'
import { keepSame } from './sameData.ts'

/** Lines that a list which scrolls fetches on each side of those on the screen. */
export const SCROLL_MARGIN = 40

/** A part of a list: its lines, the number of all lines of the query, and other totals. */
export type Page<Line, Totals> = {
  readonly lines: readonly Line[]
  readonly lineCount: number
  readonly totals: Totals
}

export type Range = { readonly offset: number; readonly limit: number }

export type PagedList<Line, Totals> = {
  readonly lineCount: Accessor<number>
  readonly totals: Accessor<Totals>
  readonly loaded: Accessor<boolean>
  readonly problem: Accessor<string>
  /** Returns a line; undefined until it is fetched. */
  line(position: number): Line | undefined
  /** Sets which lines are on the screen. */
  see(seen: RowRange): void
  /**
   * Shows a change at once, and saves it.
   * @throws what `save` throws; the list shows what it showed before then
   */
  change(change: Change<Line>, save: () => Promise<void>): Promise<void>
}

export type PagedListOptions<Query, Line, Totals> = {
  /** a memo: another value is another query */
  readonly query: Accessor<Query>
  /** a text that changes whenever the lines do */
  readonly trigger: Accessor<string>
  /** lines to fetch on each side of those on the screen */
  readonly margin: number
  /** counts until the first lines are fetched */
  readonly initial: Omit<Page<Line, Totals>, 'lines'>
  readonly fetchPage: (query: Query, range: Range) => Promise<Page<Line, Totals>>
  readonly idOf: (line: Line) => string | number
}

const around = ({ first, last }: RowRange, margin: number): Range => {
  const offset = Math.max(0, first - margin)
  return { offset, limit: last + 1 + margin - offset }
}

/** Creates a list, fetched again on each change of its query or trigger. */
export const createPagedList = <Query, Line, Totals>({
  query,
  trigger,
  margin,
  initial,
  fetchPage,
  idOf,
}: PagedListOptions<Query, Line, Totals>): PagedList<Line, Totals> => {
  const [counts, setCounts] = createSignal(initial)
  const [shown, setShown] = createSignal<{ readonly offset: number; readonly lines: readonly Line[] }>({
    offset: 0,
    lines: [],
  })
  const [loaded, setLoaded] = createSignal(false)
  const [problem, setProblem] = createSignal('')
  let seen: RowRange = { first: 0, last: 20 }
  let fetched: Range = { offset: 0, limit: 0 }
  let saved: readonly Line[] = []
  let fetching: Promise<void> | undefined
  let isOutdated = false

  const show = (): void => void setShown({ offset: fetched.offset, lines: pending.applyTo(saved) })
  const fetchOnce = async (): Promise<void> => {
    const range = around(seen, margin)
    const requested = query()
    const { lines, lineCount, totals } = await fetchPage(requested, range)
    // Another query replaces this one; the loop below applies it.
    if (requested !== query()) return
    fetched = range
    saved = keepSame(saved, lines, idOf)
    batch(() => {
      show()
      setCounts({ lineCount, totals })
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

  const pending = createPendingChanges<Line>(show, fetchLines)
  const held = holdNavigation(() => untrack(fetchLines), MOMENT_MS)
  // An effect would miss changes while the navigation is held back.
  createComputed(on([trigger, query], () => void fetchLines(), { defer: true }))
  return {
    lineCount: () => {
      held()
      return counts().lineCount
    },
    totals: () => {
      held()
      return counts().totals
    },
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
    change: pending.run,
    see: (range) => {
      seen = range
      const { first, last } = range
      const isThere =
        first >= fetched.offset && Math.min(last + 1, counts().lineCount) <= fetched.offset + fetched.limit
      if (loaded() && !isThere) void fetchLines()
    },
  }
}
