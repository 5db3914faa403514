// The interface of the scanners: rejected inputs, separate memory of each instance, and wiped secrets.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import { cryptonight } from '../../../src/crypto/hash/cryptonight.ts'
import { KernelUnavailableError } from '../../../src/crypto/kernel.ts'
import { deriveOutputKey, generateKeys, keyDerivation, subaddressSpendKeys } from '../../../src/crypto/keys/keys.ts'
import { createScanner } from '../../../src/crypto/scan/createScanner.ts'
import { createKernelScanner } from '../../../src/crypto/scan/kernelScanner.ts'
import { readFrom, type ScanKernel } from '../../../src/crypto/scan/scanKernel.ts'
import { ScanBatchError, ScannerStateError } from '../../../src/crypto/scan/scanner.ts'
import { seededRandom } from '../../support/random.ts'
import { scanEverywhere } from './support/everywhere.ts'
import { kernelOf, LEVELS, SCANNERS } from './support/levels.ts'
import { batchOf, randomKeys } from './support/material.ts'

const random = seededRandom(1)
const wallet = generateKeys(random(32))
const [key = new Uint8Array()] = randomKeys(random, 1)

describe('a scanner', () => {
  const empty = batchOf([], [])

  it.each(SCANNERS)('rejects inconsistent batches, and calls in the wrong state (%s)', async (_, create) => {
    const scanner = await create()
    await expect(scanner.scan(empty)).rejects.toThrow(ScannerStateError)
    await expect(scanner.watch(new Uint8Array(31), new Uint8Array())).rejects.toThrow(ScanBatchError)
    await expect(scanner.watch(new Uint8Array(32), new Uint8Array(33))).rejects.toThrow(ScanBatchError)
    await scanner.watch(wallet.viewSecret, new Uint8Array())
    expect(await scanner.scan(empty)).toEqual([])
    const good = batchOf([key], [{ key, transaction: 0, index: 0 }])
    expect(await scanner.scan(good)).toEqual([])
    for (const bad of [
      { ...good, keys: key.subarray(1) },
      { ...good, outputs: key.subarray(1) },
      { ...good, firstKeys: Uint32Array.of(1) },
      { ...good, keyCounts: Uint32Array.of(2) },
      { ...good, firstKeys: Uint32Array.of(0xffffffff) },
      { ...good, additionalKeys: Int32Array.of(1) },
      { ...good, viewTags: new Int16Array() },
    ])
      await expect(scanner.scan(bad)).rejects.toThrow(ScanBatchError)
    await scanner.close()
    await scanner.close()
    await expect(scanner.scan(empty)).rejects.toThrow(ScannerStateError)
    await expect(scanner.watch(wallet.viewSecret, new Uint8Array())).rejects.toThrow(ScannerStateError)
  })

  it.each(SCANNERS)('has its own memory (%s)', async (_, create) => {
    const [first, second] = [await create(), await create()]
    const other = generateKeys(random(32))
    await first.watch(wallet.viewSecret, wallet.spendPublic)
    await second.watch(other.viewSecret, other.spendPublic)
    const to = deriveOutputKey(keyDerivation(key, wallet.viewSecret), 0, wallet.spendPublic)
    const batch = batchOf([key], [{ key: to, transaction: 0, index: 0 }])
    expect(await second.scan(batch)).toEqual([])
    expect(await first.scan(batch)).toHaveLength(1)
    await first.close()
    await second.close()
  })

  it('accepts views of a larger buffer', async () => {
    const to = deriveOutputKey(keyDerivation(key, wallet.viewSecret), 5, wallet.spendPublic)
    const keys = concat(random(7), key, random(9)).subarray(7, 39)
    const indexes = Uint32Array.of(9, 5, 9).subarray(1, 2)
    const batch = { ...batchOf([key], [{ key: to, transaction: 0, index: 0 }]), keys, outputIndexes: indexes }
    expect(await scanEverywhere(wallet.viewSecret, wallet.spendPublic, batch)).toHaveLength(1)
  })

  /** Returns whether a kernel's memory contains these bytes. */
  const holds = (kernel: ScanKernel, bytes: Uint8Array): boolean =>
    Buffer.from(kernel.memory.buffer).includes(Buffer.from(bytes))

  it.each(LEVELS)('wipes each batch and each watched secret, and leaves zeros when it closes (%s)', async (level) => {
    const kernel = await kernelOf(level)
    const scanner = createKernelScanner(kernel)
    const derivation = keyDerivation(key, wallet.viewSecret)
    const to = deriveOutputKey(derivation, 0, wallet.spendPublic)
    await scanner.watch(wallet.viewSecret, wallet.spendPublic)
    expect(holds(kernel, wallet.viewSecret)).toBe(true)
    expect(holds(kernel, wallet.spendPublic)).toBe(true)
    expect(await scanner.scan(batchOf([key], [{ key: to, transaction: 0, index: 0 }]))).toHaveLength(1)
    for (const passed of [derivation, key, to]) expect(holds(kernel, passed)).toBe(false)

    const other = generateKeys(random(32))
    await scanner.watch(other.viewSecret, other.spendPublic)
    expect(holds(kernel, wallet.viewSecret)).toBe(false)
    expect(holds(kernel, wallet.spendPublic)).toBe(false)
    expect(holds(kernel, other.viewSecret)).toBe(true)

    // A batch that exceeds the memory is rejected without other effects.
    for (const count of [0xffffffff, 2 ** 27]) {
      expect(kernel.reserveBatch(count, 0)).toBe(0)
      expect(kernel.reserveBatch(0, count)).toBe(0)
    }
    const otherTo = deriveOutputKey(keyDerivation(key, other.viewSecret), 0, other.spendPublic)
    const batch = batchOf([key], [{ key: otherTo, transaction: 0, index: 0 }])
    expect(await scanner.scan(batch)).toHaveLength(1)
    expect(kernel.reserveSpendKeys(0xffffffff)).toBe(0)
    await scanner.watch(other.viewSecret, other.spendPublic)
    expect(await scanner.scan(batch)).toHaveLength(1)

    await scanner.close()
    expect(readFrom(kernel, 0, kernel.memory.buffer.byteLength).every((byte) => byte === 0)).toBe(true)
  })

  it.each(LEVELS)('leaves no data that depends on the view secret after it forgets it (%s)', async (level) => {
    // The same keys, few enough to be compared directly or more, with two secrets.
    for (const count of [3, 50]) {
      const [keys, outputs] = [randomKeys(random, 5), randomKeys(random, 9)]
      const watched = concat(...randomKeys(random, count))
      const memories: Uint8Array[] = []
      for (const secret of [random(32), random(32)]) {
        const kernel = await kernelOf(level)
        const scanner = createKernelScanner(kernel)
        await scanner.watch(secret, watched)
        await scanner.scan(
          batchOf(
            keys,
            outputs.map((output, i) => ({ key: output, transaction: i % 5, index: i, tag: i % 2 === 0 ? i : -1 })),
          ),
        )
        kernel.forget()
        memories.push(readFrom(kernel, 0, kernel.memory.buffer.byteLength))
        await scanner.close()
      }
      const [first = new Uint8Array(), second = first] = memories
      expect([...first.keys()].filter((i) => first[i] !== second[i])).toEqual([])
    }
  })

  it.each(LEVELS)('leaves no data of a batch that depends on its keys after the scan (%s)', async (level) => {
    const watched = concat(...randomKeys(random, 50))
    const secret = random(32)
    const memories: Uint8Array[] = []
    for (let run = 0; run < 2; run++) {
      const kernel = await kernelOf(level)
      const scanner = createKernelScanner(kernel)
      await scanner.watch(secret, watched)
      const tagged = (i: number): number => (i % 2 === 0 ? i : -1)
      const outputs = randomKeys(random, 9).map((key, i) => ({ key, transaction: i % 5, index: i, tag: tagged(i) }))
      await scanner.scan(batchOf(randomKeys(random, 5), outputs))
      memories.push(readFrom(kernel, 0, kernel.memory.buffer.byteLength))
      await scanner.close()
    }
    const [first = new Uint8Array(), second = first] = memories
    expect([...first.keys()].filter((i) => first[i] !== second[i])).toEqual([])
  })
})

describe('an engine without WebAssembly', () => {
  beforeEach(() => {
    vi.stubGlobal('WebAssembly', undefined)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('scans and creates subaddress tables with the portable code', async () => {
    // A new module without a loaded kernel.
    vi.resetModules()
    const fresh = await import('../../../src/crypto/scan/subaddressTable.ts')
    const table = await fresh.createSubaddressTable(wallet.viewSecret, wallet.spendPublic, 0, 0, 2)
    expect(table).toEqual(subaddressSpendKeys(wallet.viewSecret, wallet.spendPublic, 0, 0, 2))
    const to = deriveOutputKey(keyDerivation(key, wallet.viewSecret), 0, table.subarray(32))
    const scanner = await createScanner()
    await scanner.watch(wallet.viewSecret, table)
    const hits = await scanner.scan(batchOf([key], [{ key: to, transaction: 0, index: 0 }]))
    expect(hits.map(({ spendKey }) => spendKey)).toEqual([1])
    await scanner.close()
  })

  it('rejects the slow hash with an error', async () => {
    await expect(cryptonight(new Uint8Array())).rejects.toThrow(KernelUnavailableError)
  })
})
