// The rings of a payment: decoys are requested from the node together, checked, and put around the real outputs.

import type { RandomSampler } from '../../crypto/random/randomSampler.ts'
import type { RingOutput } from '../../daemon/nodeClient.ts'
import type { FabaError } from '../../errors/fabaError.ts'
import { type DecoySource, drawCandidates, requestCount } from './decoys.ts'
import { type DistributionMemory, type DistributionSource, fetchDistribution } from './distributionMemory.ts'
import { type BlacklistSource, fetchBlacklist, OutputBlacklistError, verifyBlacklist } from './outputBlacklist.ts'
import { OutputDistributionError } from './outputDistribution.ts'
import { ChainTooYoungError, type DecoyRules, type RealOutput, type Ring } from './ring.ts'
import { assembleRings, draftRing, type RingDraft, remember } from './ringDrafts.ts'
import { checkAnswers, createSoundnessCheck, type RingAnswers, RingResponseError } from './ringMembers.ts'
import type { RingMemory } from './ringMemory.ts'

/** The node's side of selecting rings. */
export type RingSource = BlacklistSource &
  DistributionSource & {
    outputs(indices: readonly number[]): Promise<readonly RingOutput[]>
    /** reports a false response, after which another node is asked if there is one */
    distrust?(reason: string): void
  }

/** What selecting rings needs. */
export type RingContext = {
  readonly node: RingSource
  readonly network: DecoyRules
  /** number of blocks that the wallet knows */
  readonly height: number
  readonly sampler: RandomSampler
  readonly rings: RingMemory
  readonly distributions?: DistributionMemory
}

/** Outputs per request; restricted nodes refuse more than 5000. */
const REQUEST_SIZE = 1000
/** Times that further candidates are requested if too many are locked or too old. */
const MAX_EXTENSIONS = 3

/**
 * Requests and verifies what decoys are drawn from.
 * @throws OutputDistributionError, OutputBlacklistError, ChainTooYoungError, and what the node throws
 */
const fetchSource = async (context: RingContext, reals: readonly RealOutput[]): Promise<DecoySource> => {
  const { node, network: rules, sampler } = context
  const distribution = await fetchDistribution(context, reals)
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

const shortageError = (missing: number, requested: number, { ringSize }: DecoyRules): FabaError =>
  missing > 0
    ? new ChainTooYoungError(missing, `of ${requested} requested outputs only ${ringSize - missing} can be used now`)
    : new OutputDistributionError(
        "the rings drawn from the node's distribution are all too old or too alike; use another node",
      )

/** Drafts the rings of transactions one after the other, since each draws random numbers. */
const draftRings = async (
  source: DecoySource,
  { rings, height }: RingContext,
  transactions: readonly (readonly RealOutput[])[],
): Promise<(readonly RingDraft[])[]> => {
  const drafts: RingDraft[][] = []
  for (const reals of transactions) {
    const ofOne: RingDraft[] = []
    for (const real of reals) ofOne.push(await draftRing(source, real, rings, height))
    drafts.push(ofOne)
  }
  return drafts
}

/** Returns drafts with `requestCount` further candidates each; undefined if there are none. */
const extendDrafts = (source: DecoySource, drafts: readonly RingDraft[]): RingDraft[] | undefined => {
  const more = drafts.map((draft) => {
    const count = draft.candidates.length + requestCount(source.rules)
    return { ...draft, candidates: drawCandidates(source, draft.real.globalIndex, draft.candidates, count) }
  })
  return more.some(({ candidates }, i) => candidates.length > (drafts[i]?.candidates.length ?? 0)) ? more : undefined
}

const drawRings = async (
  context: RingContext,
  transactions: readonly (readonly RealOutput[])[],
): Promise<readonly (readonly Ring[])[]> => {
  const { node, rings: memory, network: rules, height } = context
  const source = await fetchSource(context, transactions.flat())
  const isSound = createSoundnessCheck(rules)
  let drafts = await draftRings(source, context, transactions)
  for (let extension = 0; ; extension++) {
    const all = drafts.flat()
    await remember(memory, all, height)
    const indices = [...new Set(all.flatMap(({ candidates }) => candidates))].sort((a, b) => a - b)
    const answers = await fetchOutputs(node, indices)
    for (const { real, candidates } of all) checkAnswers(source.distribution, real, candidates, answers)
    const assembled = drafts.map((ofOne) => assembleRings(source, ofOne, answers, isSound))
    const short = assembled.flatMap((one) => ('missing' in one ? [one.missing] : []))
    const rings = assembled.flatMap((one) => ('missing' in one ? [] : [one]))
    if (short.length === 0) {
      await remember(memory, all, height, rings.flat())
      return rings
    }
    const more = drafts.map((ofOne, i) => ('missing' in (assembled[i] ?? []) ? extendDrafts(source, ofOne) : ofOne))
    const extended = more.filter((ofOne) => ofOne !== undefined)
    if (extended.length < more.length || extension === MAX_EXTENSIONS)
      throw shortageError(Math.max(...short), indices.length, rules)
    drafts = extended
  }
}

/** Whether counts that are remembered may be the cause: a node reported them falsely, or they contradict their own sum. */
const mayComeFromMemory = (error: unknown): boolean => isFalseResponse(error) || error instanceof RangeError

const isFalseResponse = (error: unknown): error is FabaError =>
  [OutputDistributionError, OutputBlacklistError, RingResponseError].some((type) => error instanceof type)

/**
 * Selects the rings of transactions, each in the order of its outputs. An output for which a ring was drawn before gets the same one. If a
 * node's responses are false, another node is asked, if there is one, for the same candidates; first the same node, without what an
 * earlier node reported of old blocks.
 * @param transactions the outputs that each transaction spends
 * @throws OutputDistributionError, OutputBlacklistError, RingResponseError, ChainTooYoungError, and what the node and the memory throw
 */
export const selectRings = async (
  context: RingContext,
  transactions: readonly (readonly RealOutput[])[],
): Promise<readonly (readonly Ring[])[]> => {
  const { node, rings, distributions } = context
  for (let isDistrusted = false; ; )
    try {
      return await rings.exclusively(() => drawRings(context, transactions))
    } catch (error) {
      if (mayComeFromMemory(error) && distributions?.forget() === true) continue
      if (!isFalseResponse(error)) throw error
      if (isDistrusted || node.distrust === undefined) throw error
      isDistrusted = true
      node.distrust(error.message)
    }
}
