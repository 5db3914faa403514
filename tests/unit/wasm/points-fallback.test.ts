// Points without WebAssembly, and when the kernel replaces the portable arithmetic at run time.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { scalarRows } from '../../../src/crypto/curve/scalar.ts'

type FreshModules = typeof import('../../../src/crypto/curve/point.ts') &
  typeof import('../../../src/crypto/curve/currentArithmetic.ts') &
  typeof import('../../../src/crypto/curve/scalarMultiplication.ts') &
  typeof import('../../../src/crypto/curve/hashToPoint.ts') &
  typeof import('../../../src/crypto/curve/pointKernel.ts')

/** Imports new modules, with nothing loaded yet. */
const importFreshModules = async (): Promise<FreshModules> => ({
  ...(await import('../../../src/crypto/curve/point.ts')),
  ...(await import('../../../src/crypto/curve/currentArithmetic.ts')),
  ...(await import('../../../src/crypto/curve/scalarMultiplication.ts')),
  ...(await import('../../../src/crypto/curve/hashToPoint.ts')),
  ...(await import('../../../src/crypto/curve/pointKernel.ts')),
})

beforeEach(() => {
  vi.resetModules()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it('computes with the portable arithmetic without WebAssembly', async () => {
  vi.stubGlobal('WebAssembly', undefined)
  const modules = await importFreshModules()
  await expect(modules.createPointKernel()).rejects.toMatchObject({ name: 'KernelUnavailableError' })
  await modules.loadPointKernel()
  expect(modules.encodePoint(modules.multiplyBase(1n))).toEqual(modules.encodePoint(modules.G))
})

it('preserves points and precomputed generators when the kernel is loaded', async () => {
  const modules = await importFreshModules()
  const scalars = new Uint8Array(64).fill(7)
  const before = modules.multiplySecret(modules.H, scalarRows([12345n]))
  const precomputed = modules.precomputePoints(
    modules.hashToPointRows([new Uint8Array(32), new Uint8Array(32).fill(1)]),
  )
  const sum = modules.encodePoint(precomputed.sum(scalars))
  let calls = 0
  const kernel = await modules.createPointKernel()
  modules.usePointArithmetic({
    ...kernel,
    precompute: (points) => {
      calls++
      return kernel.precompute(points)
    },
  })
  expect(modules.equalPoints(before, modules.multiplySecret(modules.H, scalarRows([12345n])))).toBe(true)
  expect(modules.isIdentity(modules.subtractPoints(before, modules.multiplyH(12345n)))).toBe(true)
  expect(modules.encodePoint(precomputed.sum(scalars))).toEqual(sum)
  expect(calls).toBe(1)
})
