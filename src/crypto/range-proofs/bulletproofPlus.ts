// Bulletproofs+ (Chung, Han, Ju, Kim, Seo 2020): range proofs of RCT type 6, whose inner product is weighted with powers of y.

import { concat, type KeepSecret, utf8, withSecrets } from '../../bytes/bytes.ts'
import { hashToPoint } from '../curve/hashToPoint.ts'
import { addPoints, encodePair, encodePoint, IDENTITY, type Point } from '../curve/point.ts'
import {
  hashToScalar,
  invertScalar,
  invertScalars,
  isCanonicalScalar,
  mod,
  ONE_EIGHTH,
  scalarFromBytes,
  scalarPowers,
  scalarRows,
  sumScalars,
} from '../curve/scalar.ts'
import { multiplyBaseSecret, multiplyPublic } from '../curve/scalarMultiplication.ts'
import {
  addSecrets,
  innerProduct,
  multiplyAddSecrets,
  multiplySecrets,
  randomScalar,
  subtractSecrets,
} from '../curve/secretScalar.ts'
import { keccak256 } from '../hash/keccak.ts'
import { withHedgedRandom } from '../hedgedRandom.ts'
import type { Random } from '../random.ts'
import {
  amountBits,
  BITS,
  checkAmounts,
  commitDivided,
  commitEighths,
  commitToBits,
  divideCommitments,
  FoldingGenerators,
  foldedCoefficients,
  foldScalars,
  generatorsOf,
  halvesOf,
  MAX_AMOUNTS,
  paddedCount,
  roundsFor,
} from './rangeProof.ts'
import { type RangeProofBatch, verifyClaims } from './rangeProofBatch.ts'

/** A proof as serialized in a transaction; every item is 32 bytes, points are divided by 8. */
export type BulletproofPlus = {
  readonly A: Uint8Array
  readonly A1: Uint8Array
  readonly B: Uint8Array
  readonly r1: Uint8Array
  readonly s1: Uint8Array
  readonly d1: Uint8Array
  readonly L: readonly Uint8Array[]
  readonly R: readonly Uint8Array[]
}

const generators = generatorsOf('bulletproof_plus')

/** Bytes of a scalar. */
const SCALAR_LENGTH = 32

/** The initial state of every transcript; computed on first use. */
let transcriptStart: Uint8Array | undefined
const startTranscript = (): Uint8Array => {
  transcriptStart ??= encodePoint(hashToPoint(keccak256(utf8('bulletproof_plus_transcript'))))
  return transcriptStart
}

/** z^(2·(j+1))·2^i for bit i of amount j: the weights that link the bits to the amounts. */
const bitWeights = (zSquares: readonly bigint[], length: number): bigint[] =>
  Array.from({ length }, (_, i) => mod((zSquares[1 + Math.floor(i / BITS)] ?? 0n) << BigInt(i % BITS)))

const challengesOfCommitments = (commitments: readonly Uint8Array[], A: Uint8Array) => {
  const y = hashToScalar(hashToScalar(startTranscript(), hashToScalar(...commitments)), A)
  const z = hashToScalar(y)
  return { y, z }
}

/** Powers of the challenges y and z, and the weights of the bits. */
const powersOf = (y: bigint, z: bigint, length: number) => {
  const zSquares = scalarPowers(z * z, MAX_AMOUNTS + 1)
  return { yPowers: scalarPowers(y, length + 2), zSquares, weights: bitWeights(zSquares, length) }
}

type Powers = ReturnType<typeof powersOf>

/** The witness of the weighted inner product argument: two vectors, and the blind alpha. Rows of secrets. */
type Witness = { readonly a: Uint8Array; readonly b: Uint8Array; readonly alpha: Uint8Array }

