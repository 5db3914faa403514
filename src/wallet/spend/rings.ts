// The rings of a payment: decoys are requested from the node together, checked, and put around the real outputs.

import { toHex } from '../../bytes/hex.ts'
import type { OutputDistribution, RingOutput } from '../../daemon/nodeClient.ts'
import type { RememberedRing } from '../state/ringRecords.ts'
import { type DecoySource, drawCandidates, requestCount } from './decoys.ts'
import { type BlacklistSource, fetchBlacklist, verifyBlacklist } from './outputBlacklist.ts'
import { checkAgainstWallet, checkDistribution, OutputDistributionError, usableCount } from './outputDistribution.ts'
import { type RandomSampler, shuffled } from './randomSampler.ts'
import { areRingsSane, ChainTooYoungError, type DecoyRules, type RealOutput, type Ring } from './ring.ts'
import { assembleRing, checkAnswers, createSoundnessCheck, type RingAnswers, RingResponseError } from './ringMembers.ts'
import type { RingMemory } from './ringMemory.ts'

/** The node's side of selecting rings. */
export type RingSource = BlacklistSource & {
  outputs(indices: readonly number[]): Promise<readonly RingOutput[]>
  outputDistribution(): Promise<OutputDistribution>
}

/** What selecting rings needs. */
export type RingContext = {
  readonly node: RingSource
  readonly network: DecoyRules
  /** number of blocks that the wallet knows */
  readonly height: number
  readonly sampler: RandomSampler
  readonly rings: RingMemory
}

/** The real output of an input, the ring drawn for it before, and the candidates to request. */
type RingDraft = {
  readonly real: RealOutput
  /** members of the ring used before; empty if there is none */
  readonly used: readonly number[]
  readonly candidates: readonly number[]
}

/** Outputs per request; restricted nodes refuse more than 5000. */
const REQUEST_SIZE = 1000
/** Times that rings are drawn again from the same candidates if nodes would not relay them. */
const MAX_REDRAWS = 10
/** Times that further candidates are requested if too many are locked. */
const MAX_EXTENSIONS = 3

/**
 * Requests and verifies what decoys are drawn from.
 * @throws OutputDistributionError, OutputBlacklistError, ChainTooYoungError, and what the node throws
 */
const fetchSource = async (
  { node, network: rules, height, sampler }: RingContext,
  reals: readonly RealOutput[],
): Promise<DecoySource> => {
  const distribution = await node.outputDistribution()
  checkDistribution(distribution, rules)
  checkAgainstWallet(distribution, height, reals)
  const blacklist = verifyBlacklist(await fetchBlacklist(node, rules), distribution)
  return { distribution, rules, blacklist, sampler }
}

const fetchOutputs = async (node: RingSource, indices: readonly number[]): Promise<RingAnswers> => {
  const outputs = new Map<number, RingOutput>()
  for (let from = 0; from < indices.length; from += REQUEST_SIZE) {
    const requested = indices.slice(from, from + REQUEST_SIZE)
    const response = await node.outputs(requested)
    if (response.length !== requested.length)
      throw new RingResponseError(
        `the node returned ${response.length} of ${requested.length} requested outputs; use another node`,
      )
    for (const [i, output] of response.entries()) outputs.set(requested[i] ?? 0, output)
  }
  return outputs
}

const NOTHING: RememberedRing = { candidates: [], members: [] }

/** Drafts the ring of an output. What is remembered of it no longer holds if a reorganisation has moved the output. */
const draftRing = (source: DecoySource, real: RealOutput, memory: RingMemory): RingDraft => {
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
const remember = async (
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
const assembleRings = (
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
      const ring = assembleRing(rules.ringSize, real, [...kept, ...order], answers, isSound)
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

/**
 * Selects rings for outputs, in their order. An output for which a ring was drawn before gets the same one.
 * @throws OutputDistributionError, OutputBlacklistError, RingResponseError, ChainTooYoungError, and what the node and the memory throw
 */
export const selectRings = async (context: RingContext, reals: readonly RealOutput[]): Promise<readonly Ring[]> => {
  const { node, rings: memory, network: rules } = context
  const source = await fetchSource(context, reals)
  let drafts = reals.map((real) => draftRing(source, real, memory))
  for (let extension = 0; ; extension++) {
    await remember(memory, drafts)
    const indices = [...new Set(drafts.flatMap(({ candidates }) => candidates))].sort((a, b) => a - b)
    const answers = await fetchOutputs(node, indices)
    for (const { real, candidates } of drafts) checkAnswers(source.distribution, real, candidates, answers)
    const rings = assembleRings(source, drafts, answers)
    if (!('missing' in rings)) {
      await remember(memory, drafts, rings)
      return rings
    }
    const more = drafts.map((draft) => ({
      ...draft,
      candidates: drawCandidates(
        source,
        draft.real.globalIndex,
        draft.candidates,
        draft.candidates.length + requestCount(rules),
      ),
    }))
    const isExhausted = more.every(({ candidates }, i) => candidates.length === drafts[i]?.candidates.length)
    if (isExhausted || extension === MAX_EXTENSIONS)
      throw new ChainTooYoungError(
        rings.missing,
        `of ${indices.length} requested outputs only ${rules.ringSize - rings.missing} can be used now`,
      )
    drafts = more
  }
}
