// The timer that locks a wallet which its user does not use.

import type { Milliseconds } from '../../async/time.ts'
import type { EngineEnvironment } from './engineHost.ts'

/** How often the clock is read: timers stand still while a device sleeps. */
const CHECK_INTERVAL_MS = 10_000

export class LockTimer {
  readonly #host: Pick<EngineEnvironment, 'clock' | 'schedule'>
  readonly #lock: () => void
  #lockAt: Milliseconds = Number.POSITIVE_INFINITY
  #cancel: () => void = () => undefined

  constructor(host: Pick<EngineEnvironment, 'clock' | 'schedule'>, lock: () => void) {
    this.#host = host
    this.#lock = lock
  }

  /** When the wallet that was used last locks, UNIX milliseconds; infinite if it does not. */
  get lockAt(): Milliseconds {
    return this.#lockAt
  }

  /** Locks after this time from now; never if it is 0. */
  restart(minutes: number): void {
    this.stop()
    if (minutes <= 0) return
    this.#lockAt = this.#host.clock() + minutes * 60_000
    this.#wait()
  }

  /** Locks if the time is over, also if the device slept meanwhile. Returns whether it is. */
  lockIfDue(): boolean {
    if (this.#host.clock() < this.#lockAt) return false
    this.#cancel()
    this.#lock()
    return true
  }

  /** Does not lock until the next restart. */
  stop(): void {
    this.#cancel()
    this.#lockAt = Number.POSITIVE_INFINITY
  }

  #wait(): void {
    const left = this.#lockAt - this.#host.clock()
    this.#cancel = this.#host.schedule(
      () => {
        if (!this.lockIfDue()) this.#wait()
      },
      Math.min(left, CHECK_INTERVAL_MS),
    )
  }
}
