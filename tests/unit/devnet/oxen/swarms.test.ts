// Swarms against values of oxen-core: ids, and digests of the results of its code for long series of changes.
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { type MersenneTwister, seededGenerator } from '../../../../src/devnet/oxen/service-nodes/mersenneTwister.ts'
import {
  calculateSwarmChanges,
  newSwarmId,
  type Swarm,
  UNASSIGNED_SWARM_ID,
} from '../../../../src/devnet/oxen/service-nodes/swarms.ts'

const MIN_SIZE = 5
const IDEAL_SIZE = 7

/** Returns a generator of unique node names. */
const names = (): (() => string) => {
  let next = 0
  return () => ((next++ * 7919) % 1000003).toString(16).padStart(6, '0')
}

/** Returns the members of each swarm by its id; both sorted. */
const grouped = (swarmOf: ReadonlyMap<string, bigint>): Map<bigint, string[]> => {
  const groups = new Map<bigint, string[]>()
  for (const [name, id] of [...swarmOf].sort(([a], [b]) => (a < b ? -1 : 1)))
    groups.set(id, [...(groups.get(id) ?? []), name])
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const changed = (swarmOf: Map<string, bigint>, seed: bigint): void => {
  const groups = grouped(swarmOf)
  const unassigned = groups.get(UNASSIGNED_SWARM_ID) ?? []
  groups.delete(UNASSIGNED_SWARM_ID)
  const before = [...groups].map(([id, members]) => ({ id, members }))
  for (const { id, members } of calculateSwarmChanges(before, unassigned, seed))
    for (const member of members) swarmOf.set(member, id)
}

/** Applies a random step of a series: adds or removes some nodes. */
const step = (swarmOf: Map<string, bigint>, random: MersenneTwister, name: () => string, most: number): void => {
  const what = random.uniform(4)
  const count = 1 + random.uniform(12)
  if (what < 2 && swarmOf.size + count <= most) for (let i = 0; i < count; i++) swarmOf.set(name(), UNASSIGNED_SWARM_ID)
  else
    for (let i = 0; i < count && swarmOf.size > 6; i++)
      swarmOf.delete([...swarmOf.keys()].sort()[random.uniform(swarmOf.size)] ?? '')
  changed(swarmOf, random.draw())
}

/** Returns the swarms of a number of nodes assigned at once. */
const begun = (count: number, name = names()): readonly Swarm[] =>
  calculateSwarmChanges(
    [],
    Array.from({ length: count }, () => name()),
    BigInt(count),
  )

const sizes = (swarms: readonly Swarm[]): number[] => swarms.map(({ members }) => members.length)

/** Returns the swarms with some of them reduced to a size. */
const cut = (swarms: readonly Swarm[], size: number, isCut: (index: number) => boolean): readonly Swarm[] =>
  swarms.map((swarm, i) => (isCut(i) ? { ...swarm, members: swarm.members.slice(0, size) } : swarm))

describe('ids of swarms', () => {
  it('equal those of oxen-core after ten thousand changes', () => {
    const random = seededGenerator(12345n)
    const ids: bigint[] = []
    for (let i = 0; i < 10_000; i++) {
      const number = random.draw()
      if (number < 1n << 62n) {
        ids.splice(Number(number % BigInt(ids.length)), 1)
        continue
      }
      const id = newSwarmId(ids)
      const at = ids.findLastIndex((other) => other < id)
      ids.splice(at + 1, 0, id)
    }
    expect(ids).toHaveLength(5048)
    expect([0, 1, 25, 404, 2000, 3333, 5000, 5047].map((i) => ids[i])).toEqual([
      1548112371908607n,
      4398046511103999n,
      72796465851793407n,
      1203745330089164798n,
      6581905302285713406n,
      11669248846982021118n,
      18311495347400081406n,
      18445442251942264830n,
    ])
  })

  it('start with 0, the opposite id, and the middles between them', () => {
    const half = 2n ** 63n - 1n
    expect(newSwarmId([])).toBe(0n)
    expect(newSwarmId([0n])).toBe(half)
    expect(newSwarmId([0n, half])).toBe(half + 2n ** 62n)
    expect(newSwarmId([0n, half, half + 2n ** 62n])).toBe(2n ** 62n - 1n)
    // Wraps around: the widest gap is the one from the last to the first.
    expect(newSwarmId([half - 100n, half + 100n])).toBe(UNASSIGNED_SWARM_ID - 1n)
    expect(newSwarmId([half - 100n, half + 101n])).toBe(0n)
  })
})

describe('swarms', () => {
  it.each([
    [1, '5dcd9bf7d8809df6d4ce8bbe7bfdb87ad2f41be4e2618407627c29ed29e88357'],
    [2, 'b9bc48ba9a724f3edf4dbf0840bc15417cd3ef73fbdc3fb56d1da2531d10f608'],
    [3, '423ee1a0abf49fcf8d035b93fed192b71c9d8d711bcec730cca3b6ac8f2bb133'],
    [5, '57e4d64c940e0576e7fda1aad23a953f029c96b34e102bcf97d89db83fdad7f5'],
  ])('equal those of oxen-core in series %i of three hundred changes', (seed, digest) => {
    const random = seededGenerator(BigInt(seed))
    const swarmOf = new Map<string, bigint>()
    const name = names()
    let digestInput = ''
    for (let i = 0; i < 300; i++) {
      step(swarmOf, random, name, 110)
      digestInput += `${[...grouped(swarmOf)].map(([id, members]) => `${id}:${members.join(',')}`).join(' ')}\n`
    }
    expect(toHex(sha256(new TextEncoder().encode(digestInput)))).toBe(digest)
  })

  it('are one for every seven nodes, in any order of arrival', () => {
    for (const counts of [
      Array.from({ length: 140 }, () => 1),
      [1, 3, 19, 4, 8, 13, 1, 22, 1, 7, 2, 1, 11, 18, 6, 10],
    ]) {
      const name = names()
      let swarms: readonly Swarm[] = []
      let all = 0
      for (const [i, count] of counts.entries()) {
        const come = Array.from({ length: count }, () => name())
        swarms = calculateSwarmChanges(swarms, come, BigInt(i))
        all += count
        expect(swarms).toHaveLength(Math.max(1, Math.floor(all / IDEAL_SIZE)))
        expect(new Set(swarms.flatMap(({ members }) => members)).size).toBe(all)
        if (all >= MIN_SIZE) expect(Math.min(...sizes(swarms))).toBeGreaterThanOrEqual(MIN_SIZE)
      }
    }
  })

  it('stay unchanged while one of them shrinks to the minimum size', () => {
    const whole = begun(70)
    const shrunk = cut(whole, MIN_SIZE, (i) => i === 0)
    expect(calculateSwarmChanges(shrunk, [], 1n)).toEqual(shrunk)
  })

  it('are filled from a larger swarm', () => {
    const whole = begun(70)
    const robbed = cut(whole, MIN_SIZE - 1, (i) => i === 0)
    const after = sizes(calculateSwarmChanges(robbed, [], 1n))
    expect(after[0]).toBe(MIN_SIZE)
    const losses = sizes(robbed).map((size, i) => size - (after[i] ?? 0))
    expect(losses.slice(1).filter((loss) => loss !== 0)).toEqual([1])
  })

  it('receive new nodes in the smallest swarm', () => {
    const name = names()
    const poor = cut(begun(70, name), MIN_SIZE - 1, (i) => i < 2)
    const after = sizes(calculateSwarmChanges(poor, [name(), name(), name()], 1n))
    expect(Math.min(...after)).toBeGreaterThanOrEqual(MIN_SIZE)
    // No other swarm lost members.
    expect(after.slice(2).every((size, i) => size >= (poor[i + 2]?.members.length ?? 0))).toBe(true)
  })

  it('are dissolved when they are too small and no other has excess nodes', () => {
    const least = cut(begun(70), MIN_SIZE, () => true)
    const [first, ...others] = cut(least, MIN_SIZE - 1, (i) => i === 0)
    const after = calculateSwarmChanges([...(first === undefined ? [] : [first]), ...others], [], 1n)
    expect(after.map(({ id }) => id)).toEqual(others.map(({ id }) => id))
    expect(sizes(after).reduce((sum, size) => sum + size)).toBe(49)
  })

  it('keep the last swarm, however small', () => {
    const two = cut(begun(14), 2, () => true)
    expect(two).toHaveLength(2)
    expect(sizes(calculateSwarmChanges(two, [], 1n))).toEqual([4])
  })
})
