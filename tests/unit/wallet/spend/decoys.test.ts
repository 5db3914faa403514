// Rings: drawn as in wallet2, from recorded and synthetic distributions; false responses of a node are rejected.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import type { OutputDistribution, RingOutput } from '../../../../src/daemon/nodeClient.ts'
import {
  areRingsSane,
  assembleRing,
  ChainTooYoungError,
  type DecoyRules,
  drawCandidates,
  gammaPicker,
  heightOfOutput,
  OutputDistributionError,
  RingResponseError,
  requestCount,
} from '../../../../src/wallet/spend/decoys.ts'
import { createSampler, gamma, shuffled } from '../../../../src/wallet/spend/randomSampler.ts'
import { type RingSource, selectRings } from '../../../../src/wallet/spend/rings.ts'
import { vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'

const OXEN: DecoyRules = oxenMainnet
const MONERO: DecoyRules = moneroMainnet

/** A chain of `blocks` blocks, each with `perBlock` outputs. */
const chain = (blocks: number, perBlock: (height: number) => number): OutputDistribution => {
  let total = 0
  return { startHeight: 0, cumulative: Array.from({ length: blocks }, (_, height) => (total += perBlock(height))) }
}

const numberBytes = (value: number): Uint8Array => {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(0, value + 1, true)
  return bytes
}

/** Distinct keys of outputs; the same few serve as commitments. */
const points = Array.from({ length: 64 }, (_, i) => publicKeyOf(numberBytes(i)))
const point = (i: number): Uint8Array => points[i % points.length] ?? new Uint8Array()

/** A node with correct responses and a different key for each output. */
const honestNode = (distribution: OutputDistribution, locked: ReadonlySet<number> = new Set()) => {
  const requests: number[][] = []
  const keys = new Map<number, Uint8Array>()
  const keyOf = (index: number): Uint8Array => {
    const known = keys.get(index) ?? publicKeyOf(numberBytes(1000 + index))
    keys.set(index, known)
    return known
  }
  const answer = (globalIndex: number): RingOutput => ({
    key: keyOf(globalIndex),
    commitment: point(globalIndex),
    unlocked: !locked.has(globalIndex),
    height: heightOfOutput(distribution, globalIndex) ?? -1,
  })
  const node: RingSource = {
    outputs: (indices) => {
      requests.push([...indices])
      return Promise.resolve(indices.map(answer))
    },
    outputDistribution: () => Promise.resolve(distribution),
    outputBlacklist: () => Promise.resolve([]),
  }
  const real = (globalIndex: number) => ({ globalIndex, ...answer(globalIndex) })
  return { node, real, requests, answer }
}

describe('sampler', () => {
  it('draws gamma numbers with the mean and the variance of the distribution', () => {
    const sampler = createSampler(seededRandom(1))
    const numbers = Array.from({ length: 20_000 }, () => gamma(19.28, 1 / 1.61, sampler))
    const mean = numbers.reduce((a, b) => a + b, 0) / numbers.length
    const variance = numbers.reduce((a, b) => a + (b - mean) ** 2, 0) / numbers.length
    expect(mean).toBeCloseTo(19.28 / 1.61, 0)
    expect(Math.abs(variance / (19.28 / 1.61 ** 2) - 1)).toBeLessThan(0.05)
  })

  it('chooses uniformly', () => {
    const sampler = createSampler(seededRandom(2))
    const counts = new Array<number>(7).fill(0)
    for (let i = 0; i < 14_000; i++) {
      const drawn = sampler.below(7)
      counts[drawn] = (counts[drawn] ?? 0) + 1
    }
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200)
    expect(() => sampler.below(0)).toThrow(RangeError)
  })

  it('shuffles without losing anything', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.nat(), (items, seed) => {
        const mixed = shuffled(items, createSampler(seededRandom(seed)))
        expect([...mixed].sort((a, b) => a - b)).toEqual([...items].sort((a, b) => a - b))
      }),
    )
  })
})

