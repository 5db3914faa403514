// Functions documented as constant time: the point kernel's multiplications by secrets and its key images, and the decryption of stored data, execute the same instructions at
// the same addresses for every secret. Variable-time functions are the control: the same comparison distinguishes their secrets.

import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import type { PointArithmetic } from '../../../src/crypto/curve/pointArithmetic.ts'
import { seededRandom } from '../../support/random.ts'
import { LEVELS } from './support/levels.ts'
import { edgeScalars, randomKeys, torsion } from './support/material.ts'
import { bytesOf } from './support/nobleScan.ts'
import { startTracing, type Tracing } from './support/tracing.ts'

const random = seededRandom(16)
/** Secrets at the edges, unreduced ones included, and random ones. */
const SECRETS: readonly Uint8Array[] = [...edgeScalars().map(bytesOf), ...Array.from({ length: 40 }, () => random(32))]
const [key = new Uint8Array(), other = key] = randomKeys(random, 2)
const small = torsion()[5]?.toBytes() ?? key

it('decrypts stored data in constant time', async () => {
  const tracing = startTracing()
  vi.stubGlobal('WebAssembly', tracing.replacement)
  vi.resetModules()
  try {
    const { createCipherKernel } = await import('../../../src/crypto/ciphers/cipherKernel.ts')
    const kernel = await createCipherKernel()
    const draw = seededRandom(17)
    const [nonce, associated] = [draw(24), draw(40)]
    const runs = SECRETS.map((secret) => {
      const plain = draw(2000)
      const sealed = xchacha20poly1305(secret, nonce, associated).encrypt(plain)
      return () => expect(kernel.open(secret, nonce, associated, sealed)).toEqual(plain)
    })
    runs[0]?.()
    const traces = new Set<string>()
    for (const run of runs) traces.add(await tracing.traceOf(run))
    expect(traces.size).toBe(1)
    expect([...traces][0]).toMatch(/\b[1-9]\d{3,}:/)
  } finally {
    vi.unstubAllGlobals()
    vi.resetModules()
  }
})

describe.each(LEVELS)('the point kernel, %s level', (level) => {
  let kernel: PointArithmetic
  let tracing: Tracing
  let point: Uint8Array = new Uint8Array()
  let smallPoint: Uint8Array = new Uint8Array()

  beforeAll(async () => {
    tracing = startTracing()
    vi.stubGlobal('WebAssembly', tracing.replacement)
    // New modules without a loaded kernel.
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

  /** Expects the same trace for every secret; reports the first difference otherwise. */
  const expectConstant = async (run: (secret: Uint8Array) => unknown): Promise<void> => {
    const [first = key] = SECRETS
    // The first run may see other memory than later ones.
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

  it('multiplies a point by a secret in constant time', async () => {
    await expectConstant((secret) => kernel.multiplySecret(point, secret))
  })

  it('multiplies a point of small order by a secret in constant time', async () => {
    await expectConstant((secret) => kernel.multiplySecret(smallPoint, secret))
  })

  it('multiplies the base point by a secret in constant time', async () => {
    await expectConstant((secret) => kernel.multiplyBaseSecret(secret))
  })

  it('commits to secrets, and adds and multiplies them, in constant time', async () => {
    await expectConstant((secret) => kernel.multiplyBasesSecret(secret, other))
    await expectConstant((secret) => kernel.multiplyBasesSecret(other, secret))
    // Several rows, so that a trace is long.
    const rows = (secret: Uint8Array): Uint8Array => concat(...Array.from({ length: 20 }, () => secret))
    await expectConstant((secret) => kernel.multiplyAddScalars(rows(secret), other, key))
    await expectConstant((secret) => kernel.multiplyAddScalars(other, rows(secret), key))
    await expectConstant((secret) => kernel.multiplyAddScalars(key, other, rows(secret)))
    await expectConstant((secret) => kernel.innerProduct(rows(secret), rows(other)))
    await expectConstant((secret) => kernel.innerProduct(rows(other), rows(secret)))
    await expectConstant((secret) => kernel.reduceWideScalars(rows(concat(secret, other))))
    await expectConstant((secret) => kernel.reduceWideScalars(rows(concat(other, secret))))
    await expectConstant((secret) => kernel.scalarPowers(secret, 40))
    await expectConstant((secret) => kernel.invertScalars(secret))
  })

  it('makes key images in constant time, alone and several at once', async () => {
    await expectConstant((secret) => kernel.keyImages(key, secret))
    await expectConstant((secret) => kernel.keyImages(concat(key, other), concat(secret, secret)))
  })

  it('encodes the product of a secret in constant time', async () => {
    const products = new Map(SECRETS.map((secret) => [secret, kernel.multiplySecret(point, secret)]))
    await expectConstant((secret) => kernel.encode(products.get(secret) ?? point))
  })

  it('multiplies by public scalars in variable time, as this comparison shows', async () => {
    await expectLeak((scalar) => kernel.multiplySums(scalar, scalar, point))
  })

  it('hashes keys to points in variable time, as this comparison shows', async () => {
    await expectLeak((bytes) => kernel.hashToPoints(bytes))
  })
})
