// Waiting that can be ended early.

import type { Milliseconds } from '../../async/time.ts'

/** Sleeps until a time has passed, `wake` is called or the signal aborts. */
export class Sleeper {
  readonly #signal: AbortSignal
  #wake = (): void => undefined

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  wake(): void {
    this.#wake()
  }

  async sleep(time: Milliseconds): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = (): void => resolve()
    this.#wake = wake
    const timer = setTimeout(wake, time)
    this.#signal.addEventListener('abort', wake)
    if (this.#signal.aborted) resolve()
    await promise
    clearTimeout(timer)
    this.#signal.removeEventListener('abort', wake)
    this.#wake = () => undefined
  }
}