/** Returns the witness for the bits of the amounts, shifted by z. `alpha` is the blind of A. */
const witnessOf = (
  bits: Uint8Array,
  gammas: Uint8Array,
  alpha: Uint8Array,
  z: bigint,
  { yPowers, zSquares, weights }: Powers,
  keep: KeepSecret,
): Witness => {
  const { length } = weights
  const blinds = keep(innerProduct(gammas, scalarRows(zSquares.slice(1, 1 + gammas.length / SCALAR_LENGTH))))
  const shifts = weights.map((weight, i) => z - 1n + weight * (yPowers[length - i] ?? 0n))
  return {
    a: keep(subtractSecrets(bits, scalarRows([z]))),
    b: keep(addSecrets(bits, scalarRows(shifts))),
    alpha: keep(multiplyAddSecrets(blinds, scalarRows([yPowers[length + 1] ?? 0n]), alpha)),
  }
}

/** What a proof works with: the generators, the powers of y, hedged randomness, and the registry of secrets. */
type ProvingContext = {
  readonly folding: FoldingGenerators
  readonly yPowers: readonly bigint[]
  readonly random: Random
  readonly keep: KeepSecret
}

/** Proves the weighted inner product of a witness: halves its vectors until one element of each is left. */
class WeightedInnerProduct {
  readonly #folding: FoldingGenerators
  readonly #yPowers: readonly bigint[]
  readonly #yRows: Uint8Array
  readonly #random: Random
  readonly #keep: KeepSecret
  #witness: Witness
  #transcript: Uint8Array
  readonly #L: Uint8Array[] = []
  readonly #R: Uint8Array[] = []

  constructor(witness: Witness, { folding, yPowers, random, keep }: ProvingContext, transcript: Uint8Array) {
    this.#witness = witness
    this.#folding = folding
    this.#yPowers = yPowers
    this.#yRows = scalarRows(yPowers)
    this.#random = random
    this.#keep = keep
    this.#transcript = transcript
  }

