// The sync of older blocks from a host of the compact chain. A chunk is scanned as it lies; of the blocks around what is found, the node sends all, in whole
// groups, as many others, and some at random: they go the way of all blocks (pageReader.ts, blockProcessor.ts), so that the wallet is the same by either way.
// Of all other blocks only the ids are kept. The host learns from which height on a wallet scans, the node which groups were requested.

import { equalBytes } from '../../bytes/bytes.ts'
import { type CompactChunk, KEY_IMAGE_PREFIX_SIZE } from '../../coin/compact/compactChunk.ts'
import { keyPrefix } from '../../crypto/keys/keyPrefix.ts'
import { createSampler, type RandomSampler, shuffled } from '../../crypto/random/randomSampler.ts'
import { type CompactHost, CompactHostError, type HostedChunk } from '../../daemon/compactHost.ts'
import type { BlockPage, NodeInfo } from '../../daemon/nodeClient.ts'
import { chunkBatch, firstTransactionOf, heightOfKeyImage, heightOfOutput } from '../scan/chunkBatch.ts'
import { TransactionBatch } from '../scan/scanBatch.ts'
import { BlockProcessor, type ScanCounts, type ScanningBlockRange } from './blockProcessor.ts'
import { hasBlocks } from './chunkComparison.ts'
import { ofPage } from './falsePage.ts'
import { idOfBlock, PageReader } from './pageReader.ts'
import { awaitNode, type SyncContext } from './syncContext.ts'

/** Consecutive blocks that the node sends together. */
const GROUP_BLOCKS = 16
/** Of the groups without anything of ours, one in this many is requested. */
const SPOT_CHECKS = 16
/** Groups that are requested at a time. */
const MAX_REQUESTS = 2
/** Below so many blocks the node alone is as fast. */
export const MIN_COMPACT_BLOCKS = 100

const ID = 32
const ALL_OUTPUTS = Number.MAX_SAFE_INTEGER

export type ChunkEvents = {
  /** called before each chunk: the height of the node's chain, and of the first new block */
  readonly beginPage: (chainHeight: number, height: number) => void
  /** called after each commit */
  readonly committed: (counts: ScanCounts) => void
}

/** A chunk, and where the wallet's outputs in it may be. */
type FoundChunk = HostedChunk & {
  /** id of the block before its first one, or before the first that the wallet lacks */
  readonly previousId: Uint8Array
  /** growth of the table of watched addresses when it was scanned */
  readonly generation: number
  /** heights of blocks with outputs to the wallet's addresses */
  readonly heights: readonly number[]
}

const endOf = ({ entry }: HostedChunk): number => entry.startHeight + entry.blocks

/** Returns the id of a block of a chunk. */
const idIn = ({ blockIds }: CompactChunk, position: number): Uint8Array =>
  blockIds.slice(ID * position, ID * (position + 1))

/** Requests the id of the node's block at a height. */
const nodeIdAt = async (context: SyncContext, height: number): Promise<Uint8Array> => {
  const { network, node, signal } = context
  return idOfBlock(network, await awaitNode(context, node.block(height, signal)), height)
}

const groupOf = (height: number): number => Math.floor(height / GROUP_BLOCKS)

/** Returns the groups of both lists in their order. */
const merge = (a: readonly number[], b: readonly number[]): number[] => [...new Set([...a, ...b])].sort((x, y) => x - y)

/** @throws CompactHostError */
const proveFalse = ({ url }: CompactHost, reason: string): never => {
  throw new CompactHostError(`the compact chain at ${url} is false: ${reason}; the node's blocks are used instead`, {
    details: { url, fault: 'false' },
  })
}

/** @throws CompactHostError */
const refuseForeign = ({ url }: CompactHost, height: number): never => {
  throw new CompactHostError(
    `the compact chain at ${url} is not used: the node has another block ${height}; one of them is on another chain`,
    { details: { url, fault: 'foreign' } },
  )
}

