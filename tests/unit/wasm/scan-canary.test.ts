// A kernel that starts right and computes something wrong later, as after a new compilation by the engine: the canary of the batch
// reveals it, a slower level takes over, and no output is missed.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import { H_BYTES } from '../../../src/crypto/curve/pointArithmetic.ts'
import {
  deriveOutputKey,
  keyDerivation,
  publicKeyOf,
  subaddressSpendKeys,
  viewTag,
} from '../../../src/crypto/keys/keys.ts'
import { KNOWN_SCAN } from '../../../src/crypto/scan/knownScanAnswers.ts'
import type { OwnerJob } from '../../../src/crypto/scan/ownerScan.ts'
import type { Scanner } from '../../../src/crypto/scan/scanner.ts'
import { seededRandom } from '../../support/random.ts'
import { batchOf, randomKeys } from './support/material.ts'
import { nobleScan } from './support/nobleScan.ts'

const random = seededRandom(17)
const viewSecret = random(32)
const txKeys = randomKeys(random, 5)

/** Returns as many spend keys, and a batch with outputs to some of them. */
const materialOf = (count: number) => {
  const spendKeys = randomKeys(random, count)
  const outputs = Array.from({ length: 20 }, (_, i) => {
    const transaction = i % txKeys.length
    const derivation = keyDerivation(txKeys[transaction] ?? H_BYTES, viewSecret)
    const key = i % 3 === 0 ? H_BYTES : deriveOutputKey(derivation, i, spendKeys[i % count] ?? H_BYTES)
    return { key, transaction, index: i, tag: i % 2 === 0 ? viewTag(derivation, i) : -1 }
  })
  return { spendKeys: concat(...spendKeys), batch: batchOf(txKeys, outputs) }
}

type AnyFunction = (...numbers: number[]) => unknown

/** Replaces WebAssembly: the generated function `name` does nothing while `state.isLying`, on the relaxed level or on both SIMD levels. */
const lyingEngine = (
  name: string,
  state: { isLying: boolean },
  levels: 'relaxed' | 'relaxed and simd' = 'relaxed',
): void => {
  const real = WebAssembly
  const replacement = Object.create(real, {
    instantiate: {
      value: async (module: WebAssembly.Module, imports?: WebAssembly.Imports) => {
        const { exports } = await real.instantiate(module, imports)
        const honest = exports[name]
        const marker = levels === 'relaxed' ? 'splitLimbs' : 'doubleBothTimes'
        if (!(marker in exports) || typeof honest !== 'function') return { exports }
        const lying: AnyFunction = (...numbers) => (state.isLying ? undefined : (honest as AnyFunction)(...numbers))
        return { exports: { ...exports, [name]: lying } }
      },
    },
  })
  vi.stubGlobal('WebAssembly', replacement)
}

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

type Report = (error: unknown) => void

const createAlone = async (report: Report): Promise<Scanner> =>
  await (await import('../../../src/crypto/scan/createScanner.ts')).createScanner(report)

/** Creates the scanner of a wallet that shares its worker with others. */
const createShared = async (report: Report): Promise<Scanner> => {
  const { OwnerFinder } = await import('../../../src/crypto/scan/ownerFinder.ts')
  const { ScannerGroup } = await import('../../../src/crypto/scan/scannerGroup.ts')
  const finder = new OwnerFinder(report)
  const worker = { find: (job: OwnerJob) => finder.find(job), close: async () => undefined }
  return new ScannerGroup({ size: 1, start: () => worker, now: () => 0, defer: setImmediate }).createScanner()
}

