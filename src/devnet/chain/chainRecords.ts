// What a chain remembers: blocks with their transactions, and the index of outputs that rings refer to. Plain data.

import type { Address } from '../../coin/addresses/address.ts'
import type { Block } from '../../coin/blocks/block.ts'
import type { HasWireFormat } from '../../coin/transactions/transaction.ts'
import { parseTransactionParts, type TransactionParts } from '../../coin/transactions/transactionBytes.ts'
import { transactionIdOfParts } from '../../coin/transactions/transactionHash.ts'
import { transactionWeight } from '../../coin/transactions/weight.ts'

/** The public keys of an address. */
export type PublicKeys = Pick<Address, 'spendKey' | 'viewKey'>

/** A full transaction with its bytes, its id and its weight. */
export type ParsedTransaction = TransactionParts & {
  readonly id: Uint8Array
  readonly blob: Uint8Array
  readonly weight: number
}

/**
 * Parses a full transaction.
 * @throws FormatError
 */
export const parseFullTransaction = (network: HasWireFormat, blob: Uint8Array): ParsedTransaction => {
  const parts = parseTransactionParts(network, blob)
  const weight = transactionWeight(parts.transaction, blob.length)
  return { ...parts, blob, weight, id: transactionIdOfParts(parts) }
}

/** A block on the chain. */
export type BlockRecord = {
  readonly height: number
  readonly id: Uint8Array
  readonly block: Block
  readonly blob: Uint8Array
  /** the coinbase first */
  readonly transactions: readonly ParsedTransaction[]
  /** it has nothing but its coinbase; undefined where that is not known without a look */
  readonly isEmpty?: boolean
  /** bytes of the transactions that it lists, in its order */
  readonly listed: readonly Uint8Array[]
  /** the same without what is prunable */
  readonly prunedListed: readonly Uint8Array[]
  /** global output indices, one list per transaction */
  readonly outputIndices: readonly (readonly number[])[]
  /** how many outputs rings can refer to, this block's included */
  readonly outputsSoFar: number
  readonly weight: number
  readonly longTermWeight: number
  readonly timestamp: number
  readonly difficulty: bigint
  readonly cumulativeDifficulty: bigint
  /** coins made by all blocks up to this one, fees not counted */
  readonly generated: bigint
}

/** An output as rings refer to it; all are listed under amount 0. */
export type OutputRecord = {
  readonly key: Uint8Array
  readonly commitment: Uint8Array
  readonly unlockTime: bigint
  readonly height: number
  readonly txid: Uint8Array
}

/** Where a transaction is. */
export type TransactionPlace = { readonly height: number; readonly position: number }

/** Everything a chain must write down to be loaded again. */
export type ChainDump = {
  /** from the first block after genesis on */
  readonly blocks: readonly { readonly block: Uint8Array; readonly transactions: readonly Uint8Array[] }[]
}