/** Scans a chunk from a height on. */
const findIn = async (
  { outputScanner }: SyncContext,
  hosted: HostedChunk & Pick<FoundChunk, 'previousId'>,
  start: number,
): Promise<FoundChunk> => {
  const { chunk } = hosted
  const { generation } = outputScanner
  const first = firstTransactionOf(chunk, start - chunk.startHeight)
  const firstOutput = chunk.firstOutputs[first] ?? 0
  const rows = await outputScanner.find(chunkBatch(chunk, first))
  return { ...hosted, generation, heights: rows.map((row) => heightOfOutput(chunk, firstOutput + row)) }
}

/** Syncs from chunks. */
class ChunkSync {
  readonly #context: SyncContext
  readonly #host: CompactHost
  readonly #processor: BlockProcessor
  readonly #sampler: RandomSampler
  /** whether blocks of the host were used */
  #hasUsed = false

  constructor(context: SyncContext, host: CompactHost, processor: BlockProcessor) {
    this.#context = context
    this.#host = host
    this.#processor = processor
    this.#sampler = createSampler(context.random)
  }

  /**
   * Requests the chunk that contains a height, compares its last block with the node's, and scans it from there; undefined if there is none.
   * @param previousId of the block before
   */
  async find(height: number, previousId: Uint8Array, info: NodeInfo): Promise<FoundChunk | undefined> {
    const { state, signal } = this.#context
    const hosted = await this.#host.chunkAt(height, signal)
    if (hosted === undefined) return undefined
    const { chunk, entry } = hosted
    const last = endOf(hosted) - 1
    // The node has not come as far.
    if (last >= info.height) return undefined
    if (!equalBytes(await nodeIdAt(this.#context, last), entry.endId))
      return this.#hasUsed
        ? proveFalse(this.#host, `the node has another block ${last}`)
        : refuseForeign(this.#host, last)
    const position = height - 1 - entry.startHeight
    if (position >= 0 && !equalBytes(idIn(chunk, position), previousId))
      return proveFalse(this.#host, `the node has another block ${height - 1}`)
    return await findIn(this.#context, { ...hosted, previousId }, Math.max(height, Math.min(state.restoreHeight, last)))
  }

  /** Brings the blocks of a chunk to the processor, from a height on. */
  async process(first: FoundChunk, from: number): Promise<void> {
    this.#hasUsed = true
    const pages = new Map<number, Promise<BlockPage>>()
    let found = first
    let position = from
    let groups = this.#choose(found, position)
    while (groups.length > 0) {
      for (const group of groups.slice(0, MAX_REQUESTS)) this.#request(pages, found, group, position)
      const [group = 0, ...rest] = groups
      const start = Math.max(position, group * GROUP_BLOCKS)
      const known = this.#processor.newKeyImages
      const whole = this.#wholeBlocks(found, start, await pages.get(group))
      await this.#processor.add([...this.#idsOnly(found, position, start), whole])
      position = start + whole.ids.length / ID
      // A node may send fewer blocks than were requested.
      pages.delete(group)
      if (position >= Math.min(endOf(found), (group + 1) * GROUP_BLOCKS)) groups = rest
      if (this.#context.outputScanner.generation !== found.generation) {
        // Outputs to addresses that are watched now were not found before.
        found = await findIn(this.#context, found, position)
        groups = merge(groups, this.#ownGroups(found, position))
      } else if (this.#processor.newKeyImages !== known) groups = merge(groups, this.#spendingGroups(found, position))
    }
    await this.#processor.add(this.#idsOnly(found, position, endOf(found)))
  }

  /** Requests the blocks of a group, and the one before, unless that was done. */
  #request(pages: Map<number, Promise<BlockPage>>, found: FoundChunk, group: number, position: number): void {
    if (pages.has(group)) return
    const { network, node, signal } = this.#context
    const start = Math.max(position, group * GROUP_BLOCKS)
    const end = Math.min(endOf(found), (group + 1) * GROUP_BLOCKS)
    const before = start - 1 - found.entry.startHeight
    const history = [before < 0 ? found.previousId : idIn(found.chunk, before), network.genesisId]
    const page = awaitNode(this.#context, node.fewBlocks(history, end - start + 1, signal)).then((sent) => ({
      ...sent,
      blocks: sent.blocks.slice(0, end - start + 1),
    }))
    // It may be awaited later; a failure until then is not an unhandled one.
    page.catch(() => undefined)
    pages.set(group, page)
  }

  /** Returns the groups with blocks that spend outputs of the wallet, from a height on. */
  #spendingGroups({ chunk }: HostedChunk, from: number): number[] {
    const { keyImages, firstKeyImages } = chunk
    const first = firstKeyImages[firstTransactionOf(chunk, from - chunk.startHeight)] ?? 0
    const groups = new Set<number>()
    for (let i = first; i < keyImages.length / KEY_IMAGE_PREFIX_SIZE; i++)
      if (this.#processor.knowsKeyImage(keyPrefix(keyImages, KEY_IMAGE_PREFIX_SIZE * i)))
        groups.add(groupOf(heightOfKeyImage(chunk, i)))
    return [...groups]
  }

  #ownGroups(found: FoundChunk, from: number): number[] {
    const receiving = found.heights.filter((height) => height >= from).map(groupOf)
    return merge(receiving, this.#spendingGroups(found, from))
  }

  /** Returns the groups that the node is to send: those of ours, as many others, and some at random. */
  #choose(found: FoundChunk, from: number): number[] {
    const own = this.#ownGroups(found, from)
    const others: number[] = []
    for (let group = groupOf(from); group <= groupOf(endOf(found) - 1); group++)
      if (!own.includes(group)) others.push(group)
    const cover = shuffled(others, this.#sampler).filter(
      (_, i) => i < own.length || this.#sampler.below(SPOT_CHECKS) === 0,
    )
    return merge(own, cover)
  }

  /** Returns blocks of a chunk without their transactions; none if there are no blocks. */
  #idsOnly({ chunk }: HostedChunk, start: number, end: number): ScanningBlockRange[] {
    if (start >= end) return []
    const { network, outputScanner } = this.#context
    const ids = chunk.blockIds.slice(ID * (start - chunk.startHeight), ID * (end - chunk.startHeight))
    const transactionBatch = new TransactionBatch(network)
    const page: BlockPage = { startHeight: start, chainHeight: end, blocks: [], trusted: true }
    return [{ start, ids, transactionBatch, page, scanning: outputScanner.begin(transactionBatch) }]
  }

  /** Compares the chunk with blocks that the node sent after the one before a height, and begins their scan. */
  #wholeBlocks({ chunk }: FoundChunk, start: number, sent: BlockPage | undefined): ScanningBlockRange {
    const { network, outputScanner, state } = this.#context
    const [before, ...blocks] = sent?.blocks ?? []
    if (sent === undefined || before === undefined || blocks.length === 0 || sent.startHeight !== start - 1)
      return proveFalse(this.#host, `the node does not know block ${start - 1}`)
    const page = { ...sent, startHeight: start, blocks }
    try {
      // A false block of the node is found here, before the chunk is compared with it.
      const range = new PageReader(network, page).read(ALL_OUTPUTS, state.restoreHeight)
      if (!hasBlocks(network, chunk, start, blocks))
        return proveFalse(this.#host, `the blocks of the node from ${start} on are others`)
      return { ...range, scanning: outputScanner.begin(range.transactionBatch) }
    } catch (error) {
      throw error instanceof CompactHostError ? error : ofPage(sent, error)
    }
  }
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
  const sync = new ChunkSync(context, host, processor)
  try {
    let height = start
    let next: Promise<FoundChunk | undefined> | undefined = sync.find(height, top, info)
    while (next !== undefined) {
      const found: FoundChunk | undefined = await next
      if (found === undefined) break
      const end = endOf(found)
      events.beginPage(info.height, height)
      // While a chunk is processed, the next one is fetched and scanned.
      next = sync.find(end, found.entry.endId, info)
      next.catch(() => undefined)
      await sync.process(found, height)
      height = end
    }
  } finally {
    await processor.drain().finally(() => processor.settle())
  }
}
