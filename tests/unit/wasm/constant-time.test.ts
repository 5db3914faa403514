// What is claimed to take the same time whatever a secret is: the point kernel's multiplications by secrets and its key images do
// the same instructions at the same addresses for every secret. Functions that are not claimed to do so are the control: the same
// comparison tells their secrets apart.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import type { PointArithmetic } from '../../../src/crypto/curve/pointArithmetic.ts'
import { seededRandom } from '../../support/random.ts'
import { LEVELS } from './support/levels.ts'
import { edgeScalars, randomKeys, torsion } from './support/material.ts'
import { bytesOf } from './support/reference.ts'
import { startTracing, type Tracing } from './support/tracing.ts'

const random = seededRandom(16)
/** Secrets at the edges, not reduced ones among them, and any. */
const SECRETS: readonly Uint8Array[] = [...edgeScalars().map(bytesOf), ...Array.from({ length: 40 }, () => random(32))]
const [key = new Uint8Array(), other = key] = randomKeys(random, 2)
const small = torsion()[5]?.toBytes() ?? key

describe.each(LEVELS)('the point kernel, %s level', (level) => {
  let kernel: PointArithmetic
  let tracing: Tracing
  let point: Uint8Array = new Uint8Array()
  let smallPoint: Uint8Array = new Uint8Array()

  beforeAll(async () => {
    tracing = startTracing()
    vi.stubGlobal('WebAssembly', tracing.replacement)
    // Fresh modules, which hold no kernel yet.
    vi.resetModules()
    const { createPointKernelOf } = await import('../../../src/crypto/curve/pointKernel.ts')
    kernel = await createPointKernelOf(level)
    point = kernel.decode(key).points
    smallPoint = kernel.decode(small).points
  })

  afterAll(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  /** Expects the same trace of every secret; where there are others, says where the first two part. */
  const expectConstant = async (run: (secret: Uint8Array) => unknown): Promise<void> => {
    const [first = key] = SECRETS
    // The first run may find other memory than those that follow.
    run(first)
    const expected = await tracing.traceOf(() => run(first))
    expect(expected).toMatch(/\b[1-9]\d{3,}:/)
    for (const secret of SECRETS) {
      if ((await tracing.traceOf(() => run(secret))) === expected) continue
      expect(
        await tracing.difference(
          () => run(first),
          () => run(secret),
        ),
      ).toBeUndefined()
    }
  }

  const expectLeak = async (run: (secret: Uint8Array) => unknown): Promise<void> => {
    const [a, b] = [random(32), random(32)]
    run(a)
    expect(await tracing.traceOf(() => run(a))).toBe(await tracing.traceOf(() => run(a)))
    expect(await tracing.traceOf(() => run(a))).not.toBe(await tracing.traceOf(() => run(b)))
  }

  test('multiplies a point by a secret in constant time', async () => {
    await expectConstant((secret) => kernel.multiplySecret(point, secret))
  })

  test('multiplies a point of small order by a secret in constant time', async () => {
    await expectConstant((secret) => kernel.multiplySecret(smallPoint, secret))
  })

  test('multiplies the base point by a secret in constant time', async () => {
    await expectConstant((secret) => kernel.multiplyBaseSecret(secret))
  })

  test('makes key images in constant time, alone and several at once', async () => {
    await expectConstant((secret) => kernel.keyImages(key, secret))
    await expectConstant((secret) => kernel.keyImages(concat(key, other), concat(secret, secret)))
  })

  test('encodes what came of a secret in constant time', async () => {
    const products = new Map(SECRETS.map((secret) => [secret, kernel.multiplySecret(point, secret)]))
    await expectConstant((secret) => kernel.encode(products.get(secret) ?? point))
  })

  test('multiplies by public scalars in variable time, as this comparison shows', async () => {
    await expectLeak((scalar) => kernel.multiplySums(scalar, scalar, point))
  })

  test('hashes keys to points in variable time, as this comparison shows', async () => {
    await expectLeak((bytes) => kernel.hashToPoints(bytes))
  })
})
