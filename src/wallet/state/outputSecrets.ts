// Spend secrets of addresses and one-time secrets of outputs, computed on demand. The caller wipes them.

import { withSecrets } from '../../bytes/bytes.ts'
import { derivationToScalar, keyDerivation, secretAdd, subaddressSecret } from '../../crypto/keys/keys.ts'
import type { OwnedOutput, WalletKeys } from './ledger.ts'
import type { SubaddressIndex } from './outputFields.ts'

/** Keys of a wallet with the spend secret. */
export type FullKeys = WalletKeys & { readonly spendSecret: Uint8Array }

/** Returns whether a wallet has no part of the spend secret: it learns key images late, or never. */
export const isWatchOnly = ({ spendSecret, multisig }: Pick<WalletKeys, 'spendSecret' | 'multisig'>): boolean =>
  spendSecret === undefined && multisig === undefined

/** Returns whether a wallet has the spend secret. */
export const isFull = (keys: WalletKeys): keys is FullKeys => keys.spendSecret !== undefined

/** Computes the spend secret of an address of the wallet, 32 bytes. */
export const spendSecretAt = ({ spendSecret, viewSecret }: FullKeys, { major, minor }: SubaddressIndex): Uint8Array =>
  withSecrets((keep) => secretAdd(spendSecret, keep(subaddressSecret(viewSecret, major, minor))))

/** Computes the secret of the one-time key of an output, 32 bytes. */
export const outputSecret = (
  keys: FullKeys,
  { txPublicKey, indexInTx, subaddress }: Pick<OwnedOutput, 'txPublicKey' | 'indexInTx' | 'subaddress'>,
): Uint8Array =>
  withSecrets((keep) => {
    const derivation = keep(keyDerivation(txPublicKey, keys.viewSecret))
    const shared = keep(derivationToScalar(derivation, indexInTx))
    return secretAdd(shared, keep(spendSecretAt(keys, subaddress)))
  })
