// The plain data of multisig wallets. Amounts are bigint in atomic units.

import type { TransferDescription } from '../offline/setViews.ts'

/** A first round of a multisig key exchange: the messages of the other participants, and the number of signatures that a payment needs. */
export type MultisigFirstRound = { readonly messages: readonly string[]; readonly threshold: number }

/** What a multisig set does, and who has signed it. */
export type MultisigSetView = {
  /** participants that have signed */
  readonly signatures: number
  /** participants that must sign */
  readonly threshold: number
  /** this participant has signed */
  readonly isSigned: boolean
  readonly transfers: readonly TransferDescription[]
}
