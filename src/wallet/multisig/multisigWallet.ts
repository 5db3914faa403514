// The open wallet as a participant of a multisig wallet.

import type { MultisigCandidate } from '../../coin/transfer-sets/transferSet.ts'
import { publicKeyOf } from '../../crypto/keys/keys.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { hasKey } from '../multisig-keys/keySets.ts'
import type { MultisigAccount } from '../multisig-keys/multisigAccount.ts'
import type { Wallet } from '../open/wallet.ts'
import { NotMultisigError } from './multisigKeyring.ts'

/** Why a multisig set is not signed or sent. */
export type MultisigSetFault =
  | 'signed'
  | 'too-many-signers'
  | 'complete'
  | 'incomplete'
  | 'signers'
  | 'unsafe'
  | 'too-many-candidates'
  | 'failed'

/** A multisig set that this participant does not sign or send. Nothing was released. */
export class MultisigSetError extends FabaError<{ readonly fault: MultisigSetFault }> {
  override readonly name = 'MultisigSetError'
  readonly code = 'multisig-set'

  constructor(fault: MultisigSetFault, message: string, options?: { readonly cause?: unknown }) {
    super(message, { ...options, details: { fault } })
  }
}

/**
 * Returns the account of a multisig wallet whose key exchange is completed.
 * @throws NotMultisigError
 */
export const readyAccount = ({ keys: { multisig } }: Pick<Wallet, 'keys'>): MultisigAccount => {
  if (multisig?.isReady !== true) throw new NotMultisigError()
  return multisig
}

/** Returns the public key by which the others name this participant. */
export const ownSigner = ({ signerSecret }: Pick<MultisigAccount, 'signerSecret'>): Uint8Array =>
  publicKeyOf(signerSecret)

/** Returns the public keys of this participant's shares of the spend key, in their order. */
export const sharePublicKeys = ({ shares }: Pick<MultisigAccount, 'shares'>): Uint8Array[] => shares.map(publicKeyOf)

/** Returns this participant's shares that are in no signature of a candidate yet, with their public keys in the same order. */
export const unsignedShares = (
  account: Pick<MultisigAccount, 'shares'>,
  { signingKeys }: Pick<MultisigCandidate, 'signingKeys'>,
): { readonly shares: readonly Uint8Array[]; readonly publicKeys: readonly Uint8Array[] } => {
  const all = account.shares.map((share) => ({ share, publicKey: publicKeyOf(share) }))
  const unsigned = all.filter(({ publicKey }) => !hasKey(signingKeys, publicKey))
  return { shares: unsigned.map(({ share }) => share), publicKeys: unsigned.map(({ publicKey }) => publicKey) }
}
