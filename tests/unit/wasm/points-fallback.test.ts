// Points without WebAssembly, and when the kernel replaces the portable arithmetic at run time.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type PointRoom = typeof import('../../../src/crypto/curve/point.ts')
type KernelRoom = typeof import('../../../src/crypto/curve/pointKernel.ts')

/** Imports new modules, with nothing loaded yet. */
const freshRoom = async (): Promise<PointRoom & KernelRoom> => ({
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
  const room = await freshRoom()
  await expect(room.createPointKernel()).rejects.toMatchObject({ name: 'KernelUnavailableError' })
  await room.loadPointKernel()
  expect(room.encodePoint(room.multiplyBase(1n))).toEqual(room.encodePoint(room.G))
})

it('keeps the meaning of points and kept generators when the kernel is loaded', async () => {
  const room = await freshRoom()
  const scalars = new Uint8Array(64).fill(7)
  const before = room.multiplySecret(room.H, 12345n)
  const kept = room.keepPoints(room.hashToPointRows([new Uint8Array(32), new Uint8Array(32).fill(1)]))
  const sum = room.encodePoint(kept.sum(scalars))
  let calls = 0
  const kernel = await room.createPointKernel()
  room.usePointArithmetic({
    ...kernel,
    keep: (points) => {
      calls++
      return kernel.keep(points)
    },
  })
  expect(room.equalPoints(before, room.multiplySecret(room.H, 12345n))).toBe(true)
  expect(room.isIdentity(room.subtractPoints(before, room.multiplyH(12345n)))).toBe(true)
  expect(room.encodePoint(kept.sum(scalars))).toEqual(sum)
  expect(calls).toBe(1)
})
