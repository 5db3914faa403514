// The scan kernel beside the portable scanner, on keys that are random, malformed or of small order, and its secrets' end.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { concat } from '../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../src/bytes/hex.ts'
import { cryptonight } from '../../src/crypto/cryptonight.ts'
import { KernelUnavailableError } from '../../src/crypto/kernel.ts'
import {
  deriveOutputKey,
  generateKeys,
  keyDerivation,
  publicKeyOf,
  subaddressSpendKeys,
  viewTag,
} from '../../src/crypto/keys.ts'
import { addPoints, decodePoint, encodePoint, isPoint } from '../../src/crypto/point.ts'
import { L, numberToBytes } from '../../src/crypto/scalar.ts'
import {
  createKernelScanner,
  createPortableScanner,
  createScanner,
  type ScanBatch,
  ScanBatchError,
  type ScanHit,
  type Scanner,
  ScannerStateError,
} from '../../src/crypto/scan.ts'
import { createScanKernel, readFrom, type ScanKernel } from '../../src/crypto/scanKernel.ts'
import { createSubaddressTable } from '../../src/crypto/subaddressTable.ts'
import { seededRandom } from '../support/random.ts'

const P = 2n ** 255n - 19n
const SIGN = 1n << 255n

/** Encodings of the eight points of small order, and ways to misspell them. */
const SMALL_ORDER = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
].map((hex) => fromHex(hex))

/** y around 0 and p and the largest values, with both signs: x = 0 with a sign, y >= p and non-squares are among them. */
const hostileKeys = (): Uint8Array[] => {
  const values: bigint[] = []
  for (let k = 0n; k <= 30n; k++) values.push(k, P - k, P + k > 2n ** 255n - 1n ? 2n ** 255n - 1n : P + k)
  return [...SMALL_ORDER, ...values.flatMap((value) => [numberToBytes(value), numberToBytes(value | SIGN)])]
}

/** A batch where each key belongs to a transaction of its own with as many outputs as `outputs` says. */
const batchOf = (
  keys: readonly Uint8Array[],
  outputs: readonly { key: Uint8Array; transaction: number; index: number; additional?: number; tag?: number }[],
  keysPerTransaction = 1,
): ScanBatch => ({
  keys: concat(...keys),
  outputs: concat(...outputs.map(({ key }) => key)),
  outputIndexes: Uint32Array.from(outputs, ({ index }) => index),
  firstKeys: Uint32Array.from(outputs, ({ transaction }) => transaction * keysPerTransaction),
  keyCounts: new Uint8Array(outputs.length).fill(keysPerTransaction),
  additionalKeys: Int32Array.from(outputs, ({ additional = -1 }) => additional),
  viewTags: Int16Array.from(outputs, ({ tag = -1 }) => tag),
})

const readable = (hits: readonly ScanHit[]): unknown[] =>
  hits.map(({ output, key, derivation, spendKey }) => ({ output, key, spendKey, derivation: toHex(derivation) }))

/** Scans with both scanners and expects the same; returns what they found. */
const scanBoth = async (
  viewSecret: Uint8Array,
  spendKeys: Uint8Array,
  batch: ScanBatch,
): Promise<readonly ScanHit[]> => {
  const found: (readonly ScanHit[])[] = []
  for (const scanner of [await createScanner(), createPortableScanner()]) {
    await scanner.watch(viewSecret, spendKeys)
    found.push(await scanner.scan(batch))
    await scanner.close()
  }
  const [kernel = [], portable = []] = found
  expect(readable(kernel)).toEqual(readable(portable))
  return kernel
}

const random = seededRandom(1)
const randomKeys = (count: number): Uint8Array[] => Array.from({ length: count }, () => publicKeyOf(random(32)))
const wallet = generateKeys(random(32))

