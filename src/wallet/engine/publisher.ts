// Tells listeners of changes: at once when it matters, else a few times per second at most.

import type { Clock, Schedule } from './engineHost.ts'

/** Milliseconds between two tellings of ordinary changes. */
const INTERVAL = 250

/** Tells listeners how things stand. */
export class Publisher<View> {
  readonly #view: () => View
  readonly #clock: Clock
  readonly #schedule: Schedule
  readonly #listeners = new Set<(view: View) => void>()
  #last = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | undefined

  /** @param view what listeners are told */
  constructor(view: () => View, clock: Clock, schedule: Schedule) {
    this.#view = view
    this.#clock = clock
    this.#schedule = schedule
  }

  /** Tells the listener at once, and of every change from now on. */
  subscribe(listener: (view: View) => void): void {
    this.#listeners.add(listener)
    this.#tell(listener, this.#view())
  }

  /** A listener may be at the other end of a message channel; one that fails is gone, and told no more. */
  #tell(listener: (view: View) => unknown, view: View): void {
    const told = async (): Promise<unknown> => listener(view)
    told().catch(() => this.#listeners.delete(listener))
  }

  /** Something changed that can wait a moment. */
  soon(): void {
    if (this.#cancel !== undefined) return
    const wait = this.#last + INTERVAL - this.#clock()
    if (wait <= 0) this.now()
    else this.#cancel = this.#schedule(() => this.now(), wait)
  }

  /** Something changed that everybody waits for. */
  now(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#last = this.#clock()
    if (this.#listeners.size === 0) return
    const view = this.#view()
    for (const listener of this.#listeners) this.#tell(listener, view)
  }
}
