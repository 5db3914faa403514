// The execution ports of the processor that SuperscalarHash simulates, cycle by cycle.

/** Target number of cycles of a program. */
export const LATENCY = 170
const CYCLES = LATENCY + 4

/** Bit masks of the ports 0, 1 and 5. They are tried in the order 5, 0, 1. */
export const P5 = 4
export const P0 = 1
export const P1 = 2
const PORTS_IN_ORDER = [P5, P0, P1]
export const ANY = P5 | P0 | P1

/** A macro-operation: its latency, and the ports that each of its micro-operations can use; a move uses none. */
export type Step = { readonly latency: number; readonly ports: readonly number[]; readonly waits?: true }

/** The schedule of the ports. */
export class Ports {
  readonly #busy = new Uint8Array(CYCLES)

  /** Returns the first cycle, starting at `from`, in which one of the ports is free, and that port. */
  #free(ports: number, from: number): { readonly cycle: number; readonly port: number } | undefined {
    for (let cycle = from; cycle < CYCLES; cycle++) {
      const port = PORTS_IN_ORDER.find((each) => (ports & each) !== 0 && ((this.#busy[cycle] ?? 0) & each) === 0)
      if (port !== undefined) return { cycle, port }
    }
    return undefined
  }

  /** Returns the first cycle in which all micro-operations of a step can run together; undefined if there is none. */
  find({ ports: [first, second] }: Step, from: number): number | undefined {
    if (first === undefined) return from
    if (second === undefined) return this.#free(first, from)?.cycle
    for (let cycle = from; cycle < CYCLES; cycle++) {
      const [a, b] = [this.#free(first, cycle)?.cycle, this.#free(second, cycle)?.cycle]
      if (a !== undefined && a === b) return a
    }
    return undefined
  }

  /** Finds a cycle like `find` and reserves its ports. */
  take(step: Step, from: number): number | undefined {
    const cycle = this.find(step, from)
    if (cycle === undefined) return undefined
    for (const ports of step.ports) {
      const free = this.#free(ports, cycle)
      if (free !== undefined) this.#busy[free.cycle] = (this.#busy[free.cycle] ?? 0) | free.port
    }
    return cycle
  }
}
