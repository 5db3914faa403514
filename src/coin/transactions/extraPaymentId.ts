// The payment id in the nonce of an extra.

import type { ExtraField } from './extraField.ts'
import { findField } from './findExtraField.ts'

/** A payment id in an extra: `encrypted` has 8 bytes, `plain` 32. */
export type PaymentIdField = { readonly form: 'encrypted' | 'plain'; readonly id: Uint8Array }

const PLAIN = 0
const ENCRYPTED = 1

/**
 * Returns the payment id in the first nonce; undefined if the nonce contains none.
 *
 * @example
 * paymentIdField([encryptedPaymentIdField(new Uint8Array(8))])?.form // 'encrypted'
 */
export const paymentIdField = (fields: readonly ExtraField[]): PaymentIdField | undefined => {
  const nonce = findField(fields, 'nonce')?.nonce
  if (nonce?.length === 9 && nonce[0] === ENCRYPTED) return { form: 'encrypted', id: nonce.subarray(1) }
  if (nonce?.length === 33 && nonce[0] === PLAIN) return { form: 'plain', id: nonce.subarray(1) }
  return undefined
}

/**
 * Returns the nonce with an encrypted payment id.
 * @param encrypted 8 bytes
 *
 * @example
 * import { serializeExtra } from './serializeExtra.ts'
 * serializeExtra([encryptedPaymentIdField(new Uint8Array(8))]).length // 11
 */
export const encryptedPaymentIdField = (encrypted: Uint8Array): ExtraField => ({
  field: 'nonce',
  nonce: Uint8Array.of(ENCRYPTED, ...encrypted),
})
