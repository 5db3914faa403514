// The spend keys of subaddresses, B + Hs("SubAddr" || 0 || a || major || minor)·G, as the kernel computes them at every level.

import { keccak_256 } from '@noble/hashes/sha3.js'
import { describe, expect, it } from 'vitest'
import { concat, u32Bytes } from '../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { SubaddressIndexError, subaddressSpendKeys } from '../../../src/crypto/keys/keys.ts'
import { readFrom, type ScanKernel, writeTo } from '../../../src/crypto/scan/scanKernel.ts'
import { createSubaddressTable } from '../../../src/crypto/scan/subaddressTable.ts'
import { vector } from '../../support/data/vectors.ts'
import { seededRandom } from '../../support/random.ts'
import { kernelOf, LEVELS } from './support/levels.ts'
import { edgeEncodings, randomKeys, SMALL_ORDER } from './support/material.ts'
import { bytesOf, Curve, littleEndian, P, pointOf, SIGN, times } from './support/nobleScan.ts'

const random = seededRandom(20)
const viewSecret = random(32)
const [spendPublic = new Uint8Array()] = randomKeys(random, 1)

/** Returns the keys of a kernel, or undefined if it rejects the spend key. */
const make = (
  kernel: ScanKernel,
  secret: Uint8Array,
  spendKey: Uint8Array,
  [major, minorStart, count]: readonly [number, number, number],
): string[] | undefined => {
  expect(kernel.reserveMadeKeys(count)).not.toBe(0)
  writeTo(kernel, kernel.viewSecret, secret)
  writeTo(kernel, kernel.spendPublic, spendKey)
  const made = kernel.makeSpendKeys(major, minorStart, count) !== 0
  const rows = Array.from({ length: count }, (_, i) => toHex(readFrom(kernel, kernel.madeKeys.value + 32 * i, 32)))
  kernel.forget()
  return made ? rows : undefined
}

const PREFIX = new TextEncoder().encode('SubAddr\0')

const expectedKeys = (
  secret: Uint8Array,
  spendKey: Uint8Array,
  [major, minorStart, count]: readonly [number, number, number],
): string[] | undefined => {
  const point = pointOf(spendKey)
  return (
    point &&
    Array.from({ length: count }, (_, i) => {
      const minor = (minorStart + i) >>> 0
      if (major === 0 && minor === 0) return toHex(spendKey)
      const hash = keccak_256(concat(PREFIX, secret, u32Bytes(major), u32Bytes(minor)))
      return toHex(point.add(times(Curve.BASE, littleEndian(hash))).toBytes())
    })
  )
}

describe.each(LEVELS)('the subaddress computation, %s', (level) => {
  it.each([
    [0, 0, 1],
    [0, 1, 1],
    [1, 0, 1],
    [0, 0, 300],
    [50, 0, 2],
    [1, 7, 3],
    [2, 0, 259],
    [2, 0, 260],
    [3, 5, 261],
    [4, 0, 130],
    [0xffffffff, 0xffffffff - 3, 4],
    [7, 1000, 0],
    [49, 0, 200],
  ] as const)('equals @noble/curves for account %i, from index %i on, %i keys', async (...range) => {
    const kernel = await kernelOf(level)
    expect(make(kernel, viewSecret, spendPublic, range)).toEqual(expectedKeys(viewSecret, spendPublic, range))
  })

  it('equals @noble/curves for edge-case spend keys, and is absent for a key that is not a point', async () => {
    const kernel = await kernelOf(level)
    const keys = [...SMALL_ORDER, ...edgeEncodings(), bytesOf(P), bytesOf(1n | SIGN), random(32), random(32)]
    for (const key of keys)
      expect(make(kernel, viewSecret, key, [0, 0, 3]), toHex(key)).toEqual(expectedKeys(viewSecret, key, [0, 0, 3]))
  })

  it('equals @noble/curves for any view secret, reduced or not', async () => {
    const kernel = await kernelOf(level)
    for (const secret of [bytesOf(0n), bytesOf(2n ** 256n - 1n), random(32), random(32)])
      expect(make(kernel, secret, spendPublic, [3, 0, 5])).toEqual(expectedKeys(secret, spendPublic, [3, 0, 5]))
  })

  it('leaves no copy of the secret in memory', async () => {
    const kernel = await kernelOf(level)
    const memories = [random(32), random(32)].map((secret) => {
      make(kernel, secret, spendPublic, [3, 0, 5])
      return readFrom(kernel, 0, kernel.memory.buffer.byteLength)
    })
    const [first = new Uint8Array(), second = first] = memories
    expect([...first.keys()].filter((i) => first[i] !== second[i])).toEqual([])
  })
})

describe('a subaddress table', () => {
  type Subaddress = { readonly major: number; readonly minor: number; readonly spend_public: string }

  it('contains the recorded spend keys', async () => {
    for (const { view_secret, spend_public, nets } of vector('oxen/keys.json').wallets)
      for (const { major, minor, spend_public: expected } of nets.mainnet.subaddresses as Subaddress[]) {
        const table = await createSubaddressTable(fromHex(view_secret), fromHex(spend_public), major, minor, 1)
        expect(toHex(table)).toBe(expected)
      }
  })

  it('equals the portable one, across groups', async () => {
    for (const [major, minor, count] of [
      [0, 0, 300],
      [1, 0, 128],
      [0xffffffff, 0xffffffff - 3, 4],
      [7, 1000, 0],
    ] as const)
      expect(await createSubaddressTable(viewSecret, spendPublic, major, minor, count)).toEqual(
        subaddressSpendKeys(viewSecret, spendPublic, major, minor, count),
      )
  })

  it.each([
    [-1, 0, 1],
    [0, -1, 1],
    [2 ** 32, 0, 1],
    [0, 2 ** 32, 1],
    [0, 2 ** 32 - 1, 2],
    [0.5, 0, 1],
    [0, 1.5, 1],
    [Number.NaN, 0, 1],
    [0, 0, -1],
  ])('rejects account %d, index %d, %d keys: indices are 32-bit numbers', async (major, minorStart, count) => {
    const table = createSubaddressTable(viewSecret, spendPublic, major, minorStart, count)
    await expect(table).rejects.toThrow(SubaddressIndexError)
    expect(() => subaddressSpendKeys(viewSecret, spendPublic, major, minorStart, count)).toThrow(SubaddressIndexError)
  })

  it('rejects a spend key that is not a point', async () => {
    const noPoint = new Uint8Array(32).fill(0xff)
    await expect(createSubaddressTable(new Uint8Array(32), noPoint, 0, 0, 1)).rejects.toThrow('not a point')
  })
})
