// The source of randomness of every function that needs one. The host passes it in; tests pass a fixed one.

import { isZero } from '../../bytes/bytes.ts'
import { FabaError } from '../../errors/fabaError.ts'

/** Returns `length` bytes from a cryptographic random source. */
export type Random = (length: number) => Uint8Array

/**
 * The random source of the system: Web Crypto. Hosts pass it in.
 *
 * @example
 * systemRandom(16).length // 16
 */
export const systemRandom: Random = (length) => crypto.getRandomValues(new Uint8Array(length))

/** A random source that returned a wrong number of bytes, or only zeros. */
export class RandomnessError extends FabaError {
  override readonly name = 'RandomnessError'
  readonly code = 'randomness'
}

/** So many random bytes are practically never all zero: the source is broken. */
const MIN_CHECKED_LENGTH = 16

/**
 * Reads `length` random bytes. Seeds, keys, nonces and ids are read through this function, never from the source directly.
 * @throws RandomnessError if the source returns another number of bytes, or 16 and more that are all zero
 *
 * @example
 * randomBytes((length) => new Uint8Array(length).fill(7), 2) // Uint8Array.of(7, 7)
 * randomBytes(() => new Uint8Array(1), 2) // throws RandomnessError
 * randomBytes((length) => new Uint8Array(length), 32) // throws RandomnessError
 */
export const randomBytes = (random: Random, length: number): Uint8Array => {
  const bytes = random(length)
  if (bytes.length !== length)
    throw new RandomnessError(`requested ${length} random bytes, the source returned ${bytes.length}`)
  if (length >= MIN_CHECKED_LENGTH && isZero(bytes)) throw new RandomnessError('the random source returned only zeros')
  return bytes
}
