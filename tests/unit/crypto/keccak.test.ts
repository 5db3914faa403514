// The kernel's Keccak-256 is that of @noble/hashes, for messages of any length and in any pieces.
import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { keccak256, prepareKeccak, treeHash } from '../../../src/crypto/hash/keccak.ts'
import { seededRandom } from '../../support/random.ts'

beforeAll(() => prepareKeccak())

it('returns the known hash of empty input', () => {
  expect(toHex(keccak256())).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
})

it("hashes lengths around every multiple of the rate, and beyond the kernel's capacity", () => {
  const random = seededRandom(3)
  for (const length of [0, 1, 135, 136, 137, 271, 272, 273, 408, 16_383, 16_384, 16_385, 50_000]) {
    const message = random(length)
    expect(keccak256(message)).toEqual(keccak_256(message))
  }
})

it('hashes any messages in any parts, one after the other', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 }), (parts) => {
      expect(keccak256(...parts)).toEqual(keccak_256(concat(...parts)))
    }),
  )
})

/** The rule of tree-hash.c with the independent hash: the last leaves are paired until a power of two is left. */
const expectedRoot = (leaves: readonly Uint8Array[]): Uint8Array => {
  const [first, ...rest] = leaves
  if (first === undefined || rest.length === 0) return first ?? new Uint8Array()
  const paired = 2 * (leaves.length - 2 ** Math.floor(Math.log2(leaves.length - 0.5)))
  const next = leaves.slice(0, leaves.length - paired)
  for (let i = leaves.length - paired; i < leaves.length; i += 2)
    next.push(keccak_256(concat(...leaves.slice(i, i + 2))))
  return expectedRoot(next)
}

it("hashes trees of any number of leaves, and beyond the kernel's capacity", () => {
  const random = seededRandom(4)
  for (const count of [...Array.from({ length: 40 }, (_, i) => i + 1), 63, 64, 65, 100, 511, 512, 513, 700]) {
    const leaves = Array.from({ length: count }, () => random(32))
    expect(toHex(treeHash(concat(...leaves))), `${count} leaves`).toBe(toHex(expectedRoot(leaves)))
    // Nothing of a longer message is left for the next.
    expect(keccak256()).toEqual(keccak_256(new Uint8Array()))
  }
})
