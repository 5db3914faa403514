// The verification of many range proofs with one multi-scalar multiplication.

import { decodePoints, falseForInvalidPoints, isIdentity, multiplyAllBy8, sumPoints } from '../curve/point.ts'
import { InvalidScalarError } from '../curve/scalar.ts'
import { multiplyBases, multiScalar } from '../curve/scalarMultiplication.ts'
import { alternate, type Generators } from './rangeProof.ts'

/** Sums the verification equations of many proofs, each with random weights, and checks the sum once. */
export class RangeProofBatch {
  readonly #generators: (count: number) => Generators
  readonly #g: bigint[] = []
  readonly #h: bigint[] = []
  readonly #scalars: bigint[] = []
  readonly #keys: Uint8Array[] = []
  #baseG = 0n
  #baseH = 0n

  constructor(generators: (count: number) => Generators) {
    this.#generators = generators
  }

  /** Adds scalarG·G_index + scalarH·H_index. */
  addGenerators(index: number, scalarG: bigint, scalarH: bigint): void {
    this.#g[index] = (this.#g[index] ?? 0n) + scalarG
    this.#h[index] = (this.#h[index] ?? 0n) + scalarH
  }

  /** Adds scalarG·G + scalarH·H. */
  addBases(scalarG: bigint, scalarH: bigint): void {
    this.#baseG += scalarG
    this.#baseH += scalarH
  }

  /** Adds scalar·8·point, for an encoded point of a proof. */
  addTimes8(scalar: bigint, key: Uint8Array): void {
    this.#scalars.push(scalar)
    this.#keys.push(key)
  }

  /**
   * Returns whether the sum is the identity.
   * @throws InvalidPointError if a proof contains bytes that are not a point
   */
  isIdentity(): boolean {
    if (this.#g.length === 0) return true
    const onGenerators = this.#generators(this.#g.length).precomputed.sum(alternate(this.#g, this.#h))
    const onPoints = multiScalar(this.#scalars, multiplyAllBy8(decodePoints(this.#keys)))
    return isIdentity(sumPoints([onGenerators, onPoints, multiplyBases(this.#baseG, this.#baseH)]))
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
