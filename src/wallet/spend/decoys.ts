// Ring members. An input hides its output among decoys whose ages are drawn from a gamma distribution fitted to when people
// really spend (Möser et al., "An Empirical Analysis of Traceability in the Monero Blockchain", 2018), mapped onto the chain's
// own distribution of outputs. The node is asked for more outputs than a ring takes, the real one among them, and its answers
// are checked against what the wallet knows of its own output and against the distribution.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Network } from '../../coin/networks/network.ts'
import { isPoint } from '../../crypto/curve/point.ts'
import type { OutputDistribution, RingOutput } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { gamma, type RandomSampler, shuffled } from './randomSampler.ts'

/** What a network asks of rings, and how its wallets draw decoys. */
export type DecoyRules = Pick<Network, 'ringSize' | 'spendableAge' | 'coinbaseUnlockWindow' | 'blockTarget' | 'decoys'>

/** The output an input spends, as the wallet knows it. */
export type RealOutput = {
  readonly globalIndex: number
  readonly key: Uint8Array
  readonly commitment: Uint8Array
  readonly height: number
}

/** A member of a ring. */
export type RingMember = { readonly globalIndex: number; readonly key: Uint8Array; readonly commitment: Uint8Array }

/** The members in ascending order of their indices, and the place of the real one. */
export type Ring = { readonly members: readonly RingMember[]; readonly realPosition: number }

/** The chain does not hold enough outputs to hide among yet. */
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

/** A node's distribution of outputs that contradicts itself or what the wallet knows. */
export class OutputDistributionError extends FabaError {
  override readonly name = 'OutputDistributionError'
  readonly code = 'output-distribution'
}

/** A node's answer about ring members that cannot be right. Its chain changed between two answers, or it is dishonest. */
export class RingResponseError extends FabaError {
  override readonly name = 'RingResponseError'
  readonly code = 'ring-response'
}

const SHAPE = 19.28
const SCALE = 1 / 1.61
const YEAR = 365 * 24 * 3600
/** After so many draws the rest is filled evenly: only a chain of a few days comes here. */
const MAX_DRAWS = 10_000
/** A chain with more usable outputs than this is never too young to draw from. */
const MAX_YOUNG_OUTPUTS = 1_000_000

/** Checks what all later reckoning trusts: a count that never falls, over more blocks than outputs must rest. */
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

/** First position of ascending `counts` whose count is at least `least`; their length where there is none. */
const lowerBound = (counts: readonly number[], least: number): number => {
  let [from, to] = [0, counts.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((counts[middle] ?? 0) < least) from = middle + 1
    else to = middle
  }
  return from
}

/** Height of the block that holds output `globalIndex`; undefined where the distribution ends before it. */
export const heightOfOutput = (
  { cumulative, startHeight }: OutputDistribution,
  globalIndex: number,
): number | undefined => {
  const position = lowerBound(cumulative, globalIndex + 1)
  return position < cumulative.length ? startHeight + position : undefined
}

/** Number of outputs in blocks old enough to be drawn. */
export const usableCount = ({ cumulative }: OutputDistribution, rules: DecoyRules): number =>
  cumulative[cumulative.length - rules.spendableAge - 1] ?? 0

/**
 * Draws global indices of decoys, one per call; undefined for a draw that hits nothing.
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

/** How many outputs the reference asks for per ring: spares for those that turn out locked or unusable. */
export const requestCount = ({ ringSize, coinbaseUnlockWindow, spendableAge }: DecoyRules): number =>
  Math.floor(ringSize * 1.5 + 1) + coinbaseUnlockWindow - spendableAge

/** What is drawn from. `avoided`: own outputs and blacklisted ones, used only where a young chain offers nothing else. */
export type DecoySource = {
  readonly distribution: OutputDistribution
  readonly rules: DecoyRules
  readonly avoided: ReadonlySet<number>
}

