// Laws of scalars and points, and monerod's rule of which 32 bytes are points.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import { hashToPoint } from '../../../src/crypto/curve/hashToPoint.ts'
import {
  addPoints,
  decodePoint,
  encodePoint,
  encodePoints,
  equalPoints,
  G,
  H,
  IDENTITY,
  InvalidPointError,
  inPrimeSubgroup,
  isIdentity,
  isPoint,
  multiplyBy8,
  subtractPoints,
} from '../../../src/crypto/curve/point.ts'
import {
  addScalars,
  canonicalScalar,
  hashToScalar,
  InvalidScalarError,
  invertScalar,
  isCanonicalScalar,
  L,
  multiplyScalars,
  negateScalar,
  numberFromBytes,
  numberToBytes,
  reduce32,
  scalarFromBytes,
  scalarPowers,
  scalarRows,
  scalarToBytes,
  subtractScalars,
} from '../../../src/crypto/curve/scalar.ts'
import {
  multiplyBase,
  multiplyBaseSecret,
  multiplyH,
  multiplyPublic,
  multiplySecret,
  multiScalar,
} from '../../../src/crypto/curve/scalarMultiplication.ts'
import { inverseRows, powerRows } from '../../../src/crypto/curve/scalarVector.ts'
import { randomScalar, randomScalars } from '../../../src/crypto/curve/secretScalar.ts'
import { RandomnessError } from '../../../src/crypto/random/random.ts'
import { seededRandom } from '../../support/random.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const scalar = fc.bigInt({ min: 0n, max: L - 1n })
const anyInteger = fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n })
const few = { numRuns: 25 }

describe('scalars', () => {
  it('decodes bytes of any length as little-endian numbers', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (value) => {
        const number = value.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
        expect(numberFromBytes(value)).toBe(number)
        expect(scalarFromBytes(value)).toBe(number % L)
      }),
    )
  })

  it('round trips bytes and numbers, reduced', () => {
    fc.assert(
      fc.property(bytes(32), anyInteger, (value, integer) => {
        expect(numberToBytes(numberFromBytes(value))).toEqual(value)
        expect(scalarToBytes(scalarFromBytes(value))).toEqual(reduce32(value))
        expect(isCanonicalScalar(reduce32(value))).toBe(true)
        expect((scalarFromBytes(scalarToBytes(integer)) - integer) % L).toBe(0n)
      }),
    )
  })

  it('accepts only 32 bytes below L as canonical', () => {
    expect(isCanonicalScalar(numberToBytes(L - 1n))).toBe(true)
    for (const value of [L, L + 1n, 2n ** 256n - 1n]) expect(isCanonicalScalar(numberToBytes(value))).toBe(false)
    for (const length of [0, 31, 33]) expect(isCanonicalScalar(new Uint8Array(length))).toBe(false)
    expect(() => canonicalScalar(numberToBytes(L))).toThrow(InvalidScalarError)
    expect(canonicalScalar(numberToBytes(L - 1n))).toBe(L - 1n)
  })

  it('satisfies the field laws', () => {
    fc.assert(
      fc.property(anyInteger, anyInteger, (a, b) => {
        expect(subtractScalars(addScalars(a, b), b)).toBe(addScalars(a, 0n))
        expect(addScalars(a, negateScalar(a))).toBe(0n)
        if (a % L !== 0n) expect(multiplyScalars(invertScalar(a), a)).toBe(1n)
      }),
    )
    expect(() => invertScalar(L)).toThrow(InvalidScalarError)
  })

  it('computes powers and inverses, also of rows', () => {
    expect(scalarPowers(3n, 5)).toEqual([1n, 3n, 9n, 27n, 81n])
    expect(scalarPowers(3n, 0)).toEqual([])
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: L - 1n }), { maxLength: 9 }), (values) => {
        expect(inverseRows(scalarRows(values))).toEqual(scalarRows(values.map(invertScalar)))
        for (const value of values)
          expect(powerRows(scalarRows([value]), 4)).toEqual(scalarRows(scalarPowers(value, 4)))
      }),
    )
    expect(() => inverseRows(scalarRows([1n, 0n, 2n]))).toThrow(InvalidScalarError)
  })

  it('throws RandomnessError if the random source fails', () => {
    expect(() => randomScalar((length) => new Uint8Array(length))).toThrow(RandomnessError)
    expect(() => randomScalar(() => new Uint8Array(32).fill(1))).toThrow(RandomnessError)
    expect(isCanonicalScalar(randomScalar((length) => new Uint8Array(length).fill(255)))).toBe(true)
    expect(() => randomScalars((length) => new Uint8Array(length).fill(1, 0, length - 64), 600)).toThrow(
      RandomnessError,
    )
  })

  it('draws many random scalars as one by one', () => {
    for (const count of [0, 1, 511, 512, 513, 1100]) {
      const [together, alone] = [seededRandom(3), seededRandom(3)]
      const drawn: number[] = []
      const scalars = randomScalars((length) => {
        drawn.push(length)
        return together(length)
      }, count)
      expect(scalars).toEqual(concat(...Array.from({ length: count }, () => randomScalar(alone))))
      expect(drawn.every((length) => length <= 65536)).toBe(true)
    }
  })
})

const P = 2n ** 255n - 19n
const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n
  for (let bit = 254n; bit >= 0n; bit--) {
    result = (result * result) % P
    if ((exponent >> bit) & 1n) result = (result * base) % P
  }
  return result
}
const D = (((P - 121665n) * power(121666n, P - 2n)) % P) as bigint // d = -121665/121666

