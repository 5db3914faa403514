// The approval requests that the user decides: what a page requests through the wallet RPC.

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
  readonly address: string
  readonly priority: string
  readonly unlockTime: bigint
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
      readonly account: number
      readonly subaddresses: readonly number[]
      /** every address, those of `subaddresses`, or one chosen at random */
      readonly from: 'all' | 'given' | 'one'
      /** only outputs below this amount; undefined for all */
      readonly belowAmount: bigint | undefined
    })
  /** one output */
  | (SweepTerms & { readonly kind: 'sweep output' })

/** An action that a page requests, in full: the user is shown exactly what will be done. */
export type ApprovalAction =
  | PaymentAction
  /** a payment opened from metadata */
  | {
      readonly kind: 'relay'
      readonly txid: string
      readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
      readonly fee: bigint
    }
  | { readonly kind: 'reveal'; readonly secret: 'words' | 'view key' | 'spend key' }
  | { readonly kind: 'reveal transaction key'; readonly txid: string }
  | { readonly kind: 'node'; readonly url: string }
  /** a hard rescan: it erases labels, notes, destinations and transaction keys, which no scan restores */
  | { readonly kind: 'forget' }
  | { readonly kind: 'password' }
  /** a wallet whose seed words or password the page knows, opened in place of this one */
  | { readonly kind: 'new wallet'; readonly name: string }

/** A request of a page that waits for the user's decision. */
export type ApprovalRequest = {
  readonly id: string
  /** the method that was called */
  readonly method: string
  readonly action: ApprovalAction
  /** number of requests after this one */
  readonly waiting: number
}

/** `session`: this payment and all others until the wallet locks or closes, or the page reloads. */
export type ApprovalDecision = 'once' | 'session' | 'refuse'
