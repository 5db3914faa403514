// Where the node's chain leaves ours (wallet2: the split height). reorganisation.ts decides whether its blocks replace ours.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { BlockPage, NodeInfo } from '../../daemon/nodeClient.ts'
import type { BlockIds } from '../state/blockIds.ts'
import { ofPage } from './falsePage.ts'
import { ChainError, PageReader } from './pageReader.ts'

/** Returns whether the node's top block is ours. monerod returns no block at all if the blocks after it are requested. */
export const isTop = (blockIds: BlockIds, { topHash }: NodeInfo): boolean => {
  const top = blockIds.idAt(blockIds.height - 1)
  return top !== undefined && equalBytes(top, topHash)
}

/** Returns whether a page shares no block with ours but genesis, which lies below the first one we know. */
export const isOtherChain = ({ startHeight }: BlockPage, blockIds: BlockIds): boolean =>
  startHeight === 0 && blockIds.base > 0

const readToSplit = (network: Network, page: BlockPage, blockIds: BlockIds): PageReader => {
  const start = page.startHeight
  const reader = new PageReader(network, page)
  const id = reader.peekId()
  if (start === 0 && !equalBytes(id, network.genesisId))
    throw new ChainError(`the node's chain begins with ${toHex(id)}: it is not on ${network.name}`)
  const known = blockIds.idAt(start)
  if (known === undefined) throw new ChainError(`the node's blocks begin at ${start}, where this wallet knows none`)
  if (!equalBytes(id, known))
    throw new ChainError(`block ${start} is ${toHex(known)}, but the node sent ${toHex(id)} in its place`)
  reader.skipKnown(blockIds)
  return reader
}

/**
 * Finds where a page leaves our chain.
 * @param blockIds our chain as far as it was read
 * @returns a reader of the page, positioned at the split height
 * @throws ChainError if the page does not connect to our chain, or contradicts a checkpoint; FormatError
 */
export const findSplitHeight = (network: Network, page: BlockPage, blockIds: BlockIds): PageReader => {
  try {
    return readToSplit(network, page, blockIds)
  } catch (error) {
    throw ofPage(page, error)
  }
}
