// Signers for proofs that the product only verifies, implemented from the papers: MLSAG (Noether, Mackenzie 2016) and Borromean range
// signatures (Maxwell, Poelstra 2015).

import { hashToPoint } from '../../../src/crypto/curve/hashToPoint.ts'
import { addPoints, encodePoint, type Point, subtractPoints } from '../../../src/crypto/curve/point.ts'
import { hashToScalar, mod, scalarFromBytes, scalarToBytes } from '../../../src/crypto/curve/scalar.ts'
import {
  multiplyBase,
  multiplyBases,
  multiplyH,
  multiplyPublic,
} from '../../../src/crypto/curve/scalarMultiplication.ts'
import { randomScalar } from '../../../src/crypto/curve/secretScalar.ts'
import type { Random } from '../../../src/crypto/random/random.ts'
import type { RangeSignature } from '../../../src/crypto/signatures/borromean.ts'
import type { Mlsag } from '../../../src/crypto/signatures/mlsag.ts'

/** Input of an MLSAG signer: columns of points, key images for the first rows, and the secrets of column `index`. */
export type MlsagWitness = {
  readonly message: Uint8Array
  readonly columns: readonly (readonly Point[])[]
  readonly images: readonly Point[]
  readonly index: number
  readonly secrets: readonly bigint[]
}

export const signMlsag = ({ message, columns, images, index, secrets }: MlsagWitness, random: Random): Mlsag => {
  const ss = columns.map((column) => column.map(() => randomScalar(random)))
  const nonces = secrets.map(() => scalarFromBytes(randomScalar(random)))
  const challengeAfter = (column: readonly Point[], s: readonly bigint[], c: bigint): bigint => {
    const parts: Uint8Array[] = [message]
    for (const [row, point] of column.entries()) {
      const [key, response, image] = [encodePoint(point), s[row] ?? 0n, images[row]]
      parts.push(key, encodePoint(addPoints(multiplyBase(response), multiplyPublic(point, c))))
      if (image !== undefined)
        parts.push(encodePoint(addPoints(multiplyPublic(hashToPoint(key), response), multiplyPublic(image, c))))
    }
    return scalarFromBytes(hashToScalar(...parts))
  }
  const challenges: bigint[] = []
  let challenge = challengeAfter(columns[index] ?? [], nonces, 0n)
  for (let step = 1; step <= columns.length; step++) {
    const i = (index + step) % columns.length
    challenges[i] = challenge
    if (i !== index) challenge = challengeAfter(columns[i] ?? [], (ss[i] ?? []).map(scalarFromBytes), challenge)
  }
  const own = challenges[index] ?? 0n
  ss[index] = secrets.map((secret, row) => scalarToBytes((nonces[row] ?? 0n) - own * secret))
  return { ss, cc: scalarToBytes(challenges[0] ?? 0n) }
}

/** Proves that the amount of a commitment with this mask fits in 64 bits. */
export const signRange = (amount: bigint, mask: Uint8Array, random: Random): RangeSignature => {
  const masks = Array.from({ length: 64 }, () => scalarFromBytes(randomScalar(random)))
  masks[63] = mod(scalarFromBytes(mask) - masks.slice(0, 63).reduce((sum, each) => sum + each, 0n))
  const rings = masks.map((secret, i) => {
    const power = 2n ** BigInt(i)
    const isOne = (amount & power) !== 0n
    const zero = multiplyBases(secret, isOne ? power : 0n)
    const one = subtractPoints(zero, multiplyH(power))
    return {
      secret,
      isOne,
      zero,
      one,
      nonce: scalarFromBytes(randomScalar(random)),
      other: scalarFromBytes(randomScalar(random)),
    }
  })
  const challengeAt = (point: Point): bigint => scalarFromBytes(hashToScalar(encodePoint(point)))
  const step = (response: bigint, key: Point, challenge: bigint): Point =>
    addPoints(multiplyBase(response), multiplyPublic(key, challenge))
  // For a bit of one the ring starts and ends at its second member; for a zero it is closed once `ee` is known.
  const ends = rings.map(({ isOne, one, nonce, other }) =>
    isOne ? multiplyBase(nonce) : step(other, one, challengeAt(multiplyBase(nonce))),
  )
  const ee = hashToScalar(...ends.map(encodePoint))
  const start = scalarFromBytes(ee)
  const responses = rings.map(({ secret, isOne, zero, nonce, other }) => {
    if (!isOne) return [nonce - start * secret, other] as const
    return [other, nonce - challengeAt(step(other, zero, start)) * secret] as const
  })
  return {
    s0: responses.map(([first]) => scalarToBytes(first)),
    s1: responses.map(([, second]) => scalarToBytes(second)),
    ee,
    bits: rings.map(({ zero }) => encodePoint(zero)),
  }
}
