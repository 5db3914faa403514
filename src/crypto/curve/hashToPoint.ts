// Hp: hashes of keys to points of the prime-order subgroup with unknown discrete logarithms (monero's `hash_to_ec`).

import { concat } from '../../bytes/bytes.ts'
import { currentArithmetic } from './currentArithmetic.ts'
import { IDENTITY, InvalidPointError, type Point, pointsOf } from './point.ts'
import { KEY_LENGTH } from './pointArithmetic.ts'

/**
 * Returns Hp of each key of 32 bytes: points of the prime-order subgroup with unknown discrete logarithms.
 * @throws InvalidPointError if a key has another length
 *
 * @example
 * import { encodePoint, G, inPrimeSubgroup } from './point.ts'
 * hashToPoints([encodePoint(G)]).map(inPrimeSubgroup) // [true]
 */
export const hashToPoints = (keys: readonly Uint8Array[]): Point[] => pointsOf(hashToPointRows(keys))

/**
 * Returns Hp of each key of 32 bytes, as rows of 128 bytes.
 * @throws InvalidPointError if a key has another length
 *
 * @example
 * hashToPointRows([new Uint8Array(32)]).length // 128
 */
export const hashToPointRows = (keys: readonly Uint8Array[]): Uint8Array => {
  for (const { length } of keys)
    if (length !== KEY_LENGTH) throw new InvalidPointError(`${KEY_LENGTH} bytes are hashed to a point, not ${length}`)
  return currentArithmetic().hashToPoints(concat(...keys))
}

/**
 * Returns Hp of a key of 32 bytes.
 * @throws InvalidPointError if the key has another length
 *
 * @example
 * import { encodePoint, equalPoints, G, InvalidPointError } from './point.ts'
 * equalPoints(hashToPoint(encodePoint(G)), hashToPoints([encodePoint(G)])[0]) // true
 * hashToPoint(new Uint8Array(31)) // throws InvalidPointError
 */
export const hashToPoint = (key: Uint8Array): Point => {
  const [point = IDENTITY] = hashToPoints([key])
  return point
}

/**
 * Returns secret·Hp(key) of n keys and n secrets (rows of 32 bytes), encoded. Constant time in the secrets.
 *
 * @example
 * import { encodePoint, G } from './point.ts'
 * import { scalarRows } from './scalar.ts'
 * multiplyHashed(encodePoint(G), scalarRows([1n])) // encodePoint(hashToPoint(encodePoint(G)))
 */
export const multiplyHashed = (keys: Uint8Array, secrets: Uint8Array): Uint8Array =>
  currentArithmetic().keyImages(keys, secrets)
