// A deadline that moves with the bytes of a response.

import type { Clock, Milliseconds, Schedule } from '../async/time.ts'

/** Minimum speed of a response, after the first timeout. */
const MIN_BYTES_PER_MS = 2

/**
 * A deadline that moves with the passed bytes; aborts `signal` with an error when it passes. A timer that ends before the moved deadline is
 * set again: chunks come by the thousand, and set none.
 */
export class ProgressTimeout {
  readonly #makeError: () => Error
  readonly #controller = new AbortController()
  readonly #schedule: Schedule
  readonly #clock: Clock
  readonly #start: Milliseconds
  #allowed: Milliseconds
  #cancel: () => void

  constructor(makeError: () => Error, timeout: Milliseconds, schedule: Schedule, clock: Clock) {
    this.#makeError = makeError
    this.#schedule = schedule
    this.#clock = clock
    this.#start = clock()
    this.#allowed = timeout
    this.#cancel = this.#arm()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Moves the deadline for so many bytes. */
  passed(bytes: number): void {
    this.#allowed += bytes / MIN_BYTES_PER_MS
  }

  stop(): void {
    this.#cancel()
  }

  #arm(): () => void {
    const allowed = this.#allowed
    const left = Math.max(0, this.#start + allowed - this.#clock())
    return this.#schedule(() => {
      if (this.#allowed === allowed) this.#controller.abort(this.#makeError())
      else this.#cancel = this.#arm()
    }, left)
  }
}