describe('drawing decoys', () => {
  it('requests as many outputs as wallet2', () => {
    expect(requestCount(OXEN)).toBe(36)
    expect(requestCount(MONERO)).toBe(75)
  })

  /** Share of draws that fall on the last `days` days of a long, even chain. */
  const shareOfLast = (days: number, rules: DecoyRules, seed: number): number => {
    const blocks = 400_000
    const distribution = chain(blocks, () => 4)
    const pick = gammaPicker(distribution, rules, createSampler(seededRandom(seed)))
    let hits = 0
    let recent = 0
    while (hits < 4000) {
      const index = pick()
      if (index === undefined) continue
      hits++
      const age = (blocks - (heightOfOutput(distribution, index) ?? 0)) * rules.blockTarget
      if (age <= days * 86_400) recent++
    }
    return recent / hits
  }

  it('follows the gamma distribution of ages', () => {
    // Of ages exp(gamma(19.28, 1/1.61)) up to 555 days 45.3 % lie below one day and 72.9 % below a week (integrated numerically).
    for (const rules of [OXEN, MONERO]) {
      expect(Math.abs(shareOfLast(1, rules, 3) - 0.453)).toBeLessThan(0.03)
      expect(Math.abs(shareOfLast(7, rules, 4) - 0.729)).toBeLessThan(0.03)
    }
  })

  it('never draws from the last ten blocks', () => {
    const distribution = chain(3000, () => 2)
    for (const rules of [OXEN, MONERO]) {
      const pick = gammaPicker(distribution, rules, createSampler(seededRandom(5)))
      for (let i = 0; i < 5000; i++) expect(pick() ?? 0).toBeLessThan(2 * 2990)
    }
  })

  it('offers the real output, no output twice and none of those to avoid', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.constantFrom(OXEN, MONERO),
        fc.integer({ min: 200, max: 3000 }),
        fc.integer({ min: 1, max: 5 }),
        (seed, rules, blocks, perBlock) => {
          const sampler = createSampler(seededRandom(seed))
          const distribution = chain(blocks, (height) => (height % 3 === 0 ? perBlock : 1))
          const usable = distribution.cumulative[blocks - 11] ?? 0
          const avoided = new Set(Array.from({ length: Math.floor(usable / 4) }, () => sampler.below(usable)))
          const real = sampler.below(usable)
          avoided.add(real)
          const candidates = drawCandidates({ distribution, rules, avoided }, real, [], sampler)
          expect(candidates).toHaveLength(Math.min(requestCount(rules), candidates.length))
          expect(candidates.length).toBeGreaterThanOrEqual(Math.min(requestCount(rules), usable - avoided.size))
          expect(new Set(candidates).size).toBe(candidates.length)
          expect(candidates).toContain(real)
          expect([...candidates].sort((a, b) => a - b)).toEqual(candidates)
          if (usable - avoided.size >= requestCount(rules))
            expect(candidates.filter((index) => index !== real && avoided.has(index))).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })

  it('keeps the members of an earlier ring', () => {
    const distribution = chain(1000, () => 2)
    const earlier = [3, 40, 500, 1200]
    const source = { distribution, rules: OXEN, avoided: new Set<number>() }
    const candidates = drawCandidates(source, 800, earlier, createSampler(seededRandom(6)))
    for (const index of earlier) expect(candidates).toContain(index)
  })

  it('uses own outputs if a young chain has no others', () => {
    const distribution = chain(60, () => 1)
    const source = { distribution, rules: OXEN, avoided: new Set(Array.from({ length: 60 }, (_, i) => i)) }
    expect(drawCandidates(source, 5, [], createSampler(seededRandom(7)))).toHaveLength(36)
  })

  it('reports how many outputs a young chain lacks', () => {
    const source = { distribution: chain(16, () => 1), rules: OXEN, avoided: new Set<number>() }
    expect(() => drawCandidates(source, 2, [], createSampler(seededRandom(8)))).toThrow(
      'needs 4 more spendable outputs',
    )
    const empty = { distribution: chain(10, () => 1), rules: OXEN, avoided: new Set<number>() }
    expect(() => drawCandidates(empty, 2, [], createSampler(seededRandom(8)))).toThrow(ChainTooYoungError)
  })

  it('rejects a distribution that decreases or is not a count', () => {
    const sampler = createSampler(seededRandom(9))
    const rest = Array.from({ length: 20 }, () => 100)
    for (const cumulative of [
      [5, 4, ...rest],
      [Number.NaN, ...rest],
      [-1, ...rest],
      [0.5, ...rest],
    ])
      expect(() => gammaPicker({ startHeight: 0, cumulative }, OXEN, sampler)).toThrow(OutputDistributionError)
  })
})

