// The keys of an extra with which a wallet tries the outputs of its transaction.

import { EXTRA_TAGS } from './extraField.ts'
import { additionalPublicKeys, txPublicKeys } from './findExtraField.ts'
import { parseExtra } from './parseExtra.ts'
import type { HasWireFormat } from './transaction.ts'

const ENCRYPTED_PAYMENT_ID = [EXTRA_TAGS.nonce, 9, 1] as const

/**
 * Returns whether an extra has the form of nearly all: a tx public key, which begins at its second byte, and nothing else but an encrypted
 * payment id.
 *
 * @example
 * import { EXTRA_TAGS } from './extraField.ts'
 * hasOneKey(Uint8Array.of(EXTRA_TAGS.txPublicKey, ...new Uint8Array(32))) // true
 * hasOneKey(new Uint8Array()) // false
 */
export const hasOneKey = (extra: Uint8Array): boolean =>
  extra[0] === EXTRA_TAGS.txPublicKey &&
  (extra.length === 33 || (extra.length === 44 && ENCRYPTED_PAYMENT_ID.every((byte, i) => extra[33 + i] === byte)))

/** Keys of 32 bytes each: tx public keys in their order, and additional ones, of which the one at position i belongs to output i. */
export type ScannedKeys = { readonly keys: readonly Uint8Array[]; readonly additionalKeys: readonly Uint8Array[] }

/**
 * Returns the keys with which the outputs of a transaction are tried (wallet2: process_new_transaction).
 * @param outputs their number: additional keys beyond them are never used, but each would cost a multiplication
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * scannedKeys(networkById('monero-mainnet'), new Uint8Array(), 2) // { keys: [], additionalKeys: [] }
 */
export const scannedKeys = (network: HasWireFormat, extra: Uint8Array, outputs: number): ScannedKeys => {
  if (hasOneKey(extra)) return { keys: [extra.subarray(1, 33)], additionalKeys: [] }
  const fields = parseExtra(network, extra)
  return { keys: txPublicKeys(fields), additionalKeys: additionalPublicKeys(fields).slice(0, outputs) }
}
