// The levels of the kernel against each other, on more keys than the reference has time for.

import { describe, expect, test } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { readFrom, type ScanKernel, writeTo } from '../../../src/crypto/scan/scanKernel.ts'
import { seededRandom } from '../../support/random.ts'
import { kernelOf, LEVELS } from './support/levels.ts'
import { pointOf } from './support/reference.ts'

const random = seededRandom(22)
const COUNT = 4000

/** All derivations of a batch of keys, whether or not an output follows. */
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

describe('all levels', () => {
  test.each([1, 2, 3, 4])(`derive the same, ${COUNT} keys, secret %i`, async () => {
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
