// What both kinds of Bulletproofs share: generators, bits, the folding of generators, and the batch in which many proofs become one
// multi-scalar multiplication.

import { concat, u64Bytes, utf8 } from '../../bytes/bytes.ts'
import { varintBytes } from '../../bytes/cursor.ts'
import {
  decodePoints,
  encodePoints,
  foldPoints,
  hashToPointRows,
  isIdentity,
  type KeptPoints,
  keepPoints,
  multiplyAllBy8,
  multiplyBases,
  multiScalar,
  multiScalarOfRows,
  multiScalars,
  type Point,
  pointRow,
  sumOfRows,
  sumPoints,
} from '../curve/point.ts'
import { H_BYTES } from '../curve/pointArithmetic.ts'
import { mod, ONE_EIGHTH, randomScalar, scalarFromBytes, scalarPowers, scalarRows } from '../curve/scalar.ts'
import { keccak256 } from '../hash/keccak.ts'
import type { Random } from '../random.ts'

/** A range proof that cannot be made: no amounts, too many, an amount beyond 64 bits, or masks that do not match. */
export class RangeProofError extends Error {
  override readonly name = 'RangeProofError'
}

/** Bits of an amount. */
export const BITS = 64

/** Most amounts that one proof covers. */
export const MAX_AMOUNTS = 16

/** How many amounts a proof for `count` is padded to: the next power of two. */
export const paddedCount = (count: number): number => 2 ** Math.ceil(Math.log2(count))

/** The first `count` generators G_i and H_i of a kind of proof. */
export type Generators = {
  readonly count: number
  /** rows: G_0, H_0, G_1, H_1 and so on */
  readonly points: Uint8Array
  readonly kept: KeptPoints
}

/** A source of the first `count` generators of a kind of proof; it keeps what it made. */
export const generatorsOf = (domain: string): ((count: number) => Generators) => {
  const prefix = concat(H_BYTES, utf8(domain))
  const made = new Map<number, Generators>()
  const make = (count: number): Generators => {
    const keys = Array.from({ length: count }, (_, i) =>
      [2 * i + 1, 2 * i].map((index) => keccak256(prefix, varintBytes(index))),
    )
    const points = hashToPointRows(keys.flat())
    return { count, points, kept: keepPoints(points) }
  }
  return (count) => {
    const generators = made.get(count) ?? make(count)
    made.set(count, generators)
    return generators
  }
}

/**
 * Checks what a proof is asked for.
 * @throws RangeProofError
 */
export const checkAmounts = (amounts: readonly bigint[], masks: readonly Uint8Array[]): void => {
  if (amounts.length === 0 || amounts.length > MAX_AMOUNTS)
    throw new RangeProofError(`a range proof covers 1 to ${MAX_AMOUNTS} amounts, not ${amounts.length}`)
  if (amounts.length !== masks.length)
    throw new RangeProofError(`${amounts.length} amounts come with ${masks.length} masks`)
  if (amounts.some((amount) => amount < 0n || amount >> BigInt(BITS) !== 0n))
    throw new RangeProofError('an amount is outside 0 .. 2^64-1')
}

/** The bits of the amounts, lowest first, padded with zeros to `length`. */
export const amountBits = (amounts: readonly bigint[], length: number): boolean[] => {
  const bytes = concat(...amounts.map(u64Bytes))
  return Array.from({ length }, (_, i) => (((bytes[i >> 3] ?? 0) >> (i & 7)) & 1) === 1)
}

/** The sum of G_i where bit i is set and of -H_i where it is not: one addition per bit, whatever the bits are. */
export const commitToBits = (bits: readonly boolean[], { points }: Generators): Point =>
  sumOfRows(
    concat(...bits.map((bit, i) => pointRow(points, 2 * i + (bit ? 0 : 1)))),
    bits.map(Number).map((bit) => 1 - bit),
  )

/** Scalars for G_i and for H_i as those of generators alternate. */
export const alternate = (g: readonly bigint[], h: readonly bigint[]): Uint8Array =>
  scalarRows(g.flatMap((scalar, i) => [scalar, h[i] ?? 0n]))

/** A random scalar as a number. */
export const randomNumber = (random: Random): bigint => scalarFromBytes(randomScalar(random))

/** The sum of a_i·b_i modulo L. */
export const innerProduct = (a: readonly bigint[], b: readonly bigint[]): bigint =>
  mod(a.reduce((sum, value, i) => sum + value * (b[i] ?? 0n), 0n))

/** low·lowFactor + high·highFactor for the halves of a vector. */
export const foldScalars = (vector: readonly bigint[], lowFactor: bigint, highFactor: bigint): bigint[] => {
  const half = vector.length / 2
  return vector.slice(0, half).map((low, i) => mod(low * lowFactor + (vector[half + i] ?? 0n) * highFactor))
}

/** Folds are put off until each generator would be a sum of this many. */
const PENDING_LIMIT = 8

