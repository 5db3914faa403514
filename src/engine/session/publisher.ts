// Publishes views to subscribers: immediately for urgent changes, otherwise a few times per second at most.

import type { Clock, Milliseconds, Schedule } from '../../async/time.ts'

/** Minimum time between two publications of ordinary changes. */
const MIN_INTERVAL_MS: Milliseconds = 250

/** Publishes the current view to its subscribers. */
export class Publisher<View> {
  readonly #view: () => View
  readonly #clock: Clock
  readonly #schedule: Schedule
  readonly #listeners = new Set<(view: View) => void>()
  #last = Number.NEGATIVE_INFINITY
  #holds = 0
  #cancel: (() => void) | undefined

  /** @param view returns the current view */
  constructor(view: () => View, clock: Clock, schedule: Schedule) {
    this.#view = view
    this.#clock = clock
    this.#schedule = schedule
  }

  /** Calls the listener immediately, and after every later change. */
  subscribe(listener: (view: View) => void): void {
    this.#listeners.add(listener)
    this.#notify(listener, this.#view())
  }

  /** A listener may be at the other end of a message channel; one that fails is removed. */
  #notify(listener: (view: View) => unknown, view: View): void {
    const notify = async (): Promise<unknown> => listener(view)
    notify().catch(() => this.#listeners.delete(listener))
  }

  /** Publishes nothing while work passes through states that are not to be shown. What changed is published at its end. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#holds++
    try {
      return await work()
    } finally {
      this.#holds--
      this.now()
    }
  }

  /** Publishes what work changed before its caller goes on, so that a page never shows the result beside the view before it. */
  async after<T>(work: Promise<T>): Promise<T> {
    const result = await work
    this.now()
    return result
  }

  /** Publishes an ordinary change, at most once per interval. */
  soon(): void {
    if (this.#cancel !== undefined) return
    const wait = this.#last + MIN_INTERVAL_MS - this.#clock()
    if (wait <= 0) this.now()
    else this.#cancel = this.#schedule(() => this.now(), wait)
  }

  /** Publishes an urgent change immediately. */
  now(): void {
    this.#cancel?.()
    this.#cancel = undefined
    if (this.#holds > 0) return
    this.#last = this.#clock()
    if (this.#listeners.size === 0) return
    const view = this.#view()
    for (const listener of this.#listeners) this.#notify(listener, view)
  }
}
