// The plain data of proofs, of signed messages and of transactions as the node has them. Amounts are bigint in atomic units; ids, keys and
// proofs are text.

/** A text that proves something, with what it is about. `proof` of a payment is an OutProof or InProof, or the transaction key in hex. */
export type ProofCheck =
  | {
      readonly kind: 'payment'
      readonly txid: string
      readonly address: string
      readonly message: string
      readonly proof: string
    }
  | { readonly kind: 'spend'; readonly txid: string; readonly message: string; readonly proof: string }
  | { readonly kind: 'reserve'; readonly address: string; readonly message: string; readonly proof: string }
  | { readonly kind: 'message'; readonly address: string; readonly message: string; readonly proof: string }

export type ProofKind = ProofCheck['kind']

/** The result of a check. Amounts and confirmations are meaningful only if the proof is good. */
export type ProofVerdict =
  | {
      readonly kind: 'payment'
      readonly good: boolean
      readonly received: bigint
      readonly inPool: boolean
      readonly confirmations: number
    }
  | { readonly kind: 'reserve'; readonly good: boolean; readonly total: bigint; readonly spent: bigint }
  | { readonly kind: 'spend' | 'message'; readonly good: boolean }

/** What a reserve proof covers: all that the wallet has, or an amount in one account. */
export type ReserveClaim = 'all' | { readonly account: number; readonly amount: bigint }

/** A possible origin of the coins of an input. `isOwn`: the output belongs to this wallet, so it is the one that was spent. */
export type RingMemberView = {
  readonly globalIndex: number
  readonly height: number
  readonly key: string
  readonly isOwn: boolean
}

/** A transaction as the node has it, verified against its id. */
export type TransactionContent = {
  /** hex */
  readonly raw: string
  /** `raw` lacks the signatures: the wallet fetches transactions of others without them */
  readonly isPruned: boolean
  /** bytes of `raw` */
  readonly size: number
  readonly version: number
  readonly inputs: readonly { readonly keyImage: string; readonly ring: readonly RingMemberView[] }[]
  /** one-time keys */
  readonly outputs: readonly string[]
}