/**
 * Generators, divided by 8, that halve in number with each round of an inner product argument. Multiplying points is what costs, so a
 * fold only notes its factors; every few folds make points of them.
 */
export class FoldingGenerators {
  #kept: KeptPoints | undefined
  /** rows: G_0, H_0, G_1 and so on */
  #points: Uint8Array
  #count: number
  /** H_i still counts so many times: ratio^i. */
  #weights: readonly bigint[]
  /** Generator i stands for the sum of factors[k] times the point i + k·length. */
  #factorsG: readonly bigint[] = [ONE_EIGHTH]
  #factorsH: readonly bigint[] = [ONE_EIGHTH]

  /** @param ratio H_i counts ratio^i times */
  constructor({ kept, points, count }: Generators, ratio: bigint) {
    this.#kept = kept
    this.#points = points
    this.#count = count
    this.#weights = scalarPowers(ratio, count)
  }

  get #length(): number {
    return this.#count / this.#factorsG.length
  }

  /** The sum of g[i]·G_(gAt+i) and h[i]·H_(hAt+i). */
  sum(g: readonly bigint[], gAt: number, h: readonly bigint[], hAt: number): Point {
    const scalars = new Array<bigint>(2 * this.#count).fill(0n)
    for (const [k, factor] of this.#factorsG.entries())
      for (const [i, scalar] of g.entries()) scalars[2 * (k * this.#length + gAt + i)] = scalar * factor
    for (const [k, factor] of this.#factorsH.entries())
      for (const [i, scalar] of h.entries()) {
        const at = k * this.#length + hAt + i
        scalars[2 * at + 1] = mod(scalar * factor) * (this.#weights[at] ?? 0n)
      }
    const rows = scalarRows(scalars)
    return this.#kept === undefined ? multiScalarOfRows(rows, this.#points) : this.#kept.sum(rows)
  }

  /** Replaces G_i and G_(i + length/2) by low·first + high·second, and so for H. */
  fold(g: { readonly low: bigint; readonly high: bigint }, h: { readonly low: bigint; readonly high: bigint }): void {
    const next = (factors: readonly bigint[], { low, high }: typeof g): bigint[] =>
      factors.flatMap((factor) => [mod(factor * low), mod(factor * high)])
    this.#factorsG = next(this.#factorsG, g)
    this.#factorsH = next(this.#factorsH, h)
    const length = this.#length
    if (this.#factorsG.length < PENDING_LIMIT || length === 1) return
    // Of a weight ratio^(i + k·length) the part of k goes into the points, that of i stays.
    const scalars = alternate(
      this.#factorsG,
      this.#factorsH.map((factor, k) => factor * (this.#weights[k * length] ?? 0n)),
    )
    this.#points = this.#kept?.fold(scalars, 2 * this.#count) ?? foldPoints(this.#points, scalars)
    this.#kept = undefined
    this.#count = length
    this.#weights = this.#weights.slice(0, length)
    this.#factorsG = this.#factorsH = [1n]
  }
}

/**
 * Commitments divided by 8, encoded, as the proofs' transcripts want them.
 * @throws InvalidPointError when one is not a point
 */
export const divideCommitments = (commitments: readonly Uint8Array[]): Uint8Array[] => {
  const sums = decodePoints(commitments).map((point) => ({ base: 0n, scalars: [ONE_EIGHTH], points: [point] }))
  return encodePoints(multiScalars(sums))
}

/** Adds up what many proofs say must vanish, each with random weights, and looks once. */
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

  /** Adds scalar times 8 times the point that a proof's 32 bytes stand for. */
  addTimes8(scalar: bigint, key: Uint8Array): void {
    this.#scalars.push(scalar)
    this.#keys.push(key)
  }

  /**
   * Whether everything added up to the identity.
   * @throws InvalidPointError when bytes of a proof stand for no point
   */
  vanishes(): boolean {
    if (this.#g.length === 0) return true
    const onGenerators = this.#generators(this.#g.length).kept.sum(alternate(this.#g, this.#h))
    const onPoints = multiScalar(this.#scalars, multiplyAllBy8(decodePoints(this.#keys)))
    return isIdentity(sumPoints([onGenerators, onPoints, multiplyBases(this.#baseG, this.#baseH)]))
  }
}

/**
 * The coefficients of folded generators: entry i is the product over all rounds of `high` where i lies in the upper half of that round,
 * else of `low`.
 */
export const foldedCoefficients = (rounds: readonly { low: bigint; high: bigint }[]): bigint[] =>
  rounds.reduce<bigint[]>(
    (coefficients, { low, high }) => coefficients.flatMap((value) => [mod(value * low), mod(value * high)]),
    [1n],
  )

/** Rounds of the inner product argument of a proof that covers `count` amounts. */
export const roundsFor = (count: number): number => Math.log2(BITS * paddedCount(count))
