// MLSAG: the ring signatures of RCT types 1 to 4 (Noether, Mackenzie 2016). Verification only: no new transaction has them. A column
// is one ring member; its first rows have key images, its last row is a difference of commitments.

import { concat } from '../../bytes/bytes.ts'
import { hashToPoint } from '../curve/hashToPoint.ts'
import {
  addPoints,
  decodePoint,
  encodePoint,
  falseForInvalidPoints,
  IDENTITY,
  isIdentity,
  type Point,
  subtractPoints,
} from '../curve/point.ts'
import { hashToScalar, isCanonicalScalar, scalarFromBytes } from '../curve/scalar.ts'
import { multiplyBase, multiplyH, multiplyPublic, multiScalar } from '../curve/scalarMultiplication.ts'

/** An MLSAG as serialized in a transaction: per ring member one response per row, and the challenge of member 0. */
export type Mlsag = { readonly ss: readonly (readonly Uint8Array[])[]; readonly cc: Uint8Array }

/** The public statement of an MLSAG of RCT types 2 to 4: one input. All items are 32 bytes each. */
export type SimpleMlsagStatement = {
  readonly message: Uint8Array
  readonly ringKeys: readonly Uint8Array[]
  readonly ringCommitments: readonly Uint8Array[]
  readonly pseudoOut: Uint8Array
  readonly keyImage: Uint8Array
}

/** The public statement of the MLSAG of RCT type 1: all inputs at once; member i of every ring is one column. */
export type FullMlsagStatement = {
  readonly message: Uint8Array
  /** per input, the keys of its ring */
  readonly ringKeys: readonly (readonly Uint8Array[])[]
  /** per input, the commitments of its ring */
  readonly ringCommitments: readonly (readonly Uint8Array[])[]
  /** per input */
  readonly keyImages: readonly Uint8Array[]
  readonly outputCommitments: readonly Uint8Array[]
  readonly fee: bigint
}

/** A ring of one member proves nothing to others; monerod rejects it (`MLSAG_Ver`). */
const MIN_COLUMNS = 2

const verifyColumns = (
  message: Uint8Array,
  columns: readonly (readonly Point[])[],
  keyImages: readonly Uint8Array[],
  { ss, cc }: Mlsag,
): boolean => {
  const images = keyImages.map(decodePoint)
  if (columns.length < MIN_COLUMNS || columns.length !== ss.length || images.some(isIdentity)) return false
  if (!isCanonicalScalar(cc)) return false
  const first = scalarFromBytes(cc)
  let challenge = first
  for (const [i, column] of columns.entries()) {
    const responses = ss[i] ?? []
    if (responses.length !== column.length || !responses.every(isCanonicalScalar)) return false
    const hashed = column.map((point, row) => {
      const s = scalarFromBytes(responses[row] ?? new Uint8Array())
      const key = encodePoint(point)
      const left = encodePoint(addPoints(multiplyBase(s), multiplyPublic(point, challenge)))
      const image = images[row]
      if (image === undefined) return concat(key, left)
      return concat(key, left, encodePoint(multiScalar([s, challenge], [hashToPoint(key), image])))
    })
    challenge = scalarFromBytes(hashToScalar(message, ...hashed))
  }
  return challenge === first
}

/**
 * Returns whether the MLSAG of one input (RCT types 2 to 4) is valid.
 *
 * @example
 * const statement = { ringKeys: [], ringCommitments: [], pseudoOut: new Uint8Array(32), keyImage: new Uint8Array(32) }
 * verifySimpleMlsag(statement, { ss: [], cc: new Uint8Array(32) }) // false
 */
export const verifySimpleMlsag = (statement: SimpleMlsagStatement, signature: Mlsag): boolean =>
  falseForInvalidPoints(() => {
    const { message, ringKeys, ringCommitments, pseudoOut, keyImage } = statement
    if (ringKeys.length !== ringCommitments.length) return false
    const pseudo = decodePoint(pseudoOut)
    const columns = ringKeys.map((key, i) => [
      decodePoint(key),
      subtractPoints(decodePoint(ringCommitments[i] ?? new Uint8Array()), pseudo),
    ])
    return verifyColumns(message, columns, [keyImage], signature)
  })

/**
 * Returns whether the only MLSAG of a transaction of RCT type 1 is valid. It also proves the balance.
 *
 * @example
 * const statement = { ringKeys: [], ringCommitments: [], keyImages: [], outputCommitments: [], fee: 0n }
 * verifyFullMlsag(statement, { ss: [], cc: new Uint8Array(32) }) // false
 */
export const verifyFullMlsag = (statement: FullMlsagStatement, signature: Mlsag): boolean =>
  falseForInvalidPoints(() => {
    const { message, ringKeys, ringCommitments, keyImages, outputCommitments, fee } = statement
    const size = ringKeys[0]?.length ?? 0
    const rings = [...ringKeys, ...ringCommitments]
    if (rings.some((ring) => ring.length !== size)) return false
    if (ringCommitments.length !== ringKeys.length || keyImages.length !== ringKeys.length) return false
    const spent = outputCommitments.map(decodePoint).reduce(addPoints, multiplyH(fee))
    const columns = Array.from({ length: size }, (_, member) => {
      const points = (parts: readonly (readonly Uint8Array[])[]): Point[] =>
        parts.map((ring) => decodePoint(ring[member] ?? new Uint8Array()))
      const funds = points(ringCommitments).reduce(addPoints, IDENTITY)
      return [...points(ringKeys), subtractPoints(funds, spent)]
    })
    return verifyColumns(message, columns, keyImages, signature)
  })
