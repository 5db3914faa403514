// Time that has passed, by two clocks. A monotonic clock may stand still while the device sleeps; a wall clock may be set back or forward.

import type { Clock, Milliseconds } from './time.ts'

export type Clocks = {
  /** the wall clock: milliseconds since 1970 */
  readonly clock: Clock
  /** milliseconds of a monotonic clock; omitted: only the wall clock is read */
  readonly monotonic?: Clock
}

/** The time since the last restart. What passed between two reads is what the clock reports that went further, and never negative. */
export class ElapsedTime {
  readonly #clocks: Clocks
  #total: Milliseconds = 0
  #wall: Milliseconds
  #monotonic: Milliseconds

  constructor(clocks: Clocks) {
    this.#clocks = clocks
    this.#wall = clocks.clock()
    this.#monotonic = clocks.monotonic?.() ?? 0
  }

  read(): Milliseconds {
    const wall = this.#clocks.clock()
    const monotonic = this.#clocks.monotonic?.() ?? 0
    this.#total += Math.max(0, wall - this.#wall, monotonic - this.#monotonic)
    this.#wall = wall
    this.#monotonic = monotonic
    return this.#total
  }

  restart(): void {
    this.read()
    this.#total = 0
  }
}
