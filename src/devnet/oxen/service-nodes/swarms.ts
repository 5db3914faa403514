// Swarms: the groups of service nodes that store messages. When the set of active nodes changes, they are reassigned with as few changes as
// possible, by a generator seeded from the block, so that every node computes the same swarms (oxen-core: `calc_swarm_changes`).

import { type MersenneTwister, seededGenerator } from './mersenneTwister.ts'

export type Swarm = {
  readonly id: bigint
  /** keys of service nodes in hex */
  readonly members: readonly string[]
}

/** Swarm id of nodes without a swarm. */
export const UNASSIGNED_SWARM_ID = 2n ** 64n - 1n

const MAX_SWARM_ID = UNASSIGNED_SWARM_ID - 1n
/** Minimum size of a swarm beside others. */
const MIN_SIZE = 5
const IDEAL_SIZE = 7
/** Nodes above the minimum size that each swarm keeps when a new one is created. */
const EXCESS_PER_SWARM = IDEAL_SIZE - MIN_SIZE
/** New nodes go to the smallest swarms, up to this percentile of sizes. */
const FILLED_PERCENTILE = 25
/** Nodes are taken from swarms of at least this percentile of sizes. */
const DONOR_PERCENTILE = 75

/**
 * Returns the id of a new swarm: the middle of the widest gap, with wrap-around.
 * @param ids existing ids, ascending
 */
export const newSwarmId = (ids: readonly bigint[]): bigint => {
  const [first] = ids
  if (first === undefined) return 0n
  // oxen-core ignores the id of the only swarm, which may be the same.
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

/** Returns the index of a percentile among sorted values. */
const percentileIndex = (percentile: number, count: number): number => Math.floor((percentile * (count - 1)) / 100)

/** The swarms during a reassignment, sorted by id. */
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

  /** Sorts by size, then id. oxen-core's order of equal sizes is unspecified (`std::sort`) from 17 swarms on. */
  #bySize(): MutableSwarm[] {
    return this.#swarms.toSorted((a, b) => a.members.length - b.members.length)
  }

  /** Adds a swarm unless its id exists. */
  add(swarm: MutableSwarm): void {
    if (this.#swarms.some(({ id }) => id === swarm.id)) return
    const after = this.#swarms.findIndex(({ id }) => id > swarm.id)
    this.#swarms.splice(after === -1 ? this.#swarms.length : after, 0, swarm)
  }

  /** Removes a random node from the swarms larger than `size`; returns an empty list if there are none. */
  #take(size: number): string[] {
    const rich = this.#swarms.filter(({ members }) => members.length > size)
    const pool = rich.flatMap((swarm) => swarm.members.map((member) => ({ swarm, member })))
    const picked = pool.length === 0 ? undefined : pool[this.#generator.uniform(pool.length)]
    if (picked === undefined) return []
    const { swarm, member } = picked
    swarm.members = swarm.members.filter((other) => other !== member)
    return [member]
  }

  /** Counts the nodes above the minimum size, in swarms larger than `size`. */
  #excess(size = MIN_SIZE): number {
    return this.#swarms.reduce(
      (excess, { members: { length } }) => (length > size ? excess + length - MIN_SIZE : excess),
      0,
    )
  }

  /** Creates new swarms while enough excess nodes remain for the others. */
  createNewSwarms(): void {
    if (this.#swarms.some(({ members }) => members.length < MIN_SIZE)) return
    while (this.#excess() >= IDEAL_SIZE + this.#swarms.length * EXCESS_PER_SWARM) {
      const members: string[] = []
      for (let i = 0; i < IDEAL_SIZE; i++) members.push(...this.#take(MIN_SIZE))
      this.add({ id: newSwarmId(this.#swarms.map(({ id }) => id)), members })
    }
  }

  /** Assigns nodes one by one to the smallest swarms, up to a percentile. */
  assign(nodes: readonly string[], percentile: number): void {
    for (const node of nodes) {
      const sorted = this.#bySize()
      const most = sorted[percentileIndex(percentile, sorted.length)]?.members.length ?? 0
      const chosen = sorted.filter(({ members }) => members.length <= most)
      chosen[this.#generator.uniform(chosen.length)]?.members.push(node)
      this.createNewSwarms()
    }
  }

  /** Fills swarms below the minimum size with nodes of the largest ones, while these have enough excess. */
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

  /** Dissolves swarms that are still too small, except the last one. */
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
 * Reassigns active service nodes to swarms.
 * @param swarms current swarms of active nodes, sorted by id; members sorted by key
 * @param unassigned active nodes without a swarm, sorted by key
 * @param seed from the block id, below 2^64
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
