// The common parts of Bulletproofs and Bulletproofs+: generators, bits, and the folding of generators.

import { concat, u64Bytes, utf8, wipe, withSecrets } from '../../bytes/bytes.ts'
import { varintBytes } from '../../bytes/cursor.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { hashToPointRows } from '../curve/hashToPoint.ts'
import { decodePoints, encodePoints, type Point, pointRow, sumOfRows } from '../curve/point.ts'
import { H_BYTES, KEY_LENGTH } from '../curve/pointArithmetic.ts'
import { ONE_EIGHTH, scalarRows } from '../curve/scalar.ts'
import {
  foldPoints,
  multiplyBasesSecret,
  multiScalarOfRows,
  multiScalars,
  type PrecomputedPoints,
  precomputePoints,
} from '../curve/scalarMultiplication.ts'
import { inverseRows, ONE_ROW, rowAt, rowsBetween } from '../curve/scalarVector.ts'
import { multiplyAddSecrets, multiplySecrets } from '../curve/secretScalar.ts'
import { keccak256 } from '../hash/keccak.ts'

/** Invalid input of a range proof: no amounts, too many, an amount beyond 64 bits, or another number of masks. */
export class RangeProofError extends FabaError {
  override readonly name = 'RangeProofError'
  readonly code = 'range-proof'
}

/** Number of bits of an amount. */
export const BITS = 64

/** Maximum number of amounts of one proof. */
export const MAX_AMOUNTS = 16

/**
 * Returns the number of amounts that a proof for `count` is padded to: the next power of two.
 *
 * @example
 * [1, 2, 3].map(paddedCount) // [1, 2, 4]
 */
export const paddedCount = (count: number): number => 2 ** Math.ceil(Math.log2(count))

/** The first `count` generators G_i and H_i of a kind of proof. */
export type Generators = {
  readonly count: number
  /** rows: G_0, H_0, G_1, H_1, … */
  readonly points: Uint8Array
  readonly precomputed: PrecomputedPoints
  /** Returns the sums of `BLOCKS` consecutive blocks of G_i, then of H_i. */
  readonly blockSums: () => readonly Point[]
}

/**
 * Returns a function that computes the first `count` generators of a kind of proof. It caches its results.
 *
 * @example
 * generatorsOf('bulletproof')(64).points.length // 64 * 2 * 128
 */
export const generatorsOf = (domain: string): ((count: number) => Generators) => {
  const prefix = concat(H_BYTES, utf8(domain))
  const made = new Map<number, Generators>()
  const make = (count: number): Generators => {
    const keys = Array.from({ length: count }, (_, i) =>
      [2 * i + 1, 2 * i].map((index) => keccak256(prefix, varintBytes(index))),
    )
    const points = hashToPointRows(keys.flat())
    const precomputed = precomputePoints(points)
    let sums: readonly Point[] | undefined
    const blockSums = (): readonly Point[] => {
      // Every block of signs is the same.
      sums ??= precomputed.signedSums(new Uint8Array(count).fill(1), BLOCKS).filter((_, i) => i % BLOCKS === 0)
      return sums
    }
    return { count, points, precomputed, blockSums }
  }
  return (count) => {
    const generators = made.get(count) ?? make(count)
    made.set(count, generators)
    return generators
  }
}

/**
 * Checks the input of a proof.
 * @throws RangeProofError if the number of amounts or masks, or an amount, is out of range
 *
 * @example
 * checkAmounts([], []) // throws RangeProofError
 */
export const checkAmounts = (amounts: readonly bigint[], masks: readonly Uint8Array[]): void => {
  if (amounts.length === 0 || amounts.length > MAX_AMOUNTS)
    throw new RangeProofError(`a range proof covers 1 to ${MAX_AMOUNTS} amounts, not ${amounts.length}`)
  if (amounts.length !== masks.length)
    throw new RangeProofError(`there are ${amounts.length} amounts but ${masks.length} masks`)
  if (amounts.some((amount) => amount < 0n || amount >> BigInt(BITS) !== 0n))
    throw new RangeProofError('an amount is outside 0 .. 2^64-1')
}

