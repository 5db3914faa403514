// Proofs that a shared secret D = s·A was made with the secret s behind R = s·G (or R = s·B), without telling s: Chaum-Pedersen proofs
// of equal logarithms. Transaction proofs and reserve proofs are made of them. 64 bytes: challenge, response.

import { concat, equalBytes, utf8 } from '../../bytes/bytes.ts'
import { decodePoint, encodePoint, G, multiplySecret, multiScalar, refusingBadPoints } from '../curve/point.ts'
import { hashToScalar, isCanonicalScalar, randomScalar, scalarFromBytes, scalarToBytes } from '../curve/scalar.ts'
import { keccak256 } from '../hash/keccak.ts'
import type { Random } from '../random.ts'
import { SIGNATURE_LENGTH } from './signature.ts'

/** What is proved; fields are 32 bytes each. */
export type SharedSecretStatement = {
  /** What the proof signs. */
  readonly hash: Uint8Array
  /** R, the public key of the secret. */
  readonly publicKey: Uint8Array
  /** A, the key that the secret is shared with. */
  readonly otherKey: Uint8Array
  /** The base of R: a subaddress's spend key, or G when left out. */
  readonly base?: Uint8Array
  /** D, the secret times A, without the cofactor. */
  readonly sharedSecret: Uint8Array
}

/** Version 1 hashes the commitments only; version 2 binds the keys as well. */
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
 * Proves the statement, which is not checked against `secret`.
 * @throws InvalidPointError when a key is not a point
 * @throws RandomnessError when `random` fails
 */
export const proveSharedSecret = (
  statement: SharedSecretStatement,
  version: SharedSecretProofVersion,
  secret: Uint8Array,
  random: Random,
): Uint8Array => {
  const nonce = scalarFromBytes(randomScalar(random))
  const base = statement.base === undefined ? G : decodePoint(statement.base)
  const x = encodePoint(multiplySecret(base, nonce))
  const y = encodePoint(multiplySecret(decodePoint(statement.otherKey), nonce))
  const challenge = challengeOf(statement, version, x, y)
  return concat(challenge, scalarToBytes(nonce - scalarFromBytes(challenge) * scalarFromBytes(secret)))
}

/** Whether a proof of that version (64 bytes) holds. */
export const verifySharedSecret = (
  statement: SharedSecretStatement,
  version: SharedSecretProofVersion,
  proof: Uint8Array,
): boolean =>
  refusingBadPoints(() => {
    if (proof.length !== SIGNATURE_LENGTH) return false
    const [challenge, response] = [proof.subarray(0, 32), proof.subarray(32)]
    if (!isCanonicalScalar(challenge) || !isCanonicalScalar(response)) return false
    const [c, r] = [scalarFromBytes(challenge), scalarFromBytes(response)]
    const base = statement.base === undefined ? G : decodePoint(statement.base)
    const x = multiScalar([c, r], [decodePoint(statement.publicKey), base])
    const y = multiScalar([c, r], [decodePoint(statement.sharedSecret), decodePoint(statement.otherKey)])
    return equalBytes(challengeOf(statement, version, encodePoint(x), encodePoint(y)), challenge)
  })
