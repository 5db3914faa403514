// Proofs that a shared secret D = s·A has the same secret s as R = s·G (or R = s·B), without revealing s: Chaum-Pedersen proofs of
// equal logarithms. Transaction proofs and reserve proofs consist of them. 64 bytes: challenge, response.

import { concat, equalBytes, utf8, withSecrets } from '../../bytes/bytes.ts'
import { decodePoint, encodePoint, falseForInvalidPoints, G } from '../curve/point.ts'
import { hashToScalar, isCanonicalScalar, scalarFromBytes } from '../curve/scalar.ts'
import { multiplySecret, multiScalar } from '../curve/scalarMultiplication.ts'
import { randomScalar, respond } from '../curve/secretScalar.ts'
import { keccak256 } from '../hash/keccak.ts'
import { withHedgedRandom } from '../random/hedgedRandom.ts'
import type { Random } from '../random/random.ts'
import { SIGNATURE_LENGTH } from './signature.ts'

/** The statement of a proof; fields are 32 bytes each. */
export type SharedSecretStatement = {
  /** the hash that the proof signs */
  readonly hash: Uint8Array
  /** R, the public key of the secret */
  readonly publicKey: Uint8Array
  /** A, the public key of the other party */
  readonly otherKey: Uint8Array
  /** the base of R: a subaddress's spend key; G if omitted */
  readonly base?: Uint8Array
  /** D = s·A, without the cofactor */
  readonly sharedSecret: Uint8Array
}

/** Version 1 hashes only the commitments; version 2 also binds the keys. */
export type SharedSecretProofVersion = 1 | 2

const DOMAIN = keccak256(utf8('TXPROOF_V2'))
const NO_BASE = new Uint8Array(32)

const challengeOf = (
  { hash, publicKey, otherKey, base, sharedSecret }: SharedSecretStatement,
  version: SharedSecretProofVersion,
  x: Uint8Array,
  y: Uint8Array,
): Uint8Array =>
  version === 1
    ? hashToScalar(hash, sharedSecret, x, y)
    : hashToScalar(hash, sharedSecret, x, y, DOMAIN, publicKey, otherKey, base ?? NO_BASE)

/**
 * Proves the statement, which is not checked against `secret`. The nonce is hedged (`hedgedRandom.ts`).
 * @throws InvalidPointError if a key is not a point
 * @throws RandomnessError if `random` fails
 *
 * @example
 * import { multiplyKey, publicKeyOf } from '../keys/keys.ts'
 * const [secret, otherKey] = [Uint8Array.of(5, ...new Uint8Array(31)), publicKeyOf(Uint8Array.of(6, ...new Uint8Array(31)))]
 * const sharedSecret = multiplyKey(otherKey, secret)
 * const statement = { hash: new Uint8Array(32), publicKey: publicKeyOf(secret), otherKey, sharedSecret }
 * verifySharedSecret(statement, 2, proveSharedSecret(statement, 2, secret, (length) => new Uint8Array(length).fill(3))) // true
 */
export const proveSharedSecret = (
  statement: SharedSecretStatement,
  version: SharedSecretProofVersion,
  secret: Uint8Array,
  random: Random,
): Uint8Array => {
  const { hash, publicKey, otherKey, sharedSecret } = statement
  const base = statement.base === undefined ? G : decodePoint(statement.base)
  const inputs = [
    utf8(`shared secret proof ${version}`),
    secret,
    hash,
    publicKey,
    otherKey,
    encodePoint(base),
    sharedSecret,
  ]
  return withHedgedRandom(random, inputs, (hedged) =>
    withSecrets((keep) => {
      const nonce = keep(randomScalar(hedged))
      const x = encodePoint(multiplySecret(base, nonce))
      const y = encodePoint(multiplySecret(decodePoint(otherKey), nonce))
      const challenge = challengeOf(statement, version, x, y)
      return concat(challenge, respond(nonce, challenge, secret))
    }),
  )
}

/**
 * Returns whether a proof of the given version (64 bytes) is valid.
 *
 * @example
 * const zero = new Uint8Array(32)
 * verifySharedSecret({ hash: zero, publicKey: zero, otherKey: zero, sharedSecret: zero }, 2, new Uint8Array(63)) // false
 */
export const verifySharedSecret = (
  statement: SharedSecretStatement,
  version: SharedSecretProofVersion,
  proof: Uint8Array,
): boolean =>
  falseForInvalidPoints(() => {
    if (proof.length !== SIGNATURE_LENGTH) return false
    const [challenge, response] = [proof.subarray(0, 32), proof.subarray(32)]
    if (!isCanonicalScalar(challenge) || !isCanonicalScalar(response)) return false
    const [c, r] = [scalarFromBytes(challenge), scalarFromBytes(response)]
    const base = statement.base === undefined ? G : decodePoint(statement.base)
    const x = multiScalar([c, r], [decodePoint(statement.publicKey), base])
    const y = multiScalar([c, r], [decodePoint(statement.sharedSecret), decodePoint(statement.otherKey)])
    return equalBytes(challengeOf(statement, version, encodePoint(x), encodePoint(y)), challenge)
  })
