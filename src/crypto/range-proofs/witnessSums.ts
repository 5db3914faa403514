// The sums of the first rounds of Bulletproofs+, with a fraction of the multiplications. The vectors of the inner product argument are then
// sums of a few kinds of vectors: bits, constants, and the weights, which are a geometric sequence in each digit of their index. So each kind
// is multiplied by blocks of generators once, and every round combines those sums with public scalars.

import { concat, type KeepSecret } from '../../bytes/bytes.ts'
import { type Point, rowsOf } from '../curve/point.ts'
import { KEY_LENGTH } from '../curve/pointArithmetic.ts'
import { scalarRows } from '../curve/scalar.ts'
import { multiScalarsOfRows } from '../curve/scalarMultiplication.ts'
import { inverseRows, ONE_ROW, rowAt, rowsBetween, sumRows } from '../curve/scalarVector.ts'
import { innerProduct, multiplySecrets, negated, subtractSecrets } from '../curve/secretScalar.ts'
import { BLOCKS, type FoldFactors, type Generators } from './rangeProof.ts'

const HALF = inverseRows(scalarRows([2n]))

/** The terms of a sum: public scalars (rows of 32 bytes), and as many points. */
type Terms = { readonly scalars: Uint8Array; readonly points: readonly Point[] }

/** The factors of the generators that are not yet folded: generator i is the sum of factors[k] times the generator i + k·length. */
type GeneratorFactors = { readonly g: readonly Uint8Array[]; readonly h: readonly Uint8Array[] }

/** A half of a vector with the given sources, on the opposite half of generators with factors that are multiplied by `scale`. */
type Part = {
  readonly half: 0 | 1
  readonly sources: readonly Uint8Array[]
  readonly factors: readonly Uint8Array[]
  readonly scale: Uint8Array
}

/** Returns the number of blocks in each section of a part: where a source meets a factor. */
const sectionOf = ({ sources }: Part): number => BLOCKS / 2 / sources.length

/** Returns the blocks of generators of a part, section by section. */
const blocksOf = (part: Part): number[] => {
  const section = sectionOf(part)
  return part.factors.flatMap((_, k) =>
    Array.from({ length: section }, (_, i) => (2 * k + 1 - part.half) * section + i),
  )
}

/**
 * Sums of the vectors a = bits - z on generators G, and b = bits - 1 + z + weights on generators H, while both are folded. Element i of a
 * folded vector is the sum of sources[s] times the element i + s·length of the first one.
 */
export class WitnessSums {
  /** sums of a block of G, then of H, with the signs of a block of bits */
  readonly #signed: readonly Point[]
  /** sums of a block of G, then of H */
  readonly #plain: readonly Point[]
  /** sums of a block of H with the first weights */
  readonly #weighted: readonly Point[]
  /** weights[i + s·length] is ratios[s] times weights[i] */
  readonly #ratios: Uint8Array
  /** With a sign of 1 or -1, a bit is half of the sign plus a half. */
  readonly #constantA: Uint8Array
  readonly #constantB: Uint8Array
  #sourcesA: readonly Uint8Array[] = [ONE_ROW]
  #sourcesB: readonly Uint8Array[] = [ONE_ROW]

  /**
   * @param bits rows of 32 bytes, 0 or 1, one for each pair of generators; `weights` and `z` are public, rows of 32 bytes as well
   * @param keep registers secrets that are wiped afterwards
   */
  constructor(
    { count, precomputed, blockSums }: Generators,
    bits: Uint8Array,
    weights: Uint8Array,
    z: Uint8Array,
    keep: KeepSecret,
  ) {
    const length = count / BLOCKS
    const signs = keep(Uint8Array.from({ length: count }, (_, i) => bits[KEY_LENGTH * i] ?? 0))
    this.#signed = precomputed.signedSums(signs, BLOCKS)
    this.#plain = blockSums()
    this.#weighted = precomputed.oddBlockSums(rowsBetween(weights, 0, length), BLOCKS)
    const firsts = Array.from({ length: BLOCKS }, (_, s) => rowAt(weights, s * length))
    this.#ratios = multiplySecrets(concat(...firsts), inverseRows(rowAt(weights, 0)))
    this.#constantA = subtractSecrets(HALF, z)
    this.#constantB = negated(this.#constantA)
  }