/** Whether bytes decode to a point, by the curve equation and Euler's criterion. */
const encodesPoint = (value: Uint8Array): boolean => {
  const number = numberFromBytes(value)
  const y = number % 2n ** 255n
  const negative = number >> 255n === 1n
  if (y >= P) return false
  const numerator = (y * y - 1n + P) % P
  const denominator = (D * y * y + 1n) % P
  const square = (numerator * power(denominator, P - 2n)) % P
  return square === 0n ? !negative : power(square, (P - 1n) / 2n) === 1n
}

describe('points', () => {
  it('decodes random bytes if and only if they are on the curve, and encodes them again', () => {
    fc.assert(
      fc.property(bytes(32), (value) => {
        expect(isPoint(value)).toBe(encodesPoint(value))
        if (isPoint(value)) expect(encodePoint(decodePoint(value))).toEqual(value)
        else expect(() => decodePoint(value)).toThrow(InvalidPointError)
      }),
    )
  })

  it('decodes edge cases: small y, y around p, both signs', () => {
    let accepted = 0
    for (let offset = -30n; offset <= 30n; offset++)
      for (const base of [0n, P])
        for (const sign of [0n, 2n ** 255n]) {
          const y = base + offset
          if (y < 0n || y >= 2n ** 255n) continue
          const value = numberToBytes(y + sign)
          expect(isPoint(value), `y = ${y}, sign ${sign !== 0n}`).toBe(encodesPoint(value))
          if (isPoint(value)) accepted++
        }
    expect(accepted).toBeGreaterThan(30)
    expect(isPoint(new Uint8Array(32))).toBe(true)
    expect(isPoint(numberToBytes(1n))).toBe(true)
    expect(isPoint(numberToBytes(1n + 2n ** 255n))).toBe(false)
    expect(isPoint(numberToBytes(P - 1n + 2n ** 255n))).toBe(false)
    for (const length of [0, 31, 33]) expect(isPoint(new Uint8Array(length))).toBe(false)
  })

  it('multiplies small-order points by 8 to the identity and excludes them from the prime-order subgroup', () => {
    const order4 = decodePoint(new Uint8Array(32))
    expect(isIdentity(order4)).toBe(false)
    expect(isIdentity(multiplyBy8(order4))).toBe(true)
    expect(inPrimeSubgroup(order4)).toBe(false)
    expect(inPrimeSubgroup(addPoints(G, order4))).toBe(false)
    expect(inPrimeSubgroup(G)).toBe(true)
    expect(inPrimeSubgroup(IDENTITY)).toBe(true)
    expect(encodePoint(IDENTITY)).toEqual(numberToBytes(1n))
  })

  it('returns equal results for every kind of multiplication', () => {
    fc.assert(
      fc.property(anyInteger, (k) => {
        const expected = encodePoint(multiplySecret(G, scalarRows([k])))
        for (const point of [
          multiplyBaseSecret(scalarRows([k])),
          multiplyBase(k),
          multiplyPublic(G, k),
          multiScalar([k], [G]),
        ])
          expect(encodePoint(point)).toEqual(expected)
        expect(equalPoints(multiplyH(k), multiplySecret(H, scalarRows([k])))).toBe(true)
      }),
      few,
    )
    for (const edge of [
      0n,
      1n,
      127n,
      128n,
      129n,
      255n,
      256n,
      32896n,
      L - 1n,
      L,
      L + 1n,
      -1n,
      2n ** 252n,
      2n ** 252n - 1n,
    ])
      expect(equalPoints(multiplyBase(edge), multiplySecret(G, scalarRows([edge]))), `${edge}`).toBe(true)
  })

  it('computes sums of few and of many multiples', () => {
    for (const count of [0, 1, 2, 3, 17, 170, 600]) {
      const scalars = Array.from({ length: count }, (_, i) =>
        i % 5 === 4 ? 0n : scalarFromBytes(hashToScalar(Uint8Array.of(i & 255, i >> 8))),
      )
      const points = scalars.map((_, i) => (i % 7 === 6 ? IDENTITY : multiplyBase(BigInt(i + 1))))
      const logarithm = scalars.reduce((sum, s, i) => sum + (i % 7 === 6 ? 0n : s * BigInt(i + 1)), 0n)
      expect(equalPoints(multiScalar(scalars, points), multiplyBase(logarithm)), `${count} terms`).toBe(true)
    }
  })

  it('multiplies distributively over addition', () => {
    fc.assert(
      fc.property(scalar, scalar, (a, b) => {
        const sum = addPoints(multiplyBase(a), multiplyBase(b))
        expect(equalPoints(sum, multiplyBase(a + b))).toBe(true)
        expect(equalPoints(subtractPoints(sum, multiplyBase(b)), multiplyBase(a))).toBe(true)
      }),
      few,
    )
  })

  it('encodes a batch as one by one', () => {
    const points = [G, H, IDENTITY, multiplyBase(5n), addPoints(G, H)]
    expect(encodePoints(points)).toEqual(points.map(encodePoint))
    expect(encodePoints([])).toEqual([])
  })

  it('hashes to points of the prime-order subgroup', () => {
    fc.assert(
      fc.property(bytes(32), (value) => {
        const point = hashToPoint(value)
        expect(inPrimeSubgroup(point)).toBe(true)
        expect(equalPoints(decodePoint(encodePoint(point)), point)).toBe(true)
      }),
      few,
    )
  })
})
