// Keys, signatures and range proofs once more, on a level of the point kernel: the suites that run on the reference arithmetic must
// pass there too, recorded vectors included.

import { beforeAll, expect, test } from 'vitest'
import type { Level } from '../../src/crypto/kernel.ts'
import { multiplyBase, usePointArithmetic } from '../../src/crypto/point.ts'
import { createPointKernelOf } from '../../src/crypto/pointKernel.ts'

/** Defines the tests of those suites, to run on a level. */
export const proveOn = async (level: Level): Promise<void> => {
  let calls = 0

  beforeAll(async () => {
    const kernel = await createPointKernelOf(level)
    usePointArithmetic({
      ...kernel,
      multiplyBases: (g, h) => {
        calls++
        return kernel.multiplyBases(g, h)
      },
    })
  })

  test('the kernel computes here', () => {
    multiplyBase(5n)
    expect(calls).toBeGreaterThan(0)
  })

  await import('../properties/crypto-curve.test.ts')
  await import('../properties/crypto-proofs.test.ts')
  await import('../vectors/crypto-clsag-monero.test.ts')
  await import('../vectors/crypto-keys.test.ts')
  await import('../vectors/crypto-range-proofs.test.ts')
  await import('../vectors/crypto-shared-secret-proofs.test.ts')
  await import('../vectors/crypto-signatures.test.ts')
}
