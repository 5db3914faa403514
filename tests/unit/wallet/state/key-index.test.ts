// The index of keys, beside a list of all ids.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { keccak256 } from '../../../../src/crypto/hash/keccak.ts'
import { keyPrefix } from '../../../../src/crypto/keys/keyPrefix.ts'
import { KeyIndex } from '../../../../src/wallet/state/keyIndex.ts'
import { seededRandom } from '../../../support/random.ts'

/** Keys that differ in the first bytes, and keys that differ only after their prefix. */
const KEYS = [
  [1, 1],
  [1, 2],
  [2, 1],
  [0, 0],
].map(([first = 0, last = 0]) => new Uint8Array(32).fill(first, 0, 4).fill(last, 31))
const keys = fc.constantFrom(...KEYS)
const ids = fc.constantFrom('1', '2', '3')

it('returns the ids of a key in their order, each once, and knows the keys that several share', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('add', 'remove'), keys, ids)), fc.nat(40), (changes, expected) => {
      const known = new Map<string, Uint8Array>()
      const index = new KeyIndex((id) => known.get(id), expected)
      for (const [change, key, id] of changes) {
        const before = known.get(id)
        if (change === 'remove' && before !== undefined) {
          known.delete(id)
          index.remove(before, id)
        }
        if (change === 'add' && (before === undefined || before === key)) {
          known.set(id, key)
          index.add(keyPrefix(key), id)
        }
      }
      for (const key of KEYS) {
        const own = [...known].flatMap(([id, other]) => (other === key ? [id] : []))
        expect(index.get(toHex(key))).toEqual(own)
        if (own.length > 0) expect(index.hasPrefix(keyPrefix(key))).toBe(true)
        expect(index.shared.has(toHex(key))).toBe(own.length > 1)
      }
      if (known.size === 0) expect(KEYS.some((key) => index.hasPrefix(keyPrefix(key)))).toBe(false)
    }),
  )
})

it('returns the same as a map while it grows and thousands of ids are removed', () => {
  const random = seededRandom(1)
  const next = (): number => new DataView(random(4).buffer).getUint32(0)
  const known = new Map<string, Uint8Array>()
  const index = new KeyIndex((id) => known.get(id))
  const keyOf = (number: number): Uint8Array => keccak256(Uint8Array.of(number & 0xff, number >> 8))
  for (let round = 0; round < 20_000; round++) {
    const number = next() % 3000
    const [id, key] = [String(number), keyOf(number)]
    if (!known.has(id)) {
      known.set(id, key)
      index.add(keyPrefix(key), id)
    } else if (next() % 4 !== 0) {
      known.delete(id)
      index.remove(key, id)
    }
  }
  expect(known.size).toBeGreaterThan(1000)
  for (let number = 0; number < 3000; number++) {
    const key = keyOf(number)
    const isKnown = known.has(String(number))
    expect(index.get(toHex(key))).toEqual(isKnown ? [String(number)] : [])
    expect(index.hasPrefix(keyPrefix(key))).toBe(isKnown)
  }
})

it('changes the order of the ids of a key, and of no other', () => {
  const [key = new Uint8Array(), other = key] = KEYS
  const known = new Map([
    ['1', key],
    ['2', other],
    ['3', key],
  ])
  const index = new KeyIndex((id) => known.get(id))
  for (const [id, own] of known) index.add(keyPrefix(own), id)
  index.reorder(toHex(key), ['3', '1'])
  expect(index.get(toHex(key))).toEqual(['3', '1'])
  expect(index.get(toHex(other))).toEqual(['2'])
})

it('has no ids for texts that are no keys', () => {
  const [key = new Uint8Array()] = KEYS.slice(-1)
  const index = new KeyIndex(() => key)
  index.add(keyPrefix(key), '1')
  for (const text of ['', 'x', 'zz'.repeat(32), '00']) expect(index.get(text)).toEqual([])
  expect(index.get('00'.repeat(32))).toEqual(['1'])
})

it('distinguishes keys by their first four bytes', () => {
  expect(keyPrefix(Uint8Array.of(0x11, 0x22, 0x33, 0x44, 0x55))).toBe(0x44332211)
  expect(keyPrefix(new Uint8Array())).toBe(0)
})