describe('rings from a node', () => {
  it('contain the real output among unlocked others, in ascending order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.constantFrom(OXEN, MONERO),
        fc.integer({ min: 1, max: 3 }),
        async (seed, rules, inputs) => {
          const sampler = createSampler(seededRandom(seed))
          const distribution = chain(300, () => 2)
          const locked = new Set(Array.from({ length: 60 }, () => sampler.below(600)))
          const chosen = Array.from({ length: inputs }, (_, i) => 100 + 7 * i + sampler.below(7))
          for (const index of chosen) locked.delete(index)
          const { node, real, requests } = honestNode(distribution, locked)
          const own = new Set([...chosen, 201, 202, 203])
          const wishes = chosen.map((index) => ({ real: real(index), earlierRing: [] }))
          const rings = await selectRings(node, rules, wishes, own, sampler)
          for (const [i, ring] of rings.entries()) {
            const indices = ring.members.map(({ globalIndex }) => globalIndex)
            expect(indices).toHaveLength(rules.ringSize)
            expect(indices).toEqual([...new Set(indices)].sort((a, b) => a - b))
            expect(indices[ring.realPosition]).toBe(chosen[i])
            for (const index of indices) {
              expect(locked.has(index)).toBe(false)
              if (index !== chosen[i]) expect(own.has(index)).toBe(false)
            }
          }
          const request = requests[0] ?? []
          expect(request).toEqual([...new Set(request)].sort((a, b) => a - b))
          for (const index of chosen) expect(request).toContain(index)
        },
      ),
      { numRuns: 15 },
    )
  })

  it('have the real output at every position', async () => {
    const distribution = chain(400, () => 2)
    const places = new Set<number>()
    for (let seed = 0; seed < 60 && places.size < OXEN.ringSize - 2; seed++) {
      const sampler = createSampler(seededRandom(seed))
      const { node, real } = honestNode(distribution)
      const wishes = [{ real: real(300 + 7 * (seed % 60)), earlierRing: [] }]
      const [ring] = await selectRings(node, OXEN, wishes, new Set(), sampler)
      places.add(ring?.realPosition ?? -1)
    }
    expect(places.size).toBeGreaterThanOrEqual(OXEN.ringSize - 2)
  })

  it('are the same again when an earlier ring is known', async () => {
    const { node, real } = honestNode(chain(300, () => 2))
    const first = await selectRings(
      node,
      OXEN,
      [{ real: real(123), earlierRing: [] }],
      new Set(),
      createSampler(seededRandom(10)),
    )
    const earlierRing = (first[0]?.members ?? []).map(({ globalIndex }) => globalIndex)
    const sampler = createSampler(seededRandom(11))
    expect(await selectRings(node, OXEN, [{ real: real(123), earlierRing }], new Set(), sampler)).toEqual(first)
  })

  it('use the same candidates for an output when requested again, even from a node that failed', async () => {
    const { node, real } = honestNode(chain(300, () => 2))
    const requests: (readonly number[])[] = []
    let fails = true
    const source: RingSource = {
      ...node,
      outputs: async (indices) => {
        requests.push(indices)
        if (fails) throw new Error('down')
        return await node.outputs(indices)
      },
    }
    const cache = new Map()
    const sampler = createSampler(seededRandom(13))
    const wishes = [{ real: real(123), earlierRing: [] }]
    await expect(selectRings(source, OXEN, wishes, new Set(), sampler, cache)).rejects.toThrow('down')
    fails = false
    await selectRings(source, OXEN, wishes, new Set(), sampler, cache)
    await selectRings(source, OXEN, wishes, new Set(), sampler, cache)
    expect(requests).toHaveLength(3)
    for (const request of requests) expect(request).toEqual(requests[0])
  })

  const attempt = async (change: (output: RingOutput, index: number) => RingOutput | undefined) => {
    const distribution = chain(300, () => 2)
    const { node, real } = honestNode(distribution)
    const liar: RingSource = {
      ...node,
      outputs: async (indices) =>
        (await node.outputs(indices))
          .map((output, i) => change(output, indices[i] ?? 0))
          .filter((output) => output !== undefined),
    }
    return await selectRings(
      liar,
      OXEN,
      [{ real: real(123), earlierRing: [] }],
      new Set(),
      createSampler(seededRandom(12)),
    )
  }

  it('are rejected if the node returns false data of the real output', async () => {
    const lies: ((output: RingOutput) => RingOutput | undefined)[] = [
      (output) => ({ ...output, key: point(1) }),
      (output) => ({ ...output, commitment: point(1) }),
      (output) => ({ ...output, unlocked: false }),
      () => undefined,
    ]
    for (const lie of lies)
      await expect(attempt((output, index) => (index === 123 ? lie(output) : output))).rejects.toThrow(
        RingResponseError,
      )
  })

  it('are rejected if the node returns a wrong height of a decoy', async () => {
    await expect(
      attempt((output, index) => (index === 123 ? output : { ...output, height: output.height + 1 })),
    ).rejects.toThrow(RingResponseError)
  })

  it('omit decoys with invalid points or repeated keys', async () => {
    const bad = new Uint8Array(32).fill(0xff)
    const rings = await attempt((output, index) => {
      if (index === 123 || index % 4 !== 0) return output
      return index % 8 === 0 ? { ...output, key: bad } : { ...output, commitment: bad }
    })
    for (const { globalIndex } of rings[0]?.members ?? []) expect(globalIndex % 4).not.toBe(0)
    await expect(attempt((output, index) => (index === 123 ? output : { ...output, key: point(0) }))).rejects.toThrow(
      ChainTooYoungError,
    )
  })

  it('are rejected if the distribution has the real output at another height', async () => {
    const { real } = honestNode(chain(300, () => 2))
    const { node } = honestNode(chain(300, () => 3))
    const wishes = [{ real: real(123), earlierRing: [] }]
    await expect(selectRings(node, OXEN, wishes, new Set(), createSampler(seededRandom(13)))).rejects.toThrow(
      OutputDistributionError,
    )
  })

  it('agree with a recorded node', () => {
    type Recorded = {
      path: string
      request: { outputs?: { index: number }[]; params?: { cumulative?: boolean; from_height?: number } }
      answer: {
        outs?: { height: number; key: string; mask: string; unlocked: boolean }[]
        result?: { distributions?: { distribution: number[]; start_height: number }[] }
      }
    }
    const { answers }: { answers: Recorded[] } = vector('oxen/chain-small/node.json')
    const recordedDistribution = answers.find(
      ({ request }) => request.params?.cumulative === true && !request.params.from_height,
    )
    const [first] = recordedDistribution?.answer.result?.distributions ?? []
    const distribution = { startHeight: first?.start_height ?? -1, cumulative: first?.distribution ?? [] }
    let compared = 0
    for (const { path: called, request, answer } of answers)
      if (called === '/get_outs')
        for (const [i, output] of (answer.outs ?? []).entries()) {
          expect(heightOfOutput(distribution, request.outputs?.[i]?.index ?? -1)).toBe(output.height)
          compared++
        }
    expect(compared).toBeGreaterThan(4)
  })
})

