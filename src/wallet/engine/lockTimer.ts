// The timer that locks a wallet which its user does not use.

import type { Milliseconds } from '../../async/time.ts'
import type { EngineEnvironment } from './engineHost.ts'

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
    this.#cancel()
    this.#lockAt = minutes > 0 ? this.#host.clock() + minutes * 60_000 : Number.POSITIVE_INFINITY
    if (minutes > 0) this.#cancel = this.#host.schedule(this.#lock, minutes * 60_000)
  }

  /** Does not lock until the next restart. */
  stop(): void {
    this.#cancel()
  }
}