  prove(): Omit<BulletproofPlus, 'A'> {
    while (this.#witness.a.length > SCALAR_LENGTH) this.#fold()
    return this.#finish()
  }

  /** Commits to the cross terms of the halves, and folds the halves with the challenge e. */
  #fold(): void {
    const keep = this.#keep
    const { a, b, alpha } = this.#witness
    const half = a.length / SCALAR_LENGTH / 2
    const yHalf = this.#yPowers[half] ?? 0n
    const yHalfInverse = invertScalar(yHalf)
    const [{ low: aLow, high: aHigh }, { low: bLow, high: bHigh }] = [halvesOf(a), halvesOf(b)]
    const aHighScaled = keep(multiplySecrets(aHigh, scalarRows([yHalf])))
    const aLowScaled = keep(multiplySecrets(aLow, scalarRows([yHalfInverse])))
    const [dL, dR] = [this.#draw(), this.#draw()]
    const [left, right] = encodePair(
      addPoints(
        this.#folding.sum({ scalars: aLowScaled, at: half }, { scalars: bHigh, at: 0 }),
        this.#commit(this.#product(aLow, bHigh), dL),
      ),
      addPoints(
        this.#folding.sum({ scalars: aHighScaled, at: 0 }, { scalars: bLow, at: half }),
        this.#commit(this.#product(aHighScaled, bLow), dR),
      ),
    )
    this.#L.push(left)
    this.#R.push(right)
    this.#transcript = hashToScalar(this.#transcript, left, right)
    const e = scalarFromBytes(this.#transcript)
    const inverse = invertScalar(e)
    this.#folding.fold({ low: inverse, high: mod(e * yHalfInverse) }, { low: e, high: inverse })
    const blinded = keep(multiplyAddSecrets(dL, scalarRows([e * e]), alpha))
    this.#witness = {
      a: keep(foldScalars(a, e, mod(inverse * yHalf))),
      b: keep(foldScalars(b, inverse, e)),
      alpha: keep(multiplyAddSecrets(dR, scalarRows([inverse * inverse]), blinded)),
    }
  }

  /** Proves the inner product of the last elements. */
  #finish(): Omit<BulletproofPlus, 'A'> {
    const keep = this.#keep
    const { a, b, alpha } = this.#witness
    const y = scalarRows([this.#yPowers[1] ?? 0n])
    const [r, s, d, eta] = [this.#draw(), this.#draw(), this.#draw(), this.#draw()]
    const crossed = keep(innerProduct(keep(concat(r, s)), keep(concat(b, a))))
    const rs = keep(multiplySecrets(r, s))
    const [A1, B] = encodePair(
      addPoints(
        this.#folding.sum({ scalars: r, at: 0 }, { scalars: s, at: 0 }),
        this.#commit(keep(multiplySecrets(crossed, y)), d),
      ),
      this.#commit(keep(multiplySecrets(rs, y)), eta),
    )
    const e = hashToScalar(this.#transcript, A1, B)
    // eta + d·e + alpha·e², by Horner's rule
    const d1 = multiplyAddSecrets(keep(multiplyAddSecrets(alpha, e, d)), e, eta)
    return { A1, B, r1: multiplyAddSecrets(a, e, r), s1: multiplyAddSecrets(b, e, s), d1, L: this.#L, R: this.#R }
  }

  #draw(): Uint8Array {
    return this.#keep(randomScalar(this.#random))
  }

  /** Returns the inner product weighted with y, y², … */
  #product(left: Uint8Array, right: Uint8Array): Uint8Array {
    const powers = this.#yRows.subarray(SCALAR_LENGTH, SCALAR_LENGTH + left.length)
    return this.#keep(innerProduct(this.#keep(multiplySecrets(left, powers)), right))
  }

  #commit(product: Uint8Array, blind: Uint8Array): Point {
    const [point = IDENTITY] = commitEighths(blind, product)
    return point
  }
}

/**
 * Proves that each amount is in 0 .. 2^64-1. The proof's commitments are commit(amounts[j], masks[j]).
 * @param amounts 1 to 16, in atomic units
 * @param masks one per amount, 32 bytes
 * @throws RangeProofError for other counts or amounts
 * @throws RandomnessError if `random` fails
 *
 * @example
 * import { commit } from '../amounts/commitment.ts'
 * const [mask, random] = [Uint8Array.of(7, ...new Uint8Array(31)), (length) => new Uint8Array(length).fill(3)]
 * const proof = proveBulletproofPlus([5n], [mask], random)
 * verifyBulletproofsPlus([{ proof, commitments: [commit(5n, mask)] }], random) // true
 * verifyBulletproofsPlus([{ proof, commitments: [commit(6n, mask)] }], random) // false
 */
export const proveBulletproofPlus = (
  amounts: readonly bigint[],
  masks: readonly Uint8Array[],
  random: Random,
): BulletproofPlus => {
  checkAmounts(amounts, masks)
  return withSecrets((keep) => {
    const gammas = keep(concat(...masks))
    const inputs = [utf8('Bulletproof+'), keep(scalarRows(amounts)), gammas]
    return withHedgedRandom(random, inputs, (hedged) => proveWith(amounts, gammas, hedged, keep))
  })
}

/** Proves with hedged randomness. `gammas` are the masks, as rows; `keep` registers secrets that are wiped afterwards. */
const proveWith = (
  amounts: readonly bigint[],
  gammas: Uint8Array,
  random: Random,
  keep: KeepSecret,
): BulletproofPlus => {
  const length = BITS * paddedCount(amounts.length)
  const bases = generators(length)
  const commitments = commitDivided(amounts, gammas)
  const bits = keep(amountBits(amounts, length))
  const alpha = keep(randomScalar(random))
  const A = encodePoint(multiplyPublic(addPoints(commitToBits(bits, bases), multiplyBaseSecret(alpha)), ONE_EIGHTH))

  const challenges = challengesOfCommitments(commitments, A)
  const [y, z] = [scalarFromBytes(challenges.y), scalarFromBytes(challenges.z)]
  const powers = powersOf(y, z, length)
  const witness = witnessOf(bits, gammas, alpha, z, powers, keep)
  const context = { folding: new FoldingGenerators(bases, 1n), yPowers: powers.yPowers, random, keep }
  return { A, ...new WeightedInnerProduct(witness, context, challenges.z).prove() }
}

/** A proof and its commitments (32 bytes each). */
export type BulletproofPlusClaim = { readonly proof: BulletproofPlus; readonly commitments: readonly Uint8Array[] }

/** Adds the claim's verification equations to the batch. Returns false if the claim is malformed. */
const addClaim = (batch: RangeProofBatch, { proof, commitments }: BulletproofPlusClaim, random: Random): boolean => {
  if (commitments.length === 0 || commitments.length > MAX_AMOUNTS) return false
  const rounds = roundsFor(commitments.length)
  if (proof.L.length !== rounds || proof.R.length !== rounds) return false
  if (![proof.r1, proof.s1, proof.d1].every(isCanonicalScalar)) return false
  const length = 2 ** rounds
  const [r1, s1, d1] = [scalarFromBytes(proof.r1), scalarFromBytes(proof.s1), scalarFromBytes(proof.d1)]

  const divided = divideCommitments(commitments)
  const challenges = challengesOfCommitments(divided, proof.A)
  const [y, z] = [scalarFromBytes(challenges.y), scalarFromBytes(challenges.z)]
  let transcript = challenges.z
  const folds = proof.L.map((left, i) => {
    transcript = hashToScalar(transcript, left, proof.R[i] ?? new Uint8Array())
    return scalarFromBytes(transcript)
  })
  const e = scalarFromBytes(hashToScalar(transcript, proof.A1, proof.B))
  const [yInverse = 0n, ...foldInverses] = invertScalars([y, ...folds])
  const { yPowers, zSquares, weights } = powersOf(y, z, length)
  const yInversePowers = scalarPowers(yInverse, length)

  // e²·P + e·A1 + B = r1·e·G' + s1·e·H' + r1·y·s1·H + d1·G, where P is A shifted by z and folded
  const weight = scalarFromBytes(randomScalar(random))
  const onP = mod(weight * mod(e * e))
  batch.addTimes8(onP, proof.A)
  batch.addTimes8(weight * e, proof.A1)
  batch.addTimes8(weight, proof.B)
  for (const [i, challenge] of folds.entries()) {
    const inverse = foldInverses[i] ?? 0n
    batch.addTimes8(onP * mod(challenge * challenge), proof.L[i] ?? new Uint8Array())
    batch.addTimes8(onP * mod(inverse * inverse), proof.R[i] ?? new Uint8Array())
  }
  const yLast = yPowers[length + 1] ?? 0n
  for (const [j, eighth] of divided.entries()) batch.addTimes8(onP * mod(yLast * (zSquares[1 + j] ?? 0n)), eighth)
  const ySum = sumScalars(yPowers.slice(1, length + 1))
  const shift = mod((z - z * z) * ySum - mod(z * yLast) * sumScalars(weights))
  batch.addBases(-weight * d1, onP * shift - weight * mod(r1 * y * s1))
  const gCoefficients = foldedCoefficients(folds.map((high, i) => ({ low: foldInverses[i] ?? 0n, high })))
  const [onFoldedG, onFoldedH] = [mod(weight * r1 * e), mod(weight * s1 * e)]
  for (let i = 0; i < length; i++) {
    // the coefficient of H_i is the inverse of that of G_i before the powers of y, which is that of the opposite index
    const gCoefficient = mod((gCoefficients[i] ?? 0n) * (yInversePowers[i] ?? 0n))
    const hCoefficient = gCoefficients[length - 1 - i] ?? 0n
    const shiftH = z + mod((weights[i] ?? 0n) * (yPowers[length - i] ?? 0n))
    batch.addGenerators(i, -onP * z - onFoldedG * gCoefficient, onP * shiftH - onFoldedH * hCoefficient)
  }
  return true
}

/**
 * Returns whether every claim of a batch is valid, with one multi-scalar multiplication. An empty batch is valid. To find an invalid
 * claim, verify the claims one by one.
 * @throws RandomnessError if `random` fails
 *
 * @example
 * verifyBulletproofsPlus([], (length) => new Uint8Array(length)) // true
 */
export const verifyBulletproofsPlus = (claims: readonly BulletproofPlusClaim[], random: Random): boolean =>
  verifyClaims(generators, claims, (batch, claim) => addClaim(batch, claim, random))
