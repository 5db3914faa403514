// CLSAG: concise linkable spontaneous anonymous group signatures (Goodell, Noether, RandomRun 2019), the ring signature of RCT types
// 5 and later. It proves that one ring member is spent, that its key image is correct, and that `pseudoOut` commits to its amount.

import { concat, equalBytes, type KeepSecret, u32Bytes, utf8, withSecrets } from '../../bytes/bytes.ts'
import { hashToPoint } from '../curve/hashToPoint.ts'
import { decodePoint, encodePoint, falseForInvalidPoints, isIdentity, multiplyBy8 } from '../curve/point.ts'
import { isCanonicalScalar, ONE_EIGHTH, scalarRows } from '../curve/scalar.ts'
import { multiplyBaseSecret, multiplySecret } from '../curve/scalarMultiplication.ts'
import {
  multiplyAddSecrets,
  multiplySecrets,
  randomScalar,
  respond,
  secretScalar,
  subtractSecrets,
} from '../curve/secretScalar.ts'
import { withHedgedRandom } from '../random/hedgedRandom.ts'
import type { Random } from '../random/random.ts'
import { type ClsagStatement, prepareRing } from './clsagRing.ts'
import { RingError } from './ringSignature.ts'

/** The secrets of the signer. The functions here do not wipe them. */
export type ClsagWitness = {
  /** position of the spent output in the ring */
  readonly index: number
  /** its one-time secret */
  readonly secret: Uint8Array
  /** mask of its commitment */
  readonly mask: Uint8Array
  /** mask of `pseudoOut` */
  readonly pseudoMask: Uint8Array
}

/** A CLSAG as serialized in a transaction: `s` per ring member, the challenge of member 0, and D/8. */
export type Clsag = { readonly s: readonly Uint8Array[]; readonly c1: Uint8Array; readonly D: Uint8Array }

/**
 * Signs. The statement is not checked against the witness: callers verify the complete transaction. Nonce and responses are hedged
 * (`hedgedRandom.ts`).
 * @throws RingError if the numbers of ring keys and commitments differ or `index` is outside the ring
 * @throws InvalidPointError if a member is not a point
 * @throws RandomnessError if `random` fails
 *
 * @example
 * import { commit } from '../amounts/commitment.ts'
 * import { keyImage, publicKeyOf } from '../keys/keys.ts'
 * const [secret, mask] = [5, 6].map((byte) => Uint8Array.of(byte, ...new Uint8Array(31)))
 * const [key, pseudoOut] = [publicKeyOf(secret), commit(9n, secret)]
 * const ring = { ringKeys: [key], ringCommitments: [commit(9n, mask)], pseudoOut, keyImage: keyImage(key, secret) }
 * const statement = { message: new Uint8Array(32), ...ring }
 * const witness = { index: 0, secret, mask, pseudoMask: secret }
 * verifyClsag(statement, signClsag(statement, witness, (length) => new Uint8Array(length).fill(3))) // true
 */
export const signClsag = (statement: ClsagStatement, witness: ClsagWitness, random: Random): Clsag => {
  const { ringKeys, ringCommitments } = statement
  const { index } = witness
  if (ringKeys.length !== ringCommitments.length)
    throw new RingError(`the ring has ${ringKeys.length} keys but ${ringCommitments.length} commitments`)
  if (ringKeys[index] === undefined) throw new RingError(`the ring of ${ringKeys.length} has no member ${index}`)

  return withHedgedRandom(random, inputsOf(statement, witness), (hedged) =>
    withSecrets((keep) => signWith(statement, witness, hedged, keep)),
  )
}

/** Returns everything that the nonce must depend on: the secrets, and all that the challenges depend on. */
const inputsOf = (statement: ClsagStatement, { index, secret, mask, pseudoMask }: ClsagWitness): Uint8Array[] => [
  utf8('CLSAG'),
  secret,
  mask,
  pseudoMask,
  u32Bytes(index),
  concat(statement.message, statement.pseudoOut, statement.keyImage),
  concat(...statement.ringKeys, ...statement.ringCommitments),
]

const EIGHTH = scalarRows([ONE_EIGHTH])

/** Signs with hedged randomness; `keep` registers secrets that are wiped afterwards. */
const signWith = (statement: ClsagStatement, witness: ClsagWitness, random: Random, keep: KeepSecret): Clsag => {
  const { ringKeys } = statement
  const { index } = witness
  const secret = secretScalar(witness.secret)
  const maskDifference = keep(subtractSecrets(secretScalar(witness.mask), secretScalar(witness.pseudoMask)))
  const base = hashToPoint(ringKeys[index] ?? new Uint8Array())
  const eighth = multiplySecret(base, keep(multiplySecrets(maskDifference, EIGHTH)))
  const D = encodePoint(eighth)
  const ring = prepareRing(statement, D, multiplyBy8(eighth))

  const nonce = keep(randomScalar(random))
  const s = ringKeys.map(() => randomScalar(random))
  let challenge = ring.hashRound([multiplyBaseSecret(nonce), multiplySecret(base, nonce)])
  let first = challenge
  for (let step = 1; step < ringKeys.length; step++) {
    const i = (index + step) % ringKeys.length
    if (i === 0) first = challenge
    challenge = ring.next(i, challenge, s[i] ?? new Uint8Array())
  }
  if (index === 0) first = challenge
  const weightedKey = keep(multiplySecrets(ring.muKeys, secret))
  const weighted = keep(multiplyAddSecrets(ring.muCommitments, maskDifference, weightedKey))
  s[index] = respond(nonce, challenge, weighted)
  return { s, c1: first, D }
}

/**
 * Returns whether a CLSAG is valid. Callers also check that the key image is in the prime-order subgroup (`inPrimeSubgroup`).
 *
 * @example
 * const nothing = { ringKeys: [], ringCommitments: [], keyImage: new Uint8Array(32) }
 * verifyClsag(nothing, { s: [], c1: new Uint8Array(32), D: new Uint8Array(32) }) // false
 */
export const verifyClsag = (statement: ClsagStatement, { s, c1, D }: Clsag): boolean =>
  falseForInvalidPoints(() => {
    const { ringKeys, ringCommitments, keyImage } = statement
    if (ringKeys.length === 0 || ringKeys.length !== ringCommitments.length || ringKeys.length !== s.length)
      return false
    if (!isCanonicalScalar(c1) || !s.every(isCanonicalScalar)) return false
    const d = multiplyBy8(decodePoint(D))
    if (isIdentity(d) || isIdentity(decodePoint(keyImage))) return false
    const ring = prepareRing(statement, D, d)
    let challenge = c1
    for (const [i, response] of s.entries()) challenge = ring.next(i, challenge, response)
    return equalBytes(challenge, c1)
  })
