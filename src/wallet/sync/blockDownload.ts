// The download of blocks: a page is fetched and the one before it parsed while earlier ones are scanned.

import { nextTurn } from '../../async/nextTurn.ts'
import { untilAborted } from '../../async/untilAborted.ts'
import { toHex } from '../../bytes/hex.ts'
import { type CompactHost, CompactHostError } from '../../daemon/compactHost.ts'
import { NodeRefusedError } from '../../daemon/errors.ts'
import type { BlockPage, NodeInfo } from '../../daemon/nodeClient.ts'
import type { BlockIds } from '../state/blockIds.ts'
import { BlockProcessor, type RecentTransaction, type ScanCounts, type ScanningBlockRange } from './blockProcessor.ts'
import { beginChain, beginOtherChain, explainRefusal } from './chainStart.ts'
import { downloadChunks } from './compactDownload.ts'
import { ofPage } from './falsePage.ts'
import { ChainError, type PageReader } from './pageReader.ts'
import { isBetterFork } from './reorganisation.ts'
import { assertSharedChain } from './replacedChain.ts'
import { findSplitHeight, isOtherChain, isTop } from './splitHeight.ts'
import { awaitNode, type SyncContext, unlessRefused } from './syncContext.ts'

/** Outputs per scan batch: few at first, so that scanning begins at once, then more. */
const FIRST_BATCH = 256
const MAX_BATCH = 2048

export type DownloadEvents = {
  /** called before each page with new blocks: the height of the node's chain, and of the first new block */
  readonly beginPage: (chainHeight: number, height: number) => void
  /** called after each commit */
  readonly committed: (counts: ScanCounts) => void
  /** called when the host of the compact chain cannot be used: all further blocks come from the node */
  readonly hostFailed?: (error: CompactHostError) => void
}

/**
 * Downloads, scans and commits all blocks that the node has and the wallet does not, up to the first block of a hard fork that this
 * program does not know.
 * @param first the page after our chain, if it was received already
 * @throws UnknownForkError, ChainError, DeepReorganisationError, NodeBehindError, FormatError, NodeError
 */
export const downloadBlocks = async (
  context: SyncContext,
  info: NodeInfo,
  events: DownloadEvents,
  first?: BlockPage,
): Promise<void> => {
  const { state } = context
  if (state.height === 0) {
    await beginChain(context, info)
    if (isTop(state.blockIds, info)) return
  }
  const height = state.height
  if (context.compact !== undefined) await downloadFrom(context, context.compact, info, events)
  const processor = new BlockProcessor(context, events.committed)
  const reading = readPages(context, info, processor, events, state.height === height ? first : undefined)
  try {
    // What came before a page that fails is committed all the same; if committing fails too, it failed first.
    await reading.catch(() => undefined)
    await awaitNode(context, processor.drain())
    await reading
  } finally {
    await processor.settle()
  }
  await recordBlinks(context, info, processor.recent)
}

/** Downloads older blocks from a host of the compact chain, as far as it can be used. */
const downloadFrom = async (
  context: SyncContext,
  host: CompactHost,
  info: NodeInfo,
  events: DownloadEvents,
): Promise<void> => {
  try {
    await downloadChunks(context, host, info, events)
  } catch (error) {
    if (!(error instanceof CompactHostError)) throw error
    events.hostFailed?.(error)
  }
}

/**
 * Records which of our transactions in blocks that are not final yet were blinks. All transactions of those blocks are requested, so
 * that the node does not learn which are ours.
 */
const recordBlinks = async (
  context: SyncContext,
  info: NodeInfo,
  recent: readonly RecentTransaction[],
): Promise<void> => {
  const { network, state, node, signal } = context
  const requested = recent.filter(({ height }) => height > info.immutableHeight)
  if (!network.hasBlink || requested.length === 0 || signal.aborted) return
  const ids = requested.map(({ txid }) => txid)
  const transactions = await unlessRefused(awaitNode(context, node.transactions(ids, signal)))
  const approved = new Set(transactions.flatMap(({ id, blink }) => (blink ? [toHex(id)] : [])))
  const ours = requested.flatMap(({ txid, isOurs }) => (isOurs ? [toHex(txid)] : []))
  const blinks = ours.filter((txid) => approved.has(txid) && !state.blinks.has(txid))
  if (blinks.length > 0) await state.update('relaxed', () => ({ blinks }))
}

