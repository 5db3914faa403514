// Points without WebAssembly, and when the kernel replaces the portable arithmetic at run time.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type PointModule = typeof import('../../../src/crypto/curve/point.ts')
type KernelModule = typeof import('../../../src/crypto/curve/pointKernel.ts')

/** Imports new modules, with nothing loaded yet. */
const importFreshModules = async (): Promise<PointModule & KernelModule> => ({
  ...(await import('../../../src/crypto/curve/point.ts')),
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

it('keeps the meaning of points and kept generators when the kernel is loaded', async () => {
  const modules = await importFreshModules()
  const scalars = new Uint8Array(64).fill(7)
  const before = modules.multiplySecret(modules.H, 12345n)
  const kept = modules.keepPoints(modules.hashToPointRows([new Uint8Array(32), new Uint8Array(32).fill(1)]))
  const sum = modules.encodePoint(kept.sum(scalars))
  let calls = 0
  const kernel = await modules.createPointKernel()
  modules.usePointArithmetic({
    ...kernel,
    keep: (points) => {
      calls++
      return kernel.keep(points)
    },
  })
  expect(modules.equalPoints(before, modules.multiplySecret(modules.H, 12345n))).toBe(true)
  expect(modules.isIdentity(modules.subtractPoints(before, modules.multiplyH(12345n)))).toBe(true)
  expect(modules.encodePoint(kept.sum(scalars))).toEqual(sum)
  expect(calls).toBe(1)
})
