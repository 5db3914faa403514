// The random generator of quorums: the 64-bit Mersenne Twister of ISO C++ (`mt19937_64`) with `seed_seq` seeding.

const WORDS = 312
const MIDDLE = 156
const M64 = 2n ** 64n - 1n
const UPPER = M64 ^ 0x7fffffffn
const LOWER = 0x7fffffffn
const TWIST = 0xb5026f5aa96619e9n

const mixed = (x: number): number => (x ^ (x >>> 27)) >>> 0

/** Expands seeds to 624 words of 32 bits (ISO C++, rand.util.seedseq). */
const seedSequence = (seeds: readonly number[]): Uint32Array => {
  const n = 2 * WORDS
  const words = new Uint32Array(n).fill(0x8b8b8b8b)
  const t = 11
  const p = Math.floor((n - t) / 2)
  const q = p + t
  const s = seeds.length
  const m = Math.max(s + 1, n)
  const at = (k: number): number => words[((k % n) + n) % n] ?? 0
  const set = (k: number, value: number): void => {
    words[k % n] = value
  }
  for (let k = 0; k < m; k++) {
    const first = Math.imul(1664525, mixed(at(k) ^ at(k + p) ^ at(k - 1))) >>> 0
    const seed = k === 0 ? s : k <= s ? (k % n) + (seeds[k - 1] ?? 0) : k % n
    const second = (first + seed) >>> 0
    set(k + p, (at(k + p) + first) >>> 0)
    set(k + q, (at(k + q) + second) >>> 0)
    set(k, second)
  }
  for (let k = m; k < m + n; k++) {
    const sum = (at(k) + at(k + p) + at(k - 1)) >>> 0
    const first = Math.imul(1566083941, mixed(sum)) >>> 0
    const second = (first - (k % n)) >>> 0
    set(k + p, (at(k + p) ^ first) >>> 0)
    set(k + q, (at(k + q) ^ second) >>> 0)
    set(k, second)
  }
  return words
}

/** A stream of 64-bit numbers. */
export class MersenneTwister {
  readonly #state: BigUint64Array
  #next = WORDS

  /** @param state 312 words, which are not changed */
  constructor(state: BigUint64Array) {
    this.#state = state.slice()
  }

  /** Copies the generator. Valid only before the first number is drawn. */
  copy(): MersenneTwister {
    return new MersenneTwister(this.#state)
  }

  /** Returns the next number, below 2^64. */
  draw(): bigint {
    if (this.#next === WORDS) this.#twist()
    let x = this.#state[this.#next++] ?? 0n
    x ^= (x >> 29n) & 0x5555555555555555n
    x ^= (x << 17n) & 0x71d67fffeda60000n
    x ^= (x << 37n) & 0xfff7eee000000000n
    return x ^ (x >> 43n)
  }

  #twist(): void {
    const state = this.#state
    for (let i = 0; i < WORDS; i++) {
      const x = ((state[i] ?? 0n) & UPPER) | ((state[(i + 1) % WORDS] ?? 0n) & LOWER)
      state[i] = (state[(i + MIDDLE) % WORDS] ?? 0n) ^ (x >> 1n) ^ ((x & 1n) === 0n ? 0n : TWIST)
    }
    this.#next = 0
  }

  /** Returns a uniform number below `n` (oxen-core: `uniform_distribution_portable`). */
  uniform(n: number): number {
    const bound = BigInt(n)
    const limit = M64 - (M64 % bound)
    for (;;) {
      const x = this.draw()
      if (x < limit) return Number(x / (limit / bound))
    }
  }

  /** Shuffles the items from index `from` up to `to` (oxen-core: `shuffle_portable`). */
  shuffle<T>(items: T[], from = 0, to = items.length): void {
    for (let i = 1; i < to - from; i++) {
      const j = this.uniform(i + 1)
      const [a, b] = [items[from + i], items[from + j]]
      // Both places are within the list.
      items[from + i] = b as T
      items[from + j] = a as T
    }
  }
}

/** Creates a generator from a seed below 2^64 (ISO C++, rand.eng.mers). */
export const seededGenerator = (seed: bigint): MersenneTwister => {
  const state = new BigUint64Array(WORDS)
  let word = seed
  for (let i = 0; i < WORDS; i++) {
    if (i > 0) word = (6364136223846793005n * (word ^ (word >> 62n)) + BigInt(i)) & M64
    state[i] = word
  }
  return new MersenneTwister(state)
}

/**
 * Creates the generator of a quorum, since fork 16.
 * @param kind quorum type
 * @param hash 32 bytes: of the block, or the entropy of a pulse
 */
export const quorumGenerator = (kind: number, hash: Uint8Array): MersenneTwister => {
  const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength)
  const seeds = [kind, ...Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i, true))]
  const words = seedSequence(seeds)
  const state = new BigUint64Array(WORDS)
  for (let i = 0; i < WORDS; i++) state[i] = BigInt(words[2 * i] ?? 0) | (BigInt(words[2 * i + 1] ?? 0) << 32n)
  return new MersenneTwister(state)
}
