// Key images of outputs of multisig wallets. A participant computes the part of its own shares of the spend key; the key image is known when
// the parts of enough other participants are.

import { wipe, withSecrets } from '../../bytes/bytes.ts'
import { decodePoints, encodePoint, sumPoints } from '../../crypto/curve/point.ts'
import { derivationToScalar, keyDerivation, keyImage, secretAdd, subaddressSecret } from '../../crypto/keys/keys.ts'
import { hasKey } from '../multisig-keys/keySets.ts'
import type { MultisigAccount } from '../multisig-keys/multisigAccount.ts'
import type { OwnedOutput, WalletKeys } from '../state/ledger.ts'

/** Returns k·Hp(P) of each of this participant's shares k of the spend key, for an output with the one-time key P. */
export const partialKeyImages = ({ shares }: Pick<MultisigAccount, 'shares'>, key: Uint8Array): Uint8Array[] =>
  shares.map((share) => keyImage(key, share))

type OutputPlace = Pick<OwnedOutput, 'key' | 'txPublicKey' | 'indexInTx' | 'subaddress'>

/** Returns the part of an output's secret that all participants know: Hs(derivation || index), plus m of a subaddress. */
export const sharedOutputSecret = (
  { viewSecret }: Pick<WalletKeys, 'viewSecret'>,
  { txPublicKey, indexInTx, subaddress }: Omit<OutputPlace, 'key'>,
): Uint8Array =>
  withSecrets((keep) => {
    const derivation = keep(keyDerivation(txPublicKey, viewSecret))
    const { major, minor } = subaddress
    return secretAdd(keep(derivationToScalar(derivation, indexInTx)), keep(subaddressSecret(viewSecret, major, minor)))
  })

/** Returns the distinct keys of lists. */
export const distinctKeys = (lists: readonly (readonly Uint8Array[])[]): Uint8Array[] => {
  const distinct: Uint8Array[] = []
  for (const key of lists.flat()) if (!hasKey(distinct, key)) distinct.push(key)
  return distinct
}

/**
 * Returns the key image of an output (wallet2: get_multisig_composite_key_image).
 * @param partials partial key images of this participant and of others; together they must have the parts of all shares. Participants have
 * shares in common, so each distinct one counts once
 */
export const compositeKeyImage = (
  keys: Pick<WalletKeys, 'viewSecret'>,
  output: OutputPlace,
  partials: readonly (readonly Uint8Array[])[],
): Uint8Array => {
  const shared = sharedOutputSecret(keys, output)
  try {
    return encodePoint(sumPoints(decodePoints([keyImage(output.key, shared), ...distinctKeys(partials)])))
  } finally {
    wipe(shared)
  }
}
