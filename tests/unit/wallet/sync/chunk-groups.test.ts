// Which blocks of a chunk a node sends: those of the wallet, hidden among others.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CompactChunk } from '../../../../src/coin/compact/compactChunk.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import { type BlockGroup, GroupPlan } from '../../../../src/wallet/sync/chunkGroups.ts'
import { seededRandom } from '../../../support/random.ts'

/** A chunk with a number of transactions in each block besides its coinbase, as far as the plan reads it. */
const chunkOf = (startHeight: number, blocks: number, transactions: number): CompactChunk =>
  // The plan reads these fields only.
  ({
    startHeight,
    timestamps: new Float64Array(blocks),
    additionalKeys: new Uint32Array(blocks * (transactions + 1)),
  }) as Partial<CompactChunk> as CompactChunk

const sampler = (seed: number) => createSampler(seededRandom(seed))
const ALL = Number.MAX_SAFE_INTEGER
const contains =
  (height: number) =>
  ({ start, end }: BlockGroup): boolean =>
    start <= height && height < end

it('proves the blocks of the wallet, and requests no block twice and none outside', () => {
  fc.assert(
    fc.property(
      fc.record({
        ...{ start: fc.nat(5000), blocks: fc.integer({ min: 1, max: 1000 }), transactions: fc.nat(60) },
        ...{ skipped: fc.nat(999), own: fc.array(fc.nat(999), { maxLength: 30 }), seed: fc.nat() },
      }),
      ({ start, blocks, transactions, skipped, own, seed }) => {
        const first = start + (skipped % blocks)
        const heights = own.map((height) => start + (height % blocks)).filter((height) => height >= first)
        const plan = new GroupPlan(chunkOf(start, blocks, transactions), first, sampler(seed))
        plan.add(heights.slice(0, 5), first)
        plan.add(heights, first)
        const groups = plan.from(first, ALL)
        for (const height of heights) expect(groups.filter(contains(height))).toMatchObject([{ isProven: true }])
        let position = first
        for (const { start: begin, end } of groups) {
          expect(begin).toBeGreaterThanOrEqual(position)
          expect(end).toBeGreaterThan(begin)
          position = end
        }
        expect(position).toBeLessThanOrEqual(start + blocks)
        // Those that are done are not returned again.
        const [, second] = groups
        if (second !== undefined) expect(plan.from(second.start, 1)).toEqual([second])
      },
    ),
  )
})

it('proves as many groups of others as there are of the wallet, of at least 128 transactions each', () => {
  let [own, others] = [0, 0]
  for (let seed = 0; seed < 50; seed++) {
    const plan = new GroupPlan(chunkOf(0, 1000, 32), 1, sampler(seed))
    const heights = [10, 500, 501, 990]
    plan.add(heights, 1)
    const proven = plan.from(1, ALL).filter(({ isProven }) => isProven)
    const blocks = proven.reduce((sum, { start, end }) => sum + end - start, 0)
    for (const { start, end } of proven) expect(end - start).toBeGreaterThanOrEqual(start === 1 ? 3 : 4)
    own += 3
    others += Math.round(blocks / 4) - 3
  }
  expect(others / own).toBeGreaterThanOrEqual(1)
  // One in 256 of some 250 groups besides.
  expect(others / own).toBeLessThan(1.6)
})

it('compares one group in 16 at random where nothing concerns the wallet', () => {
  let compared = 0
  for (let seed = 0; seed < 100; seed++)
    compared += new GroupPlan(chunkOf(0, 1000, 32), 1, sampler(seed))
      .from(1, ALL)
      .filter((each) => !each.isProven).length
  expect(compared / 100).toBeGreaterThan(2.5)
  expect(compared / 100).toBeLessThan(5)
})

it('compares the same groups for all wallets of a process, each once', () => {
  const chunk = chunkOf(32, 1000, 32)
  const comparedBy = (start: number, seed: number): readonly BlockGroup[] =>
    new GroupPlan(chunk, start, sampler(seed)).from(start, ALL).filter((group) => !group.isProven)
  // Seeds without a proven group at random.
  const [first, second] = [new GroupPlan(chunk, 32, sampler(2)), comparedBy(32, 2)]
  expect(second.length).toBeGreaterThan(1)
  expect(comparedBy(32, 3).filter((group) => second.some(({ start }) => start === group.start))).not.toEqual([])
  for (const group of second.slice(0, -1)) first.markCompared(group)
  // Half of a group is not compared.
  const last = second.at(-1) ?? { start: 0, end: 0, isProven: false }
  first.markCompared({ ...last, end: last.end - 1 })
  expect(comparedBy(32, 2)).toEqual([last])
  // A wallet that begins later has those after its start.
  expect(comparedBy(last.start + 1, 2).every(({ start }) => start === last.start + 1)).toBe(true)
})
