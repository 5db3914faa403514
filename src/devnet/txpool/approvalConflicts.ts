// What has to make way for a transaction that a quorum confirmed: transactions and blocks that spend what it spends.

import { fromHex } from '../../bytes/hex.ts'
import { keyImagesOf } from '../../coin/transactions/transaction.ts'
import type { Chain } from '../chain/chain.ts'
import type { ParsedTransaction } from '../chain/chainRecords.ts'
import type { CheckpointView } from '../chain/checkpoints.ts'
import { hashKey } from '../chain/storedBlock.ts'
import type { TransactionPool } from './txpool.ts'

export type ApprovalConflicts = {
  /** how many blocks have to be taken off */
  readonly blocks: number
  /** ids of transactions of the pool that have to go */
  readonly rivals: readonly Uint8Array[]
}

/** Key images that a transaction spends and the chain has, as the chain knows them. */
const spentBy = ({ transaction }: ParsedTransaction, chain: Chain): Set<string> =>
  new Set(
    keyImagesOf(transaction)
      .filter((image) => chain.isSpent(image))
      .map(hashKey),
  )

/** Height of the lowest block that spends one of the key images; undefined where one of them is spent below `least`. */
const lowestSpender = ({ blocks }: Chain, images: Set<string>, least: number): number | undefined => {
  let lowest: number | undefined
  for (let height = blocks.length - 1; images.size > 0; height--) {
    if (height < least) return undefined
    for (const image of blocks[height]?.keyImageKeys() ?? []) if (images.delete(image)) lowest = height
  }
  return lowest
}

/** What has to make way for a transaction that is confirmed; undefined where nothing has, or what is in its way cannot. */
export const findApprovalConflicts = (
  parsed: ParsedTransaction,
  chain: Chain,
  pool: TransactionPool,
  { immutable }: CheckpointView,
): ApprovalConflicts | undefined => {
  const rivals = pool.doubleSpendsOf(parsed).map((id) => fromHex(id))
  const images = chain.placeOf(parsed.id) === undefined ? spentBy(parsed, chain) : new Set<string>()
  const isSpent = images.size > 0
  const lowest = lowestSpender(chain, images, (immutable?.height ?? 0) + 1)
  if (isSpent && lowest === undefined) return undefined
  if (rivals.some((id) => pool.isApproved(id))) return undefined
  const blocks = lowest === undefined ? 0 : chain.height - lowest
  return blocks === 0 && rivals.length === 0 ? undefined : { blocks, rivals }
}
