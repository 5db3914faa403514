// CBOR: the examples of RFC 8949, round trips, hostile bytes.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CborError, type CborValue, decodeCbor, decodeCborViews, encodeCbor } from '../../../src/bytes/cbor.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'

// RFC 8949, appendix A: the examples of the supported subset.
const examples: readonly (readonly [string, CborValue])[] = [
  ['00', 0],
  ['17', 23],
  ['1818', 24],
  ['1903e8', 1000],
  ['1a000f4240', 1000000],
  ['1b000000e8d4a51000', 1000000000000],
  ['20', -1],
  ['3863', -100],
  ['3903e7', -1000],
  ['c249010000000000000000', 18446744073709551616n],
  ['c349010000000000000000', -18446744073709551617n],
  ['fb3ff199999999999a', 1.1],
  ['fb7e37e43c8800759c', 1.0e300],
  ['fbc010666666666666', -4.1],
  ['fb7ff0000000000000', Number.POSITIVE_INFINITY],
  ['fb7ff8000000000000', Number.NaN],
  ['f4', false],
  ['f5', true],
  ['f6', null],
  ['40', new Uint8Array()],
  ['4401020304', Uint8Array.of(1, 2, 3, 4)],
  ['60', ''],
  ['6449455446', 'IETF'],
  ['62c3bc', 'ü'],
  ['64f0908591', '𐅑'],
  ['80', []],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  ['98190102030405060708090a0b0c0d0e0f101112131415161718181819', Array.from({ length: 25 }, (_, i) => i + 1)],
  ['a0', {}],
  ['a26161016162820203', { a: 1, b: [2, 3] }],
  ['826161a161626163', ['a', { b: 'c' }]],
]

const values = fc.letrec<{ value: CborValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double(),
    fc.bigInt({ min: -(2n ** 128n), max: 2n ** 128n }),
    fc.bigInt({ min: -300n, max: 300n }),
    fc.string({ unit: 'binary' }),
    fc.uint8Array().map((bytes) => new Uint8Array(bytes)),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value'), { noNullPrototype: true }),
  ),
})).value

describe('CBOR', () => {
  it.each(examples)('encodes %s as RFC 8949', (hex, value) => {
    expect(toHex(encodeCbor(value))).toBe(hex)
    expect(decodeCbor(fromHex(hex))).toEqual(value)
  })

  it('decodes every value with its type', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(decodeCbor(encodeCbor(value))).toEqual(value)
      }),
      { numRuns: 300 },
    )
    expect(decodeCbor(encodeCbor([5n, 5, -5n, -0]))).toEqual([5n, 5, -5n, -0])
  })

  it('omits undefined members', () => {
    expect(decodeCbor(encodeCbor({ a: undefined, b: 1 }))).toEqual({ b: 1 })
  })

  it('copies byte arrays from the input', () => {
    const bytes = encodeCbor([Uint8Array.of(1, 2)])
    const read = decodeCbor(bytes)
    bytes.fill(0)
    expect(read).toEqual([Uint8Array.of(1, 2)])
  })

  it('rejects values that cannot be encoded', () => {
    const cyclic: CborValue[] = []
    cyclic.push(cyclic)
    const bad: unknown[] = [
      undefined,
      [undefined],
      '\ud800',
      { '\udc00': 1 },
      new Map(),
      new Date(),
      () => 1,
      2n ** 600n,
      cyclic,
    ]
    // The types exclude these values.
    for (const value of bad) expect(() => encodeCbor(value as CborValue)).toThrow(CborError)
  })

  it('rejects every truncation and every non-canonical form', () => {
    const whole = encodeCbor({ list: [1, 2n ** 70n, 'text', Uint8Array.of(1)], b: 1.5, c: null })
    for (let length = 0; length < whole.length; length++)
      expect(() => decodeCbor(whole.subarray(0, length)), `${length}`).toThrow(CborError)
    expect(() => decodeCbor(Uint8Array.of(...whole, 0))).toThrow(CborError)
    const odd = [
      '1817',
      '9f01ff',
      'a1010',
      'a10101',
      'a2616101616102',
      'c101',
      'c2420001',
      'c26161',
      'f7',
      'f90000',
      '61ff',
    ]
    for (const hex of [
      ...odd.filter((text) => text.length % 2 === 0),
      '1bffffffffffffffff',
      '9affffffff',
      'ff'.repeat(3),
    ])
      expect(() => decodeCbor(fromHex(hex)), hex).toThrow(CborError)
    expect(() => decodeCbor(new Uint8Array(100_000).fill(0x81))).toThrow(CborError)
  })

  it('decodes any bytes to a value or throws CborError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          decodeCbor(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(CborError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

it('decodes byte arrays as views of the encoded bytes, or as copies', () => {
  const encoded = encodeCbor(['a', Uint8Array.of(1, 2)])
  const [, view] = decodeCborViews(encoded) as [string, Uint8Array] // as encoded
  const [, copy] = decodeCbor(encoded) as [string, Uint8Array] // as encoded
  view.fill(0)
  expect(decodeCbor(encoded)).toEqual(['a', Uint8Array.of(0, 0)])
  expect(copy).toEqual(Uint8Array.of(1, 2))
})
