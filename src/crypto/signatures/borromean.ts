// Borromean range signatures: the proof of RCT types 1 and 2 that a commitment is to 0 .. 2^64 - 1. Verification only: no new
// transaction has them. Ring signatures after Maxwell and Poelstra, "Borromean Ring Signatures" (2015); their use for the bits of an
// amount after Noether and Mackenzie, "Ring Confidential Transactions" (2016).

import { equalBytes } from '../../bytes/bytes.ts'
import {
  decodePoint,
  decodePoints,
  encodePoints,
  equalPoints,
  falseForInvalidPoints,
  type Point,
  subtractPoints,
  sumPoints,
} from '../curve/point.ts'
import { hashToScalar, scalarFromBytes } from '../curve/scalar.ts'
import { multiplyH, multiScalars } from '../curve/scalarMultiplication.ts'

/** A range signature as serialized in a transaction; all items are 32 bytes each. */
export type RangeSignature = {
  /** per bit, the response for the ring's first member */
  readonly s0: readonly Uint8Array[]
  /** per bit, the response for the ring's second member */
  readonly s1: readonly Uint8Array[]
  /** the first challenge of every ring: the hash of the last commitments of all rings */
  readonly ee: Uint8Array
  /** per bit, a commitment to 0 or to its power of two */
  readonly bits: readonly Uint8Array[]
}

const BITS = 64

let powers: readonly Point[] | undefined

/** Returns 2^i·H for every bit i. */
const powersOfH = (): readonly Point[] => {
  powers ??= Array.from({ length: BITS }, (_, i) => multiplyH(2n ** BigInt(i)))
  return powers
}

/** Returns the next commitment of every ring: s_i·G + c_i·P_i, encoded. */
const steps = (responses: readonly Uint8Array[], challenges: readonly bigint[], keys: readonly Point[]): Uint8Array[] =>
  encodePoints(
    multiScalars(
      keys.map((key, i) => ({
        base: scalarFromBytes(responses[i] ?? new Uint8Array()),
        scalars: [challenges[i] ?? 0n],
        points: [key],
      })),
    ),
  )

/**
 * Returns whether a range signature is valid for a commitment (32 bytes): the bits add up to the commitment, and each bit is a
 * commitment to 0 or to its power of two. As in monerod, responses need not be reduced.
 *
 * @example
 * verifyRangeSignature(new Uint8Array(32), { s0: [], s1: [], ee: new Uint8Array(32), bits: [] }) // false
 */
export const verifyRangeSignature = (commitment: Uint8Array, { s0, s1, ee, bits }: RangeSignature): boolean =>
  falseForInvalidPoints(() => {
    const items = [...s0, ...s1, ee, ...bits]
    if ([s0, s1, bits].some(({ length }) => length !== BITS) || items.some(({ length }) => length !== 32)) return false
    const zeros = decodePoints(bits)
    if (!equalPoints(sumPoints(zeros), decodePoint(commitment))) return false
    const ones = zeros.map((bit, i) => subtractPoints(bit, powersOfH()[i] ?? bit))
    const start = scalarFromBytes(ee)
    const middle = steps(s0, new Array<bigint>(BITS).fill(start), zeros)
    const ends = steps(
      s1,
      middle.map((point) => scalarFromBytes(hashToScalar(point))),
      ones,
    )
    return equalBytes(hashToScalar(...ends), ee)
  })
