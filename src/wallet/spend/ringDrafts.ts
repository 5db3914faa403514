// Rings in the making: the candidates of each input, what is remembered of them, and the rings assembled from a node's responses.

import { toHex } from '../../bytes/hex.ts'
import type { RememberedRing } from '../state/ringRecords.ts'
import { type DecoySource, drawCandidates, requestCount } from './decoys.ts'
import { OutputDistributionError, usableCount } from './outputDistribution.ts'
import { shuffled } from './randomSampler.ts'
import { areRingsSane, type DecoyRules, type RealOutput, type Ring } from './ring.ts'
import { assembleRing, createSoundnessCheck, type RingAnswers, RingResponseError } from './ringMembers.ts'
import type { RingMemory } from './ringMemory.ts'

/** The real output of an input, the ring drawn for it before, and the candidates to request. */
export type RingDraft = {
  readonly real: RealOutput
  /** members of the ring used before; empty if there is none */
  readonly used: readonly number[]
  readonly candidates: readonly number[]
}

/** Times that rings are drawn again from the same candidates if nodes would not relay them. */
const MAX_REDRAWS = 10
const NOTHING: RememberedRing = { candidates: [], members: [] }

/** Drafts the ring of an output. What is remembered of it no longer holds if a reorganisation has moved the output. */
export const draftRing = (source: DecoySource, real: RealOutput, memory: RingMemory): RingDraft => {
  const found = memory.get(toHex(real.keyImage)) ?? NOTHING
  const holds = found.members.includes(real.globalIndex) || found.candidates.includes(real.globalIndex)
  const { candidates, members } = holds ? found : NOTHING
  const earlier = [...candidates, ...members]
  return {
    real,
    used: members,
    candidates: drawCandidates(source, real.globalIndex, earlier, requestCount(source.rules)),
  }
}

const sameNumbers = (a: readonly number[] | undefined, b: readonly number[]): boolean =>
  a?.length === b.length && a.every((number, i) => number === b[i])

/** Remembers the candidates before a node sees them, with the rings once they are drawn. */
export const remember = async (
  memory: RingMemory,
  drafts: readonly RingDraft[],
  rings: readonly Ring[] = [],
): Promise<void> => {
  const news = new Map<string, RememberedRing>()
  for (const [i, { real, used, candidates }] of drafts.entries()) {
    const keyImage = toHex(real.keyImage)
    const members = rings[i]?.members.map(({ globalIndex }) => globalIndex) ?? used
    const before = memory.get(keyImage)
    const isKnown = sameNumbers(before?.candidates, candidates) && sameNumbers(before?.members, members)
    if (!isKnown) news.set(keyImage, { candidates, members })
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

/**
 * Assembles rings from the node's responses.
 * @returns the rings, or the largest number of members that one of them lacks
 * @throws RingResponseError if the node reports a member of a ring used before as locked or unsound: the transaction could differ from an
 * earlier one in all decoys; OutputDistributionError if nodes would not relay the rings
 */
export const assembleRings = (
  source: DecoySource,
  drafts: readonly RingDraft[],
  answers: RingAnswers,
): readonly Ring[] | { readonly missing: number } => {
  const { rules, distribution } = source
  const isSound = createSoundnessCheck(rules)
  for (let redraw = 0; redraw <= MAX_REDRAWS; redraw++) {
    const rings: Ring[] = []
    let missing = 0
    for (const { real, used, candidates } of drafts) {
      const order = memberOrder(source, candidates, redraw === 0 ? rules.decoys.memberOrder : 'random')
      // A ring that became too old for nodes is given up, as by wallet2.
      const kept = redraw === 0 ? used : []
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
  throw new OutputDistributionError(
    "the rings drawn from the node's distribution are all too old or too alike; use another node",
  )
}