describe.each([
  [3, 'alone', createAlone],
  [40, 'alone', createAlone],
  [3, 'in a group', createShared],
] as const)('a scanner of %i keys, %s', (count, _, create) => {
  const expectNext = async (name: string, lying: 'relaxed' | 'relaxed and simd', next: string): Promise<void> => {
    const state = { isLying: false }
    lyingEngine(name, state, lying)
    const { onBestLevel } = await import('../../../src/crypto/kernel.ts')
    const { spendKeys, batch } = materialOf(count)
    const expected = nobleScan(viewSecret, spendKeys, batch)
    expect(expected.length).toBeGreaterThan(10)
    const reports: unknown[] = []
    const scanner = await create((error) => reports.push(error))
    await scanner.watch(viewSecret, spendKeys)
    expect(await scanner.scan(batch)).toEqual(expected)
    expect(await onBestLevel(async (level) => level)).toBe('relaxed')
    expect(reports).toEqual([])

    state.isLying = true
    const twice = await Promise.all([scanner.scan(batch), scanner.scan(batch)])
    expect(twice).toEqual([expected, expected])
    expect(reports[0]).toMatchObject({ code: 'scan-fault' })
    expect(await onBestLevel(async (level) => level)).toBe(next)
    await scanner.watch(viewSecret, spendKeys.slice(0, 32))
    expect(await scanner.scan(batch)).toEqual(nobleScan(viewSecret, spendKeys.slice(0, 32), batch))
    await scanner.close()
  }

  it.each(['completeAdd', 'completeDouble', 'takeSum', 'addEntries', 'doubleRounds', 'multiply'])(
    'finds everything on the next level once %s computes something wrong',
    async (name) => await expectNext(name, 'relaxed', 'simd'),
    20_000,
  )

  it.each(['completeAdd', 'addEntries', 'multiply'])(
    'finds everything on the scalar level once %s computes something wrong on both SIMD levels',
    async (name) => await expectNext(name, 'relaxed and simd', 'scalar'),
    20_000,
  )
})

it('reports a fault instead of a result, and finds the canary in no honest result', async () => {
  const state = { isLying: false }
  lyingEngine('completeAdd', state)
  const { createScanKernelOf } = await import('../../../src/crypto/scan/createScanKernel.ts')
  const { createKernelScanner } = await import('../../../src/crypto/scan/kernelScanner.ts')
  const scanner = createKernelScanner(await createScanKernelOf('relaxed'))
  const { spendKeys } = materialOf(3)
  await scanner.watch(viewSecret, spendKeys)
  const empty = batchOf([], [])
  expect(await scanner.scan(empty)).toEqual([])
  state.isLying = true
  await expect(scanner.scan(empty)).rejects.toMatchObject({ code: 'scan-fault' })
})

it('is the one that a pool has computed for its workers, also on the next level', async () => {
  const { createCanary } = await import('../../../src/crypto/scan/scanCanary.ts')
  const state = { isLying: false }
  lyingEngine('completeAdd', state)
  const { createScanner } = await import('../../../src/crypto/scan/createScanner.ts')
  const { spendKeys, batch } = materialOf(3)
  const expected = nobleScan(viewSecret, spendKeys, batch)
  const canary = createCanary(viewSecret, spendKeys.slice(0, 32))
  if (canary === undefined) throw new Error('the first key is a point')
  const reports: unknown[] = []
  const scanner = await createScanner((error) => reports.push(error))
  await scanner.watch(viewSecret, spendKeys, canary)
  const { derivation } = canary
  // The scanner has its own copy: the caller may wipe this one.
  derivation.fill(0)
  expect(await scanner.scan(batch)).toEqual(expected)
  expect(reports).toEqual([])
  state.isLying = true
  expect(await scanner.scan(batch)).toEqual(expected)
  expect(reports).toHaveLength(1)
  // A false canary looks like a false kernel.
  await scanner.watch(viewSecret, spendKeys, canary)
  await scanner.scan(batch).catch(() => undefined)
  expect(reports.length).toBeGreaterThan(1)
  await scanner.close()
})

it('knows answers that portable arithmetic gives too', () => {
  const { viewSecret: secret, derivations, outputs, indexes, viewTags, spendKeys, spendKeyCount } = KNOWN_SCAN
  const made = subaddressSpendKeys(secret, H_BYTES, 1, 0, spendKeyCount)
  expect(made.slice(-32)).toEqual(KNOWN_SCAN.lastSpendKey)
  const txSecrets = [publicKeyOf(Uint8Array.of(1, ...new Uint8Array(31))), H_BYTES]
  for (const [i, key] of txSecrets.entries()) {
    const derivation = keyDerivation(key, secret)
    const [index = 0, spendKey = 0] = [indexes[i], spendKeys[i]]
    expect(derivation).toEqual(derivations[i])
    expect(deriveOutputKey(derivation, index, made.slice(32 * spendKey, 32 * spendKey + 32))).toEqual(outputs[i])
    expect(viewTag(derivation, index)).toBe(viewTags[i])
  }
})
