// Keys, signatures and range proofs once more, on the point kernel: the suites that run on the reference arithmetic must pass here
// too, recorded vectors included.

import { beforeAll, expect, test } from 'vitest'
import { loadPointKernel, multiplyBase, usePointArithmetic } from '../../src/crypto/point.ts'
import { createPointKernel } from '../../src/crypto/pointKernel.ts'

let calls = 0

beforeAll(async () => {
  await loadPointKernel()
  const kernel = await createPointKernel()
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
