// The plain data of what a user looks up: transactions by id, raw transactions, and whose an address is. Amounts are atomic units.

import type { InvalidDestination, OwnAddress } from '../accounts/accountViews.ts'

/**
 * What a search for a transaction found. `known`: the wallet had it, and no node was asked; `found`: the node has it, and it is of this
 * wallet; `foreign`: the node has it, and it neither pays nor spends anything of this wallet.
 */
export type TransactionSearch = 'known' | 'found' | 'foreign'

/** A raw transaction, read from its bytes. Its signatures are not verified: the node does that. */
export type RawTransactionView = {
  readonly txid: string
  /** bytes */
  readonly size: number
  readonly version: number
  /** undefined in version 1, which does not state it */
  readonly fee: bigint | undefined
  readonly inputs: number
  /** members of each ring; 0 without inputs */
  readonly ringSize: number
  readonly outputs: number
  /** a height or UNIX seconds; 0 for none */
  readonly unlockTime: bigint
  /** inputs that spend coins of this wallet */
  readonly ownInputs: number
  /** the history of this wallet has it */
  readonly isKnown: boolean
}

/** Whose an address is. `watched`: number of addresses among which it is not. */
export type AddressPlace =
  | { readonly kind: 'invalid'; readonly invalid: InvalidDestination }
  | {
      readonly kind: 'own'
      readonly place: OwnAddress
      readonly form: 'standard' | 'integrated' | 'subaddress'
      /** the user has created it; if not, the wallet only looks ahead to it */
      readonly isIssued: boolean
    }
  | { readonly kind: 'foreign'; readonly watched: number }
