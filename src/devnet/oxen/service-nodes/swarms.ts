// Swarms: the groups in which service nodes keep messages for others. Whenever the nodes that serve change they are divided anew, as little
// as can be, by random numbers out of the block, so that everybody finds the same groups.

import { type MersenneTwister, seededGenerator } from '../quorums/mersenneTwister.ts'

export type Swarm = {
  readonly id: bigint
  /** keys of service nodes in hex */
  readonly members: readonly string[]
}

/** Instead of the id of a swarm: in none. */
export const UNASSIGNED_SWARM_ID = 2n ** 64n - 1n

const MAX_SWARM_ID = UNASSIGNED_SWARM_ID - 1n
/** Of fewer nodes a swarm does not last beside others. */
const MIN_SIZE = 5
const IDEAL_SIZE = 7
/** How many nodes above the least size each swarm is to be left with. */
const EXCESS_PER_SWARM = IDEAL_SIZE - MIN_SIZE
/** New nodes go to the smallest of swarms, up to this percentile. */
const FILLED_PERCENTILE = 25
/** Nodes are taken from swarms that are no smaller than this percentile. */
const DONOR_PERCENTILE = 75

/**
 * The id for one more swarm, in the middle of the widest gap: after the last id comes the first again.
 * @param ids of those there are, ascending
 */
export const newSwarmId = (ids: readonly bigint[]): bigint => {
  const [first] = ids
  if (first === undefined) return 0n
  // The reference does not look where the only swarm is, which may be there already.
  if (ids.length === 1) return MAX_SWARM_ID / 2n
  let [widest, start] = [0n, first]
  for (const [i, id] of ids.entries()) {
    const next = ids[i + 1]
    const gap = next === undefined ? MAX_SWARM_ID - id + first + 1n : next - id
    if (gap > widest) [widest, start] = [gap, id]
  }
  const half = widest / 2n
  const left = MAX_SWARM_ID - start
  return half > left ? half - left - 1n : start + half
}

type MutableSwarm = { readonly id: bigint; members: string[] }

/** Place of a percentile among sorted values. */
const percentileIndex = (percentile: number, count: number): number => Math.floor((percentile * (count - 1)) / 100)

/** Swarms while they are divided anew, by their ids. */
class SwarmAssignment {
  readonly #swarms: MutableSwarm[]
  readonly #generator: MersenneTwister

  constructor(swarms: readonly Swarm[], generator: MersenneTwister) {
    this.#swarms = swarms.map(({ id, members }) => ({ id, members: [...members] }))
    this.#generator = generator
  }

  get swarms(): readonly Swarm[] {
    return this.#swarms
  }

  /** The smallest first; those of one size by their ids, which the reference leaves to its library from 17 swarms on. */
  #bySize(): MutableSwarm[] {
    return this.#swarms.toSorted((a, b) => a.members.length - b.members.length)
  }

  /** Puts in a swarm where there is none of its id. */
  add(swarm: MutableSwarm): void {
    if (this.#swarms.some(({ id }) => id === swarm.id)) return
    const after = this.#swarms.findIndex(({ id }) => id > swarm.id)
    this.#swarms.splice(after === -1 ? this.#swarms.length : after, 0, swarm)
  }

  /** Takes any node out of swarms larger than a size; none where there is no such swarm. */
  #take(size: number): string[] {
    const rich = this.#swarms.filter(({ members }) => members.length > size)
    const pool = rich.flatMap((swarm) => swarm.members.map((member) => ({ swarm, member })))
    const picked = pool.length === 0 ? undefined : pool[this.#generator.uniform(pool.length)]
    if (picked === undefined) return []
    const { swarm, member } = picked
    swarm.members = swarm.members.filter((other) => other !== member)
    return [member]
  }

  /** Nodes above the least size, in swarms larger than a size. */
  #excess(size = MIN_SIZE): number {
    return this.#swarms.reduce(
      (excess, { members: { length } }) => (length > size ? excess + length - MIN_SIZE : excess),
      0,
    )
  }

  /** Makes new swarms while there are nodes enough to leave the others with their margin. */
  createNewSwarms(): void {
    if (this.#swarms.some(({ members }) => members.length < MIN_SIZE)) return
    while (this.#excess() >= IDEAL_SIZE + this.#swarms.length * EXCESS_PER_SWARM) {
      const members: string[] = []
      for (let i = 0; i < IDEAL_SIZE; i++) members.push(...this.#take(MIN_SIZE))
      this.add({ id: newSwarmId(this.#swarms.map(({ id }) => id)), members })
    }
  }

  /** Puts nodes one by one into the smallest swarms, up to a percentile. */
  assign(nodes: readonly string[], percentile: number): void {
    for (const node of nodes) {
      const sorted = this.#bySize()
      const most = sorted[percentileIndex(percentile, sorted.length)]?.members.length ?? 0
      const chosen = sorted.filter(({ members }) => members.length <= most)
      chosen[this.#generator.uniform(chosen.length)]?.members.push(node)
      this.createNewSwarms()
    }
  }

  /** Brings swarms up to the least size with nodes of the largest ones, as long as those can spare enough. */
  fillStarvingSwarms(): void {
    const sorted = this.#bySize()
    const rich = sorted[percentileIndex(DONOR_PERCENTILE, sorted.length)]?.members.length ?? 0
    const size = Math.max(MIN_SIZE, rich - 1)
    for (const poor of sorted) {
      while (poor.members.length < MIN_SIZE) {
        if (this.#excess(size) < MIN_SIZE - poor.members.length) return
        poor.members.push(...this.#take(size))
      }
    }
  }

  /** Gives up swarms that are still too small, all but the last one. */
  dissolveSmallSwarms(): void {
    while (this.#swarms.length > 1) {
      const at = this.#swarms.findIndex(({ members }) => members.length < MIN_SIZE)
      if (at === -1) return
      const [swarm] = this.#swarms.splice(at, 1)
      this.assign(swarm?.members ?? [], 0)
    }
  }
}

/**
 * Divides service nodes into swarms anew.
 * @param swarms of nodes that serve and have one, by their ids; members by their keys
 * @param unassigned nodes that serve and have none, by their keys
 * @param seed the block's, below 2^64
 */
export const calculateSwarmChanges = (
  swarms: readonly Swarm[],
  unassigned: readonly string[],
  seed: bigint,
): readonly Swarm[] => {
  const division = new SwarmAssignment(swarms, seededGenerator(seed))
  if (swarms.length === 0) division.add({ id: newSwarmId([]), members: [] })
  division.assign(unassigned, FILLED_PERCENTILE)
  division.fillStarvingSwarms()
  division.createNewSwarms()
  division.dissolveSmallSwarms()
  return division.swarms
}
