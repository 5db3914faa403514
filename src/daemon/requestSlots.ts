// Limits how many requests to a node run at the same time. monerod closes all connections of a public IP address but three, idle ones
// included (`--rpc-max-connections-per-public-ip`), and other wallets may share the address. Private addresses have 25.

import { scheduleTimer } from '../async/time.ts'
import { isNearNode } from './nodeUrl.ts'

/** To a public node: one for a page of blocks, one for everything else. */
const PUBLIC_SLOTS = 2
/** To a node on this machine or in a private network. */
const NEAR_SLOTS = 8

/** Runs a limited number of tasks at a time, in the order in which they came. */
export class RequestSlots {
  #free: number
  readonly #waiting = new Set<() => void>()

  /** @param count of tasks at a time, at least one */
  constructor(count: number) {
    this.#free = count
  }

  /**
   * Runs a task when it is its turn, and settles like it.
   * @throws the reason of the signal, if it fires before
   */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#take(signal)
    try {
      return await task()
    } finally {
      // Node.js uses a connection again only after a whole turn of its event loop; until then another one would be opened.
      scheduleTimer(() => this.#release(), 0)
    }
  }

  async #take(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (this.#free > 0) {
      this.#free--
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

  /** Gives the slot to the task that has waited longest. */
  #release(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free++
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
