// Which fragments a part of a fountain code mixes. Sender and reader compute it from the number of the part alone (BCR-2024-001, MUR).

import { sha256 } from '@noble/hashes/sha2.js'

const MASK = (1n << 64n) - 1n

const rotateLeft = (value: bigint, bits: bigint): bigint => ((value << bits) | (value >> (64n - bits))) & MASK

/** The generator xoshiro256**, seeded with a SHA-256 hash. */
class Xoshiro256 {
  #state: [bigint, bigint, bigint, bigint]

  constructor(seed: Uint8Array) {
    const { buffer, byteOffset } = sha256(seed)
    const view = new DataView(buffer, byteOffset)
    this.#state = [view.getBigUint64(0), view.getBigUint64(8), view.getBigUint64(16), view.getBigUint64(24)]
  }

  #next(): bigint {
    let [a, b, c, d] = this.#state
    const result = (rotateLeft((b * 5n) & MASK, 7n) * 9n) & MASK
    const t = (b << 17n) & MASK
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = rotateLeft(d, 45n)
    this.#state = [a, b, c, d]
    return result
  }

  /** Returns a number from 0 to below 1. */
  fraction(): number {
    return Number(this.#next()) / 2 ** 64
  }

  /** Returns a whole number below `limit`. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit)
  }
}

type AliasTable = { readonly probabilities: readonly number[]; readonly aliases: readonly number[] }

/** Builds the table of Vose's alias method for the probabilities 1, 1/2, …, 1/count, in the order of the specification. */
const aliasTable = (count: number): AliasTable => {
  const weights = Array.from({ length: count }, (_, i) => 1 / (i + 1))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const scaled = weights.map((weight) => (weight * count) / sum)
  const [small, large]: [number[], number[]] = [[], []]
  for (let i = count - 1; i >= 0; i--) ((scaled[i] ?? 0) < 1 ? small : large).push(i)
  const probabilities = new Array<number>(count).fill(1)
  const aliases = new Array<number>(count).fill(0)
  for (;;) {
    const [less, more] = [small.at(-1), large.at(-1)]
    if (less === undefined || more === undefined) return { probabilities, aliases }
    small.pop()
    large.pop()
    probabilities[less] = scaled[less] ?? 0
    aliases[less] = more
    scaled[more] = (scaled[more] ?? 0) + (scaled[less] ?? 0) - 1
    ;((scaled[more] ?? 0) < 1 ? small : large).push(more)
  }
}

const sample = ({ probabilities, aliases }: AliasTable, random: Xoshiro256): number => {
  const [first, second] = [random.fraction(), random.fraction()]
  const i = Math.floor(probabilities.length * first)
  return second < (probabilities[i] ?? 0) ? i : (aliases[i] ?? 0)
}

const drawIndexes = (count: number, wanted: number, random: Xoshiro256): readonly number[] => {
  const remaining = Array.from({ length: count }, (_, i) => i)
  // The order of the draws is that of a shuffle of all, of which the first are taken.
  return Array.from({ length: wanted }, () => remaining.splice(random.below(remaining.length), 1)[0] ?? 0)
}

/**
 * Creates the function that returns the indexes of the fragments that a part mixes, in no order. The first `count` parts are one fragment each.
 * @param count of fragments
 * @param checksum CRC-32 of the message
 *
 * @example
 * const indexesOf = fountainIndexes(9, 1)
 * indexesOf(9) // [8]
 * indexesOf(10).length > 0 // true
 */
export const fountainIndexes = (count: number, checksum: number): ((part: number) => readonly number[]) => {
  const table = aliasTable(count)
  return (part) => {
    if (part <= count) return [part - 1]
    const seed = new Uint8Array(8)
    const view = new DataView(seed.buffer)
    view.setUint32(0, part)
    view.setUint32(4, checksum)
    const random = new Xoshiro256(seed)
    const degree = sample(table, random) + 1
    return drawIndexes(count, degree, random)
  }
}
