// Checks that given transactions are those that a block lists, and that they do not conflict.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Block } from '../../coin/blocks/block.ts'
import type { ParsedTransaction, TransactionPlace } from '../records/chainRecords.ts'
import { spentKeyImages } from '../records/conflictIndex.ts'
import type { Consensus } from '../rules/consensus.ts'

const NO_HASH = new Uint8Array(32)

/**
 * Returns an error message if they are not those that the block lists, one is on the chain already, or two of them spend the same key image
 * or have the same subject; undefined if they are valid.
 */
export const listingFault = (
  chain: {
    readonly rules: { readonly consensus: Pick<Consensus, 'blockClaim'> }
    placeOf(txid: Uint8Array): TransactionPlace | undefined
  },
  { transactionIds }: Block,
  transactions: readonly ParsedTransaction[],
): string | undefined => {
  if (transactionIds.length !== transactions.length)
    return `it lists ${transactionIds.length} transactions, ${transactions.length} are available`
  const keyImages = new Set<string>()
  const subjects = new Set<string>()
  for (const [i, { id, transaction }] of transactions.entries()) {
    const name = `transaction ${toHex(id)}`
    if (!equalBytes(id, transactionIds[i] ?? NO_HASH)) return `${name} is not the listed one`
    if (chain.placeOf(id) !== undefined) return `${name} is on the chain already`
    const subject = chain.rules.consensus.blockClaim(transaction)
    if (subject !== undefined && subjects.has(subject))
      return `${name} makes the same claim as another one of the block`
    if (subject !== undefined) subjects.add(subject)
    for (const image of spentKeyImages(transaction)) {
      if (keyImages.has(image)) return `${name} spends an output that another one of the block spends`
      keyImages.add(image)
    }
  }
  return undefined
}