const EIGHTH = scalarRows([ONE_EIGHTH])

/**
 * Returns the commitments g/8·G + h/8·H to pairs of secret scalars (rows of 32 bytes). Constant time.
 *
 * @example
 * import { encodePoint, G } from '../curve/point.ts'
 * import { scalarRows } from '../curve/scalar.ts'
 * commitEighths(scalarRows([8n]), scalarRows([0n])).map(encodePoint) // [encodePoint(G)]
 */
export const commitEighths = (g: Uint8Array, h: Uint8Array): Point[] =>
  withSecrets((keep) => multiplyBasesSecret(keep(multiplySecrets(g, EIGHTH)), keep(multiplySecrets(h, EIGHTH))))

/**
 * Returns the commitments to amounts with the masks `gammas` (rows of 32 bytes), divided by 8, encoded.
 *
 * @example
 * import { encodePoint } from '../curve/point.ts'
 * import { multiplyH } from '../curve/scalarMultiplication.ts'
 * divideCommitments([encodePoint(multiplyH(5n))]) // commitDivided([5n], new Uint8Array(32))
 */
export const commitDivided = (amounts: readonly bigint[], gammas: Uint8Array): Uint8Array[] =>
  withSecrets((keep) => encodePoints(commitEighths(gammas, keep(scalarRows(amounts)))))

/**
 * Returns the bits of the amounts as scalars (rows of 32 bytes), lowest first, padded with zeros to `length`.
 *
 * @example
 * import { scalarRows } from '../curve/scalar.ts'
 * amountBits([2n], 64).subarray(0, 96) // scalarRows([0n, 1n, 0n])
 */
export const amountBits = (amounts: readonly bigint[], length: number): Uint8Array => {
  const bytes = concat(...amounts.map(u64Bytes))
  const rows = new Uint8Array(KEY_LENGTH * length)
  for (let i = 0; i < length; i++) rows[KEY_LENGTH * i] = ((bytes[i >> 3] ?? 0) >> (i & 7)) & 1
  wipe(bytes)
  return rows
}

/**
 * Returns the sum of G_i for set bits and of -H_i for clear bits (as `amountBits` returns them): one addition per bit.
 *
 * @example
 * import { equalPoints, pointRow } from '../curve/point.ts'
 * import { scalarRows } from '../curve/scalar.ts'
 * const generators = generatorsOf('bulletproof')(1)
 * equalPoints(commitToBits(scalarRows([1n]), generators), { extended: pointRow(generators.points, 0) }) // true
 */
export const commitToBits = (bits: Uint8Array, { points }: Generators): Point => {
  const clear = Array.from({ length: bits.length / KEY_LENGTH }, (_, i) => 1 - (bits[KEY_LENGTH * i] ?? 0))
  return sumOfRows(concat(...clear.map((isClear, i) => pointRow(points, 2 * i + isClear))), clear)
}

/** 2^i for each bit of an amount, as rows. */
const BIT_VALUES = scalarRows(Array.from({ length: BITS }, (_, i) => 1n << BigInt(i)))

/**
 * Returns factors[j]·2^i for bit i of amount j (rows of 32 bytes): the weights that link the bits to the amounts.
 *
 * @example
 * import { scalarRows } from '../curve/scalar.ts'
 * bitWeights(scalarRows([3n])).subarray(0, 96) // scalarRows([3n, 6n, 12n])
 */
export const bitWeights = (factors: Uint8Array): Uint8Array =>
  concat(
    ...Array.from({ length: factors.length / KEY_LENGTH }, (_, j) => multiplySecrets(BIT_VALUES, rowAt(factors, j))),
  )

/** A pair of factors for the lower and the upper half of a vector or of the generators, 32 bytes each. */
export type FoldFactors = { readonly low: Uint8Array; readonly high: Uint8Array }

