// The approval requests that the user decides: what a page requests through the wallet RPC.

import type { LookAhead } from '../../coin/lookAhead.ts'
import type { NameOrder } from '../../wallet/spend/nameOrder.ts'
import type { StakeOrder, UnlockOrder } from '../../wallet/spend/stakeOrder.ts'

/** What a payment costs, from its signed transactions. Atomic units. */
export type PaymentCost = {
  /** what the destinations receive */
  readonly amount: bigint
  /** the fees of all transactions */
  readonly fee: bigint
  /** number of transactions */
  readonly transactions: number
}

type SweepTerms = PaymentCost & {
  readonly account: number
  readonly address: string
  readonly priority: string
  readonly unlockTime: bigint
}

/** An order of a name, which burns its price. */
type NameTerms = PaymentCost & {
  readonly kind: 'name order'
  readonly order: NameOrder
  readonly account: number
  readonly priority: string
}

/** A stake, or the registration of a service node. */
type StakeTerms = PaymentCost & {
  readonly kind: 'stake order'
  readonly order: StakeOrder
  readonly account: number
  readonly priority: string
}

/** A payment of signed transactions, which are sent as they are once the user approves. `priority` is a name. */
export type PaymentAction =
  | (PaymentCost & {
      readonly kind: 'transfer'
      readonly account: number
      /** indices of the addresses to spend from; empty for all of the account */
      readonly subaddresses: readonly number[]
      readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
      /** indices of the destinations that pay the fee; empty if the sender pays it in addition */
      readonly feeFrom: readonly number[]
      readonly priority: string
      readonly unlockTime: bigint
    })
  | (SweepTerms & {
      readonly kind: 'sweep'
      readonly subaddresses: readonly number[]
      /** every address, those of `subaddresses`, or one chosen at random */
      readonly from: 'all' | 'given' | 'one'
      /** only outputs below this amount; undefined for all */
      readonly belowAmount: bigint | undefined
    })
  /** one output */
  | (SweepTerms & { readonly kind: 'sweep output' })
  | NameTerms
  | StakeTerms

/** A set of transactions that this wallet signs for its watch-only copy or with other participants, or that was signed so. */
export type TransferSetAction = PaymentCost & {
  readonly kind: 'sign set' | 'submit set'
  /** the account that pays; undefined if the set does not name it */
  readonly account: number | undefined
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  /** of the transactions that have one, each once: they lock the change too */
  readonly unlockTimes: readonly bigint[]
  /** orders of names among its transactions, whose prices are a part of the fee */
  readonly orders?: readonly NameOrder[]
}

/** An entry of the address book, as the user is shown it. */
export type ApprovalContact = { readonly address: string; readonly description: string }

/** An action that a page requests, in full: the user is shown exactly what will be done. */
export type ApprovalAction =
  | PaymentAction
  | TransferSetAction
  /** a payment opened from metadata */
  | {
      readonly kind: 'relay'
      readonly txid: string
      readonly account: number
      readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
      readonly fee: bigint
      readonly unlockTimes: readonly bigint[]
    }
  | { readonly kind: 'reveal'; readonly secret: 'words' | 'view key' | 'spend key' }
  | { readonly kind: 'reveal transaction key'; readonly txid: string }
  /** a node; `trusted`: the transactions of its blocks are not verified */
  | { readonly kind: 'node'; readonly url: string; readonly trusted: boolean }
  /** seconds between two polls of the node, 0 for the default; undefined: on request only */
  | { readonly kind: 'auto refresh'; readonly period: number | undefined }
  /** accounts, and addresses of each, beyond the used ones for which the wallet looks */
  | { readonly kind: 'lookahead'; readonly lookAhead: LookAhead }
  | { readonly kind: 'rescan' }
  /** the node learns the key images of this wallet */
  | { readonly kind: 'rescan spent' }
  /** the node learns the names that this wallet knows */
  | { readonly kind: 'look up names' }
  | { readonly kind: 'close wallet' }
  /** a hard rescan: it erases destinations and transaction keys of payments, which no scan restores */
  | { readonly kind: 'forget' }
  | { readonly kind: 'password' }
  /** a message with a share of the view key, for the other participants of a multisig wallet */
  | { readonly kind: 'prepare multisig' }
  /** the wallet becomes a multisig wallet: its present addresses and history are no longer in it */
  | { readonly kind: 'make multisig'; readonly threshold: number; readonly others: number }
  | { readonly kind: 'exchange multisig keys' }
  /** a wallet whose seed words or password the page knows, opened in place of this one */
  | { readonly kind: 'new wallet'; readonly name: string }
  /** an existing wallet, opened in place of this one */
  | { readonly kind: 'open wallet'; readonly name: string }
  | { readonly kind: 'unlock stake'; readonly order: UnlockOrder }
  /** with the signature anyone can send the change */
  | { readonly kind: 'sign name update'; readonly order: NameOrder }
  | { readonly kind: 'sign'; readonly text: string; readonly address: string; readonly key: 'spend' | 'view' }
  | {
      readonly kind: 'prove payment'
      readonly txid: string
      readonly address: string
      readonly message: string
    }
  | { readonly kind: 'prove spend'; readonly txid: string; readonly message: string }
  /** of one account and an amount, or of the whole balance */
  | {
      readonly kind: 'prove reserve'
      readonly of: { readonly account: number; readonly amount: bigint } | 'all'
      readonly message: string
    }
  /**
   * Signed key images reveal which outputs are this wallet's, and when they are spent; outputs reveal the former. `coins`: both, unsigned;
   * `payment`: of the outputs that a payment would spend, which is not sent.
   */
  | { readonly kind: 'export'; readonly what: 'key images' | 'outputs' | 'multisig info' | 'coins' | 'payment' }
  /** whether the output with a key image is this wallet's, and frozen */
  | { readonly kind: 'export coin'; readonly keyImage: string }
  /** outputs that the wallet then takes for its own */
  | { readonly kind: 'import outputs' }
  /** what other participants of a multisig wallet exported, from which the spent outputs follow */
  | { readonly kind: 'import multisig info' }
  /** transactions that the node learns to be of interest to this wallet */
  | { readonly kind: 'scan transactions'; readonly txids: readonly string[] }
  | { readonly kind: 'freeze' | 'thaw'; readonly keyImage: string; readonly amount: bigint }
  | { readonly kind: 'add contact' | 'delete contact'; readonly contact: ApprovalContact }
  | { readonly kind: 'edit contact'; readonly before: ApprovalContact; readonly after: ApprovalContact }

/** A request of a page that waits for the user's decision. */
export type ApprovalRequest = {
  readonly id: string
  /** the method that was called */
  readonly method: string
  readonly action: ApprovalAction
  /** path of the page that requests it, percent-encoded; empty if unknown */
  readonly page: string
  /** the page has requested something before, in this session */
  readonly isRepeated: boolean
  /** number of requests after this one */
  readonly waiting: number
}

/**
 * - `session`: this payment and all others of the same page, until the wallet locks or closes, or the page reloads
 * - `refuse page`: this request and all others of the page, until the wallet locks or closes
 */
export type ApprovalDecision = 'once' | 'session' | 'refuse' | 'refuse page'
