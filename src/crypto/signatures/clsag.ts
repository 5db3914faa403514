// CLSAG: concise linkable spontaneous anonymous group signatures (Goodell, Noether, RandomRun 2019), the ring signature of RCT types
// 5 and later. It proves that one ring member is spent, that its key image is right, and that `pseudoOut` commits to its amount.

import { concat, utf8 } from '../../bytes/bytes.ts'
import {
  decodePoint,
  decodePoints,
  encodePoint,
  encodePoints,
  hashToPoint,
  hashToPoints,
  isIdentity,
  multiplyBaseSecret,
  multiplyBy8,
  multiplySecret,
  multiScalar,
  multiScalars,
  type Point,
  refusingBadPoints,
  subtractFromAll,
} from '../curve/point.ts'
import {
  hashToScalar,
  isCanonicalScalar,
  ONE_EIGHTH,
  randomScalar,
  scalarFromBytes,
  scalarToBytes,
} from '../curve/scalar.ts'
import type { Random } from '../random.ts'
import { RingError } from './ringSignature.ts'

/** What a CLSAG is about. Keys, commitments and the message are 32 bytes each. */
export type ClsagStatement = {
  /** What the transaction signs. */
  readonly message: Uint8Array
  /** One-time keys of the ring's members. */
  readonly ringKeys: readonly Uint8Array[]
  /** Commitments of the ring's members, as they stand on the chain. */
  readonly ringCommitments: readonly Uint8Array[]
  /** The commitment that stands for the input in the transaction's balance. */
  readonly pseudoOut: Uint8Array
  readonly keyImage: Uint8Array
}

/** What the signer knows. Nothing of it is wiped here. */
export type ClsagWitness = {
  /** Place of the spent output in the ring. */
  readonly index: number
  /** Its one-time secret. */
  readonly secret: Uint8Array
  /** Mask of its commitment. */
  readonly mask: Uint8Array
  /** Mask of `pseudoOut`. */
  readonly pseudoMask: Uint8Array
}

/** A CLSAG as a transaction carries it: `s` per ring member, the challenge of member 0, and D/8. */
export type Clsag = { readonly s: readonly Uint8Array[]; readonly c1: Uint8Array; readonly D: Uint8Array }

const domain = (text: string): Uint8Array => {
  const bytes = new Uint8Array(32)
  bytes.set(utf8(text))
  return bytes
}
const AGGREGATE_KEYS = domain('CLSAG_agg_0')
const AGGREGATE_COMMITMENTS = domain('CLSAG_agg_1')
const ROUND = domain('CLSAG_round')

/** The statement made ready for a walk around the ring: a function from a challenge and a response to the next challenge. */
const prepareRing = (statement: ClsagStatement, dOverEight: Uint8Array, d: Point) => {
  const { message, ringKeys, ringCommitments, pseudoOut, keyImage } = statement
  const ring = concat(...ringKeys, ...ringCommitments)
  const aggregated = concat(keyImage, dOverEight, pseudoOut)
  const muKeys = scalarFromBytes(hashToScalar(AGGREGATE_KEYS, ring, aggregated))
  const muCommitments = scalarFromBytes(hashToScalar(AGGREGATE_COMMITMENTS, ring, aggregated))
  const roundPrefix = concat(ROUND, ring, pseudoOut, message)
  const pseudoPoint = decodePoint(pseudoOut)
  const imagePoint = decodePoint(keyImage)
  const images = multiScalar([muKeys, muCommitments], [imagePoint, d])
  const keys = decodePoints(ringKeys)
  const bases = hashToPoints(ringKeys)
  const differences = subtractFromAll(decodePoints(ringCommitments), pseudoPoint)
  const hashRound = (points: readonly Point[]): bigint =>
    scalarFromBytes(hashToScalar(roundPrefix, ...encodePoints(points)))
  /** The challenge after member `i`, which answers `challenge` with `s`. */
  const next = (i: number, challenge: bigint, s: bigint): bigint => {
    const [key, base, difference] = [keys[i], bases[i], differences[i]]
    if (key === undefined || base === undefined || difference === undefined)
      throw new RingError(`the ring of ${keys.length} has no member ${i}`)
    return hashRound(
      multiScalars([
        { base: s, scalars: [challenge * muKeys, challenge * muCommitments], points: [key, difference] },
        { base: 0n, scalars: [s, challenge], points: [base, images] },
      ]),
    )
  }
  return { muKeys, muCommitments, hashRound, next }
}

/**
 * Signs. The statement is not checked against the witness: whoever builds a transaction verifies it whole.
 * @throws RingError when ring keys and commitments differ in number or `index` is outside the ring
 * @throws InvalidPointError when a member is not a point
 * @throws RandomnessError when `random` fails
 */
export const signClsag = (statement: ClsagStatement, witness: ClsagWitness, random: Random): Clsag => {
  const { ringKeys, ringCommitments } = statement
  const { index } = witness
  const ownKey = ringKeys[index]
  if (ringKeys.length !== ringCommitments.length)
    throw new RingError(`${ringKeys.length} ring keys come with ${ringCommitments.length} commitments`)
  if (ownKey === undefined) throw new RingError(`the ring of ${ringKeys.length} has no member ${index}`)

  const secret = scalarFromBytes(witness.secret)
  const maskDifference = scalarFromBytes(witness.mask) - scalarFromBytes(witness.pseudoMask)
  const base = hashToPoint(ownKey)
  const eighth = multiplySecret(base, maskDifference * ONE_EIGHTH)
  const D = encodePoint(eighth)
  const ring = prepareRing(statement, D, multiplyBy8(eighth))

  const nonce = scalarFromBytes(randomScalar(random))
  const s = ringKeys.map(() => randomScalar(random))
  let challenge = ring.hashRound([multiplyBaseSecret(nonce), multiplySecret(base, nonce)])
  let first = challenge
  for (let step = 1; step < ringKeys.length; step++) {
    const i = (index + step) % ringKeys.length
    if (i === 0) first = challenge
    challenge = ring.next(i, challenge, scalarFromBytes(s[i] ?? new Uint8Array()))
  }
  if (index === 0) first = challenge
  s[index] = scalarToBytes(nonce - challenge * (ring.muKeys * secret + ring.muCommitments * maskDifference))
  return { s, c1: scalarToBytes(first), D }
}

/**
 * Whether a CLSAG holds. That the key image lies in the prime-order group is for the transaction's checks (`inPrimeSubgroup`).
 */
export const verifyClsag = (statement: ClsagStatement, { s, c1, D }: Clsag): boolean =>
  refusingBadPoints(() => {
    const { ringKeys, ringCommitments, keyImage } = statement
    if (ringKeys.length === 0 || ringKeys.length !== ringCommitments.length || ringKeys.length !== s.length)
      return false
    if (!isCanonicalScalar(c1) || !s.every(isCanonicalScalar)) return false
    const d = multiplyBy8(decodePoint(D))
    if (isIdentity(d) || isIdentity(decodePoint(keyImage))) return false
    const ring = prepareRing(statement, D, d)
    const first = scalarFromBytes(c1)
    let challenge = first
    for (const [i, response] of s.entries()) challenge = ring.next(i, challenge, scalarFromBytes(response))
    return challenge === first
  })
