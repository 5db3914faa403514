// The timer that locks a wallet which its user does not use.

import { ElapsedTime } from '../../async/elapsedTime.ts'
import type { Milliseconds } from '../../async/time.ts'
import type { EngineEnvironment } from '../api/engineHost.ts'

/** How often the clocks are read: timers stand still while a device sleeps, and a clock may be set back after that. */
const CHECK_INTERVAL_MS = 10_000

type Host = Pick<EngineEnvironment, 'clock' | 'monotonic' | 'schedule'>

export class LockTimer {
  readonly #host: Host
  readonly #lock: () => void
  readonly #unused: ElapsedTime
  /** time without a use after which the wallet locks */
  #limit: Milliseconds = Number.POSITIVE_INFINITY
  #isLocking = false
  #cancel: () => void = () => undefined

  constructor(host: Host, lock: () => void) {
    this.#host = host
    this.#lock = lock
    this.#unused = new ElapsedTime(host)
  }

  get #left(): Milliseconds {
    return Number.isFinite(this.#limit) ? this.#limit - this.#unused.read() : this.#limit
  }

  /** When the wallet that was used last locks, UNIX milliseconds; infinite if it does not. */
  get lockAt(): Milliseconds {
    return this.#host.clock() + this.#left
  }

  /** Locks after this time from now; never if it is 0. */
  restart(minutes: number): void {
    this.stop()
    if (minutes <= 0) return
    this.#limit = minutes * 60_000
    this.#unused.restart()
    this.#wait()
  }

  /** Locks if the time is over, also if the device slept meanwhile. Returns whether it is. */
  lockIfDue(): boolean {
    if (this.#left > 0) return false
    this.#cancel()
    if (!this.#isLocking) {
      this.#isLocking = true
      this.#lock()
    }
    return true
  }

  /** Does not lock until the next restart. */
  stop(): void {
    this.#cancel()
    this.#isLocking = false
    this.#limit = Number.POSITIVE_INFINITY
  }

  #wait(): void {
    this.#cancel = this.#host.schedule(
      () => {
        if (!this.lockIfDue()) this.#wait()
      },
      Math.min(this.#left, CHECK_INTERVAL_MS),
    )
  }
}