/** Runs the kernel's own pieces: derivations of keys, whether or not an output follows. */
const derivationsOf = async (viewSecret: Uint8Array, keys: readonly Uint8Array[]): Promise<(string | undefined)[]> => {
  // Each key's output is made to be addressed to the watched key, so that a hit brings the derivation out.
  const made = keys.map((key) => {
    if (!isPoint(key)) return publicKeyOf(random(32))
    return deriveOutputKey(keyDerivation(key, viewSecret), 0, wallet.spendPublic)
  })
  const outputs = made.map((key, transaction) => ({ key, transaction, index: 0 }))
  const hits = await scanBoth(viewSecret, wallet.spendPublic, batchOf(keys, outputs))
  const derivations: (string | undefined)[] = keys.map(() => undefined)
  for (const { output, derivation } of hits) derivations[output] = toHex(derivation)
  return derivations
}

const expectedDerivations = (viewSecret: Uint8Array, keys: readonly Uint8Array[]): (string | undefined)[] =>
  keys.map((key) => (isPoint(key) ? toHex(keyDerivation(key, viewSecret)) : undefined))

describe('derivations', () => {
  test('of malformed and small-order keys', async () => {
    const keys = hostileKeys()
    const derivations = await derivationsOf(wallet.viewSecret, keys)
    expect(derivations).toEqual(expectedDerivations(wallet.viewSecret, keys))
    const identity = toHex(numberToBytes(1n))
    for (let i = 0; i < SMALL_ORDER.length; i++) expect(derivations[i]).toBe(identity)
    expect(derivations).toContain(undefined)
  })

  test('of random bytes, about half of them points, with and without torsion', async () => {
    const keys = [...Array.from({ length: 150 }, () => random(32))]
    for (const [i, key] of randomKeys(20).entries())
      keys.push(encodePoint(addPoints(decodePoint(key), decodePoint(SMALL_ORDER[i % 8] ?? key))))
    const derivations = await derivationsOf(wallet.viewSecret, keys)
    expect(derivations).toEqual(expectedDerivations(wallet.viewSecret, keys))
  })

  test.each([
    ['0', 0n],
    ['1', 1n],
    ['2', 2n],
    ['15', 15n],
    ['16', 16n],
    ['l - 1', L - 1n],
    ['l', L],
    ['l + 1', L + 1n],
    ['8 l - 1', 8n * L - 1n],
    ['2^252', 2n ** 252n],
    ['2^252 - 1', 2n ** 252n - 1n],
    ['2^255 - 1', 2n ** 255n - 1n],
    ['2^256 - 1', 2n ** 256n - 1n],
  ])('with the view secret %s', async (_, secret) => {
    const viewSecret = numberToBytes(secret)
    const keys = [...randomKeys(4), ...SMALL_ORDER, random(32), random(32)]
    expect(await derivationsOf(viewSecret, keys)).toEqual(expectedDerivations(viewSecret, keys))
  })
})

