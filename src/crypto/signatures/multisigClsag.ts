// CLSAGs that several signers make together. All of them know the ring, the responses of the decoys and D; each adds a nonce to the sums of
// nonces, and to the response of the real member what its share of the secret requires. In oxen-core each signer has one nonce per
// signature (rct::signMultisigCLSAG). In monero 0.18 it has two, which are merged with a factor that depends on everything that is signed, as in
// MuSig2 (multisig::signing::CLSAG_context_t).

import { concat, u32Bytes, utf8, withSecrets } from '../../bytes/bytes.ts'
import { hashToPoint } from '../curve/hashToPoint.ts'
import {
  addPoints,
  decodePoint,
  decodePoints,
  encodePoint,
  encodePoints,
  isIdentity,
  multiplyBy8,
  type Point,
  subtractPoints,
} from '../curve/point.ts'
import {
  hashToScalar,
  numberToBytes,
  ONE_EIGHTH,
  scalarFromBytes,
  scalarPowers,
  scalarRows,
  scalarToBytes,
} from '../curve/scalar.ts'
import { multiplyPublic, multiplySecret, multiScalar } from '../curve/scalarMultiplication.ts'
import {
  addSecrets,
  multiplyAddSecrets,
  multiplySecrets,
  randomScalar,
  respond,
  secretScalar,
  subtractSecrets,
} from '../curve/secretScalar.ts'
import { withHedgedRandom } from '../random/hedgedRandom.ts'
import type { Random } from '../random/random.ts'
import { type ClsagStatement, clsagDomain, prepareRing } from './clsagRing.ts'
import { RingError } from './ringSignature.ts'

/** What all signers know of a CLSAG in the making. */
type OpenClsag = {
  readonly statement: ClsagStatement
  /** position of the spent output in the ring */
  readonly index: number
  /** responses per ring member; that at `index` is not final */
  readonly s: readonly Uint8Array[]
  /** D/8 */
  readonly D: Uint8Array
}

/** A CLSAG in the making, prepared for the functions of this file. */
export type MultisigClsag = OpenClsag & {
  readonly ring: ReturnType<typeof prepareRing>
  /** coefficient of one-time keys in the aggregated key (mu_P), 32 bytes */
  readonly keyCoefficient: Uint8Array
}

/** k·G and k·Hp(P) of a nonce k for an output with the one-time key P, or sums of them over signers. 32 bytes each. */
export type NonceCommitments = { readonly L: Uint8Array; readonly R: Uint8Array }

/** Challenges of a CLSAG, 32 bytes each. */
type ClsagChallenges = {
  /** of ring member 0: a part of the signature */
  readonly first: Uint8Array
  /** of the real ring member: what the signers respond to */
  readonly real: Uint8Array
}

/**
 * Prepares a CLSAG that another signer began.
 * @throws RingError if numbers of members differ or `index` is outside the ring, or D is the identity
 * @throws InvalidPointError
 *
 * @example
 * import { encodePoint, G, H } from '../curve/point.ts'
 * const [g, h, zero] = [encodePoint(G), encodePoint(H), new Uint8Array(32)]
 * const statement = { message: zero, ringKeys: [g], ringCommitments: [g], pseudoOut: h, keyImage: h }
 * openMultisigClsag({ statement, index: 0, s: [zero], D: g }).keyCoefficient.length // 32
 */
export const openMultisigClsag = (open: OpenClsag): MultisigClsag => {
  const { statement, index, s, D } = open
  const { length } = statement.ringKeys
  if (statement.ringCommitments.length !== length || s.length !== length)
    throw new RingError(
      `the ring has ${length} keys, ${statement.ringCommitments.length} commitments, ${s.length} responses`,
    )
  if (statement.ringKeys[index] === undefined) throw new RingError(`the ring of ${length} has no member ${index}`)
  const d = multiplyBy8(decodePoint(D))
  if (isIdentity(d)) throw new RingError('the auxiliary key image is the identity')
  const ring = prepareRing(statement, D, d)
  return { ...open, ring, keyCoefficient: ring.muKeys }
}

const EIGHTH = scalarRows([ONE_EIGHTH])

/** The secrets of the signer who begins: `mask` opens the commitment of the spent output, `pseudoMask` that in the balance. */
export type CommitmentMasks = { readonly mask: Uint8Array; readonly pseudoMask: Uint8Array }

/** Returns the secret of the commitment to zero. The caller wipes it. */
const maskDifference = ({ mask, pseudoMask }: CommitmentMasks): Uint8Array =>
  subtractSecrets(secretScalar(mask), secretScalar(pseudoMask))

