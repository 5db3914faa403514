// The transactions that a block lists, and those that came for it.

import { equalBytes } from '../bytes/bytes.ts'
import { toHex } from '../bytes/hex.ts'
import type { Block } from '../coin/block.ts'
import type { ParsedTransaction, TransactionPlace } from './records.ts'

const NO_HASH = new Uint8Array(32)

/** What is wrong: they are not those that the block lists, on the chain already, or two spend the same. Undefined when nothing is. */
export const listingFault = (
  chain: { placeOf(txid: Uint8Array): TransactionPlace | undefined },
  { transactionIds }: Block,
  transactions: readonly ParsedTransaction[],
): string | undefined => {
  if (transactionIds.length !== transactions.length)
    return `it lists ${transactionIds.length} transactions, ${transactions.length} are at hand`
  const keyImages = new Set<string>()
  for (const [i, { id, transaction }] of transactions.entries()) {
    const name = `transaction ${toHex(id)}`
    if (!equalBytes(id, transactionIds[i] ?? NO_HASH)) return `${name} is not the one it lists`
    if (chain.placeOf(id) !== undefined) return `${name} is on the chain already`
    for (const input of transaction.inputs) {
      if (input.kind !== 'key') continue
      const image = toHex(input.keyImage)
      if (keyImages.has(image)) return `${name} spends an output that another one of the block spends`
      keyImages.add(image)
    }
  }
  return undefined
}