/**
 * Returns low·factors.low + high·factors.high for the two halves of a secret vector (rows of 32 bytes).
 *
 * @example
 * import { scalarRows } from '../curve/scalar.ts'
 * foldScalars(scalarRows([1n, 2n]), { low: scalarRows([10n]), high: scalarRows([1n]) }) // scalarRows([12n])
 */
export const foldScalars = (vector: Uint8Array, factors: FoldFactors): Uint8Array => {
  const { low, high } = halvesOf(vector)
  return withSecrets((keep) => multiplyAddSecrets(low, factors.low, keep(multiplySecrets(high, factors.high))))
}

/**
 * Returns views of the two halves of a vector.
 *
 * @example
 * halvesOf(Uint8Array.of(1, 2)) // { low: Uint8Array.of(1), high: Uint8Array.of(2) }
 */
export const halvesOf = (vector: Uint8Array): { readonly low: Uint8Array; readonly high: Uint8Array } => ({
  low: vector.subarray(0, vector.length / 2),
  high: vector.subarray(vector.length / 2),
})

/** A vector of secret scalars for consecutive generators from `at` on. */
export type SecretVector = { readonly scalars: Uint8Array; readonly at: number }

/** Writes scalars to every second row from `first` on. */
const place = (rows: Uint8Array, scalars: Uint8Array, first: number): void => {
  for (let i = 0; i < scalars.length / KEY_LENGTH; i++)
    rows.set(scalars.subarray(KEY_LENGTH * i, KEY_LENGTH * (i + 1)), KEY_LENGTH * (first + 2 * i))
}

/**
 * Interleaves the scalars for G_i and for H_i (rows of 32 bytes) in the order of the generators.
 *
 * @example
 * import { scalarRows } from '../curve/scalar.ts'
 * alternate(scalarRows([1n]), scalarRows([2n])) // scalarRows([1n, 2n])
 */
export const alternate = (g: Uint8Array, h: Uint8Array): Uint8Array => {
  const rows = new Uint8Array(2 * g.length)
  place(rows, g, 0)
  place(rows, h, 1)
  return rows
}

/** Folds are deferred until each generator is a sum of this many points: one of as many blocks of generators. */
export const BLOCKS = 8

/**
 * Generators, divided by 8, whose number is halved in each round of an inner product argument. Multiplying points is expensive: a fold
 * only records its factors, and every few folds compute new points.
 */
export class FoldingGenerators {
  #precomputed: PrecomputedPoints | undefined
  /** rows: G_0, H_0, G_1, H_1, … */
  #points: Uint8Array
  #count: number
  /** weight of H_i that is not yet part of the points: ratio^i; undefined if the ratio is 1 */
  #weights: Uint8Array | undefined
  /** generator i is the sum of factors[k] times the point i + k·length */
  #factorsG: readonly Uint8Array[] = [EIGHTH]
  #factorsH: readonly Uint8Array[] = [EIGHTH]

  /** @param weights the powers of a ratio, ratio^i for H_i (rows of 32 bytes); omitted if the ratio is 1 */
  constructor({ precomputed, points, count }: Generators, weights?: Uint8Array) {
    this.#precomputed = precomputed
    this.#points = points
    this.#count = count
    this.#weights = weights
  }

  /** The factors of folds that are not yet part of the points: generator i is the sum of factors[k] times the point i + k·length. */
  get factors(): { readonly g: readonly Uint8Array[]; readonly h: readonly Uint8Array[] } {
    return { g: this.#factorsG, h: this.#factorsH }
  }

  get #length(): number {
    return this.#count / this.#factorsG.length
  }

