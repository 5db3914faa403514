// Sums of blocks of points from other functions of point arithmetic, for levels without precomputed multiples of single points.

import { concat } from '../../bytes/bytes.ts'
import { KEY_LENGTH, POINT_LENGTH, type PointArithmetic, type PrecomputedPoints } from './pointArithmetic.ts'

const rowsFrom = (points: Uint8Array, first: number, step: number, count: number): Uint8Array =>
  concat(
    ...Array.from({ length: count }, (_, i) => {
      const at = (first + i * step) * POINT_LENGTH
      return points.subarray(at, at + POINT_LENGTH)
    }),
  )

/**
 * Returns the sums of blocks of points (rows of 128 bytes) that `PrecomputedPoints` describes.
 *
 * @example
 * import { G } from './point.ts'
 * import { portablePoints } from './portablePoints.ts'
 * blockSumsOf(portablePoints, G.extended).signedSums(Uint8Array.of(1), 1, 1).length // 128
 */
export const blockSumsOf = (
  arithmetic: Pick<PointArithmetic, 'sum' | 'multiplySums'>,
  points: Uint8Array,
): Pick<PrecomputedPoints, 'blockSums' | 'signedSums'> => ({
  blockSums: (scalars, blocks, set, sets) =>
    arithmetic.multiplySums(
      new Uint8Array(KEY_LENGTH * blocks),
      concat(...Array.from({ length: blocks }, () => scalars)),
      rowsFrom(points, set, sets, (blocks * scalars.length) / KEY_LENGTH),
    ),
  signedSums: (signs, blocks, sets) => {
    const length = signs.length / blocks
    const negative = Array.from({ length: blocks }, (_, i) =>
      signs.slice(i * length, (i + 1) * length).map((sign) => 1 - sign),
    )
    const sums = Array.from({ length: sets * blocks }, (_, i) => {
      const [set, block] = [Math.floor(i / blocks), i % blocks]
      const some = rowsFrom(points, block * length * sets + set, sets, length)
      return negative.map((minus) => arithmetic.sum(some, minus))
    })
    for (const minus of negative) minus.fill(0)
    return concat(...sums.flat())
  },
})