/**
 * Begins a CLSAG: computes D and draws the responses of the decoys from hedged randomness.
 * @throws RingError, InvalidPointError, RandomnessError
 *
 * @example
 * import { encodePoint, G, H } from '../curve/point.ts'
 * const [g, h, zero] = [encodePoint(G), encodePoint(H), new Uint8Array(32)]
 * const statement = { message: zero, ringKeys: [g], ringCommitments: [g], pseudoOut: h, keyImage: h }
 * const one = Uint8Array.of(1, ...new Uint8Array(31))
 * beginMultisigClsag(statement, 0, { mask: one, pseudoMask: zero }, (length) => new Uint8Array(length).fill(1)).s.length // 1
 */
export const beginMultisigClsag = (
  statement: ClsagStatement,
  index: number,
  masks: CommitmentMasks,
  random: Random,
): MultisigClsag =>
  withSecrets((keep) => {
    const { ringKeys, message, pseudoOut, keyImage } = statement
    const base = hashToPoint(ringKeys[index] ?? new Uint8Array(32))
    const D = encodePoint(multiplySecret(base, keep(multiplySecrets(keep(maskDifference(masks)), EIGHTH))))
    const inputs = [
      ...[utf8('multisig CLSAG'), masks.mask, masks.pseudoMask, u32Bytes(index)],
      concat(message, pseudoOut, keyImage, ...ringKeys),
    ]
    const s = withHedgedRandom(random, inputs, (hedged) => ringKeys.map(() => randomScalar(hedged)))
    return openMultisigClsag({ statement, index, s, D })
  })

const toKey = (value: number): Uint8Array => numberToBytes(BigInt(value))

const MERGE_FACTOR = clsagDomain('CLSAG_round_ms_merge_factor')

/** Returns the hash of everything that is signed, by which parallel nonces are merged. */
const mergeFactor = (
  { statement, index, s, D }: Pick<MultisigClsag, 'statement' | 'index' | 's' | 'D'>,
  totals: readonly NonceCommitments[],
): bigint => {
  const { message, ringKeys, ringCommitments, pseudoOut, keyImage } = statement
  const hash = hashToScalar(
    ...[MERGE_FACTOR, ...ringKeys, ...ringCommitments, pseudoOut, message],
    ...totals.map(({ L }) => L),
    ...totals.map(({ R }) => R),
    ...[keyImage, encodePoint(multiplyBy8(decodePoint(D))), ...s.filter((_, i) => i !== index)],
    ...[toKey(index), toKey(totals.length), toKey(ringKeys.length)],
  )
  return scalarFromBytes(hash)
}

/** Nonces of all signers merged into one: their sum, and the factor of each parallel nonce, 32 bytes; the first is 1. */
type MergedNonces = { readonly sum: NonceCommitments; readonly factors: readonly Uint8Array[] }

/**
 * Merges the parallel nonces of all signers (monero: CLSAG_context_t::combine_alpha_and_compute_challenge). A single one stays as it is.
 * @param totals sums of the nonces of all signers: of the first ones, of the second ones
 * @throws InvalidPointError
 *
 * @example
 * import { encodePoint, G, H } from '../curve/point.ts'
 * const [g, h, zero] = [encodePoint(G), encodePoint(H), new Uint8Array(32)]
 * const statement = { message: zero, ringKeys: [g], ringCommitments: [g], pseudoOut: h, keyImage: h }
 * const clsag = openMultisigClsag({ statement, index: 0, s: [zero], D: g })
 * mergeNonces(clsag, [{ L: g, R: h }]).sum // { L: g, R: h }
 */
export const mergeNonces = (clsag: MultisigClsag, totals: readonly NonceCommitments[]): MergedNonces => {
  const factors = scalarPowers(totals.length > 1 ? mergeFactor(clsag, totals) : 1n, totals.length)
  const [L = new Uint8Array(), R = new Uint8Array()] = encodePoints([
    multiScalar(factors, decodePoints(totals.map((total) => total.L))),
    multiScalar(factors, decodePoints(totals.map((total) => total.R))),
  ])
  return { sum: { L, R }, factors: factors.map(scalarToBytes) }
}

/**
 * Returns the challenges that follow from the sum of all nonces.
 * @throws InvalidPointError
 *
 * @example
 * import { encodePoint, G, H } from '../curve/point.ts'
 * const [g, h, zero] = [encodePoint(G), encodePoint(H), new Uint8Array(32)]
 * const statement = { message: zero, ringKeys: [g], ringCommitments: [g], pseudoOut: h, keyImage: h }
 * const clsag = openMultisigClsag({ statement, index: 0, s: [zero], D: g })
 * const { first, real } = clsagChallenges(clsag, { L: g, R: h })
 * first.join() === real.join() // true
 */
export const clsagChallenges = (clsag: MultisigClsag, { L, R }: NonceCommitments): ClsagChallenges => {
  const { ring, s, index } = clsag
  let challenge = ring.hashRound(decodePoints([L, R]))
  let first = challenge
  for (let step = 1; step < s.length; step++) {
    const i = (index + step) % s.length
    if (i === 0) first = challenge
    challenge = ring.next(i, challenge, s[i] ?? new Uint8Array())
  }
  if (index === 0) first = challenge
  return { first, real: challenge }
}

