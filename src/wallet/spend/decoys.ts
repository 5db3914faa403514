// Decoy selection. The ages of decoys follow a gamma distribution fitted to real spending (Möser et al., "An Empirical Analysis of
// Traceability in the Monero Blockchain", 2018), mapped onto the chain's distribution of outputs. The wallet requests more outputs
// than a ring has, the real one among them, and checks the responses against its own output and against the distribution.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Network } from '../../coin/networks/network.ts'
import { isPoint } from '../../crypto/curve/point.ts'
import type { OutputDistribution, RingOutput } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { gamma, type RandomSampler, shuffled } from './randomSampler.ts'

/** The network's rules for rings and decoy selection. */
export type DecoyRules = Pick<Network, 'ringSize' | 'spendableAge' | 'coinbaseUnlockWindow' | 'blockTarget' | 'decoys'>

/** The output that an input spends, as the wallet knows it. */
export type RealOutput = {
  readonly globalIndex: number
  readonly key: Uint8Array
  readonly commitment: Uint8Array
  readonly height: number
}

/** A ring member. */
export type RingMember = { readonly globalIndex: number; readonly key: Uint8Array; readonly commitment: Uint8Array }

/** The members in ascending order of their global indices, and the position of the real one. */
export type Ring = { readonly members: readonly RingMember[]; readonly realPosition: number }

/** The chain has too few spendable outputs for a ring. */
export class ChainTooYoungError extends FabaError<{ readonly missing: number }> {
  override readonly name = 'ChainTooYoungError'
  readonly code = 'chain-too-young'

  constructor(missing: number, why: string) {
    super(
      `the chain is too young: a ring needs ${missing} more spendable ${missing === 1 ? 'output' : 'outputs'} (${why}); wait for more blocks`,
      { details: { missing } },
    )
  }
}

/** The node's output distribution is inconsistent or contradicts the wallet. */
export class OutputDistributionError extends FabaError {
  override readonly name = 'OutputDistributionError'
  readonly code = 'output-distribution'
}

/** The node's response about ring members is wrong: its chain changed between two responses, or it is dishonest. */
export class RingResponseError extends FabaError {
  override readonly name = 'RingResponseError'
  readonly code = 'ring-response'
}

const SHAPE = 19.28
const SCALE = 1 / 1.61
const YEAR = 365 * 24 * 3600
/** Maximum number of draws; then the rest is filled uniformly. Only a chain of a few days reaches it. */
const MAX_DRAWS = 10_000
/** A chain with more usable outputs than this is never too young to draw from. */
const MAX_YOUNG_OUTPUTS = 1_000_000

/**
 * Validates a distribution: the count never falls, and there are more blocks than the spendable age.
 * @throws OutputDistributionError, ChainTooYoungError
 */
export const checkDistribution = ({ cumulative, startHeight }: OutputDistribution, rules: DecoyRules): void => {
  if (!Number.isSafeInteger(startHeight) || startHeight < 0)
    throw new OutputDistributionError(`the output distribution begins at height ${startHeight}; use another node`)
  let previous = 0
  for (const [position, count] of cumulative.entries()) {
    if (!Number.isSafeInteger(count) || count < previous)
      throw new OutputDistributionError(
        `the output distribution falls from ${previous} to ${count} at height ${startHeight + position}; use another node`,
      )
    previous = count
  }
  if (cumulative.length <= rules.spendableAge)
    throw new ChainTooYoungError(rules.ringSize, `none is ${rules.spendableAge} blocks old`)
}

/** Returns the first position of ascending `counts` whose count is at least `least`; the length if there is none. */
const lowerBound = (counts: readonly number[], least: number): number => {
  let [from, to] = [0, counts.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((counts[middle] ?? 0) < least) from = middle + 1
    else to = middle
  }
  return from
}

/** Returns the height of the block with output `globalIndex`; undefined if the distribution ends before it. */
export const heightOfOutput = (
  { cumulative, startHeight }: OutputDistribution,
  globalIndex: number,
): number | undefined => {
  const position = lowerBound(cumulative, globalIndex + 1)
  return position < cumulative.length ? startHeight + position : undefined
}

