// The verification of many range proofs with one multi-scalar multiplication.

import { concat } from '../../bytes/bytes.ts'
import { decodePoints, falseForInvalidPoints, isIdentity, multiplyAllBy8, rowsOf, sumPoints } from '../curve/point.ts'
import { InvalidScalarError } from '../curve/scalar.ts'
import { multiplyBasesOfRows, multiScalarOfRows } from '../curve/scalarMultiplication.ts'
import { ROW } from '../curve/scalarVector.ts'
import { addSecrets } from '../curve/secretScalar.ts'
import { alternate, type Generators } from './rangeProof.ts'

/** Returns the sum of two vectors, the shorter one continued with zeros. */
const sumOfVectors = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length === 0) return long
  return concat(addSecrets(short, long.subarray(0, short.length)), long.subarray(short.length))
}

/** Sums the verification equations of many proofs, each with random weights, and checks the sum once. Scalars are rows of 32 bytes. */
export class RangeProofBatch {
  readonly #generators: (count: number) => Generators
  #g: Uint8Array = new Uint8Array()
  #h: Uint8Array = new Uint8Array()
  readonly #scalars: Uint8Array[] = []
  readonly #keys: Uint8Array[] = []
  #baseG: Uint8Array = new Uint8Array(ROW)
  #baseH: Uint8Array = new Uint8Array(ROW)

  constructor(generators: (count: number) => Generators) {
    this.#generators = generators
  }

  /** Adds g[i]·G_i + h[i]·H_i for all i. */
  addGenerators(g: Uint8Array, h: Uint8Array): void {
    this.#g = sumOfVectors(this.#g, g)
    this.#h = sumOfVectors(this.#h, h)
  }

  /** Adds scalarG·G + scalarH·H. */
  addBases(scalarG: Uint8Array, scalarH: Uint8Array): void {
    this.#baseG = addSecrets(this.#baseG, scalarG)
    this.#baseH = addSecrets(this.#baseH, scalarH)
  }

  /** Adds scalars[i]·8·keys[i], for encoded points of a proof. */
  addTimes8(scalars: Uint8Array, keys: readonly Uint8Array[]): void {
    this.#scalars.push(scalars)
    this.#keys.push(...keys)
  }

  /**
   * Returns whether the sum is the identity.
   * @throws InvalidPointError if a proof contains bytes that are not a point
   */
  isIdentity(): boolean {
    if (this.#g.length === 0) return true
    const onGenerators = this.#generators(this.#g.length / ROW).precomputed.sum(alternate(this.#g, this.#h))
    const onPoints = multiScalarOfRows(concat(...this.#scalars), rowsOf(multiplyAllBy8(decodePoints(this.#keys))))
    return isIdentity(sumPoints([onGenerators, onPoints, multiplyBasesOfRows(this.#baseG, this.#baseH)]))
  }
}

/**
 * Returns whether every claim is valid. An empty list is valid.
 * @param addClaim adds the equations of a claim to the batch; returns false if the claim has no valid form
 *
 * @example
 * import { generatorsOf } from './rangeProof.ts'
 * const generators = generatorsOf('bulletproof')
 * verifyClaims(generators, [], () => false) // true
 * verifyClaims(generators, ['claim'], () => false) // false
 */
export const verifyClaims = <Claim>(
  generators: (count: number) => Generators,
  claims: readonly Claim[],
  addClaim: (batch: RangeProofBatch, claim: Claim) => boolean,
): boolean =>
  falseForInvalidPoints(() => {
    const batch = new RangeProofBatch(generators)
    try {
      return claims.every((claim) => addClaim(batch, claim)) && batch.isIdentity()
    } catch (error) {
      if (error instanceof InvalidScalarError) return false // a challenge is zero, which has negligible probability
      throw error
    }
  })