describe('assembling a ring', () => {
  it('prefers outputs of others to own outputs', () => {
    const distribution = chain(100, () => 1)
    const { real, answer } = honestNode(distribution)
    const candidates = Array.from({ length: 36 }, (_, i) => i)
    const answers = new Map(candidates.map((index) => [index, answer(index)]))
    const avoided = new Set(candidates.slice(9))
    const source = { distribution, rules: OXEN, avoided }
    const ring = assembleRing(source, real(20), [], candidates, answers, createSampler(seededRandom(14)))
    expect(ring.members.map(({ globalIndex }) => globalIndex)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 20])
  })
})

describe('the sanity check of monerod', () => {
  const ring = (indices: readonly number[]) => ({
    members: indices.map((globalIndex) => ({ globalIndex, key: point(0), commitment: point(0) })),
    realPosition: 0,
  })
  it('requires different and recent rings', () => {
    const recent = Array.from({ length: 16 }, (_, i) => 90_000 + i)
    const old = Array.from({ length: 16 }, (_, i) => 100 + i)
    expect(areRingsSane([ring(recent)], 100_000)).toBe(true)
    expect(areRingsSane([ring(old)], 100_000)).toBe(false)
    expect(areRingsSane([ring(recent), ring(recent)], 100_000)).toBe(false)
    expect(areRingsSane([ring(old)], 9000)).toBe(true)
  })
})