/** Returns the number of outputs in blocks of at least the spendable age. */
export const usableCount = ({ cumulative }: OutputDistribution, rules: DecoyRules): number =>
  cumulative[cumulative.length - rules.spendableAge - 1] ?? 0

/**
 * Returns a function that draws the global index of one decoy per call; undefined for a draw without a hit (wallet2: gamma_picker).
 * @throws OutputDistributionError, ChainTooYoungError
 */
export const gammaPicker = (
  distribution: OutputDistribution,
  rules: DecoyRules,
  sampler: RandomSampler,
): (() => number | undefined) => {
  checkDistribution(distribution, rules)
  const { cumulative } = distribution
  const blocks = Math.min(cumulative.length, Math.floor(YEAR / rules.blockTarget))
  const outputs = (cumulative[cumulative.length - 1] ?? 0) - (cumulative[cumulative.length - blocks - 1] ?? 0)
  const exact = (rules.blockTarget * blocks) / Math.max(1, outputs)
  const average = rules.decoys.wholeSecondAverage ? Math.max(1, Math.floor(exact)) : exact
  const usable = usableCount(distribution, rules)
  const { recentSpendWindow } = rules.decoys
  const restTime = rules.spendableAge * rules.blockTarget
  return () => {
    let age = Math.exp(gamma(SHAPE, SCALE, sampler))
    if (recentSpendWindow !== undefined) age = age > restTime ? age - restTime : sampler.below(recentSpendWindow)
    const back = Math.floor(age / average)
    if (back >= usable) return undefined
    const position = lowerBound(cumulative, usable - 1 - back)
    const first = cumulative[position - 1] ?? 0
    const inBlock = (cumulative[position] ?? 0) - first
    return inBlock === 0 ? undefined : first + sampler.below(inBlock)
  }
}

/** Returns the number of outputs that wallet2 requests per ring, with spares for locked and unusable ones. */
export const requestCount = ({ ringSize, coinbaseUnlockWindow, spendableAge }: DecoyRules): number =>
  Math.floor(ringSize * 1.5 + 1) + coinbaseUnlockWindow - spendableAge

/** The source of decoys. `avoided`: the wallet's own and blacklisted outputs, used only if a young chain has no others. */
export type DecoySource = {
  readonly distribution: OutputDistribution
  readonly rules: DecoyRules
  readonly avoided: ReadonlySet<number>
}

/**
 * Returns the global indices to request from the node, in ascending order, so that the real one is not recognisable.
 * @param earlier indices from earlier rings and requests for this output, which are requested again
 * @throws OutputDistributionError, ChainTooYoungError
 */
export const drawCandidates = (
  { distribution, rules, avoided }: DecoySource,
  real: number,
  earlier: readonly number[],
  sampler: RandomSampler,
): readonly number[] => {
  const pick = gammaPicker(distribution, rules, sampler)
  const usable = usableCount(distribution, rules)
  const required = requestCount(rules)
  const total = distribution.cumulative[distribution.cumulative.length - 1] ?? 0
  const drawn = new Set<number>([real, ...earlier.filter((index) => index < total)])
  for (let draws = 0; draws < MAX_DRAWS && drawn.size < required; draws++) {
    const index = pick()
    if (index !== undefined && !avoided.has(index)) drawn.add(index)
  }
  if (drawn.size < required) {
    if (usable > MAX_YOUNG_OUTPUTS)
      throw new OutputDistributionError(
        `decoys cannot be drawn from the node's distribution of ${usable} outputs; use another node`,
      )
    fillEvenly(drawn, required, usable, avoided, sampler)
  }
  if (drawn.size < rules.ringSize)
    throw new ChainTooYoungError(
      rules.ringSize - drawn.size,
      `${drawn.size} are available, ${rules.ringSize} are needed`,
    )
  return [...drawn].sort((a, b) => a - b)
}

