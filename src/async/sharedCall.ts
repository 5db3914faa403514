// Calls whose results several callers share, such as requests to a node that many wallets make at the same time.

import { untilAborted } from './untilAborted.ts'

/** A call whose result several callers await. It is aborted when all of them have gone. */
export class SharedCall<T> {
  readonly #stop = new AbortController()
  readonly #result: Promise<T>
  #callers = 0
  #state: 'running' | 'succeeded' | 'failed' | 'abandoned' = 'running'

  constructor(call: (signal: AbortSignal) => Promise<T>) {
    this.#result = call(this.#stop.signal)
    this.#result.then(
      () => this.#end('succeeded'),
      () => this.#end('failed'),
    )
  }

  #end(state: 'succeeded' | 'failed'): void {
    if (this.#state === 'running') this.#state = state
  }

  /** Whether the call runs or has succeeded: neither failed nor was abandoned by all its callers. */
  get isUsable(): boolean {
    return this.#state === 'running' || this.#state === 'succeeded'
  }

  /** Resolves when the call has succeeded or failed. */
  async settled(): Promise<void> {
    await this.#result.catch(() => undefined)
  }

  /**
   * Settles like the call.
   * @throws StoppedError as soon as `signal` fires
   */
  async join(signal?: AbortSignal): Promise<T> {
    this.#callers++
    try {
      return await (signal === undefined ? this.#result : untilAborted(this.#result, signal))
    } finally {
      this.#callers--
      if (this.#callers === 0 && this.#state === 'running') {
        this.#state = 'abandoned'
        this.#stop.abort()
      }
    }
  }
}

/**
 * Shares calls of the same key. A caller joins a call that waits to begin, never one that has begun: a result is never older than its
 * request. Calls of a key run one at a time, so that however many callers there are, one call runs and one waits.
 */
export class SharedCalls {
  readonly #waiting = new Map<string, SharedCall<unknown>>()
  /** ends of the newest calls */
  readonly #ends = new Map<string, Promise<void>>()

  /**
   * Settles like a call that begins from now on. Calls of one key return the same type.
   * @throws StoppedError as soon as `signal` fires
   */
  run<T>(key: string, call: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const waiting = this.#waiting.get(key)
    // The calls of a key return the same type.
    if (waiting?.isUsable === true) return waiting.join(signal) as Promise<T>
    return this.#append(key, call).join(signal)
  }

  #append<T>(key: string, call: (signal: AbortSignal) => Promise<T>): SharedCall<T> {
    const before = this.#ends.get(key)
    const appended: SharedCall<T> = new SharedCall(async (stop) => {
      await before
      if (this.#waiting.get(key) === appended) this.#waiting.delete(key)
      stop.throwIfAborted()
      return await call(stop)
    })
    this.#waiting.set(key, appended)
    const end = appended.settled().then(() => {
      if (this.#ends.get(key) === end) this.#ends.delete(key)
    })
    this.#ends.set(key, end)
    return appended
  }
}
