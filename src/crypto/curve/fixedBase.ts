// Fast multiples of a fixed point (G and H) in portable arithmetic: with a table of digit·256^i·point in affine form, a multiplication
// takes 32 additions. Variable time: for public scalars, and for batches where each secret is used once.

import type { EdwardsPoint } from '@noble/curves/abstract/edwards.js'
import { Curve } from './edwardsCurve.ts'
import { invertManyP, modP, P } from './field.ts'
import { mod, numberToBytes } from './scalar.ts'

const WINDOWS = 32
const HALF = 128
const TWO_D = 2n * Curve.CURVE().d

/** y+x, y-x and 2d·xy of an affine point: the inputs of a mixed addition. */
type Cached = { readonly sum: bigint; readonly difference: bigint; readonly product: bigint }

const buildTable = (point: EdwardsPoint): readonly Cached[] => {
  const points: EdwardsPoint[] = []
  let base = point
  for (let window = 0; window < WINDOWS; window++) {
    let multiple = base
    for (let digit = 1; digit <= HALF; digit++) {
      points.push(multiple)
      if (digit < HALF) multiple = multiple.add(base)
    }
    base = multiple.double()
  }
  const inverses = invertManyP(points.map(({ Z }) => Z))
  return points.map(({ X, Y }, i) => {
    const inverse = inverses[i] ?? 0n
    const x = (X * inverse) % P
    const y = (Y * inverse) % P
    return { sum: y + x, difference: y - x, product: (((x * y) % P) * TWO_D) % P }
  })
}

const multiplyWithTable = (table: readonly Cached[], scalar: bigint): EdwardsPoint => {
  const bytes = numberToBytes(mod(scalar))
  let [X, Y, Z, T] = [0n, 1n, 1n, 0n]
  let carry = 0
  for (let window = 0; window < WINDOWS; window++) {
    let digit = (bytes[window] ?? 0) + carry
    carry = digit > HALF ? 1 : 0
    if (carry === 1) digit -= 2 * HALF
    const cached = table[window * HALF + Math.abs(digit) - 1]
    if (digit === 0 || cached === undefined) continue
    // extended + affine, a = -1 (Hisil, Wong, Carter, Dawson 2008); negation swaps sum and difference and negates the product
    const a = ((Y - X) * (digit > 0 ? cached.difference : cached.sum)) % P
    const b = ((Y + X) * (digit > 0 ? cached.sum : cached.difference)) % P
    const c = (T * (digit > 0 ? cached.product : -cached.product)) % P
    const d = 2n * Z
    const [e, f, g, h] = [b - a, d - c, d + c, b + a]
    X = (e * f) % P
    Y = (g * h) % P
    Z = (f * g) % P
    T = (e * h) % P
  }
  return new Curve(modP(X), modP(Y), modP(Z), modP(T))
}

/**
 * Returns a function that multiplies `point`. Its table (4,096 points) is built on first use.
 *
 * @example
 * import { Curve } from './edwardsCurve.ts'
 * fixedBase(Curve.BASE)(2n).equals(Curve.BASE.double()) // true
 */
export const fixedBase = (point: EdwardsPoint): ((scalar: bigint) => EdwardsPoint) => {
  let table: readonly Cached[] | undefined
  return (scalar) => {
    table ??= buildTable(point)
    return multiplyWithTable(table, scalar)
  }
}
