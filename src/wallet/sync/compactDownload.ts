// The sync of older blocks from a host of the compact chain. A chunk is scanned as it lies; of the blocks around what is found, the node sends all, in whole
// groups, with others (chunkGroups.ts): they go the way of all blocks (pageReader.ts, blockProcessor.ts), so that the wallet is the same by either way.
// Of all other blocks only the ids are kept. The host learns from which height on a wallet scans, the node which groups were requested.

import { equalBytes } from '../../bytes/bytes.ts'
import { KEY_IMAGE_PREFIX_SIZE, KEY_SIZE } from '../../coin/compact/compactChunk.ts'
import { keyPrefix } from '../../crypto/keys/keyPrefix.ts'
import { createSampler, type RandomSampler } from '../../crypto/random/randomSampler.ts'
import type { ScanHit } from '../../crypto/scan/scanner.ts'
import { type CompactHost, CompactHostError } from '../../daemon/compactHost.ts'
import type { BlockPage, NodeInfo } from '../../daemon/nodeClient.ts'
import { firstTransactionOf, heightOfKeyImage, heightOfOutput } from '../scan/chunkBatch.ts'
import { TransactionBatch } from '../scan/scanBatch.ts'
import { BlockProcessor, type ScanCounts, type ScanningBlockRange } from './blockProcessor.ts'
import { hasBlocks } from './chunkComparison.ts'
import { type BlockGroup, GroupPlan } from './chunkGroups.ts'
import { ChunkReader, type ChunkScan, nodeIdAt, proveFalse, type ReadChunk, wipeHits } from './chunkReader.ts'
import { ofPage } from './falsePage.ts'
import { PageReader } from './pageReader.ts'
import { awaitNode, type SyncContext } from './syncContext.ts'

/** Groups that are requested at a time. */
const MAX_REQUESTS = 2
/** Below so many blocks the node alone is as fast. */
export const MIN_COMPACT_BLOCKS = 100

const ALL_OUTPUTS = Number.MAX_SAFE_INTEGER

export type ChunkEvents = {
  /** called before each chunk: the height of the node's chain, and of the first new block */
  readonly beginPage: (chainHeight: number, height: number) => void
  /** called after each commit */
  readonly committed: (counts: ScanCounts) => void
}

/** Brings one chunk to the processor. */
class ChunkSync {
  readonly #context: SyncContext
  readonly #host: CompactHost
  readonly #processor: BlockProcessor
  readonly #reader: ChunkReader
  readonly #read: ReadChunk
  readonly #plan: GroupPlan
  readonly #pages = new Map<number, Promise<BlockPage>>()
  #scan: ChunkScan = { hits: [], generation: -1 }
  #position: number

  constructor({ context, host, processor, reader, sampler }: DownloadParts, read: ReadChunk) {
    this.#context = context
    this.#host = host
    this.#processor = processor
    this.#reader = reader
    this.#read = read
    this.#position = read.start
    this.#plan = new GroupPlan(read.chunk, read.start, sampler)
  }

