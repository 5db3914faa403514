// The open wallet as a participant of a multisig wallet.

import { publicKeyOf } from '../../crypto/keys/keys.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { NotMultisigError } from '../engine/multisigKeyring.ts'
import type { Wallet } from '../engine/wallet.ts'
import type { MultisigAccount } from './multisigAccount.ts'

/** Why a multisig set is not signed or sent. */
export type MultisigSetFault =
  | 'signed'
  | 'too-many-signers'
  | 'complete'
  | 'incomplete'
  | 'signers'
  | 'unsafe'
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
