// Rings in the making: what is remembered of an output holds, is extended and replaced only as it may be.
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import type { DecoySource } from '../../../../src/wallet/rings/decoys.ts'
import { OutputDistributionError } from '../../../../src/wallet/rings/outputDistribution.ts'
import { assembleRings, draftRing, type RingDraft, remember } from '../../../../src/wallet/rings/ringDrafts.ts'
import { RingResponseError } from '../../../../src/wallet/rings/ringMembers.ts'
import { createRingMemory, type RingMemory } from '../../../../src/wallet/rings/ringMemory.ts'
import type { RememberedRing, RememberedRings } from '../../../../src/wallet/state/ringRecords.ts'
import { firstDrawn } from '../../../support/wallet/spend/payment-job.ts'
import { ringOf } from '../../../support/wallet/spend/prepared.ts'
import { honestNode, outputChain } from '../../../support/wallet/spend/ring-node.ts'

const distribution = outputChain(20_000, () => 2)
const { real, answer } = honestNode(distribution)
const REAL = real(30_000)
const IMAGE = toHex(REAL.keyImage)
const range = (count: number, from: number, step = 1): number[] =>
  Array.from({ length: count }, (_, i) => from + i * step)

const source = (fields: Partial<DecoySource> = {}): DecoySource => ({
  distribution,
  rules: { ...moneroMainnet, ringSize: 16 },
  blacklist: new Set(),
  sampler: firstDrawn,
  ...fields,
})

/** A memory that notes what is put into it. */
const memoryWith = (ring?: RememberedRing): { readonly memory: RingMemory; readonly puts: RememberedRings[] } => {
  const puts: RememberedRings[] = []
  const memory = createRingMemory()
  if (ring !== undefined) void memory.put(new Map([[IMAGE, ring]]))
  return {
    puts,
    memory: {
      ...memory,
      put: async (rings) => {
        puts.push(rings)
        await memory.put(rings)
      },
    },
  }
}

describe('the draft of a ring', () => {
  const draftOf = (ring: RememberedRing | undefined, height = 20_000): Promise<RingDraft> =>
    draftRing(source(), REAL, memoryWith(ring).memory, height)

  it('begins with the real output if nothing is remembered', async () => {
    const draft = await draftOf(undefined)
    expect(draft).toMatchObject({ real: REAL, used: [], usedHeight: 0, isExpired: true })
    expect(draft.candidates[0]).toBe(30_000)
    expect(draft.candidates).toHaveLength(75)
  })

  it('has the remembered candidates, then the members of the ring', async () => {
    const members = [5, 9, 30_000]
    const draft = await draftOf({ candidates: [30_000, 70, 60], members, height: 19_000 })
    expect(draft).toMatchObject({ used: members, usedHeight: 19_000, isExpired: false })
    expect(draft.candidates.slice(0, 5)).toEqual([30_000, 70, 60, 5, 9])
  })

  it.each<[string, readonly number[], readonly number[], boolean]>([
    ['its candidates', [7, 30_000], [], true],
    ['its members', [], [7, 30_000], true],
    ['neither', [7], [8], false],
  ])('uses a remembered ring with the real output among %s', async (_, candidates, members, holds) => {
    const draft = await draftOf({ candidates, members, height: 19_000 })
    expect(draft.candidates.includes(7)).toBe(holds)
    expect(draft.used).toEqual(holds ? members : [])
    expect(draft.usedHeight).toBe(holds ? 19_000 : 0)
  })

  it('is expired once the chain has grown by a tenth', async () => {
    const ring = { candidates: [30_000], members: [30_000], height: 20_000 }
    expect((await draftOf(ring, 21_999)).isExpired).toBe(false)
    expect((await draftOf(ring, 22_000)).isExpired).toBe(true)
  })
})

describe('remembering rings', () => {
  const draft = (fields: Partial<RingDraft> = {}): RingDraft => ({
    real: REAL,
    used: [],
    usedHeight: 0,
    isExpired: false,
    candidates: [30_000, 4, 2],
    ...fields,
  })

  it('stores the candidates before a ring is drawn, and once', async () => {
    const { memory, puts } = memoryWith()
    await remember(memory, [draft()], 500)
    // Without a ring there is no height at which it was drawn.
    expect(puts).toEqual([new Map([[IMAGE, { candidates: [30_000, 4, 2], members: [], height: 0 }]])])
    await remember(memory, [draft()], 501)
    expect(puts).toHaveLength(1)
    await remember(memory, [draft({ candidates: [30_000, 2, 4] })], 502)
    expect(puts).toHaveLength(2)
    await remember(memory, [draft({ candidates: [30_000, 2, 4, 5] })], 502)
    expect(puts).toHaveLength(3)
  })

  it('stores a new ring with the height at which it was drawn', async () => {
    const { memory } = memoryWith()
    await remember(memory, [draft()], 500, [ringOf([2, 30_000])])
    expect(await memory.get(IMAGE)).toEqual({ candidates: [30_000, 4, 2], members: [2, 30_000], height: 500 })
  })

  it('keeps the height of a ring that is used again', async () => {
    const used = { used: [2, 30_000], usedHeight: 400 }
    const { memory, puts } = memoryWith({ candidates: [30_000], members: [2, 30_000], height: 400 })
    await remember(memory, [draft(used)], 500, [ringOf([2, 30_000])])
    expect(await memory.get(IMAGE)).toEqual({ candidates: [30_000, 4, 2], members: [2, 30_000], height: 400 })
    await remember(memory, [draft(used)], 500, [ringOf([2, 30_000])])
    await remember(memory, [draft(used)], 500)
    expect(puts).toHaveLength(1)
    await remember(memory, [draft(used)], 500, [ringOf([4, 30_000])])
    expect(await memory.get(IMAGE)).toMatchObject({ members: [4, 30_000], height: 500 })
    expect(puts).toHaveLength(2)
  })

  it('stores only the rings that are new', async () => {
    const other = real(31_000)
    const { memory, puts } = memoryWith({ candidates: [30_000, 4, 2], members: [], height: 0 })
    await remember(memory, [draft(), draft({ real: other, candidates: [31_000] })], 500)
    expect(puts.map((put) => [...put.keys()])).toEqual([[toHex(other.keyImage)]])
  })
})

