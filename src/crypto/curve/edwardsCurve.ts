// The twisted Edwards curve of ed25519 as a group of points, without the signatures, hashes and other groups of the library's ed25519 module:
// they would double its size in each worker.

import { edwards } from '@noble/curves/abstract/edwards.js'
import { modP, P, powerP58 } from './field.ts'

/** A square root of -1: 2^((p-1)/4). */
const SQRT_MINUS_1 = 19681161376707505956807079304988542015446066515923890162744021073123829784752n

/**
 * Returns the even square root of u/v modulo p (RFC 8032, 5.1.3); `isValid` is false if u/v has none.
 *
 * @example
 * squareRootOfRatio(4n, 1n) // { isValid: true, value: 2n }
 * squareRootOfRatio(2n, 1n).isValid // false
 */
export const squareRootOfRatio = (u: bigint, v: bigint): { readonly isValid: boolean; readonly value: bigint } => {
  const v3 = (v * v * v) % P
  const root = (u * v3 * powerP58((u * v3 * v3 * v) % P)) % P
  const square = modP(v * root * root)
  const isRoot = square === modP(u)
  const isRootOfNegative = square === modP(-u)
  const value = modP(isRoot ? root : root * SQRT_MINUS_1)
  return { isValid: isRoot || isRootOfNegative, value: value % 2n === 0n ? value : P - value }
}

/** The points of the curve, with the parameters of RFC 8032, 5.1. */
export const Curve = edwards(
  {
    p: P,
    n: 2n ** 252n + 27742317777372353535851937790883648493n,
    h: 8n,
    a: P - 1n,
    d: 37095705934669439343138083508754565189542113879843219016388785533085940283555n,
    Gx: 15112221349535400772501151409588531511454012693041857206046113283949847762202n,
    Gy: 46316835694926478169428394003475163141307993866256225615783033603165251855960n,
  },
  { uvRatio: squareRootOfRatio },
)
