// The ring of a CLSAG as challenges need it: the statement, its aggregation coefficients, and the step from one member to the next.

import { concat, utf8 } from '../../bytes/bytes.ts'
import { hashToPoints } from '../curve/hashToPoint.ts'
import { decodePoint, decodePoints, encodePoints, type Point, rowsOf, subtractFromAll } from '../curve/point.ts'
import { hashToScalar } from '../curve/scalar.ts'
import { multiScalarOfRows, multiScalarsOfRows } from '../curve/scalarMultiplication.ts'
import { multiplySecrets } from '../curve/secretScalar.ts'
import { RingError } from './ringSignature.ts'

/** The public statement of a CLSAG. Keys, commitments and the message are 32 bytes each. */
export type ClsagStatement = {
  /** the hash that the transaction signs */
  readonly message: Uint8Array
  /** one-time keys of the ring's members */
  readonly ringKeys: readonly Uint8Array[]
  /** commitments of the ring's members, as in the chain */
  readonly ringCommitments: readonly Uint8Array[]
  /** the commitment of the input in the transaction's balance */
  readonly pseudoOut: Uint8Array
  readonly keyImage: Uint8Array
}

/**
 * Returns a domain separator: text, padded to 32 bytes.
 *
 * @example
 * clsagDomain('CLSAG_round').length // 32
 */
export const clsagDomain = (text: string): Uint8Array => {
  const bytes = new Uint8Array(32)
  bytes.set(utf8(text))
  return bytes
}
const AGGREGATE_KEYS = clsagDomain('CLSAG_agg_0')
const AGGREGATE_COMMITMENTS = clsagDomain('CLSAG_agg_1')
const ROUND = clsagDomain('CLSAG_round')
const ZERO = new Uint8Array(32)

/**
 * Prepares a statement: returns the aggregation coefficients and functions that compute challenges. Scalars are 32 bytes.
 * @param dOverEight D/8 as serialized
 * @param d D
 * @throws InvalidPointError
 *
 * @example
 * import { encodePoint, G, H } from '../curve/point.ts'
 * const [g, h] = [encodePoint(G), encodePoint(H)]
 * const statement = { message: new Uint8Array(32), ringKeys: [g], ringCommitments: [g], pseudoOut: h, keyImage: h }
 * prepareRing(statement, g, H).muKeys.length // 32
 */
export const prepareRing = (statement: ClsagStatement, dOverEight: Uint8Array, d: Point) => {
  const { message, ringKeys, ringCommitments, pseudoOut, keyImage } = statement
  const ring = concat(...ringKeys, ...ringCommitments)
  const aggregated = concat(keyImage, dOverEight, pseudoOut)
  const muKeys = hashToScalar(AGGREGATE_KEYS, ring, aggregated)
  const muCommitments = hashToScalar(AGGREGATE_COMMITMENTS, ring, aggregated)
  const mu = concat(muKeys, muCommitments)
  const roundPrefix = concat(ROUND, ring, pseudoOut, message)
  const pseudoPoint = decodePoint(pseudoOut)
  const imagePoint = decodePoint(keyImage)
  const images = multiScalarOfRows(mu, rowsOf([imagePoint, d]))
  const keys = decodePoints(ringKeys)
  const bases = hashToPoints(ringKeys)
  const differences = subtractFromAll(decodePoints(ringCommitments), pseudoPoint)
  const hashRound = (points: readonly Point[]): Uint8Array => hashToScalar(roundPrefix, ...encodePoints(points))
  /** Returns the commitments L and R of member `i`, whose response to `challenge` is `s`. */
  const commitmentsOf = (i: number, challenge: Uint8Array, s: Uint8Array): Point[] => {
    const [key, base, difference] = [keys[i], bases[i], differences[i]]
    if (key === undefined || base === undefined || difference === undefined)
      throw new RingError(`the ring of ${keys.length} has no member ${i}`)
    // L = s·G + challenge·(muKeys·key + muCommitments·difference), R = s·base + challenge·images
    return multiScalarsOfRows(
      concat(s, ZERO),
      concat(multiplySecrets(mu, challenge), s, challenge),
      rowsOf([key, difference, base, images]),
    )
  }
  /** Returns the challenge after member `i`, whose response to `challenge` is `s`. */
  const next = (i: number, challenge: Uint8Array, s: Uint8Array): Uint8Array =>
    hashRound(commitmentsOf(i, challenge, s))
  return { muKeys, muCommitments, hashRound, commitmentsOf, next }
}
