// The members of an owned output.

/** Index of an address: (0, 0) is the primary address, (major, 0) the base address of an account. */
export type SubaddressIndex = { readonly major: number; readonly minor: number }

/** The transaction that spends an output; `height` is undefined while it is unmined. */
export type Spend = { readonly txid: Uint8Array; readonly height: number | undefined }

/** The members of an output that belongs to this wallet, spent or unspent. */
export type OutputFields = {
  /** among confidential outputs; if `confidential` is false, among outputs of the same amount */
  readonly globalIndex: number
  /** false for outputs of version 1 transactions, whose rings consist of outputs of the same amount */
  readonly confidential: boolean
  /** one-time key */
  readonly key: Uint8Array
  readonly txid: Uint8Array
  readonly indexInTx: number
  /** atomic units */
  readonly amount: bigint
  /** blinding factor of the commitment mask·G + amount·H; 1 for coinbase */
  readonly mask: Uint8Array
  readonly subaddress: SubaddressIndex
  /** tx public key, main or additional, whose key derivation matches this output */
  readonly txPublicKey: Uint8Array
  /** undefined in a watch-only wallet */
  readonly keyImage: Uint8Array | undefined
  readonly height: number
  /** of the block, UNIX seconds */
  readonly timestamp: number
  /** of the output if the format has one per output, else of the transaction: a height if below 500000000, else UNIX seconds */
  readonly unlockTime: bigint
  /** of the transaction; wallet2 computes `blocks_to_unlock` from it */
  readonly prefixUnlockTime: bigint
  readonly coinbase: boolean
  /** of a transaction that stakes to a service node, which locks one of its outputs */
  readonly stake: boolean
  /** decrypted, 8 or 32 bytes; empty if there is none */
  readonly paymentId: Uint8Array
  /** fee of the transaction, atomic units */
  readonly fee: bigint
  /** whether the account of this output also funded the transaction: not an incoming payment */
  readonly change: boolean
  readonly spent: Spend | undefined
  /** frozen by the user: neither counted nor spent */
  readonly frozen: boolean
}