  /** Returns the factors of H with the part of k of each weight ratio^(i + k·length); the part of i remains. */
  #weightedFactorsH(): readonly Uint8Array[] {
    const weights = this.#weights
    if (weights === undefined) return this.#factorsH
    return this.#factorsH.map((factor, k) => multiplySecrets(factor, rowAt(weights, k * this.#length)))
  }

  /** Returns the sum of g[i]·G_(g.at+i) and h[i]·H_(h.at+i). The scalars of the generators are computed in constant time. */
  sum(g: SecretVector, h: SecretVector): Point {
    return withSecrets((keep) => {
      const rows = keep(new Uint8Array(2 * this.#count * KEY_LENGTH))
      for (const [k, factor] of this.#factorsG.entries())
        place(rows, keep(multiplySecrets(g.scalars, factor)), 2 * (k * this.#length + g.at))
      const weights = this.#weights
      const end = h.at + h.scalars.length / KEY_LENGTH
      const weighted =
        weights === undefined ? h.scalars : keep(multiplySecrets(h.scalars, rowsBetween(weights, h.at, end)))
      for (const [k, factor] of this.#weightedFactorsH().entries())
        place(rows, keep(multiplySecrets(weighted, factor)), 2 * (k * this.#length + h.at) + 1)
      return this.#precomputed === undefined ? multiScalarOfRows(rows, this.#points) : this.#precomputed.sum(rows)
    })
  }

  /** Replaces G_i and G_(i + length/2) by low·G_i + high·G_(i + length/2), and likewise H. */
  fold(g: FoldFactors, h: FoldFactors): void {
    const next = (factors: readonly Uint8Array[], { low, high }: FoldFactors): Uint8Array[] =>
      factors.flatMap((factor) => [multiplySecrets(factor, low), multiplySecrets(factor, high)])
    this.#factorsG = next(this.#factorsG, g)
    this.#factorsH = next(this.#factorsH, h)
    const length = this.#length
    if (this.#factorsG.length < BLOCKS || length === 1) return
    const weighted = this.#weightedFactorsH()
    // The first factor remains as well: the first point of each sum then needs no multiplication.
    const [g0 = ONE_ROW] = this.#factorsG
    const [h0 = ONE_ROW] = weighted
    const scalars = alternate(
      multiplySecrets(concat(...this.#factorsG), inverseRows(g0)),
      multiplySecrets(concat(...weighted), inverseRows(h0)),
    )
    this.#points = this.#precomputed?.fold(scalars, 2 * this.#count) ?? foldPoints(this.#points, scalars)
    this.#precomputed = undefined
    this.#count = length
    this.#factorsG = [g0]
    this.#factorsH = [h0]
  }
}

/**
 * Returns commitments divided by 8, encoded: the form that the proofs' transcripts hash.
 * @throws InvalidPointError if a commitment is not a point
 *
 * @example
 * import { encodePoint, G } from '../curve/point.ts'
 * import { multiplyBase } from '../curve/scalarMultiplication.ts'
 * divideCommitments([encodePoint(multiplyBase(8n))]) // [encodePoint(G)]
 */
export const divideCommitments = (commitments: readonly Uint8Array[]): Uint8Array[] => {
  const sums = decodePoints(commitments).map((point) => ({ base: 0n, scalars: [ONE_EIGHTH], points: [point] }))
  return encodePoints(multiScalars(sums))
}

/**
 * Returns the coefficients of folded generators: entry i is the product over all rounds of the round's `high` if i is in the upper half of
 * that round, else of its `low`. All are rows of 32 bytes, one of `low` and of `high` for each round.
 *
 * @example
 * import { scalarRows } from '../curve/scalar.ts'
 * const [low, high] = [scalarRows([2n, 5n]), scalarRows([3n, 7n])]
 * foldedCoefficients({ low, high }) // scalarRows([10n, 14n, 15n, 21n])
 */
export const foldedCoefficients = ({ low, high }: FoldFactors): Uint8Array => {
  let coefficients = ONE_ROW
  for (let round = low.length / KEY_LENGTH - 1; round >= 0; round--)
    coefficients = concat(
      multiplySecrets(coefficients, rowAt(low, round)),
      multiplySecrets(coefficients, rowAt(high, round)),
    )
  return coefficients
}

/**
 * Returns the number of rounds of the inner product argument of a proof for `count` amounts.
 *
 * @example
 * roundsFor(2) // 7
 */
export const roundsFor = (count: number): number => Math.log2(BITS * paddedCount(count))
