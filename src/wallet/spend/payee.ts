// Payees of a transaction, and the transaction public keys published for them.

import { equalBytes } from '../../bytes/bytes.ts'
import type { Address } from '../../coin/addresses/address.ts'
import { multiplyKey, publicKeyOf } from '../../crypto/keys/keys.ts'

/** The receiver of an output. */
export type Payee = Pick<Address, 'kind' | 'spendKey' | 'viewKey'>

/** Returns whether two addresses have the same keys; payment ids are ignored. */
export const samePayee = (a: Payee, b: Payee): boolean =>
  equalBytes(a.spendKey, b.spendKey) && equalBytes(a.viewKey, b.viewKey)

/** Returns whether a payee is a subaddress, which needs another form of the transaction public key. */
export const isSubaddress = ({ kind }: Payee): boolean => kind === 'subaddress'

/** Returns the transaction public key of a secret key r: r·D for a subaddress with spend key D, r·G for other receivers. */
export const transactionPublicKey = (secret: Uint8Array, receiver: Payee | undefined): Uint8Array =>
  receiver !== undefined && isSubaddress(receiver) ? multiplyKey(receiver.spendKey, secret) : publicKeyOf(secret)
