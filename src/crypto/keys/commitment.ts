// Pedersen commitments mask·G + amount·H, and how a transaction tells its receiver the amount and the mask. `sharedScalar` is
// Hs(derivation || index) of the output, 32 bytes; amounts are in atomic units, 0 .. 2^64-1.

import { concat, u64Bytes, utf8 } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { encodePoint, multiplyBaseRows, multiplyBases } from '../curve/point.ts'
import { hashToScalar, numberFromBytes, scalarFromBytes, scalarRows, scalarToBytes } from '../curve/scalar.ts'
import { keccak256 } from '../hash/keccak.ts'

/** mask·G + amount·H, encoded. */
export const commit = (amount: bigint, mask: Uint8Array): Uint8Array =>
  encodePoint(multiplyBases(scalarFromBytes(mask), amount))

/** The commitments to many amounts; masks and commitments are rows of 32 bytes. */
export const commitAll = (amounts: readonly bigint[], masks: Uint8Array): Uint8Array =>
  multiplyBaseRows(masks, scalarRows(amounts))

/** G + amount·H, encoded: the commitment that an output of plain amount (a coinbase) counts as. */
export const zeroMaskCommitment = (amount: bigint): Uint8Array => encodePoint(multiplyBases(1n, amount))

const COMMITMENT_MASK = utf8('commitment_mask')
const AMOUNT = utf8('amount')
const AMOUNT_LENGTH = 8
const OLD_AMOUNT_LENGTH = 64

/** The mask of an output whose amount has the 8-byte form. */
export const commitmentMask = (sharedScalar: Uint8Array): Uint8Array => hashToScalar(COMMITMENT_MASK, sharedScalar)

const cryptAmount = (amount: Uint8Array, sharedScalar: Uint8Array): Uint8Array => {
  const pad = keccak256(AMOUNT, sharedScalar)
  return amount.map((byte, i) => byte ^ (pad[i] ?? 0))
}

/** An amount in the 8-byte form (RCT types 4 and later). */
export const encryptAmount = (amount: bigint, sharedScalar: Uint8Array): Uint8Array =>
  cryptAmount(u64Bytes(amount), sharedScalar)

/**
 * The amount that the 8-byte form (RCT types 4 and later) holds.
 * @throws FormatError for another length
 */
export const decryptAmount = (encrypted: Uint8Array, sharedScalar: Uint8Array): bigint => {
  if (encrypted.length !== AMOUNT_LENGTH)
    throw new FormatError(`an encrypted amount has ${AMOUNT_LENGTH} bytes, not ${encrypted.length}`)
  return numberFromBytes(cryptAmount(encrypted, sharedScalar))
}

/** Mask and amount in the 64-byte form (RCT types 1 to 3), which can carry any mask. */
export const encryptOldAmount = (amount: bigint, mask: Uint8Array, sharedScalar: Uint8Array): Uint8Array => {
  const maskPad = hashToScalar(sharedScalar)
  const amountPad = hashToScalar(maskPad)
  return concat(
    scalarToBytes(scalarFromBytes(mask) + scalarFromBytes(maskPad)),
    scalarToBytes(amount + scalarFromBytes(amountPad)),
  )
}

/**
 * Amount and mask that the 64-byte form (RCT types 1 to 3) holds. Of the amount only the low 64 bits count, as in the reference.
 * @throws FormatError for another length
 */
export const decryptOldAmount = (
  encrypted: Uint8Array,
  sharedScalar: Uint8Array,
): { amount: bigint; mask: Uint8Array } => {
  if (encrypted.length !== OLD_AMOUNT_LENGTH)
    throw new FormatError(`an encrypted mask and amount have ${OLD_AMOUNT_LENGTH} bytes, not ${encrypted.length}`)
  const maskPad = hashToScalar(sharedScalar)
  const amountPad = hashToScalar(maskPad)
  const mask = scalarToBytes(scalarFromBytes(encrypted.subarray(0, 32)) - scalarFromBytes(maskPad))
  const amount = scalarToBytes(scalarFromBytes(encrypted.subarray(32)) - scalarFromBytes(amountPad))
  return { amount: numberFromBytes(amount.subarray(0, AMOUNT_LENGTH)), mask }
}