/** Adds further outputs uniformly, the avoided ones last, until there are `count` or none is left. */
const fillEvenly = (
  drawn: Set<number>,
  count: number,
  usable: number,
  avoided: ReadonlySet<number>,
  sampler: RandomSampler,
): void => {
  const others: number[] = []
  const last: number[] = []
  for (let index = 0; index < usable; index++) if (!drawn.has(index)) (avoided.has(index) ? last : others).push(index)
  for (const index of [...shuffled(others, sampler), ...shuffled(last, sampler)]) {
    if (drawn.size >= count) return
    drawn.add(index)
  }
}

/** Checks the node's response for the real output against the wallet's own data. */
const checkReal = (real: RealOutput, answer: RingOutput | undefined): void => {
  const claim = `output ${real.globalIndex} (key ${toHex(real.key)})`
  if (answer === undefined) throw new RingResponseError(`the node omitted ${claim}; use another node`)
  if (!equalBytes(answer.key, real.key) || !equalBytes(answer.commitment, real.commitment))
    throw new RingResponseError(
      `the node returned another key or commitment for ${claim}; refresh the wallet; if the error remains, use another node`,
    )
  if (!answer.unlocked)
    throw new RingResponseError(`the node reports that ${claim} is still locked; wait for the next block and try again`)
}

/**
 * Assembles a ring from the node's responses: the real output, usable members of an earlier ring, then others in random order.
 * Outputs that are locked, invalid curve points or repeated keys are skipped.
 * @param answers the node's response for each candidate
 * @throws RingResponseError, ChainTooYoungError
 */
export const assembleRing = (
  { distribution, rules, avoided }: DecoySource,
  real: RealOutput,
  earlierRing: readonly number[],
  candidates: readonly number[],
  answers: ReadonlyMap<number, RingOutput>,
  sampler: RandomSampler,
): Ring => {
  checkReal(real, answers.get(real.globalIndex))
  const members: RingMember[] = [{ globalIndex: real.globalIndex, key: real.key, commitment: real.commitment }]
  const keys = new Set([toHex(real.key)])
  const earlier = new Set(earlierRing)
  const order = shuffled(
    candidates.filter((index) => index !== real.globalIndex),
    sampler,
  )
  const preferred = [
    ...order.filter((index) => earlier.has(index)),
    ...order.filter((index) => !earlier.has(index) && !avoided.has(index)),
    ...order.filter((index) => !earlier.has(index) && avoided.has(index)),
  ]
  for (const globalIndex of preferred) {
    if (members.length === rules.ringSize) break
    const answer = answers.get(globalIndex)
    if (answer === undefined)
      throw new RingResponseError(`the node omitted the requested output ${globalIndex}; use another node`)
    const height = heightOfOutput(distribution, globalIndex)
    if (answer.height !== height)
      throw new RingResponseError(
        `the node places output ${globalIndex} at height ${answer.height}, but its distribution has ${height}; try again; if the error remains, use another node`,
      )
    const text = toHex(answer.key)
    if (!answer.unlocked || keys.has(text) || !isPoint(answer.key) || !isPoint(answer.commitment)) continue
    keys.add(text)
    members.push({ globalIndex, key: answer.key, commitment: answer.commitment })
  }
  if (members.length < rules.ringSize)
    throw new ChainTooYoungError(
      rules.ringSize - members.length,
      `of ${candidates.length} requested outputs only ${members.length} can be used now`,
    )
  members.sort((a, b) => a.globalIndex - b.globalIndex)
  return { members, realPosition: members.findIndex(({ globalIndex }) => globalIndex === real.globalIndex) }
}

/**
 * Returns whether rings pass the sanity check of nodes before relay (monerod: tx_sanity_check): enough distinct and recent members.
 * @param outputCount number of outputs old enough to be spent
 */
export const areRingsSane = (rings: readonly Ring[], outputCount: number): boolean => {
  const indices = rings.flatMap(({ members }) => members.map(({ globalIndex }) => globalIndex))
  if (indices.length <= 10 || outputCount < 10_000) return true
  if (new Set(indices).size < 0.8 * indices.length) return false
  indices.sort((a, b) => a - b)
  const middle = indices.length / 2
  const median = ((indices[Math.floor(middle)] ?? 0) + (indices[Math.ceil(middle - 1)] ?? 0)) / 2
  return median >= 0.6 * outputCount
}
