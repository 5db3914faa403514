// What both kinds of Bulletproofs share: generators, bits, the folding of generators, and the batch in which many proofs become one
// multi-scalar multiplication.

import { concat, u64Bytes, utf8 } from '../bytes/bytes.ts'
import { varintBytes } from '../bytes/cursor.ts'
import { keccak256 } from './keccak.ts'
import {
  decodePoint,
  encodePoint,
  G,
  H,
  hashToPoint,
  IDENTITY,
  isIdentity,
  multiplyBases,
  multiplyBy8,
  multiplyPublic,
  multiScalar,
  type Point,
  sumPoints,
} from './point.ts'
import { H_BYTES } from './pointArithmetic.ts'
import { mod, ONE_EIGHTH, type Random, randomScalar, scalarFromBytes } from './scalar.ts'

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

/** The generators G_i and H_i of a kind of proof. They grow as they are asked for. */
export type Generators = { readonly g: readonly Point[]; readonly h: readonly Point[] }

/** A source of the first `count` generators of a kind of proof; it keeps what it made. */
export const generatorsOf = (domain: string): ((count: number) => Generators) => {
  const prefix = concat(H_BYTES, utf8(domain))
  const g: Point[] = []
  const h: Point[] = []
  const generator = (index: number): Point => hashToPoint(keccak256(prefix, varintBytes(index)))
  return (count) => {
    for (let i = g.length; i < count; i++) {
      h.push(generator(2 * i))
      g.push(generator(2 * i + 1))
    }
    return { g: g.slice(0, count), h: h.slice(0, count) }
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
export const commitToBits = (bits: readonly boolean[], { g, h }: Generators): Point =>
  sumPoints(
    g.filter((_, i) => bits[i]),
    h.filter((_, i) => !bits[i]),
  )

/** scalarG·G + scalarH·H. */
export const commitPair = (scalarG: bigint, scalarH: bigint): Point => multiplyBases(scalarG, scalarH)

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

/** Scalars and the points they multiply. */
export type Terms = { readonly scalars: bigint[]; readonly points: Point[] }

/** Folds are put off until each generator would be a sum of this many. */
const PENDING_LIMIT = 8

/**
 * Generators that halve in number with each round of an inner product argument. Multiplying points is what costs, so a fold only notes its factors;
 * every third fold makes points of them.
 */
export class FoldingGenerators {
  #points: readonly Point[]
  /** A scalar per point that is not yet in it. */
  #weights: readonly bigint[] | undefined
  /** Generator i stands for the sum of factors[k]·points[i + k·length]. */
  #factors: readonly bigint[] = [1n]

  constructor(points: readonly Point[], weights?: readonly bigint[]) {
    this.#points = points
    this.#weights = weights
  }

  get length(): number {
    return this.#points.length / this.#factors.length
  }

  /** Appends scalar times generator `index` to a sum. */
  addTerms(terms: Terms, index: number, scalar: bigint): void {
    for (const [k, factor] of this.#factors.entries()) {
      const at = index + k * this.length
      terms.scalars.push(mod(scalar * factor) * (this.#weights?.[at] ?? 1n))
      terms.points.push(this.#points[at] ?? IDENTITY)
    }
  }

  /** Replaces generators i and i + length/2 by low·first + high·second. */
  fold(low: bigint, high: bigint): void {
    this.#factors = this.#factors.flatMap((factor) => [mod(factor * low), mod(factor * high)])
    if (this.#factors.length < PENDING_LIMIT || this.length === 1) return
    this.#points = Array.from({ length: this.length }, (_, i) => {
      const terms: Terms = { scalars: [], points: [] }
      this.addTerms(terms, i, 1n)
      return multiScalar(terms.scalars, terms.points)
    })
    this.#factors = [1n]
    this.#weights = undefined
  }
}

/** A commitment as the proofs' transcripts want it: divided by 8, with its bytes, and the point times 8 again. */
export const divideCommitment = (commitment: Uint8Array): { bytes: Uint8Array; point: Point } => {
  const eighth = multiplyPublic(decodePoint(commitment), ONE_EIGHTH)
  return { bytes: encodePoint(eighth), point: multiplyBy8(eighth) }
}

/** Adds up what many proofs say must vanish, each with random weights, and looks once. */
export class RangeProofBatch {
  readonly #generators: (count: number) => Generators
  readonly #g: bigint[] = []
  readonly #h: bigint[] = []
  readonly #terms: Terms = { scalars: [], points: [] }
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

  addPoint(scalar: bigint, point: Point): void {
    this.#terms.scalars.push(scalar)
    this.#terms.points.push(point)
  }

  /** Whether everything added up to the identity. */
  vanishes(): boolean {
    const { g, h } = this.#generators(this.#g.length)
    const scalars = [...this.#g, ...this.#h, this.#baseG, this.#baseH, ...this.#terms.scalars]
    return isIdentity(multiScalar(scalars, [...g, ...h, G, H, ...this.#terms.points]))
  }
}

/** The point that a proof's 32 bytes stand for, times 8. */
export const decodeTimes8 = (bytes: Uint8Array): Point => multiplyBy8(decodePoint(bytes))

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
