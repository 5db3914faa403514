// Consecutive blocks as they were parsed, which wallets that read the same page of blocks share.

import type { BlockPage } from '../../daemon/nodeClient.ts'
import type { TransactionBatch } from '../scan/scanBatch.ts'

/** Consecutive blocks. */
export type BlockRange = {
  /** height of the first block */
  readonly start: number
  /** 32 bytes each */
  readonly ids: Uint8Array
  /** the transactions from the scan height on, each block's coinbase first */
  readonly transactionBatch: TransactionBatch
  /** that contains the blocks */
  readonly page: BlockPage
}

/** A block range, and the block that its first one names as the one before. */
export type ParsedRange = { readonly range: BlockRange; readonly previousId: Uint8Array | undefined }

/** Block ranges of a page by what was requested. */
export type ParsedRanges = Map<string, ParsedRange>

const sharedPages = new WeakMap<BlockPage, ParsedRanges>()

/** Keeps what is parsed of a page as long as the page itself, for all wallets that read it. Returns the page. */
export const sharePage = (page: BlockPage): BlockPage => {
  sharedPages.set(page, new Map())
  return page
}

/** Returns what was parsed of a page; undefined if it is not shared. */
export const parsedRangesOf = (page: BlockPage): ParsedRanges | undefined => sharedPages.get(page)
