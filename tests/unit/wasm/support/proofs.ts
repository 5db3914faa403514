// Runs the tests of keys, signatures and range proofs on a level of the point kernel: the suites of portable arithmetic must pass
// there too, recorded vectors included.

import { beforeAll, expect, it } from 'vitest'
import { usePointArithmetic } from '../../../../src/crypto/curve/currentArithmetic.ts'
import { createPointKernelOf } from '../../../../src/crypto/curve/pointKernel.ts'
import { multiplyBase } from '../../../../src/crypto/curve/scalarMultiplication.ts'
import type { Level } from '../../../../src/crypto/kernel.ts'

/** Defines the tests of those suites for a level. */
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

  it('computes on the kernel', () => {
    multiplyBase(5n)
    expect(calls).toBeGreaterThan(0)
  })

  await import('../../crypto/curve.test.ts')
  await import('../../crypto/signature-properties.test.ts')
  await import('../../crypto/range-proof-properties.test.ts')
  await import('../../crypto/hostile-proofs.test.ts')
  await import('../../crypto/clsag.test.ts')
  await import('../../crypto/keys.test.ts')
  await import('../../crypto/range-proofs.test.ts')
  await import('../../crypto/shared-secret-proofs.test.ts')
  await import('../../crypto/signatures.test.ts')
}