describe('outputs', () => {
  test('that are no points, or of small order, stop nothing', async () => {
    const [key = new Uint8Array()] = randomKeys(1)
    const derivation = keyDerivation(key, wallet.viewSecret)
    const hostile = hostileKeys().map((output, i) => ({ key: output, transaction: 0, index: i }))
    const mine = { key: deriveOutputKey(derivation, 300, wallet.spendPublic), transaction: 0, index: 300 }
    const hits = await scanBoth(wallet.viewSecret, wallet.spendPublic, batchOf([key], [...hostile, mine]))
    expect(hits.map(({ output }) => output)).toEqual([hostile.length])
  })

  test('at every width of index', async () => {
    const [key = new Uint8Array()] = randomKeys(1)
    const derivation = keyDerivation(key, wallet.viewSecret)
    const indexes = [0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 2 ** 28 - 1, 2 ** 28, 2 ** 32 - 1]
    const outputs = indexes.map((index) => ({
      key: deriveOutputKey(derivation, index, wallet.spendPublic),
      transaction: 0,
      index,
      tag: viewTag(derivation, index),
    }))
    expect(await scanBoth(wallet.viewSecret, wallet.spendPublic, batchOf([key], outputs))).toHaveLength(indexes.length)
  })

  test('whose view tag does not fit are passed over', async () => {
    const [key = new Uint8Array()] = randomKeys(1)
    const derivation = keyDerivation(key, wallet.viewSecret)
    const output = { key: deriveOutputKey(derivation, 0, wallet.spendPublic), transaction: 0, index: 0 }
    const tags = Array.from({ length: 256 }, (_, tag) => ({ ...output, tag }))
    const hits = await scanBoth(wallet.viewSecret, wallet.spendPublic, batchOf([key], tags))
    expect(hits.map((hit) => hit.output)).toEqual([viewTag(derivation, 0)])
  })

  test('addressed to the neutral element, and to keys watched twice or misspelt', async () => {
    const [key = new Uint8Array()] = randomKeys(1)
    const derivation = keyDerivation(key, wallet.viewSecret)
    const identity = numberToBytes(1n)
    const watched = [random(32), numberToBytes(P + 1n), wallet.spendPublic, identity, wallet.spendPublic, identity]
    const outputs = [wallet.spendPublic, identity].map((to, index) => ({
      key: deriveOutputKey(derivation, index, to),
      transaction: 0,
      index,
    }))
    const hits = await scanBoth(wallet.viewSecret, concat(...watched), batchOf([key], outputs))
    expect(hits.map(({ spendKey }) => spendKey)).toEqual([2, 3])
  })

  test('found by the first key that finds them: transaction keys in order, then the additional key', async () => {
    const noPoint = numberToBytes(P)
    const [a = noPoint, b = noPoint, additional = noPoint] = randomKeys(3)
    const to = (key: Uint8Array, index: number): Uint8Array =>
      deriveOutputKey(keyDerivation(key, wallet.viewSecret), index, wallet.spendPublic)
    // Rows: transaction 0 has a, b; transaction 1 has no point, b; transaction 2 has a twice.
    const keys = [a, b, noPoint, b, a, a, additional, noPoint]
    const outputs = [
      { key: to(a, 0), transaction: 0, index: 0, additional: 0 },
      { key: to(b, 1), transaction: 0, index: 1, additional: 6 },
      { key: to(additional, 2), transaction: 0, index: 2, additional: 6 },
      { key: to(additional, 3), transaction: 0, index: 3 },
      { key: to(b, 0), transaction: 1, index: 0, additional: 7 },
      { key: to(a, 1), transaction: 1, index: 1, additional: 7 },
      { key: to(a, 0), transaction: 2, index: 0, additional: 4 },
    ]
    const hits = await scanBoth(wallet.viewSecret, wallet.spendPublic, batchOf(keys, outputs, 2))
    expect(hits.map(({ output, key }) => [output, key])).toEqual([
      [0, 0],
      [1, 1],
      [2, 6],
      [4, 3],
      [6, 4],
    ])
  })

  test('in batches of every size around a group, with one watched key or 10,000', async () => {
    const table = await createSubaddressTable(wallet.viewSecret, wallet.spendPublic, 0, 0, 10_000)
    const keys = randomKeys(3)
    const derivations = keys.map((key) => keyDerivation(key, wallet.viewSecret))
    const kernel = await createScanner()
    for (const watched of [1, 10_000]) {
      await kernel.watch(wallet.viewSecret, table.subarray(0, 32 * watched))
      for (const count of [0, 1, 127, 128, 129, 300]) {
        const outputs = Array.from({ length: count }, (_, index) => {
          const position = (index * 7919) % watched
          const to = table.subarray(32 * position, 32 * position + 32)
          const transaction = index % 3
          const owned = index % 2 === 0
          return {
            key: owned ? outputKey(derivations[transaction], index, to) : to,
            transaction,
            index,
            position,
            owned,
          }
        })
        const hits = await kernel.scan(batchOf(keys, outputs))
        expect(hits.map(({ output, spendKey }) => [output, spendKey])).toEqual(
          outputs.filter(({ owned }) => owned).map(({ index, position }) => [index, position]),
        )
      }
    }
    await kernel.close()
  })
})

const outputKey = (derivation: Uint8Array | undefined, index: number, to: Uint8Array): Uint8Array =>
  deriveOutputKey(derivation ?? new Uint8Array(32), index, to)

