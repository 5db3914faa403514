// Conflicts of a transaction that a quorum approved: transactions of the pool and blocks that spend the same key images.

import { fromHex } from '../../bytes/hex.ts'
import { keyImagesOf } from '../../coin/transactions/transaction.ts'
import type { Chain } from '../chain/chain.ts'
import type { CheckpointView } from '../chain/checkpoints.ts'
import type { ParsedTransaction } from '../records/chainRecords.ts'
import { hashKey } from '../records/storedBlock.ts'
import type { TransactionPool } from './txpool.ts'

export type ApprovalConflicts = {
  /** number of top blocks to pop */
  readonly blocks: number
  /** ids of transactions to remove from the pool */
  readonly doubleSpends: readonly Uint8Array[]
}

/** Returns the key images of a transaction that the chain has as spent, as hash keys. */
const spentKeyImages = ({ transaction }: ParsedTransaction, chain: Chain): Set<string> =>
  new Set(
    keyImagesOf(transaction)
      .filter((image) => chain.isSpent(image))
      .map(hashKey),
  )

/** Returns the height of the lowest block that spends one of the key images; undefined if one is spent below `minHeight`. */
const lowestSpender = ({ blocks }: Chain, images: Set<string>, minHeight: number): number | undefined => {
  let lowest: number | undefined
  for (let height = blocks.length - 1; images.size > 0; height--) {
    if (height < minHeight) return undefined
    for (const image of blocks[height]?.keyImageKeys() ?? []) if (images.delete(image)) lowest = height
  }
  return lowest
}

/** Returns the conflicts to remove for an approved transaction; undefined if there are none, or one of them cannot be removed. */
export const findApprovalConflicts = (
  parsed: ParsedTransaction,
  chain: Chain,
  pool: TransactionPool,
  { immutable }: CheckpointView,
): ApprovalConflicts | undefined => {
  const doubleSpends = pool.doubleSpendsOf(parsed).map((id) => fromHex(id))
  const images = chain.placeOf(parsed.id) === undefined ? spentKeyImages(parsed, chain) : new Set<string>()
  const isSpent = images.size > 0
  const lowest = lowestSpender(chain, images, (immutable?.height ?? 0) + 1)
  if (isSpent && lowest === undefined) return undefined
  if (doubleSpends.some((id) => pool.isApproved(id))) return undefined
  const blocks = lowest === undefined ? 0 : chain.height - lowest
  return blocks === 0 && doubleSpends.length === 0 ? undefined : { blocks, doubleSpends }
}
