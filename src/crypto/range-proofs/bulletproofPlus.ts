// Bulletproofs+ (Chung, Han, Ju, Kim, Seo 2020): range proofs of RCT type 6, whose inner product is weighted with powers of y.

import { concat, type KeepSecret, utf8, withSecrets } from '../../bytes/bytes.ts'
import { hashToPoint } from '../curve/hashToPoint.ts'
import { addPoints, encodePair, encodePoint, IDENTITY, type Point } from '../curve/point.ts'
import { hashToScalar, isCanonicalScalar, ONE_EIGHTH, scalarRows } from '../curve/scalar.ts'
import { multiplyBaseSecret, multiplyPublic } from '../curve/scalarMultiplication.ts'
import {
  inverseRows,
  ONE_ROW,
  powerRows,
  ROW,
  reversedRows,
  rowAt,
  rowsBetween,
  sumRows,
} from '../curve/scalarVector.ts'
import {
  addSecrets,
  innerProduct,
  multiplyAddSecrets,
  multiplySecrets,
  negated,
  randomScalar,
  subtractSecrets,
} from '../curve/secretScalar.ts'
import { keccak256 } from '../hash/keccak.ts'
import { withHedgedRandom } from '../random/hedgedRandom.ts'
import type { Random } from '../random/random.ts'
import {
  amountBits,
  BITS,
  bitWeights,
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
import { WitnessSums } from './witnessSums.ts'

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

/** The initial state of every transcript; computed on first use. */
let transcriptStart: Uint8Array | undefined
const startTranscript = (): Uint8Array => {
  transcriptStart ??= encodePoint(hashToPoint(keccak256(utf8('bulletproof_plus_transcript'))))
  return transcriptStart
}

const challengesOfCommitments = (commitments: readonly Uint8Array[], A: Uint8Array) => {
  const y = hashToScalar(hashToScalar(startTranscript(), hashToScalar(...commitments)), A)
  const z = hashToScalar(y)
  return { y, z }
}

/** Returns powers of the challenges y and z, and the weights that link the bits to the amounts; as rows. */
const powersOf = (y: Uint8Array, z: Uint8Array, length: number) => {
  const yPowers = powerRows(y, length + 2)
  const zSquares = powerRows(multiplySecrets(z, z), MAX_AMOUNTS + 1)
  const weights = bitWeights(rowsBetween(zSquares, 1, 1 + length / BITS))
  return {
    yPowers,
    zSquares,
    /** z^(2·(j+1))·2^i for bit i of amount j */
    weights,
    /** the weights times y^length, y^(length-1) .. y */
    yWeights: multiplySecrets(weights, reversedRows(rowsBetween(yPowers, 1, length + 1))),
  }
}

type Powers = ReturnType<typeof powersOf>

/** The witness of the weighted inner product argument: two vectors, and the blind alpha. Rows of secrets. */
type Witness = { readonly a: Uint8Array; readonly b: Uint8Array; readonly alpha: Uint8Array }

/** Returns the witness for the bits of the amounts, shifted by z. `alpha` is the blind of A. */
const witnessOf = (
  bits: Uint8Array,
  gammas: Uint8Array,
  alpha: Uint8Array,
  z: Uint8Array,
  { yPowers, zSquares, yWeights }: Powers,
  keep: KeepSecret,
): Witness => {
  const blinds = keep(innerProduct(gammas, rowsBetween(zSquares, 1, 1 + gammas.length / ROW)))
  return {
    a: keep(subtractSecrets(bits, z)),
    b: keep(addSecrets(bits, addSecrets(yWeights, subtractSecrets(z, ONE_ROW)))),
    alpha: keep(multiplyAddSecrets(blinds, rowAt(yPowers, bits.length / ROW + 1), alpha)),
  }
}

/** What a proof works with: the generators, the sums of its first rounds, the powers of y, hedged randomness, and the registry of secrets. */
type ProvingContext = {
  readonly folding: FoldingGenerators
  readonly sums: WitnessSums
  readonly yPowers: Uint8Array
  readonly random: Random
  readonly keep: KeepSecret
}

/** Proves the weighted inner product of a witness: halves its vectors until one element of each is left. */
class WeightedInnerProduct {
  readonly #folding: FoldingGenerators
  readonly #sums: WitnessSums
  readonly #yPowers: Uint8Array
  readonly #yInversePowers: Uint8Array
  readonly #random: Random
  readonly #keep: KeepSecret
  #witness: Witness
  #transcript: Uint8Array
  readonly #L: Uint8Array[] = []
  readonly #R: Uint8Array[] = []

  constructor(witness: Witness, { folding, sums, yPowers, random, keep }: ProvingContext, transcript: Uint8Array) {
    this.#witness = witness
    this.#folding = folding
    this.#sums = sums
    this.#yPowers = yPowers
    this.#yInversePowers = powerRows(inverseRows(rowAt(yPowers, 1)), 1 + witness.a.length / ROW / 2)
    this.#random = random
    this.#keep = keep
    this.#transcript = transcript
  }

  prove(): Omit<BulletproofPlus, 'A'> {
    while (this.#witness.a.length > ROW) this.#fold()
    return this.#finish()
  }

  /** Commits to the cross terms of the halves, and folds the halves with the challenge e. */
  #fold(): void {
    const keep = this.#keep
    const { a, b, alpha } = this.#witness
    const half = a.length / ROW / 2
    const [yHalf, yHalfInverse] = [rowAt(this.#yPowers, half), rowAt(this.#yInversePowers, half)]
    const [{ low: aLow, high: aHigh }, { low: bLow, high: bHigh }] = [halvesOf(a), halvesOf(b)]
    const [dL, dR] = [this.#draw(), this.#draw()]
    const [onLeft = IDENTITY, onRight = IDENTITY] = this.#cross(yHalf, yHalfInverse)
    const productRight = keep(multiplySecrets(this.#product(aHigh, bLow), yHalf))
    const [left, right] = encodePair(
      addPoints(onLeft, this.#commit(this.#product(aLow, bHigh), dL)),
      addPoints(onRight, this.#commit(productRight, dR)),
    )
    this.#L.push(left)
    this.#R.push(right)
    this.#transcript = hashToScalar(this.#transcript, left, right)
    const e = this.#transcript
    const inverse = inverseRows(e)
    this.#folding.fold({ low: inverse, high: multiplySecrets(e, yHalfInverse) }, { low: e, high: inverse })
    const blinded = keep(multiplyAddSecrets(dL, multiplySecrets(e, e), alpha))
    const [factorsA, factorsB] = [
      { low: e, high: multiplySecrets(inverse, yHalf) },
      { low: inverse, high: e },
    ]
    if (this.#sums.usable) this.#sums.fold(factorsA, factorsB)
    this.#witness = {
      a: keep(foldScalars(a, factorsA)),
      b: keep(foldScalars(b, factorsB)),
      alpha: keep(multiplyAddSecrets(dR, multiplySecrets(inverse, inverse), blinded)),
    }
  }

  /** Returns the generators' parts of the cross terms L and R. */
  #cross(yHalf: Uint8Array, yHalfInverse: Uint8Array): readonly Point[] {
    if (this.#sums.usable) return this.#sums.cross(this.#folding.factors, { low: yHalfInverse, high: yHalf })
    const { low: aLow, high: aHigh } = halvesOf(this.#witness.a)
    const { low: bLow, high: bHigh } = halvesOf(this.#witness.b)
    const half = aLow.length / ROW
    const aLowScaled = this.#keep(multiplySecrets(aLow, yHalfInverse))
    const aHighScaled = this.#keep(multiplySecrets(aHigh, yHalf))
    return [
      this.#folding.sum({ scalars: aLowScaled, at: half }, { scalars: bHigh, at: 0 }),
      this.#folding.sum({ scalars: aHighScaled, at: 0 }, { scalars: bLow, at: half }),
    ]
  }

  /** Proves the inner product of the last elements. */
  #finish(): Omit<BulletproofPlus, 'A'> {
    const keep = this.#keep
    const { a, b, alpha } = this.#witness
    const y = rowAt(this.#yPowers, 1)
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
    const powers = rowsBetween(this.#yPowers, 1, 1 + left.length / ROW)
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

  const { y, z } = challengesOfCommitments(commitments, A)
  const powers = powersOf(y, z, length)
  const witness = witnessOf(bits, gammas, alpha, z, powers, keep)
  const sums = new WitnessSums(bases, bits, powers.yWeights, z, keep)
  const context = { folding: new FoldingGenerators(bases), sums, yPowers: powers.yPowers, random, keep }
  return { A, ...new WeightedInnerProduct(witness, context, z).prove() }
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
  const { r1, s1, d1 } = proof

  const divided = divideCommitments(commitments)
  const { y, z } = challengesOfCommitments(divided, proof.A)
  let transcript = z
  const challenges = proof.L.map((left, i) => {
    transcript = hashToScalar(transcript, left, proof.R[i] ?? new Uint8Array())
    return transcript
  })
  const e = hashToScalar(transcript, proof.A1, proof.B)
  const folds = concat(...challenges)
  const foldInverses = inverseRows(folds)
  const { yPowers, zSquares, weights, yWeights } = powersOf(y, z, length)
  const yInversePowers = powerRows(inverseRows(y), length)

  // e²·P + e·A1 + B = r1·e·G' + s1·e·H' + r1·y·s1·H + d1·G, where P is A shifted by z and folded
  const weight = randomScalar(random)
  const onA1 = multiplySecrets(weight, e)
  const onP = multiplySecrets(onA1, e)
  batch.addTimes8(concat(onP, onA1, weight), [proof.A, proof.A1, proof.B])
  batch.addTimes8(multiplySecrets(multiplySecrets(folds, folds), onP), proof.L)
  batch.addTimes8(multiplySecrets(multiplySecrets(foldInverses, foldInverses), onP), proof.R)
  const yLast = rowAt(yPowers, length + 1)
  const onCommitments = multiplySecrets(onP, yLast)
  batch.addTimes8(multiplySecrets(rowsBetween(zSquares, 1, 1 + divided.length), onCommitments), divided)
  // (z - z²)·(y + .. + y^length) - z·y^(length+1)·(the sum of the weights)
  const ySum = sumRows(rowsBetween(yPowers, 1, length + 1))
  const onYSum = subtractSecrets(z, multiplySecrets(z, z))
  const shift = subtractSecrets(
    multiplySecrets(onYSum, ySum),
    multiplySecrets(multiplySecrets(z, yLast), sumRows(weights)),
  )
  const product = multiplySecrets(multiplySecrets(r1, y), s1)
  batch.addBases(
    negated(multiplySecrets(weight, d1)),
    subtractSecrets(multiplySecrets(onP, shift), multiplySecrets(weight, product)),
  )
  // The coefficient of H_i is the inverse of that of G_i without the powers of y.
  const g = multiplySecrets(foldedCoefficients({ low: foldInverses, high: folds }), yInversePowers)
  const h = foldedCoefficients({ low: folds, high: foldInverses })
  const shiftH = addSecrets(yWeights, z)
  batch.addGenerators(
    negated(multiplyAddSecrets(g, multiplySecrets(onA1, r1), multiplySecrets(onP, z))),
    subtractSecrets(multiplySecrets(shiftH, onP), multiplySecrets(h, multiplySecrets(onA1, s1))),
  )
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