/** Blocks of an unread page whose ids are sent with the request for the next one, as in wallet2: small reorganisations may replace some. */
const UNREAD_IDS = 3

/**
 * Requests the page that follows our chain.
 * @param unread ids of blocks that follow our chain, newest first
 */
const fetchAfter = (
  context: SyncContext,
  blockIds: BlockIds,
  unread: readonly Uint8Array[] = [],
): Promise<BlockPage> => {
  const { network, node, signal } = context
  const history = [...unread, ...blockIds.history(network.genesisId)]
  const page = awaitNode(context, node.blocks(history, signal)).catch((error: unknown) => {
    if (error instanceof NodeRefusedError) return explainRefusal(context, error)
    throw error
  })
  // It may be awaited only after the last page is parsed; a failure until then is not an unhandled one.
  page.catch(() => undefined)
  return page
}

/**
 * Parses the new blocks of a page and hands them to the scanners, batch by batch. A page is taken whole or not at all. The event loop runs
 * after each batch, so that scanners get their next work while a page is parsed.
 */
const scanPage = async (
  { state, outputScanner, signal }: SyncContext,
  reader: PageReader,
  blockIds: BlockIds,
  batchSize: () => number,
): Promise<ScanningBlockRange[]> => {
  const ranges: ScanningBlockRange[] = []
  try {
    while (!reader.isAtEnd) {
      const range = reader.read(batchSize(), state.restoreHeight)
      ranges.push({ ...range, scanning: outputScanner.begin(range.transactionBatch) })
      blockIds.cut(range.start)
      blockIds.append(range.ids)
      await untilAborted(nextTurn(), signal)
    }
  } catch (error) {
    for (const { scanning } of ranges) outputScanner.discard(scanning)
    throw ofPage(reader.page, error)
  }
  blockIds.thin()
  return ranges
}

/** Returns whether the blocks of a page from the split height on follow our chain, or replace a part of it. */
const isContinued = (
  context: SyncContext,
  { cumulativeDifficulty }: NodeInfo,
  { height: splitHeight, end }: PageReader,
  blockIds: BlockIds,
): boolean =>
  splitHeight === blockIds.height || isBetterFork(context, { splitHeight, height: end, cumulativeDifficulty }, blockIds)

/** Brings all pages to the processor. There are at most three at once: one is scanned, one parsed, one fetched. */
const readPages = async (
  context: SyncContext,
  info: NodeInfo,
  processor: BlockProcessor,
  events: DownloadEvents,
  first: BlockPage | undefined,
): Promise<void> => {
  const { network, state } = context
  /** our chain as far as it was read */
  let blockIds = state.blockIds.copy()
  let next = first === undefined ? fetchAfter(context, blockIds) : Promise.resolve(first)
  let opened: Promise<void> = Promise.resolve()
  let restarts = 0
  let outputs = FIRST_BATCH
  const batchSize = (): number => {
    const size = outputs
    outputs = Math.min(2 * outputs, MAX_BATCH)
    return size
  }
  for (;;) {
    const page = await next
    if (isOtherChain(page, blockIds)) {
      // A node that does not know the block it sent a moment ago would keep the wallet restarting.
      assertSharedChain(context, info, blockIds, 0)
      if (restarts++ > 0) throw new ChainError('the node does not know the block at which the scan began')
      await awaitNode(context, processor.drain())
      if (!(await beginOtherChain(context, info, page))) return
      blockIds = state.blockIds.copy()
      next = fetchAfter(context, blockIds)
      continue
    }
    const reader = findSplitHeight(network, page, blockIds)
    if (reader.height < blockIds.height) assertSharedChain(context, info, blockIds, reader.height)
    // A node that lags behind on our chain sends nothing new.
    if (reader.isAtEnd || !isContinued(context, info, reader, blockIds)) {
      reader.assertKnownForks()
      return
    }
    events.beginPage(page.chainHeight, reader.height)
    const isLast = reader.end >= page.chainHeight
    // Before this page is parsed: the connection is never idle.
    if (!isLast && reader.end === page.startHeight + page.blocks.length)
      next = fetchAfter(context, blockIds, reader.lastIds(UNREAD_IDS))
    const ranges = await scanPage(context, reader, blockIds, batchSize)
    const before = opened
    opened = processor.add(ranges)
    opened.catch(() => undefined)
    reader.assertKnownForks()
    if (isLast) return
    await awaitNode(context, before)
  }
}
