// The curve equals the one of the library's ed25519 module: its parameters, its square roots, and which encodings it decodes to what.
import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Curve, squareRootOfRatio } from '../../../src/crypto/curve/edwardsCurve.ts'
import { P } from '../../../src/crypto/curve/field.ts'

type Group = typeof Curve | typeof ed25519.Point

const decoded = (group: Group, bytes: Uint8Array): readonly bigint[] | undefined => {
  try {
    const { X, Y, Z, T } = group.fromBytes(bytes, false)
    return [X, Y, Z, T]
  } catch {
    return undefined
  }
}

const element = fc.bigInt({ min: 0n, max: P - 1n })

describe('the curve', () => {
  it('has the parameters of ed25519', () => {
    expect(Curve.CURVE()).toEqual(ed25519.Point.CURVE())
    expect(Curve.BASE.toHex()).toBe(ed25519.Point.BASE.toHex())
  })

  it('decodes the same encodings to the same points', () => {
    let valid = 0
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const point = decoded(Curve, bytes)
        if (point !== undefined) valid++
        expect(point).toEqual(decoded(ed25519.Point, bytes))
      }),
      { numRuns: 300 },
    )
    // Every second encoding has a point.
    expect(valid).toBeGreaterThan(50)
  })

  it('decodes the same small and large y, with either sign', () => {
    for (const y of [0n, 1n, 2n, P - 2n, P - 1n, P, P + 1n, 2n ** 255n - 1n])
      for (const sign of [0, 0x80]) {
        const bytes = new Uint8Array(32).map((_, i) => Number((y >> BigInt(8 * i)) & 0xffn))
        bytes[31] = (bytes[31] ?? 0) | sign
        expect(decoded(Curve, bytes)).toEqual(decoded(ed25519.Point, bytes))
      }
  })

  it('computes the even square root of a ratio', () => {
    fc.assert(
      fc.property(element, element, (root, v) => {
        const { isValid, value } = squareRootOfRatio((root * root * v) % P, v)
        if (v === 0n) return
        expect(isValid).toBe(true)
        expect([root, (P - root) % P]).toContain(value)
        expect(value % 2n).toBe(0n)
      }),
    )
  })
})