  /** Whether the vectors still have the form that the sums need. */
  get usable(): boolean {
    return this.#sourcesA.length < BLOCKS
  }

  /**
   * Returns the sums of a round: of scaleA.low times the lower half of a on the upper half of G, with the upper half of b on the lower half of H;
   * and of scaleA.high times the upper half of a on the lower half of G, with the lower half of b on the upper half of H.
   */
  cross({ g, h }: GeneratorFactors, scaleA: FoldFactors): Point[] {
    const a = { sources: this.#sourcesA, factors: g }
    const b = { sources: this.#sourcesB, factors: h, scale: ONE_ROW }
    const terms = [
      ...this.#termsOfA({ ...a, half: 0, scale: scaleA.low }),
      ...this.#termsOfB({ ...b, half: 1 }),
      ...this.#termsOfA({ ...a, half: 1, scale: scaleA.high }),
      ...this.#termsOfB({ ...b, half: 0 }),
    ]
    const scalars = concat(...terms.map(({ scalars }) => scalars))
    return multiScalarsOfRows(new Uint8Array(2 * KEY_LENGTH), scalars, rowsOf(terms.flatMap(({ points }) => points)))
  }

  /** Replaces a by a.low times its lower half plus a.high times its upper half, and likewise b. */
  fold(a: FoldFactors, b: FoldFactors): void {
    const next = (sources: readonly Uint8Array[], { low, high }: FoldFactors): Uint8Array[] =>
      sources.flatMap((source) => [multiplySecrets(source, low), multiplySecrets(source, high)])
    this.#sourcesA = next(this.#sourcesA, a)
    this.#sourcesB = next(this.#sourcesB, b)
  }

  #termsOfA(part: Part): Terms[] {
    return [...this.#signedTerms(part, 0), this.#constantTerms(part, 0, this.#constantA)]
  }

  #termsOfB(part: Part): Terms[] {
    return [
      ...this.#signedTerms(part, BLOCKS),
      this.#constantTerms(part, BLOCKS, this.#constantB),
      this.#weightTerms(part),
    ]
  }

  /** The scalars are public; the points depend on the bits. `first` is the first block of the generators. */
  #signedTerms(part: Part, first: number): Terms[] {
    const section = sectionOf(part)
    const scaled = this.#scaledFactors(part)
    const blocks = blocksOf(part)
    return part.sources.map((source, s) => ({
      scalars: multiplySecrets(scaled, multiplySecrets(source, HALF)),
      points: blocks.map((block, i) =>
        pointAt(this.#signed, (first + block) * BLOCKS + (2 * s + part.half) * section + (i % section)),
      ),
    }))
  }

  #constantTerms(part: Part, first: number, constant: Uint8Array): Terms {
    const ofSources = multiplySecrets(constant, sumRows(concat(...part.sources)))
    return {
      scalars: multiplySecrets(this.#scaledFactors(part), ofSources),
      points: blocksOf(part).map((block) => pointAt(this.#plain, first + block)),
    }
  }

  #weightTerms(part: Part): Terms {
    const section = sectionOf(part)
    const firstRatios = part.sources.map((_, s) => rowAt(this.#ratios, (2 * s + part.half) * section))
    const ofSources = innerProduct(concat(...part.sources), concat(...firstRatios))
    const scaled = multiplySecrets(this.#scaledFactors(part), ofSources)
    const ratios = concat(...part.factors.map(() => rowsBetween(this.#ratios, 0, section)))
    return {
      scalars: multiplySecrets(scaled, ratios),
      points: blocksOf(part).map((block) => pointAt(this.#weighted, block)),
    }
  }

  /** Returns the factor of each block of generators. */
  #scaledFactors(part: Part): Uint8Array {
    const section = sectionOf(part)
    const rows = part.factors.flatMap((factor) => Array.from({ length: section }, () => factor))
    return multiplySecrets(concat(...rows), part.scale)
  }
}

const pointAt = (points: readonly Point[], i: number): Point => {
  const point = points[i]
  if (point === undefined) throw new RangeError(`there is no point ${i} among ${points.length}`)
  return point
}
