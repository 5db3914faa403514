// Random sampling: uniform and gamma numbers and shuffles, from the cryptographic random source of the host.

import { type Random, randomBytes } from './random.ts'

/** Draws uniform numbers from a random source. */
export type RandomSampler = {
  /** returns a number above 0 and at most 1, with 53 random bits */
  unit(): number
  /** returns an integer in 0 .. bound-1; `bound` is a positive safe integer */
  below(bound: number): number
}

const POOL = 1024

/**
 * Returns a sampler that reads `random` in larger blocks, since each call of the host's source is expensive.
 *
 * @example
 * const sampler = createSampler((length) => new Uint8Array(length).fill(128))
 * sampler.below(10) // 8
 * sampler.below(0) // throws RangeError
 */
export const createSampler = (random: Random): RandomSampler => {
  let pool: Uint8Array = new Uint8Array()
  let view = new DataView(pool.buffer)
  let offset = 0
  const draw53 = (): number => {
    if (offset + 8 > pool.length) {
      pool = randomBytes(random, POOL)
      view = new DataView(pool.buffer, pool.byteOffset, pool.byteLength)
      offset = 0
    }
    const value = (view.getUint32(offset, true) & 0x1fffff) * 2 ** 32 + view.getUint32(offset + 4, true)
    offset += 8
    return value
  }
  return {
    unit: () => (draw53() + 0.5) / 2 ** 53,
    below: (bound) => {
      if (!Number.isSafeInteger(bound) || bound < 1) throw new RangeError(`cannot draw a number below ${bound}`)
      // Rejects values beyond the last full multiple of the bound, which would bias towards small results.
      const limit = 2 ** 53 - (2 ** 53 % bound)
      for (;;) {
        const value = draw53()
        if (value < limit) return value % bound
      }
    },
  }
}

/**
 * Returns a copy of `items` in uniformly random order (Fisher and Yates).
 *
 * @example
 * const first = { unit: () => 1, below: () => 0 }
 * shuffled(['a', 'b', 'c'], first) // ['a', 'c', 'b']
 */
export const shuffled = <T>(items: readonly T[], sampler: RandomSampler): T[] => {
  const rest = [...items]
  const drawn: T[] = []
  while (rest.length > 0) {
    const place = sampler.below(rest.length)
    const last = rest.length - 1
    const item = rest[place] as T // place is in range
    rest[place] = rest[last] as T // so is last
    rest.pop()
    drawn.push(item)
  }
  return drawn
}

/** Draws from the standard normal distribution (Box and Muller). */
const normal = (sampler: RandomSampler): number =>
  Math.sqrt(-2 * Math.log(sampler.unit())) * Math.cos(2 * Math.PI * sampler.unit())

/**
 * Draws from the gamma distribution (Marsaglia and Tsang, "A simple method for generating gamma variables", 2000).
 * @param shape at least 1
 *
 * @example
 * gamma(4, 2, { unit: () => 0.5, below: () => 0 }) // 3.685251157600023
 */
export const gamma = (shape: number, scale: number, sampler: RandomSampler): number => {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normal(sampler)
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(sampler.unit()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v * scale
  }
}
