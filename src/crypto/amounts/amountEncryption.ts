// How a transaction carries the amount and the mask of an output to its receiver. `sharedScalar` is Hs(derivation || index) of the
// output, 32 bytes; amounts are in atomic units, 0 .. 2^64-1.

import { concat, u64Bytes, utf8, withSecrets } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { hashToScalar, numberFromBytes, scalarRows } from '../curve/scalar.ts'
import { addSecrets, subtractSecrets } from '../curve/secretScalar.ts'
import { keccak256 } from '../hash/keccak.ts'

const COMMITMENT_MASK = utf8('commitment_mask')
const AMOUNT = utf8('amount')
const AMOUNT_LENGTH = 8
const OLD_AMOUNT_LENGTH = 64

/**
 * Derives the commitment mask of an output whose amount has the 8-byte form.
 *
 * @example
 * commitmentMask(new Uint8Array(32)).length // 32
 */
export const commitmentMask = (sharedScalar: Uint8Array): Uint8Array => hashToScalar(COMMITMENT_MASK, sharedScalar)

const cryptAmount = (amount: Uint8Array, sharedScalar: Uint8Array): Uint8Array =>
  withSecrets((keep) => {
    const pad = keep(keccak256(AMOUNT, sharedScalar))
    return amount.map((byte, i) => byte ^ (pad[i] ?? 0))
  })

/**
 * Encrypts an amount to the 8-byte form (RCT types 4 and later).
 *
 * @example
 * decryptAmount(encryptAmount(5n, new Uint8Array(32)), new Uint8Array(32)) // 5n
 */
export const encryptAmount = (amount: bigint, sharedScalar: Uint8Array): Uint8Array =>
  cryptAmount(u64Bytes(amount), sharedScalar)

/**
 * Decrypts an amount in the 8-byte form (RCT types 4 and later).
 * @throws FormatError if `encrypted` has another length
 *
 * @example
 * decryptAmount(new Uint8Array(9), new Uint8Array(32)) // throws FormatError
 */
export const decryptAmount = (encrypted: Uint8Array, sharedScalar: Uint8Array): bigint => {
  if (encrypted.length !== AMOUNT_LENGTH)
    throw new FormatError(`an encrypted amount has ${AMOUNT_LENGTH} bytes, not ${encrypted.length}`)
  return numberFromBytes(cryptAmount(encrypted, sharedScalar))
}

/**
 * Encrypts a mask and an amount to the 64-byte form (RCT types 1 to 3), which can carry any mask.
 *
 * @example
 * const mask = Uint8Array.of(7, ...new Uint8Array(31))
 * const encrypted = encryptOldAmount(5n, mask, new Uint8Array(32))
 * decryptOldAmount(encrypted, new Uint8Array(32)) // { amount: 5n, mask }
 */
export const encryptOldAmount = (amount: bigint, mask: Uint8Array, sharedScalar: Uint8Array): Uint8Array =>
  withSecrets((keep) => {
    const maskPad = keep(hashToScalar(sharedScalar))
    const amountPad = keep(hashToScalar(maskPad))
    return concat(addSecrets(mask, maskPad), addSecrets(keep(scalarRows([amount])), amountPad))
  })

/**
 * Decrypts an amount and a mask in the 64-byte form (RCT types 1 to 3). Only the low 64 bits of the amount are used, as in monerod.
 * @throws FormatError if `encrypted` has another length
 *
 * @example
 * decryptOldAmount(new Uint8Array(8), new Uint8Array(32)) // throws FormatError
 */
export const decryptOldAmount = (
  encrypted: Uint8Array,
  sharedScalar: Uint8Array,
): { amount: bigint; mask: Uint8Array } => {
  if (encrypted.length !== OLD_AMOUNT_LENGTH)
    throw new FormatError(`an encrypted mask and amount have ${OLD_AMOUNT_LENGTH} bytes, not ${encrypted.length}`)
  return withSecrets((keep) => {
    const maskPad = keep(hashToScalar(sharedScalar))
    const amountPad = keep(hashToScalar(maskPad))
    const amount = keep(subtractSecrets(encrypted.subarray(32), amountPad))
    const mask = subtractSecrets(encrypted.subarray(0, 32), maskPad)
    return { amount: numberFromBytes(amount.subarray(0, AMOUNT_LENGTH)), mask }
  })
}
