// Arithmetic with secret scalars, as rows of 32 bytes: constant time on the kernel. Secrets never become bigints there, which take
// variable time and cannot be wiped. The caller wipes every result. Range proofs also compute their public vectors with it.

import { isZero } from '../../bytes/bytes.ts'
import { type Random, RandomnessError, randomBytes } from '../random/random.ts'
import { currentArithmetic } from './currentArithmetic.ts'
import { InvalidScalarError, scalarRows } from './scalar.ts'

const [ZERO, ONE, MINUS_ONE] = [scalarRows([0n]), scalarRows([1n]), scalarRows([-1n])]

/**
 * Returns `secret` if it has the length of a scalar.
 * @throws InvalidScalarError if it does not have 32 bytes
 *
 * @example
 * secretScalar(new Uint8Array(32)).length // 32
 * secretScalar(new Uint8Array(31)) // throws InvalidScalarError
 */
export const secretScalar = (secret: Uint8Array): Uint8Array => {
  if (secret.length !== ONE.length) throw new InvalidScalarError(`a secret has 32 bytes, not ${secret.length}`)
  return secret
}

/**
 * Returns a·b + c modulo L, row by row. An input of one row is used with every row of the others.
 * @throws ScalarRowsError if the inputs have different numbers of rows
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * multiplyAddSecrets(scalarRows([2n, 3n]), scalarRows([5n]), scalarRows([1n])) // scalarRows([11n, 16n])
 */
export const multiplyAddSecrets = (a: Uint8Array, b: Uint8Array, c: Uint8Array): Uint8Array =>
  currentArithmetic().multiplyAddScalars(a, b, c)

/**
 * Returns a·b modulo L, row by row, as `multiplyAddSecrets`.
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * multiplySecrets(scalarRows([2n, 3n]), scalarRows([5n])) // scalarRows([10n, 15n])
 */
export const multiplySecrets = (a: Uint8Array, b: Uint8Array): Uint8Array => multiplyAddSecrets(a, b, ZERO)

/**
 * Returns a + b modulo L, row by row, as `multiplyAddSecrets`.
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * addSecrets(scalarRows([2n]), scalarRows([5n])) // scalarRows([7n])
 */
export const addSecrets = (a: Uint8Array, b: Uint8Array): Uint8Array => multiplyAddSecrets(a, ONE, b)

/**
 * Returns a - b modulo L, row by row, as `multiplyAddSecrets`.
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * subtractSecrets(scalarRows([2n]), scalarRows([5n])) // scalarRows([-3n])
 */
export const subtractSecrets = (a: Uint8Array, b: Uint8Array): Uint8Array => multiplyAddSecrets(b, MINUS_ONE, a)

/**
 * Returns -a modulo L, row by row.
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * negated(scalarRows([2n])) // scalarRows([-2n])
 */
export const negated = (a: Uint8Array): Uint8Array => multiplySecrets(a, MINUS_ONE)

/**
 * Returns the response of a signature, nonce - challenge·secret modulo L.
 * @throws InvalidScalarError if `secret` does not have 32 bytes
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * respond(scalarRows([9n]), scalarRows([2n]), scalarRows([3n])) // scalarRows([3n])
 */
export const respond = (nonce: Uint8Array, challenge: Uint8Array, secret: Uint8Array): Uint8Array =>
  multiplyAddSecrets(multiplySecrets(challenge, MINUS_ONE), secretScalar(secret), nonce)

/**
 * Returns the sum of a·b of all pairs modulo L.
 * @throws ScalarRowsError if there are not equally many rows
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * innerProduct(scalarRows([1n, 2n]), scalarRows([3n, 4n])) // scalarRows([11n])
 */
export const innerProduct = (a: Uint8Array, b: Uint8Array): Uint8Array => currentArithmetic().innerProduct(a, b)

/** Random bytes per scalar: with 64, the bias of the reduction modulo L is negligible. */
const UNIFORM_BYTES = 64
/** Scalars per call of the random source: browsers return at most 65,536 bytes. */
const MAX_SCALARS_PER_CALL = 512

/**
 * Returns uniform scalars, never zero, as rows: 64 random bytes each, modulo L.
 * @throws RandomnessError if the source returns another number of bytes or only zeros
 *
 * @example
 * randomScalars((length) => new Uint8Array(length).fill(1), 2).length // 64
 * randomScalars((length) => new Uint8Array(length), 1) // throws RandomnessError
 */
export const randomScalars = (random: Random, count: number): Uint8Array => {
  const rows = new Uint8Array(ONE.length * count)
  for (let done = 0; done < count; done += MAX_SCALARS_PER_CALL) {
    const bytes = randomBytes(random, UNIFORM_BYTES * Math.min(MAX_SCALARS_PER_CALL, count - done))
    const some = currentArithmetic().reduceWideScalars(bytes)
    bytes.fill(0)
    rows.set(some, ONE.length * done)
    some.fill(0)
  }
  for (let at = 0; at < rows.length; at += ONE.length)
    if (isZero(rows.subarray(at, at + ONE.length))) throw new RandomnessError('the random source returned only zeros')
  return rows
}

/**
 * Returns a uniform scalar, never zero, as 32 bytes.
 * @throws RandomnessError if the source returns another number of bytes or only zeros
 *
 * @example
 * import { isCanonicalScalar } from './scalar.ts'
 * isCanonicalScalar(randomScalar((length) => new Uint8Array(length).fill(1))) // true
 */
export const randomScalar = (random: Random): Uint8Array => randomScalars(random, 1)
