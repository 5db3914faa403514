// The choice of the level: the fastest that the engine supports. Where relaxed SIMD is missing, or rounds differently from what the kernels
// need, the simd level is used, and where SIMD is missing, the scalar one. All find the same.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { encodeKernels } from '../../../wasm/generator/kernels.ts'
import { seededRandom } from '../../support/random.ts'
import { batchOf, randomKeys, randomPoints } from './support/material.ts'
import { Curve, derivationOf, nobleScan, outputTo } from './support/nobleScan.ts'
import { isRelaxed, isSimd, unfused } from './support/unfused.ts'

const random = seededRandom(19)
const viewSecret = random(32)
const [spendKey = Curve.BASE, txKey = Curve.BASE] = randomPoints(random, 2)
const batch = batchOf(
  [txKey.toBytes(), ...randomKeys(random, 4)],
  [0, 1, 2].map((index) => ({
    key: outputTo(spendKey, derivationOf(txKey, viewSecret), index),
    transaction: index % 2,
    index,
  })),
)

const bytesOf = (source: BufferSource): Uint8Array =>
  source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength)

/** Replaces the engine: how it compiles; `used` records every instantiated module. */
const engine = (compile: (bytes: Uint8Array) => Promise<WebAssembly.Module>, used: string[] = []): void => {
  const real = WebAssembly
  const kinds = new WeakMap<WebAssembly.Module, string>()
  const replacement = Object.create(real, {
    compile: {
      value: async (source: BufferSource) => {
        const module = await compile(bytesOf(source))
        kinds.set(module, isRelaxed(bytesOf(source)) ? 'relaxed' : isSimd(bytesOf(source)) ? 'simd' : 'scalar')
        return module
      },
    },
    instantiate: {
      value: async (module: WebAssembly.Module, imports?: WebAssembly.Imports) => {
        used.push(kinds.get(module) ?? 'unknown')
        return await real.instantiate(module, imports)
      },
    },
  })
  vi.stubGlobal('WebAssembly', replacement)
}

describe('the level', () => {
  const real = WebAssembly
  const compile = async (bytes: Uint8Array): Promise<WebAssembly.Module> => await real.compile(new Uint8Array(bytes))

  beforeEach(() => {
    // New modules without a loaded kernel or chosen level.
    vi.resetModules()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  const expectLevel = async (expected: string): Promise<void> => {
    const { onBestLevel } = await import('../../../src/crypto/kernel.ts')
    expect(await onBestLevel(async (level) => level)).toBe(expected)
  }

  const expectScans = async (): Promise<void> => {
    const { createScanner } = await import('../../../src/crypto/scan/createScanner.ts')
    const scanner = await createScanner()
    await scanner.watch(viewSecret, spendKey.toBytes())
    expect(await scanner.scan(batch)).toEqual(nobleScan(viewSecret, spendKey.toBytes(), batch))
    await scanner.close()
  }

  it('is relaxed where supported, as in this engine', async () => {
    const used: string[] = []
    engine(compile, used)
    await expectScans()
    expect(used).toContain('relaxed')
  })

  it('is simd if the engine rejects relaxed SIMD', async () => {
    const used: string[] = []
    engine(async (bytes) => {
      if (isRelaxed(bytes)) throw new real.CompileError('unknown instruction')
      return await compile(bytes)
    }, used)
    const { createScanKernelOf } = await import('../../../src/crypto/scan/createScanKernel.ts')
    const { KernelUnavailableError } = await import('../../../src/crypto/kernel.ts')
    await expect(createScanKernelOf('relaxed')).rejects.toThrow(KernelUnavailableError)
    await expectScans()
    expect(used).not.toContain('relaxed')
    await expectLevel('simd')
  })

  it('is simd, and loads no kernels of the relaxed level, if the engine does not validate relaxed SIMD', async () => {
    const compiled: boolean[] = []
    engine(async (bytes) => {
      compiled.push(isRelaxed(bytes))
      return await compile(bytes)
    })
    Object.defineProperty(WebAssembly, 'validate', {
      value: (source: BufferSource) => real.validate(source) && !isRelaxed(bytesOf(source)),
    })
    await expectScans()
    expect(compiled).toContain(false)
    expect(compiled).not.toContain(true)
    await expectLevel('simd')
  })

  it('is scalar if the engine rejects SIMD', async () => {
    const used: string[] = []
    engine(async (bytes) => {
      if (isSimd(bytes)) throw new real.CompileError('unknown instruction')
      return await compile(bytes)
    }, used)
    const { createScanKernelOf } = await import('../../../src/crypto/scan/createScanKernel.ts')
    const { KernelUnavailableError } = await import('../../../src/crypto/kernel.ts')
    await expect(createScanKernelOf('simd')).rejects.toThrow(KernelUnavailableError)
    await expectScans()
    expect(new Set(used)).toEqual(new Set(['scalar']))
    await expectLevel('scalar')
  })

  it('is simd if the engine rounds a multiply-add twice', async () => {
    engine(async (bytes) => await compile(unfused(bytes)))
    const { createScanKernelOf } = await import('../../../src/crypto/scan/createScanKernel.ts')
    const { KernelUnavailableError } = await import('../../../src/crypto/kernel.ts')
    await expect(createScanKernelOf('relaxed')).rejects.toThrow(KernelUnavailableError)
    await expectScans()
    await expectLevel('simd')
  })

  it.each([
    ['all functions but the first', (position: number) => position > 0],
    ['every other function', (position: number) => position % 2 === 1],
    ['the additions of points', (position: number) => position >= 8],
  ])('is simd if the engine rounds a multiply-add twice in %s', async (_, isChanged) => {
    // The first function, splitLimbs, is the one that the kernel itself verifies at start.
    const used: string[] = []
    engine(async (bytes) => await compile(isRelaxed(bytes) ? unfused(bytes, isChanged) : bytes), used)
    const { createScanKernelOf } = await import('../../../src/crypto/scan/createScanKernel.ts')
    const { createPointKernelOf } = await import('../../../src/crypto/curve/pointKernel.ts')
    const { KernelUnavailableError } = await import('../../../src/crypto/kernel.ts')
    await expect(createScanKernelOf('relaxed')).rejects.toThrow(KernelUnavailableError)
    await expect(createPointKernelOf('relaxed')).rejects.toThrow(KernelUnavailableError)
    await expectScans()
    expect(used).toContain('simd')
    await expectLevel('simd')
  })

  it('is simd for points after the scan kernel left the relaxed one', async () => {
    engine(async (bytes) => await compile(isRelaxed(bytes) ? unfused(bytes, (position) => position > 0) : bytes))
    await expectScans()
    await expectLevel('simd')
  })

  it('requires a multiply-add that rounds once', async () => {
    const kernels = encodeKernels(1)
    const products = await Promise.all(
      [new Uint8Array(kernels), unfused(kernels)].map(async (bytes) => {
        const { exports } = await WebAssembly.instantiate(await WebAssembly.compile(bytes))
        // The exports are those of wasm/generator/kernels.ts.
        const { memory, multiply } = exports as {
          readonly memory: WebAssembly.Memory
          multiply(out: number, a: number, b: number): void
        }
        const doubles = new Float64Array(memory.buffer, 8192, 30).fill(2 ** 50 - 1)
        multiply(8192 + 160, 8192, 8192 + 80)
        return doubles.slice(20)
      }),
    )
    expect(products[0]).not.toEqual(products[1])
  })
})