describe('a scanner', () => {
  const empty = batchOf([], [])

  test.each<[string, () => Promise<Scanner>]>([
    ['kernel', createScanner],
    ['portable', async () => createPortableScanner()],
  ])('refuses batches that do not fit together, and work in the wrong state (%s)', async (_, create) => {
    const scanner = await create()
    await expect(scanner.scan(empty)).rejects.toThrow(ScannerStateError)
    await expect(scanner.watch(new Uint8Array(31), new Uint8Array())).rejects.toThrow(ScanBatchError)
    await expect(scanner.watch(new Uint8Array(32), new Uint8Array(33))).rejects.toThrow(ScanBatchError)
    await scanner.watch(wallet.viewSecret, new Uint8Array())
    expect(await scanner.scan(empty)).toEqual([])
    const [key = new Uint8Array()] = randomKeys(1)
    const good = batchOf([key], [{ key, transaction: 0, index: 0 }])
    expect(await scanner.scan(good)).toEqual([])
    for (const bad of [
      { ...good, keys: key.subarray(1) },
      { ...good, outputs: key.subarray(1) },
      { ...good, firstKeys: Uint32Array.of(1) },
      { ...good, keyCounts: Uint8Array.of(2) },
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

  test('has memory of its own', async () => {
    const [first, second] = [await createScanner(), await createScanner()]
    const other = generateKeys(random(32))
    await first.watch(wallet.viewSecret, wallet.spendPublic)
    await second.watch(other.viewSecret, other.spendPublic)
    const [key = new Uint8Array()] = randomKeys(1)
    const to = deriveOutputKey(keyDerivation(key, wallet.viewSecret), 0, wallet.spendPublic)
    const batch = batchOf([key], [{ key: to, transaction: 0, index: 0 }])
    expect(await second.scan(batch)).toEqual([])
    expect(await first.scan(batch)).toHaveLength(1)
    await first.close()
    await second.close()
  })

  test('sees the views of a larger buffer', async () => {
    const [key = new Uint8Array()] = randomKeys(1)
    const to = deriveOutputKey(keyDerivation(key, wallet.viewSecret), 5, wallet.spendPublic)
    const keys = concat(random(7), key, random(9)).subarray(7, 39)
    const indexes = Uint32Array.of(9, 5, 9).subarray(1, 2)
    const batch = { ...batchOf([key], [{ key: to, transaction: 0, index: 0 }]), keys, outputIndexes: indexes }
    expect(await scanBoth(wallet.viewSecret, wallet.spendPublic, batch)).toHaveLength(1)
  })

  /** Where a kernel's memory holds these bytes. */
  const holds = (kernel: ScanKernel, bytes: Uint8Array): boolean =>
    Buffer.from(kernel.memory.buffer).includes(Buffer.from(bytes))

  test('forgets each batch and each watched secret, and leaves zeros when it closes', async () => {
    const kernel = await createScanKernel()
    const scanner = createKernelScanner(kernel)
    const [key = new Uint8Array()] = randomKeys(1)
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

    // A batch that no memory holds is refused, and nothing is lost by it.
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
})

describe('without WebAssembly', () => {
  beforeEach(() => {
    vi.stubGlobal('WebAssembly', undefined)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('scanning and subaddress tables are portable', async () => {
    // A fresh module, which holds no kernel yet.
    vi.resetModules()
    const fresh = await import('../../src/crypto/subaddressTable.ts')
    const table = await fresh.createSubaddressTable(wallet.viewSecret, wallet.spendPublic, 0, 0, 2)
    expect(table).toEqual(subaddressSpendKeys(wallet.viewSecret, wallet.spendPublic, 0, 0, 2))
    const [key = new Uint8Array()] = randomKeys(1)
    const to = deriveOutputKey(keyDerivation(key, wallet.viewSecret), 0, table.subarray(32))
    const scanner = await createScanner()
    await scanner.watch(wallet.viewSecret, table)
    const hits = await scanner.scan(batchOf([key], [{ key: to, transaction: 0, index: 0 }]))
    expect(hits.map(({ spendKey }) => spendKey)).toEqual([1])
    await scanner.close()
  })

  test('the slow hash says so', async () => {
    await expect(cryptonight(new Uint8Array())).rejects.toThrow(KernelUnavailableError)
  })
})
