// What a wallet owns and what it paid, as plain data: the records that scanning fills, payments spend and the store keeps.

/** A wallet's keys; a watch-only wallet has no spend secret. 32 bytes each. */
export type WalletKeys = {
  readonly spendSecret: Uint8Array | undefined
  readonly spendPublic: Uint8Array
  readonly viewSecret: Uint8Array
  readonly viewPublic: Uint8Array
}

/** (0, 0) is the primary address, (major, 0) the base address of an account. */
export type SubaddressIndex = { readonly major: number; readonly minor: number }

/** The transaction that spends an output; `height` is undefined while it waits in the pool. */
export type Spend = { readonly txid: Uint8Array; readonly height: number | undefined }

/** An output of the chain that this wallet can spend, or could. */
export type OwnedOutput = {
  /** among outputs without clear amount; where `confidential` is false, among outputs of its amount */
  readonly globalIndex: number
  /** false for outputs of version 1 transactions, whose rings are made of outputs of the same amount */
  readonly confidential: boolean
  /** the one-time key */
  readonly key: Uint8Array
  readonly txid: Uint8Array
  readonly indexInTx: number
  /** atomic units */
  readonly amount: bigint
  /** blinds the commitment: mask·G + amount·H; 1 for coinbase */
  readonly mask: Uint8Array
  readonly subaddress: SubaddressIndex
  /** the transaction key, main or additional, whose derivation found this output */
  readonly txPublicKey: Uint8Array
  /** undefined in a watch-only wallet */
  readonly keyImage: Uint8Array | undefined
  readonly height: number
  /** of its block, UNIX seconds */
  readonly timestamp: number
  /** this output's own where the format has one per output, else the transaction's: a height below 500000000, else UNIX seconds */
  readonly unlockTime: bigint
  /** the transaction's; the reference reckons `blocks_to_unlock` with it */
  readonly prefixUnlockTime: bigint
  readonly coinbase: boolean
  /** decrypted, 8 or 32 bytes; empty when there is none */
  readonly paymentId: Uint8Array
  /** fee of its transaction */
  readonly fee: bigint
  /** its transaction was paid by the account that it belongs to: not an incoming payment */
  readonly change: boolean
  readonly spent: Spend | undefined
  /** put aside by its owner; neither counted nor spent */
  readonly frozen: boolean
}

/** Secret keys of a transaction this wallet made: what proves a payment. `additional` has one per output where they are used. */
export type TransactionKeys = { readonly main: Uint8Array; readonly additional: readonly Uint8Array[] }

/**
 * - `pending`: recorded here, not mined yet
 * - `confirmed`: in a block
 * - `failed`: refused by the node, or gone from its pool; the inputs are free again
 */
export type PaymentState = 'pending' | 'confirmed' | 'failed'

/** A transaction that spent outputs of this wallet, made by it or found on the chain. */
export type Payment = {
  readonly txid: Uint8Array
  readonly state: PaymentState
  readonly kind: 'transfer' | 'stake'
  /** account that paid, and minor indices of the inputs */
  readonly account: number
  readonly subaddresses: readonly number[]
  /** sum of the inputs; amount paid = amountIn - change - fee */
  readonly amountIn: bigint
  readonly fee: bigint
  readonly change: bigint
  /** empty where another copy of the wallet made the payment */
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  /** 8 or 32 bytes; empty when there is none */
  readonly paymentId: Uint8Array
  readonly unlockTime: bigint
  /** key images of the inputs that are ours */
  readonly keyImages: readonly Uint8Array[]
  /** undefined where another copy of the wallet made the payment */
  readonly keys: TransactionKeys | undefined
  /** UNIX seconds at which it was recorded */
  readonly created: number
  /** the whole transaction, relayed exactly so for as long as it is pending; empty where not made here */
  readonly blob: Uint8Array
  /** whether a node ever accepted it */
  readonly relayed: boolean
  /** how often in a row a node's pool was without it */
  readonly absences: number
  readonly height: number | undefined
  /** of its block; undefined while unmined */
  readonly timestamp: number | undefined
}
