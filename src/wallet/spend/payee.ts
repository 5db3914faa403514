// Who is paid by a transaction, and the key that is published for them.

import { equalBytes } from '../../bytes/bytes.ts'
import type { Address } from '../../coin/addresses/address.ts'
import { multiplyKey, publicKeyOf } from '../../crypto/keys/keys.ts'

/** Who receives an output. */
export type Payee = Pick<Address, 'kind' | 'spendKey' | 'viewKey'>

/** Whether two addresses have the same keys; a payment id does not count. */
export const samePayee = (a: Payee, b: Payee): boolean =>
  equalBytes(a.spendKey, b.spendKey) && equalBytes(a.viewKey, b.viewKey)

/** Whether it is a subaddress, for which keys are published in a form of their own. */
export const isSubaddress = ({ kind }: Payee): boolean => kind === 'subaddress'

/** What is published of a transaction secret, r·D for a subaddress and r·G for other receivers. */
export const transactionPublicKey = (secret: Uint8Array, receiver: Payee | undefined): Uint8Array =>
  receiver !== undefined && isSubaddress(receiver) ? multiplyKey(receiver.spendKey, secret) : publicKeyOf(secret)
