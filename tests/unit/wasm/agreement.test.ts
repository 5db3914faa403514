// Compares the levels of the kernel on more keys than @noble/curves can compute in reasonable time.

import { describe, expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { readFrom, type ScanKernel, writeTo } from '../../../src/crypto/scan/scanKernel.ts'
import { seededRandom } from '../../support/random.ts'
import { kernelOf, LEVELS } from './support/levels.ts'
import { pointOf } from './support/nobleScan.ts'

const random = seededRandom(22)
const COUNT = 4000

/** Computes all derivations of a batch of keys, also of keys without outputs. */
const derive = (kernel: ScanKernel, viewSecret: Uint8Array, keys: Uint8Array): Uint8Array => {
  kernel.reserveSpendKeys(0)
  writeTo(kernel, kernel.viewSecret, viewSecret)
  kernel.watch()
  kernel.reserveBatch(keys.length / 32, 0)
  writeTo(kernel, kernel.keys, keys)
  kernel.scan()
  const derivations = readFrom(kernel, kernel.derivations.value, keys.length)
  kernel.forgetBatch()
  return derivations
}

describe('every level', () => {
  it.each([1, 2, 3, 4])(`derives the same for ${COUNT} keys, secret %i`, async () => {
    const viewSecret = random(32)
    const keys = random(32 * COUNT)
    const row = (rows: Uint8Array, i: number): Uint8Array => rows.subarray(32 * i, 32 * i + 32)
    const points = Array.from({ length: COUNT }, (_, i) => i).filter((i) => pointOf(row(keys, i)) !== undefined)
    expect(points.length).toBeGreaterThan(COUNT / 3)
    const [expected, ...others] = await Promise.all(
      LEVELS.map(async (level) => {
        const derivations = derive(await kernelOf(level), viewSecret, keys)
        return points.map((i) => toHex(row(derivations, i)))
      }),
    )
    expect(new Set(expected).size).toBe(points.length)
    for (const derivations of others) expect(derivations).toEqual(expected)
  })
})
