// The secrets of addresses and outputs, made when they are needed. Who asks for one wipes it.

import { wipe } from '../../bytes/bytes.ts'
import { derivationToScalar, keyDerivation, secretAdd, subaddressSecret } from '../../crypto/keys/keys.ts'
import type { OwnedOutput, SubaddressIndex, WalletKeys } from './ledger.ts'

/** Keys of a wallet that can spend. */
export type FullKeys = WalletKeys & { readonly spendSecret: Uint8Array }

/** Whether a wallet can spend. */
export const isFull = (keys: WalletKeys): keys is FullKeys => keys.spendSecret !== undefined

/** The spend secret of one of our addresses. */
export const spendSecretAt = ({ spendSecret, viewSecret }: FullKeys, { major, minor }: SubaddressIndex): Uint8Array => {
  const offset = subaddressSecret(viewSecret, major, minor)
  const secret = secretAdd(spendSecret, offset)
  wipe(offset)
  return secret
}

/** The secret of an output's one-time key. */
export const outputSecret = (keys: FullKeys, { txPublicKey, indexInTx, subaddress }: OwnedOutput): Uint8Array => {
  const derivation = keyDerivation(txPublicKey, keys.viewSecret)
  const shared = derivationToScalar(derivation, indexInTx)
  const owner = spendSecretAt(keys, subaddress)
  const secret = secretAdd(shared, owner)
  wipe(derivation, shared, owner)
  return secret
}
