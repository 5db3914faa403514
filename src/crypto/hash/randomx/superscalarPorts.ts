// The ports of the processor that SuperscalarHash has in mind: which is free when.

/** Cycles that a program is to take. */
export const LATENCY = 170
const CYCLES = LATENCY + 4

/** Ports by number: 0, 1 and 5 of that processor. They are tried in this order. */
export const P5 = 4
export const P0 = 1
export const P1 = 2
const TRIED = [P5, P0, P1]
export const ANY = P5 | P0 | P1

/** A step of an instruction: how long it takes and which ports each of its parts can use; a move takes none. */
export type Step = { readonly latency: number; readonly ports: readonly number[]; readonly waits?: true }

/** The ports of the processor, cycle by cycle. */
export class Ports {
  readonly #busy = new Uint8Array(CYCLES)

  /** The first cycle, from one on, in which a port of several is free; the port as well. */
  #free(ports: number, from: number): { readonly cycle: number; readonly port: number } | undefined {
    for (let cycle = from; cycle < CYCLES; cycle++) {
      const port = TRIED.find((each) => (ports & each) !== 0 && ((this.#busy[cycle] ?? 0) & each) === 0)
      if (port !== undefined) return { cycle, port }
    }
    return undefined
  }

  /** The first cycle in which all parts of a step can run together; undefined for none. */
  find({ ports: [first, second] }: Step, from: number): number | undefined {
    if (first === undefined) return from
    if (second === undefined) return this.#free(first, from)?.cycle
    for (let cycle = from; cycle < CYCLES; cycle++) {
      const [a, b] = [this.#free(first, cycle)?.cycle, this.#free(second, cycle)?.cycle]
      if (a !== undefined && a === b) return a
    }
    return undefined
  }

  /** As `find`; the ports are taken then. */
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