/**
 * Global indices to ask the node for, in ascending order, so that the real one does not stand out.
 * @param earlier what this output was hidden among before, in a ring or in a question: it is asked for again
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
  const wanted = requestCount(rules)
  const total = distribution.cumulative[distribution.cumulative.length - 1] ?? 0
  const drawn = new Set<number>([real, ...earlier.filter((index) => index < total)])
  for (let draws = 0; draws < MAX_DRAWS && drawn.size < wanted; draws++) {
    const index = pick()
    if (index !== undefined && !avoided.has(index)) drawn.add(index)
  }
  if (drawn.size < wanted) {
    if (usable > MAX_YOUNG_OUTPUTS)
      throw new OutputDistributionError(
        `decoys cannot be drawn from the node's distribution of ${usable} outputs; use another node`,
      )
    fillEvenly(drawn, wanted, usable, avoided, sampler)
  }
  if (drawn.size < rules.ringSize)
    throw new ChainTooYoungError(rules.ringSize - drawn.size, `${drawn.size} can be had, ${rules.ringSize} are needed`)
  return [...drawn].sort((a, b) => a - b)
}

/** Adds outputs not drawn yet, evenly, the avoided ones last, until `wanted` are there or none is left. */
const fillEvenly = (
  drawn: Set<number>,
  wanted: number,
  usable: number,
  avoided: ReadonlySet<number>,
  sampler: RandomSampler,
): void => {
  const others: number[] = []
  const last: number[] = []
  for (let index = 0; index < usable; index++) if (!drawn.has(index)) (avoided.has(index) ? last : others).push(index)
  for (const index of [...shuffled(others, sampler), ...shuffled(last, sampler)]) {
    if (drawn.size >= wanted) return
    drawn.add(index)
  }
}

/** Checks the node's word on the real output against the wallet's. */
const checkReal = (real: RealOutput, answer: RingOutput | undefined): void => {
  const claim = `output ${real.globalIndex} (key ${toHex(real.key)})`
  if (answer === undefined) throw new RingResponseError(`the node left out ${claim}; use another node`)
  if (!equalBytes(answer.key, real.key) || !equalBytes(answer.commitment, real.commitment))
    throw new RingResponseError(
      `the node tells another key or commitment for ${claim}; refresh the wallet, and if this stays use another node`,
    )
  if (!answer.unlocked)
    throw new RingResponseError(`the node says that ${claim} is still locked; wait for the next block and try again`)
}

/**
 * Puts a ring together from the node's answers: the real output, members of an earlier ring that still serve, then others in
 * random order. Answers that are locked, no points of the curve, or repeat a key are passed over.
 * @param answers what the node says of each candidate
 * @throws RingAnswerError, ChainTooYoungError
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
      throw new RingResponseError(`the node left out output ${globalIndex}, which it was asked for; use another node`)
    const height = heightOfOutput(distribution, globalIndex)
    if (answer.height !== height)
      throw new RingResponseError(
        `the node places output ${globalIndex} at height ${answer.height}, but its distribution says ${height}; try again, and if this stays use another node`,
      )
    const text = toHex(answer.key)
    if (!answer.unlocked || keys.has(text) || !isPoint(answer.key) || !isPoint(answer.commitment)) continue
    keys.add(text)
    members.push({ globalIndex, key: answer.key, commitment: answer.commitment })
  }
  if (members.length < rules.ringSize)
    throw new ChainTooYoungError(
      rules.ringSize - members.length,
      `of ${candidates.length} outputs asked for only ${members.length} can be used now`,
    )
  members.sort((a, b) => a.globalIndex - b.globalIndex)
  return { members, realPosition: members.findIndex(({ globalIndex }) => globalIndex === real.globalIndex) }
}

/**
 * Whether rings pass the test that nodes apply before relaying: enough different members, and enough recent ones.
 * @param outputCount number of outputs old enough to be spent
 */
export const ringsLookSane = (rings: readonly Ring[], outputCount: number): boolean => {
  const indices = rings.flatMap(({ members }) => members.map(({ globalIndex }) => globalIndex))
  if (indices.length <= 10 || outputCount < 10_000) return true
  if (new Set(indices).size < 0.8 * indices.length) return false
  indices.sort((a, b) => a - b)
  const middle = indices.length / 2
  const median = ((indices[Math.floor(middle)] ?? 0) + (indices[Math.ceil(middle - 1)] ?? 0)) / 2
  return median >= 0.6 * outputCount
}
