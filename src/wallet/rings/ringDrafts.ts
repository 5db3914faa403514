// Rings in the making: the candidates of each input, what is remembered of them, and the rings assembled from a node's responses.

import { toHex } from '../../bytes/hex.ts'
import { shuffled } from '../../crypto/random/randomSampler.ts'
import type { RememberedRing } from '../state/ringRecords.ts'
import { type DecoySource, drawCandidates, requestCount } from './decoys.ts'
import { OutputDistributionError, usableCount } from './outputDistribution.ts'
import { areRingsSane, type DecoyRules, type RealOutput, type Ring } from './ring.ts'
import { assembleRing, type RingAnswers, RingResponseError, type SoundnessCheck } from './ringMembers.ts'
import type { RingMemory } from './ringMemory.ts'

/** The real output of an input, the ring drawn for it before, and the candidates to request. */
export type RingDraft = {
  readonly real: RealOutput
  /** members of the ring used before; empty if there is none */
  readonly used: readonly number[]
  /** number of blocks that the wallet knew when that ring was drawn */
  readonly usedHeight: number
  /** whether another ring may be drawn if nodes would not relay that one */
  readonly isExpired: boolean
  readonly candidates: readonly number[]
}

/** Times that rings are drawn again from the same candidates if nodes would not relay them. */
const MAX_REDRAWS = 10
/**
 * Growth of the wallet's own chain after which a ring can be too old for nodes: these check the ratio of outputs before and after most of its
 * members. Before, the node's distribution is false.
 */
const EXPIRING_GROWTH = 1.1
const NOTHING: RememberedRing = { candidates: [], members: [], height: 0 }

/** Drafts the ring of an output. What is remembered of it no longer holds if a reorganisation has moved the output. */
export const draftRing = async (
  source: DecoySource,
  real: RealOutput,
  memory: RingMemory,
  height: number,
): Promise<RingDraft> => {
  const found = (await memory.get(toHex(real.keyImage))) ?? NOTHING
  const holds = found.members.includes(real.globalIndex) || found.candidates.includes(real.globalIndex)
  const { candidates, members, height: usedHeight } = holds ? found : NOTHING
  const earlier = [...candidates, ...members]
  return {
    real,
    used: members,
    usedHeight,
    isExpired: height >= EXPIRING_GROWTH * usedHeight,
    candidates: drawCandidates(source, real.globalIndex, earlier, requestCount(source.rules)),
  }
}

const sameNumbers = (a: readonly number[] | undefined, b: readonly number[]): boolean =>
  a?.length === b.length && a.every((number, i) => number === b[i])

/**
 * Remembers the candidates before a node sees them, with the rings once they are drawn.
 * @param height number of blocks that the wallet knows
 */
export const remember = async (
  memory: RingMemory,
  drafts: readonly RingDraft[],
  height: number,
  rings: readonly Ring[] = [],
): Promise<void> => {
  const news = new Map<string, RememberedRing>()
  for (const [i, { real, used, usedHeight, candidates }] of drafts.entries()) {
    const keyImage = toHex(real.keyImage)
    const members = rings[i]?.members.map(({ globalIndex }) => globalIndex) ?? used
    const drawn = sameNumbers(used, members) ? usedHeight : height
    const before = await memory.get(keyImage)
    const isKnown = sameNumbers(before?.candidates, candidates) && sameNumbers(before?.members, members)
    if (!isKnown) news.set(keyImage, { candidates, members, height: drawn })
  }
  if (news.size > 0) await memory.put(news)
}

/** Returns candidates in the order in which they become members: blacklisted ones last. */
const memberOrder = (
  { blacklist, sampler }: DecoySource,
  candidates: readonly number[],
  order: DecoyRules['decoys']['memberOrder'],
): number[] => {
  const sorted = order === 'random' ? shuffled(candidates, sampler) : candidates
  return [...sorted.filter((index) => !blacklist.has(index)), ...sorted.filter((index) => blacklist.has(index))]
}

/** Why the candidates do not suffice: rings lack members, at most `missing` each; or nodes would not relay the rings, `missing` is 0. */
export type RingShortage = { readonly missing: number }

/**
 * Assembles the rings of one transaction from the node's responses.
 * @throws RingResponseError if the node reports a member of a ring used before as locked or unsound, OutputDistributionError if its
 * distribution makes such a ring too old: another ring and the one used before would show which member is real
 */
export const assembleRings = (
  source: DecoySource,
  drafts: readonly RingDraft[],
  answers: RingAnswers,
  isSound: SoundnessCheck,
): readonly Ring[] | RingShortage => {
  const { rules, distribution } = source
  for (let redraw = 0; redraw <= MAX_REDRAWS; redraw++) {
    const rings: Ring[] = []
    let missing = 0
    for (const { real, used, isExpired, candidates } of drafts) {
      const order = memberOrder(source, candidates, redraw === 0 ? rules.decoys.memberOrder : 'random')
      // wallet2 gives up any ring that is too old for nodes.
      const kept = redraw === 0 || !isExpired ? used : []
      const ring = assembleRing(rules.ringSize, real, [...new Set([...kept, ...order])], answers, isSound)
      if ('missing' in ring) {
        missing = Math.max(missing, ring.missing)
        continue
      }
      const lost = kept.find((index) => !ring.members.some(({ globalIndex }) => globalIndex === index))
      if (lost !== undefined)
        throw new RingResponseError(
          `the node reports that output ${lost} cannot be a decoy, but a transaction prepared earlier has it; use another node`,
        )
      rings.push(ring)
    }
    if (missing > 0) return { missing }
    if (areRingsSane(rings, usableCount(distribution, rules))) return rings
  }
  if (drafts.some(({ used, isExpired }) => used.length > 0 && !isExpired))
    throw new OutputDistributionError(
      "the node's distribution makes a ring of an earlier transaction too old or too alike; use another node",
    )
  return { missing: 0 }
}
