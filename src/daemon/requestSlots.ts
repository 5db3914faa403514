// Limits how many requests to a node run at the same time. monerod closes all connections of a public IP address but three, idle ones
// included (`--rpc-max-connections-per-public-ip`), and other wallets may share the address. Private addresses have 25. A node that closes a
// connection beside another one gets one request at a time from then on.

import { scheduleTimer } from '../async/time.ts'
import { isNearNode } from './nodeUrl.ts'

/** To a public node: one for a page of blocks, one for everything else. */
const PUBLIC_SLOTS = 2
/** To a node on this machine or in a private network. */
const NEAR_SLOTS = 8

/** Runs a limited number of tasks at a time, in the order in which they came. */
export class RequestSlots {
  #count: number
  /** slots that are taken, also for the moment after a task */
  #taken = 0
  readonly #running = new Set<{ isAlone: boolean }>()
  readonly #waiting = new Set<() => void>()

  /** @param count of tasks at a time, at least one */
  constructor(count: number) {
    this.#count = count
  }

  /**
   * Runs a task when it is its turn, and settles like it.
   * @param task receives a function that returns whether no other task has run beside it
   * @throws the reason of the signal, if it fires before
   */
  async run<T>(task: (isAlone: () => boolean) => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#take(signal)
    const own = { isAlone: this.#running.size === 0 }
    for (const other of this.#running) other.isAlone = false
    this.#running.add(own)
    try {
      return await task(() => own.isAlone)
    } finally {
      this.#running.delete(own)
      // Node.js uses a connection again only after a whole turn of its event loop; until then another one would be opened.
      scheduleTimer(() => this.#release(), 0)
    }
  }

  /** Runs one task at a time from now on. */
  narrow(): void {
    this.#count = 1
  }

  async #take(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (this.#taken < this.#count) {
      this.#taken++
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const abort = (): void => {
      this.#waiting.delete(resolve)
      reject(signal?.reason)
    }
    this.#waiting.add(resolve)
    signal?.addEventListener('abort', abort, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  /** Gives the slot to the task that has waited longest, if it is still one. */
  #release(): void {
    const [next] = this.#waiting
    if (next === undefined || this.#taken > this.#count) {
      this.#taken--
      return
    }
    this.#waiting.delete(next)
    next()
  }
}

/** By origin: all wallets of a process share the connections to a node. */
const slots = new Map<string, RequestSlots>()

/** Returns the slots of the node at a URL. */
export const slotsOf = (url: string): RequestSlots => {
  const { origin } = new URL(url)
  const known = slots.get(origin) ?? new RequestSlots(isNearNode(url) ? NEAR_SLOTS : PUBLIC_SLOTS)
  slots.set(origin, known)
  return known
}