/** A signer's part of the one-time secret, and its nonce for this signature. The caller wipes them. */
export type SignerSecrets = { readonly nonce: Uint8Array; readonly secret: Uint8Array }

/**
 * Returns the response of the signer who begins: it includes the part of the secret that all signers know, and the commitments.
 * @param secret what all signers know of the one-time secret, plus this signer's shares
 *
 * @example
 * import { encodePoint, G, H } from '../curve/point.ts'
 * const [g, h, zero] = [encodePoint(G), encodePoint(H), new Uint8Array(32)]
 * const statement = { message: zero, ringKeys: [g], ringCommitments: [g], pseudoOut: h, keyImage: h }
 * const clsag = openMultisigClsag({ statement, index: 0, s: [zero], D: g })
 * const one = Uint8Array.of(1, ...new Uint8Array(31))
 * firstResponse(clsag, zero, { nonce: one, secret: one }, { mask: one, pseudoMask: zero }) // one
 */
export const firstResponse = (
  { ring, keyCoefficient }: MultisigClsag,
  challenge: Uint8Array,
  { nonce, secret }: SignerSecrets,
  masks: CommitmentMasks,
): Uint8Array =>
  withSecrets((keep) => {
    const weightedKey = keep(multiplySecrets(keyCoefficient, secretScalar(secret)))
    const difference = keep(maskDifference(masks))
    return respond(nonce, challenge, keep(multiplyAddSecrets(ring.muCommitments, difference, weightedKey)))
  })

/**
 * Returns the response with that of another signer added, whose shares of the secret have the sum `secret`.
 *
 * @example
 * import { encodePoint, G, H } from '../curve/point.ts'
 * const [g, h, zero] = [encodePoint(G), encodePoint(H), new Uint8Array(32)]
 * const statement = { message: zero, ringKeys: [g], ringCommitments: [g], pseudoOut: h, keyImage: h }
 * const clsag = openMultisigClsag({ statement, index: 0, s: [zero], D: g })
 * const one = Uint8Array.of(1, ...new Uint8Array(31))
 * addResponse(clsag, zero, { nonce: one, secret: one }, zero) // one
 */
export const addResponse = (
  { keyCoefficient }: MultisigClsag,
  challenge: Uint8Array,
  { nonce, secret }: SignerSecrets,
  response: Uint8Array,
): Uint8Array =>
  withSecrets((keep) => {
    const weighted = keep(multiplySecrets(keyCoefficient, secretScalar(secret)))
    return addSecrets(secretScalar(response), keep(respond(nonce, challenge, weighted)))
  })

/** What those who have not signed yet hold: the sum of their shares' public keys, and of their partial key images. */
export type UnsignedShares = { readonly key: Point; readonly keyImage: Point }

/**
 * Returns the sum of the nonces of those who have signed, as it follows from their response.
 * @throws InvalidPointError
 *
 * @example
 * import { encodePoint, G, H } from '../curve/point.ts'
 * const [g, h, zero] = [encodePoint(G), encodePoint(H), new Uint8Array(32)]
 * const statement = { message: zero, ringKeys: [g], ringCommitments: [g], pseudoOut: h, keyImage: h }
 * const clsag = openMultisigClsag({ statement, index: 0, s: [zero], D: g })
 * const one = Uint8Array.of(1, ...new Uint8Array(31))
 * noncesOfResponse(clsag, zero, one, { key: G, keyImage: H }).L // g
 */
export const noncesOfResponse = (
  { ring, index }: MultisigClsag,
  challenge: Uint8Array,
  response: Uint8Array,
  unsigned: UnsignedShares,
): NonceCommitments => {
  const [l, r] = ring.commitmentsOf(index, challenge, response)
  if (l === undefined || r === undefined) throw new RingError(`the ring has no member ${index}`)
  const weight = scalarFromBytes(multiplySecrets(challenge, ring.muKeys))
  const [L = new Uint8Array(), R = new Uint8Array()] = encodePoints([
    subtractPoints(l, multiplyPublic(unsigned.key, weight)),
    subtractPoints(r, multiplyPublic(unsigned.keyImage, weight)),
  ])
  return { L, R }
}

/**
 * Returns the sum of nonces.
 * @throws InvalidPointError
 *
 * @example
 * import { addPoints, encodePoint, G, H } from '../curve/point.ts'
 * const [g, h] = [encodePoint(G), encodePoint(H)]
 * sumNonces([{ L: g, R: h }, { L: g, R: h }]).L // encodePoint(addPoints(G, G))
 */
export const sumNonces = (nonces: readonly NonceCommitments[]): NonceCommitments => {
  const sum = (keys: readonly Uint8Array[]): Point => decodePoints(keys).reduce(addPoints)
  const [L = new Uint8Array(), R = new Uint8Array()] = encodePoints([
    sum(nonces.map((nonce) => nonce.L)),
    sum(nonces.map((nonce) => nonce.R)),
  ])
  return { L, R }
}
