// Members of a ring: the node's responses are checked against the wallet's own output and the distribution, then sound decoys are put
// around the real output.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { arePoints, arePrimePoints } from '../../crypto/curve/point.ts'
import type { RingOutput } from '../../daemon/nodeClient.ts'
import type { OutputDistribution } from '../../daemon/outputDistribution.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { heightOfOutput } from './outputDistribution.ts'
import { type DecoyRules, OutputIndexError, type RealOutput, type Ring, type RingMember } from './ring.ts'

/** The node's response about ring members is wrong: its chain changed between two responses, or it is dishonest. */
export class RingResponseError extends FabaError {
  override readonly name = 'RingResponseError'
  readonly code = 'ring-response'
}

/** Responses of a node, by global index. */
export type RingAnswers = ReadonlyMap<number, RingOutput>

/** Checks the node's response for the real output against the wallet's own data. */
const checkReal = (real: RealOutput, answer: RingOutput | undefined): void => {
  const claim = `output ${real.globalIndex} (key ${toHex(real.key)})`
  if (answer === undefined) throw new RingResponseError(`the node omitted ${claim}; use another node`)
  if (!equalBytes(answer.key, real.key) || !equalBytes(answer.commitment, real.commitment))
    throw new OutputIndexError(real.globalIndex, 'returned another key or commitment for')
  if (!answer.unlocked)
    throw new RingResponseError(`the node reports that ${claim} is still locked; wait for the next block and try again`)
}

/**
 * Verifies a node's responses for the candidates of a ring: the real output is as the wallet knows it, and each candidate is in the block
 * in which the node's distribution has it.
 * @throws RingResponseError
 */
export const checkAnswers = (
  distribution: OutputDistribution,
  real: RealOutput,
  candidates: readonly number[],
  answers: RingAnswers,
): void => {
  checkReal(real, answers.get(real.globalIndex))
  for (const index of candidates) {
    const answer = answers.get(index)
    if (answer === undefined)
      throw new RingResponseError(`the node omitted the requested output ${index}; use another node`)
    const height = heightOfOutput(distribution, index)
    if (answer.height !== height)
      throw new RingResponseError(
        `the node places output ${index} at height ${answer.height}, but its distribution has ${height}; try again; if the error remains, use another node`,
      )
  }
}

/** Returns for each output whether it may be a ring member. */
export type SoundnessCheck = (outputs: readonly RingOutput[]) => boolean[]

/** Returns a check that remembers its results, so that it checks each key only once. */
const remembered = (
  check: (keys: readonly Uint8Array[]) => boolean[],
): ((keys: readonly Uint8Array[]) => boolean[]) => {
  const known = new Map<string, boolean>()
  return (keys) => {
    const texts = keys.map((key) => toHex(key))
    const news = keys.filter((_, i) => !known.has(texts[i] ?? ''))
    for (const [i, result] of check(news).entries()) known.set(toHex(news[i] ?? new Uint8Array()), result)
    return texts.map((text) => known.get(text) === true)
  }
}

/**
 * Returns a check that ring members are unlocked, and that their keys and commitments are points of the prime-order subgroup (wallet2:
 * tx_add_fake_output). Members may have equal keys, and the wallet's own outputs may be members.
 */
export const createSoundnessCheck = ({ decoys }: Pick<DecoyRules, 'decoys'>): SoundnessCheck => {
  const prime = remembered(arePrimePoints)
  const keyCheck = decoys.allowsTorsionedKeys ? remembered(arePoints) : prime
  return (outputs) => {
    const keys = keyCheck(outputs.map(({ key }) => key))
    const commitments = prime(outputs.map(({ commitment }) => commitment))
    return outputs.map(({ unlocked }, i) => unlocked && keys[i] === true && commitments[i] === true)
  }
}

/**
 * Assembles a ring: the real output and the first sound ones of `order`.
 * @param order global indices, the preferred ones first
 * @param answers the node's response for each of them
 * @returns the ring, or the number of members that are missing
 */
export const assembleRing = (
  ringSize: number,
  real: RealOutput,
  order: readonly number[],
  answers: RingAnswers,
  isSound: SoundnessCheck,
): Ring | { readonly missing: number } => {
  const { globalIndex, key, commitment } = real
  const members: RingMember[] = [{ globalIndex, key, commitment }]
  const decoys = order.flatMap((index) => {
    const answer = index === globalIndex ? undefined : answers.get(index)
    return answer === undefined ? [] : [{ ...answer, globalIndex: index }]
  })
  for (let next = 0; members.length < ringSize && next < decoys.length; ) {
    const tried = decoys.slice(next, next + ringSize - members.length)
    const sound = isSound(tried)
    for (const [i, decoy] of tried.entries())
      if (sound[i]) members.push({ globalIndex: decoy.globalIndex, key: decoy.key, commitment: decoy.commitment })
    next += tried.length
  }
  if (members.length < ringSize) return { missing: ringSize - members.length }
  members.sort((a, b) => a.globalIndex - b.globalIndex)
  return { members, realPosition: members.findIndex((member) => member.globalIndex === globalIndex) }
}