  async run(): Promise<void> {
    this.#scan = await this.#read.scan
    try {
      await this.#findGrown()
      this.#plan.add([...this.#receivingHeights(), ...this.#spendingHeights()], this.#position)
      for (;;) {
        const groups = this.#plan.from(this.#position, MAX_REQUESTS)
        for (const group of groups) this.#request(group)
        const [group] = groups
        if (group === undefined) break
        await this.#process(group)
      }
      await this.#processor.add(this.#idsOnly(this.#read.end))
    } finally {
      wipeHits(this.#scan.hits)
    }
  }

  /** Brings the blocks up to the end of a group to the processor, and adds the groups that are the wallet's by what is in it. */
  async #process(group: BlockGroup): Promise<void> {
    const start = Math.max(group.start, this.#position)
    const known = this.#processor.newKeyImages
    const page = await this.#pages.get(group.start)
    const whole = this.#wholeBlocks({ ...group, start }, page)
    this.#plan.markCompared({ ...group, start, end: start + whole.ids.length / KEY_SIZE })
    await this.#processor.add([...this.#idsOnly(start), whole])
    this.#position = start + whole.ids.length / KEY_SIZE
    // A node may send fewer blocks than were requested.
    this.#pages.delete(group.start)
    const hasGrown = await this.#findGrown()
    if (hasGrown) this.#plan.add(this.#receivingHeights(), this.#position)
    if (hasGrown || this.#processor.newKeyImages !== known) this.#plan.add(this.#spendingHeights(), this.#position)
  }

  /** Scans the rest of the chunk again if addresses are watched now that were not when it was scanned. Returns whether it did. */
  async #findGrown(): Promise<boolean> {
    if (this.#context.outputScanner.generation === this.#scan.generation) return false
    const before = this.#scan.hits
    this.#scan = await this.#reader.scan(this.#read, this.#position)
    wipeHits(before)
    return true
  }

  /** Requests the blocks of a group, unless that was done. */
  #request({ start, end }: BlockGroup): void {
    if (this.#pages.has(start)) return
    const { network, node, signal } = this.#context
    const startHeight = Math.max(start, this.#position)
    const requested = { network, startHeight, count: end - startHeight }
    const page = awaitNode(this.#context, node.fewBlocks(requested, signal))
    // It may be awaited later; a failure until then is not an unhandled one.
    page.catch(() => undefined)
    this.#pages.set(start, page)
  }

  /** Returns the heights of blocks with outputs to the wallet's addresses, from the position on. */
  #receivingHeights(): number[] {
    const { chunk } = this.#read
    return this.#scan.hits
      .map(({ output }) => heightOfOutput(chunk, output))
      .filter((height) => height >= this.#position)
  }

  /** Returns the heights of blocks that may spend outputs of the wallet, from the position on. */
  #spendingHeights(): number[] {
    const { chunk } = this.#read
    const { keyImages, firstKeyImages } = chunk
    const first = firstKeyImages[firstTransactionOf(chunk, this.#position - chunk.startHeight)] ?? 0
    const heights: number[] = []
    for (let i = first; i < keyImages.length / KEY_IMAGE_PREFIX_SIZE; i++)
      if (this.#processor.knowsKeyImage(keyPrefix(keyImages, KEY_IMAGE_PREFIX_SIZE * i)))
        heights.push(heightOfKeyImage(chunk, i))
    return heights
  }

  /** Returns the blocks from the position up to a height without their transactions; none if there are no blocks. */
  #idsOnly(end: number): ScanningBlockRange[] {
    const start = this.#position
    if (start >= end) return []
    const { network, outputScanner } = this.#context
    const { blockIds, startHeight } = this.#read.chunk
    const ids = blockIds.slice(KEY_SIZE * (start - startHeight), KEY_SIZE * (end - startHeight))
    const transactionBatch = new TransactionBatch(network)
    const page: BlockPage = { startHeight: start, chainHeight: end, blocks: [], trusted: true }
    return [{ start, ids, transactionBatch, page, scanning: outputScanner.begin(transactionBatch) }]
  }

  /** Compares the chunk with the blocks of a group that the node sent. */
  #wholeBlocks({ start, isProven }: BlockGroup, sent: BlockPage | undefined): ScanningBlockRange {
    const { network, outputScanner, state } = this.#context
    if (sent === undefined || sent.blocks.length === 0)
      return proveFalse(this.#host, `the node does not know block ${start}`)
    // Blocks with nothing of the wallet need no proof: what they contain is not used.
    const page = isProven ? sent : { ...sent, trusted: true }
    try {
      // A false block of the node is found here, before the chunk is compared with it.
      const range = new PageReader(network, page).read(ALL_OUTPUTS, state.restoreHeight)
      if (range.start !== start || !hasBlocks(network, this.#read.chunk, start, sent.blocks))
        return proveFalse(this.#host, `the blocks of the node from ${start} on are others`)
      const { transactionBatch } = range
      const scanning =
        start < state.restoreHeight
          ? outputScanner.begin(transactionBatch)
          : outputScanner.resume(transactionBatch, this.#hitsIn(start, sent.blocks.length), this.#scan.generation)
      return { ...range, scanning }
    } catch (error) {
      throw error instanceof CompactHostError ? error : ofPage(sent, error)
    }
  }

  /** Returns copies of the hits in consecutive blocks, with rows as their transactions alone have them. */
  #hitsIn(start: number, blocks: number): ScanHit[] {
    const { chunk } = this.#read
    const first = firstTransactionOf(chunk, start - chunk.startHeight)
    const last = firstTransactionOf(chunk, start - chunk.startHeight + blocks)
    const [firstOutput, lastOutput] = [chunk.firstOutputs[first] ?? 0, chunk.firstOutputs[last] ?? 0]
    const firstKey = chunk.firstKeys[first] ?? 0
    return this.#scan.hits
      .filter(({ output }) => output >= firstOutput && output < lastOutput)
      .map((hit) => ({
        ...hit,
        output: hit.output - firstOutput,
        key: hit.key - firstKey,
        derivation: hit.derivation.slice(),
      }))
  }
}

type DownloadParts = {
  readonly context: SyncContext
  readonly host: CompactHost
  readonly processor: BlockProcessor
  readonly reader: ChunkReader
  readonly sampler: RandomSampler
}

/** Returns whether a wallet's sync can do with what chunks contain. A payment whose outputs are unknown is only recognised by its id. */
const canUse = ({ state }: SyncContext): boolean => {
  const { ledger } = state
  return [...ledger.pending].every((id) => (ledger.payments.get(id)?.keyImages.length ?? 0) > 0)
}

/**
 * Scans and commits the blocks that a host of the compact chain has and the wallet does not; none if they are few. Those after them come from the node.
 * @throws CompactHostError if the host cannot be used; what was committed before stays. NodeError, ChainError, FormatError
 */
export const downloadChunks = async (
  context: SyncContext,
  host: CompactHost,
  info: NodeInfo,
  events: ChunkEvents,
): Promise<void> => {
  const { state, signal } = context
  const start = state.height
  const enough = start + MIN_COMPACT_BLOCKS
  // A wallet that is abreast does not ask for the index with each block.
  if (info.height < enough || !canUse(context) || (await host.height(signal)) < enough) return
  const top = state.blockIds.idAt(start - 1)
  // A reorganisation, which the node's pages show.
  if (top === undefined || start > info.height || !equalBytes(await nodeIdAt(context, start - 1), top)) return
  const processor = new BlockProcessor(context, events.committed)
  const reader = new ChunkReader(context, host, info, start, top)
  const parts = { context, host, processor, reader, sampler: createSampler(context.random) }
  try {
    for (let read = await reader.next(); read !== undefined; read = await reader.next()) {
      events.beginPage(info.height, read.start)
      await new ChunkSync(parts, read).run()
    }
  } finally {
    reader.close()
    await processor.drain().finally(() => processor.settle())
  }
}
