// Blocks from a node: a page is fetched and the one before it read while earlier ones are with the scanner.

import { toHex } from '../../bytes/hex.ts'
import { NodeRefusedError } from '../../daemon/errors.ts'
import type { BlockPage } from '../../daemon/nodeClient.ts'
import type { BlockIds } from '../state/blockIds.ts'
import { BlockProcessor, type RecentTransaction, type ScanCounts, type ScanningBlockRange } from './blockProcessor.ts'
import { ChainError } from './pageReader.ts'
import {
  begin,
  beginAgain,
  explainRefusal,
  findSplitHeight,
  isElsewhere,
  isTop,
  type SyncContext,
} from './splitHeight.ts'
import { unlessRefused } from './txpool.ts'

/** Outputs that are scanned together: few at first, so that scanning begins at once, then more. */
const FIRST_STRETCH = 256
const LONGEST_STRETCH = 2048

export type BlockDownload = SyncContext & {
  /** called before each page with new blocks: the height of the node's chain, and of the first new block */
  readonly reading: (chainHeight: number, height: number) => void
  /** called after each commit */
  readonly committed: (found: ScanCounts) => void
}

/**
 * Takes in all blocks that the node has and we do not.
 * @throws ChainError, NodeBehindError, FormatError, what asking the node throws
 */
export const downloadBlocks = async (pull: BlockDownload): Promise<void> => {
  const { state, outputScanner, info, signal, committed, ask } = pull
  if (state.height === 0) {
    await begin(pull)
    if (isTop(state.blockIds, info)) return
  }
  const processor = new BlockProcessor({ state, outputScanner, signal, committed })
  const reading = readPages(pull, processor)
  try {
    // What came before a page that fails is taken in all the same; where that fails too, it did so first.
    await reading.catch(() => undefined)
    await ask(processor.drain())
    await reading
  } finally {
    await processor.settle()
  }
  await noteBlinks(pull, processor.recent)
}

/**
 * Notes what a quorum confirmed at once of what concerns us in blocks that are not final yet. All transactions of those blocks
 * are asked for, so that the node does not learn which are ours.
 */
const noteBlinks = async (
  { network, state, node, info, signal, ask }: BlockDownload,
  recent: readonly RecentTransaction[],
): Promise<void> => {
  const asked = recent.filter(({ height }) => height > info.immutableHeight)
  if (!network.hasBlink || asked.length === 0 || signal.aborted) return
  const ids = asked.map(({ txid }) => txid)
  const answers = await unlessRefused(ask(node.transactions(ids, signal)))
  const approved = new Set(answers.flatMap(({ id, blink }) => (blink ? [toHex(id)] : [])))
  const ours = asked.flatMap(({ txid, isOurs }) => (isOurs ? [toHex(txid)] : []))
  const blinks = ours.filter((txid) => approved.has(txid) && !state.blinks.has(txid))
  if (blinks.length > 0) await state.update('relaxed', () => ({ blinks }))
}

/** Brings all pages to the processor. There are at most three at once: one with the scanner, one being read, one being fetched. */
const readPages = async (pull: BlockDownload, processor: BlockProcessor): Promise<void> => {
  const { network, state, outputScanner, node, info, signal, reading, ask } = pull
  const fetchAfter = (from: BlockIds): Promise<BlockPage> => {
    const page = ask(node.blocks(from.history(network.genesisId), signal)).catch((error: unknown) => {
      if (error instanceof NodeRefusedError) return explainRefusal(pull, error)
      throw error
    })
    // It may be awaited only after the last page is read; a failure until then is not an unhandled one.
    page.catch(() => undefined)
    return page
  }
  /** the chain as far as it was read */
  let blockIds = state.blockIds.copy()
  let next = fetchAfter(blockIds)
  let opened: Promise<void> = Promise.resolve()
  let outputs = FIRST_STRETCH
  let restarts = 0
  for (;;) {
    const page = await next
    if (isElsewhere(page, blockIds)) {
      // A node that does not know the block it gave us a moment ago would keep us busy for ever.
      if (restarts++ > 0) throw new ChainError('the node does not know the block at which it let this wallet begin')
      await ask(processor.drain())
      await beginAgain(pull, page)
      blockIds = state.blockIds.copy()
      if (isTop(blockIds, info)) return
      next = fetchAfter(blockIds)
      continue
    }
    const reader = findSplitHeight(pull, page, blockIds)
    if (reader.isAtEnd) return
    reading(page.chainHeight, reader.height)
    const ranges: ScanningBlockRange[] = []
    try {
      while (!reader.isAtEnd) {
        const range = reader.read(outputs, state.restoreHeight)
        outputs = Math.min(2 * outputs, LONGEST_STRETCH)
        ranges.push({ ...range, scanning: outputScanner.begin(range.transactionBatch) })
        blockIds.cut(range.start)
        blockIds.append(range.ids)
      }
    } catch (error) {
      // A page is taken whole or not at all.
      for (const { scanning } of ranges) outputScanner.abandon(scanning)
      throw error
    }
    blockIds.thin()
    const isLast = blockIds.height >= page.chainHeight
    if (!isLast) next = fetchAfter(blockIds)
    const before = opened
    opened = processor.add(ranges)
    opened.catch(() => undefined)
    if (isLast) return
    await ask(before)
  }
}
