// The ring signature of the original CryptoNote paper (van Saberhagen 2013, section 4.4): one secret of the ring signs, and the key
// image is equal if it signs twice. Old transactions, spend proofs and key image proofs use it.

import { concat, u32Bytes, utf8, withSecrets } from '../../bytes/bytes.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { hashToPoint } from '../curve/hashToPoint.ts'
import { addPoints, decodePoint, encodePoint, falseForInvalidPoints, type Point } from '../curve/point.ts'
import { hashToScalar, isCanonicalScalar, mod, scalarFromBytes, scalarToBytes } from '../curve/scalar.ts'
import {
  multiplyBase,
  multiplyBaseSecret,
  multiplyPublic,
  multiplySecret,
  multiScalar,
} from '../curve/scalarMultiplication.ts'
import { randomScalar, respond } from '../curve/secretScalar.ts'
import { withHedgedRandom } from '../random/hedgedRandom.ts'
import type { Random } from '../random/random.ts'
import { SIGNATURE_LENGTH } from './signature.ts'

/** A ring without the member that signs, or with another number of keys than of commitments. */
export class RingError extends FabaError {
  override readonly name = 'RingError'
  readonly code = 'ring'
}

/** Returns the commitments c·P + r·G and r·Hp(P) + c·I of a member with a public challenge and response, encoded. */
const commitmentsOf = (
  key: Uint8Array,
  image: Point,
  challenge: Uint8Array,
  response: Uint8Array,
): readonly [Uint8Array, Uint8Array] => {
  const [c, r] = [scalarFromBytes(challenge), scalarFromBytes(response)]
  return [
    encodePoint(addPoints(multiplyPublic(decodePoint(key), c), multiplyBase(r))),
    encodePoint(multiScalar([r, c], [hashToPoint(key), image])),
  ]
}

/**
 * Signs `hash` (32 bytes) in a ring. Its random scalars are hedged (`hedgedRandom.ts`).
 * @param ring one-time keys, the signer's at `index`
 * @param secret the signer's one-time secret
 * @returns one signature of 64 bytes per member
 * @throws RingError if `index` is outside the ring
 * @throws InvalidPointError if a ring member is not a point
 *
 * @example
 * import { keyImage, publicKeyOf } from '../keys/keys.ts'
 * const [hash, secret] = [new Uint8Array(32), Uint8Array.of(5, ...new Uint8Array(31))]
 * const [ring, image] = [[publicKeyOf(new Uint8Array(32)), publicKeyOf(secret)], keyImage(publicKeyOf(secret), secret)]
 * const signatures = signRing(hash, image, ring, 1, secret, (length) => new Uint8Array(length).fill(3))
 * verifyRing(hash, image, ring, signatures) // true
 */
export const signRing = (
  hash: Uint8Array,
  image: Uint8Array,
  ring: readonly Uint8Array[],
  index: number,
  secret: Uint8Array,
  random: Random,
): Uint8Array[] => {
  if (ring[index] === undefined) throw new RingError(`the ring of ${ring.length} has no member ${index}`)
  const imagePoint = decodePoint(image)
  const inputs = [utf8('ring signature'), secret, hash, image, u32Bytes(index), concat(...ring)]
  return withHedgedRandom(random, inputs, (hedged) =>
    withSecrets((keep) => {
      const nonce = keep(randomScalar(hedged))
      const commitments: Uint8Array[] = []
      let others = 0n
      const signatures = ring.map((key, i) => {
        if (i === index) {
          commitments.push(encodePoint(multiplyBaseSecret(nonce)), encodePoint(multiplySecret(hashToPoint(key), nonce)))
          return new Uint8Array(SIGNATURE_LENGTH)
        }
        const [challenge, response] = [randomScalar(hedged), randomScalar(hedged)]
        others += scalarFromBytes(challenge)
        commitments.push(...commitmentsOf(key, imagePoint, challenge, response))
        return concat(challenge, response)
      })
      const own = scalarToBytes(scalarFromBytes(hashToScalar(hash, ...commitments)) - others)
      signatures[index] = concat(own, respond(nonce, own, secret))
      return signatures
    }),
  )
}

/**
 * Returns whether a member of the ring signed `hash` and `image` is that member's key image, up to a torsion component: callers that
 * compare key images also check `inPrimeSubgroup`.
 *
 * @example
 * verifyRing(new Uint8Array(32), new Uint8Array(32), [], []) // false
 */
export const verifyRing = (
  hash: Uint8Array,
  image: Uint8Array,
  ring: readonly Uint8Array[],
  signatures: readonly Uint8Array[],
): boolean =>
  falseForInvalidPoints(() => {
    if (ring.length === 0 || ring.length !== signatures.length) return false
    const imagePoint = decodePoint(image)
    const commitments: Uint8Array[] = []
    let sum = 0n
    for (const [i, key] of ring.entries()) {
      const signature = signatures[i]
      if (signature?.length !== SIGNATURE_LENGTH) return false
      const [challenge, response] = [signature.subarray(0, 32), signature.subarray(32)]
      if (!isCanonicalScalar(challenge) || !isCanonicalScalar(response)) return false
      sum += scalarFromBytes(challenge)
      commitments.push(...commitmentsOf(key, imagePoint, challenge, response))
    }
    return mod(sum) === scalarFromBytes(hashToScalar(hash, ...commitments))
  })

/**
 * Proves that `image` is the key image of `outputKey`: a ring signature of one member over the image itself, 64 bytes.
 * @throws InvalidPointError if a key is not a point
 *
 * @example
 * import { keyImage, publicKeyOf } from '../keys/keys.ts'
 * const secret = Uint8Array.of(5, ...new Uint8Array(31))
 * const [key, image] = [publicKeyOf(secret), keyImage(publicKeyOf(secret), secret)]
 * verifyKeyImage(image, key, signKeyImage(image, key, secret, (length) => new Uint8Array(length).fill(3))) // true
 */
export const signKeyImage = (
  image: Uint8Array,
  outputKey: Uint8Array,
  outputSecret: Uint8Array,
  random: Random,
): Uint8Array => concat(...signRing(image, image, [outputKey], 0, outputSecret, random))

/**
 * Returns whether `signature` (64 bytes) proves that `image` is the key image of `outputKey`.
 *
 * @example
 * verifyKeyImage(new Uint8Array(32), new Uint8Array(32), new Uint8Array(64)) // false
 */
export const verifyKeyImage = (image: Uint8Array, outputKey: Uint8Array, signature: Uint8Array): boolean =>
  verifyRing(image, image, [outputKey], [signature])
