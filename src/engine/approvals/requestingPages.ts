// The pages that request approvals: how often each was refused, until when it waits for that, and what the user permitted to it.

import { type Clocks, ElapsedTime } from '../../async/elapsedTime.ts'
import type { Milliseconds } from '../../async/time.ts'
import { FabaError } from '../../errors/fabaError.ts'

/** The action is not permitted; it had no effect. */
export class PermissionDeniedError extends FabaError {
  override readonly name = 'PermissionDeniedError'
  readonly code = 'permission-denied'
}

/** A page of this origin, as the browser reports it. All scripts of an origin can act as any of its pages. */
export type RequestingPage = {
  /** of the document or worker, a new one with each load; empty if unknown */
  readonly id: string
  /** path of its address; empty if unknown */
  readonly path: string
}

export const UNKNOWN_PAGE: RequestingPage = { id: '', path: '' }

/** First pause, which doubles with each further refusal. */
const FIRST_PAUSE_MS: Milliseconds = 5000
const MAX_PAUSE_MS: Milliseconds = 600_000

/** Refusals in a row without a pause: of one page, and of all pages together, which may be one that uses many addresses. */
const FREE_REFUSALS = { page: 1, all: 5 } as const

/** Number of pages that are known; the oldest is forgotten. */
const MAX_PAGES = 100

/** Refusals in a row, and the pause after them. */
class Refusals {
  readonly #free: number
  readonly #since: ElapsedTime
  #count = 0

  constructor(clocks: Clocks, free: number) {
    this.#free = free
    this.#since = new ElapsedTime(clocks)
  }

  add(): void {
    this.#count++
    this.#since.restart()
  }

  reset(): void {
    this.#count = 0
  }

  /** Time until the next request is shown; not positive if there is no pause. */
  get left(): Milliseconds {
    const over = this.#count - this.#free
    if (over <= 0) return 0
    return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (over - 1)) - this.#since.read()
  }
}

type PageRecord = { requests: number; isRefused: boolean; readonly refusals: Refusals }

/** What is known of pages in one session. */
export class RequestingPages {
  readonly #clocks: Clocks
  /** by path */
  readonly #records = new Map<string, PageRecord>()
  /** of all pages together */
  readonly #refusals: Refusals

  constructor(clocks: Clocks) {
    this.#clocks = clocks
    this.#refusals = new Refusals(clocks, FREE_REFUSALS.all)
  }

  #recordOf({ path }: RequestingPage): PageRecord {
    const known = this.#records.get(path)
    if (known !== undefined) return known
    const [oldest] = this.#records.keys()
    if (this.#records.size >= MAX_PAGES && oldest !== undefined) this.#records.delete(oldest)
    const record = { requests: 0, isRefused: false, refusals: new Refusals(this.#clocks, FREE_REFUSALS.page) }
    this.#records.set(path, record)
    return record
  }

  /**
   * Checks that a request of a page may be shown now.
   * @throws PermissionDeniedError after the user refused all of its requests, and during a pause
   */
  check(page: RequestingPage): void {
    const { isRefused, refusals } = this.#recordOf(page)
    if (isRefused) throw new PermissionDeniedError('the user refuses all requests of this page')
    const left = Math.max(refusals.left, this.#refusals.left)
    if (left > 0)
      throw new PermissionDeniedError(
        `requests were refused: another one can be shown in ${Math.ceil(left / 1000)} seconds`,
      )
  }

  /** Counts a request of a page; returns whether it is not the first one. */
  count(page: RequestingPage): boolean {
    return ++this.#recordOf(page).requests > 1
  }

  /** Records that a request was shown, and not approved: the user refused it or did not decide, or the page took it back. */
  refused(page: RequestingPage): void {
    this.#recordOf(page).refusals.add()
    this.#refusals.add()
  }

  approved(page: RequestingPage): void {
    this.#recordOf(page).refusals.reset()
    this.#refusals.reset()
  }

  /** Refuses all requests of a page from now on. */
  refuseAll(page: RequestingPage): void {
    this.#recordOf(page).isRefused = true
  }

  /** Forgets everything, at the end of a session. */
  clear(): void {
    this.#records.clear()
    this.#refusals.reset()
  }
}
