// The source of randomness of every function that needs one. The host passes it in; tests pass a fixed one.

import { FabaError } from '../errors/fabaError.ts'

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

/**
 * Reads `length` random bytes.
 * @throws RandomnessError if the source returns another number of bytes
 *
 * @example
 * randomBytes((length) => new Uint8Array(length).fill(7), 2) // Uint8Array.of(7, 7)
 * randomBytes(() => new Uint8Array(1), 2) // throws RandomnessError
 */
export const randomBytes = (random: Random, length: number): Uint8Array => {
  const bytes = random(length)
  if (bytes.length !== length)
    throw new RandomnessError(`requested ${length} random bytes, the source returned ${bytes.length}`)
  return bytes
}
