// The plain data of unsigned and signed sets: what their transactions do. Amounts are bigint in atomic units.

import type { NameOrder } from '../spend/nameOrder.ts'

/**
 * A payment that a watch-only wallet cannot sign, or a multisig wallet not alone. `bytes`: the unsigned or multisig set. Amounts in atomic
 * units.
 */
export type UnsignedTransfer = {
  readonly transactions: number
  readonly amount: bigint
  readonly fee: bigint
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  readonly bytes: Uint8Array
}

/** A coin that a set spends although it is spent. `amount`: atomic units; `timestamp`: of its block, UNIX seconds; `txid`: hex. */
export type SpentCoin = { readonly amount: bigint; readonly timestamp: number; readonly txid: string }

/** An output that a transaction of a set spends. Keys have 32 bytes. */
export type SourceDescription = {
  /** atomic units */
  readonly amount: bigint
  readonly globalIndex: number
  readonly confidential: boolean
  readonly key: Uint8Array
  readonly commitment: Uint8Array
}

/** What a transaction of an unsigned set does. Amounts in atomic units. */
export type TransferDescription = {
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** the spent outputs */
  readonly sources: readonly SourceDescription[]
  /** undefined for an unsigned set, whose transactions are not built yet */
  readonly weight: number | undefined
  readonly ringSize: number
  /** a height below 500000000, else UNIX seconds; 0 for none */
  readonly unlockTime: bigint
  /** one per address */
  readonly recipients: readonly { readonly address: string; readonly amount: bigint }[]
  /** 8 bytes, or empty */
  readonly paymentId: Uint8Array
  readonly change: bigint
  /** empty without change */
  readonly changeAddress: string
  readonly fee: bigint
  /** empty outputs to random addresses */
  readonly dummyOutputs: number
  readonly extra: Uint8Array
  /** the order of a name that the transaction is, by the hash of the name in base64; its price is a part of the fee */
  readonly order: NameOrder | undefined
}

/** What a transaction of an unsigned set does, and which of its coins this wallet has found spent: with one, it is not signed. */
export type UnsignedDescription = TransferDescription & { readonly spentCoins: readonly SpentCoin[] }

/** What a signed set pays, compared with the wallet that is to send it. Amounts in atomic units. */
export type SignedTransferDescription = {
  readonly transactions: number
  readonly amount: bigint
  readonly fee: bigint
  /** one per address */
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  /** of the transactions that have one, each once: a height below 500000000, else UNIX seconds */
  readonly unlockTimes: readonly bigint[]
}

/** A signed set, and the ids of its transactions in hex. */
export type SignedTransfer = { readonly bytes: Uint8Array; readonly txids: readonly string[] }