describe('assembling the rings of a transaction', () => {
  const recent = range(60, 39_000, -7)
  const draft = (fields: Partial<RingDraft> = {}): RingDraft => ({
    real: REAL,
    used: [],
    usedHeight: 0,
    isExpired: false,
    candidates: [30_000, ...recent],
    ...fields,
  })
  const assemble = (
    drafts: readonly RingDraft[],
    {
      source: from = source(),
      unsound = [],
    }: { readonly source?: DecoySource; readonly unsound?: readonly number[] } = {},
  ) => {
    const all = new Set(drafts.flatMap(({ candidates, used }) => [...candidates, ...used]))
    const answers = new Map([...all].map((index) => [index, { ...answer(index), unlocked: !unsound.includes(index) }]))
    const rings = assembleRings(from, drafts, answers, (outputs) => outputs.map(({ unlocked }) => unlocked))
    return 'missing' in rings ? rings : rings.map(({ members }) => members.map(({ globalIndex }) => globalIndex))
  }
  const sorted = (indices: readonly number[]): number[] => [...indices].sort((a, b) => a - b)

  it('takes the first candidates on monero, and the blacklisted ones last', () => {
    expect(assemble([draft()])).toEqual([sorted([30_000, ...recent.slice(0, 15)])])
    const blacklist = new Set(recent.slice(0, 5))
    expect(assemble([draft()], { source: source({ blacklist }) })).toEqual([sorted([30_000, ...recent.slice(5, 20)])])
    const few = draft({ candidates: [30_000, ...recent.slice(0, 16)] })
    expect(assemble([few], { source: source({ blacklist }) })).toEqual([
      sorted([30_000, ...recent.slice(5, 16), ...recent.slice(0, 4)]),
    ])
  })

  it('shuffles the candidates on oxen', () => {
    const from = source({ rules: { ...oxenMainnet, ringSize: 16 } })
    // The first of those left is drawn each time, and the last one takes its place.
    expect(assemble([draft()], { source: from })).toEqual([sorted([30_000, ...recent.slice(-15)])])
  })

  it('keeps the ring used before, whatever the order of the candidates', () => {
    const used = sorted([30_000, ...recent.slice(20, 35)])
    for (const isExpired of [false, true]) expect(assemble([draft({ used, isExpired })])).toEqual([used])
  })

  it('fills up a smaller ring used before', () => {
    const used = [30_000, ...recent.slice(20, 30)]
    expect(assemble([draft({ used })])).toEqual([sorted([...used, ...recent.slice(0, 5)])])
  })

  it('refuses to drop a member of the ring used before', () => {
    const used = sorted([30_000, ...recent.slice(20, 35)])
    const lost = used[3] ?? 0
    expect(() => assemble([draft({ used })], { unsound: [lost] })).toThrow(RingResponseError)
    expect(() => assemble([draft({ used })], { unsound: [lost] })).toThrow(`output ${lost} cannot be a decoy`)
  })

  it('reports how many members the poorest ring lacks', () => {
    const poor = (count: number): RingDraft => draft({ candidates: [30_000, ...recent.slice(0, count)] })
    expect(assemble([poor(12), draft(), poor(9), poor(14)])).toEqual({ missing: 6 })
  })

  describe('that nodes would not relay as they are', () => {
    const old = range(40, 0, 10)
    const mixed = [30_000, ...old, ...recent]

    it('draws them again from the same candidates', () => {
      const [ring = []] = assemble([draft({ candidates: mixed })]) as readonly number[][]
      expect(ring).toHaveLength(16)
      expect(ring).not.toEqual(sorted(mixed.slice(0, 16)))
    })

    it('gives up a ring used before only if it is expired', () => {
      const used = sorted([30_000, ...old.slice(0, 15)])
      const both = { candidates: mixed, used }
      const [ring] = assemble([draft({ ...both, isExpired: true })]) as readonly number[][]
      expect(ring).not.toEqual(used)
      expect(() => assemble([draft(both)])).toThrow(OutputDistributionError)
      expect(() => assemble([draft({ candidates: range(15, 0) }), draft(both)])).toThrow(OutputDistributionError)
    })

    it('reports that no member is missing, but no ring is good', () => {
      expect(assemble([draft({ candidates: [30_000, ...old] })])).toEqual({ missing: 0 })
      const expired = { used: sorted([30_000, ...old.slice(0, 15)]), isExpired: true }
      expect(assemble([draft({ candidates: [30_000, ...old], ...expired })])).toEqual({ missing: 0 })
    })
  })
})
