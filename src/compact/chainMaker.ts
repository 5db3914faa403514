// Makes the compact chain from a node: requests its blocks in pages, verifies that they form the network's chain and that each transaction has the id
// that its block names, and writes chunks. Chunks end some blocks below the top, so that no reorganisation reaches them.

import { equalBytes, splitRows } from '../bytes/bytes.ts'
import { toHex } from '../bytes/hex.ts'
import { blockVersion, type VisitedBlock } from '../coin/blocks/block.ts'
import { ChunkBuilder } from '../coin/compact/chunkBuilder.ts'
import { type Network, newestHardFork } from '../coin/networks/network.ts'
import type { BlockPage, NodeClient, RawBlock } from '../daemon/nodeClient.ts'
import { UnknownForkError } from '../wallet/node/unknownFork.ts'
import { ChainError, checkPlace, idOfBlock } from '../wallet/sync/pageReader.ts'
import { type PrunedTransaction, verifyTransactions } from '../wallet/sync/verifyTransactions.ts'
import type { FolderIndex } from './folderIndex.ts'

/** How a chain is divided. */
export type ChunkRule = {
  /** blocks of a chunk at most */
  readonly chunkBlocks: number
  /** blocks at the top of the chain that no chunk contains yet */
  readonly margin: number
}

/** The rule for networks that people use. */
export const PUBLIC_RULE: ChunkRule = { chunkBlocks: 1000, margin: 1000 }

/** The rule for private chains, which are short. */
export const PRIVATE_RULE: ChunkRule = { chunkBlocks: 50, margin: 50 }

/** How far the chain is made. */
export type MakerProgress = {
  /** blocks that the chunks have in all */
  readonly height: number
  /** height up to which they can be made now */
  readonly target: number
  /** bytes of chunks that were written since the start */
  readonly written: number
}

export type MakerOptions = {
  readonly network: Network
  readonly node: NodeClient
  readonly index: FolderIndex
  readonly rule: ChunkRule
  readonly signal: AbortSignal
  /** called after each chunk */
  readonly onProgress: (progress: MakerProgress) => void
}

/** Removes the chunks whose last block is not on the node's chain, which happens to private chains that were started anew. */
const removeForeign = async ({ network, node, index, signal }: MakerOptions, height: number): Promise<void> => {
  for (;;) {
    const { endId } = index
    if (endId === undefined) return
    const end = index.height - 1
    if (end < height && equalBytes(idOfBlock(network, await node.block(end, signal), end), endId)) return
    await index.removeLast()
  }
}

/** @throws ChainError unless a block follows the one before, stands at its height, and has as many transactions as were sent */
const checkBlock = (
  network: Network,
  height: number,
  visited: VisitedBlock,
  raw: RawBlock,
  previousId: Uint8Array | undefined,
): void => {
  checkPlace(network, visited, height)
  const { header, id, transactionIds } = visited
  if (height === 0 && !equalBytes(id, network.genesisId))
    throw new ChainError(`the node's chain begins with ${toHex(id)}: it is not on ${network.name}`)
  if (previousId !== undefined && !equalBytes(header.previousId, previousId))
    throw new ChainError(`block ${height} does not follow block ${height - 1} ${toHex(previousId)}`)
  const count = transactionIds.length / 32
  if (raw.transactions.length !== count)
    throw new ChainError(`block ${height} has ${count} transactions, but the node sent ${raw.transactions.length}`)
}

/** Makes chunks until the height that the rule allows. */
class ChainMaker {
  readonly #options: MakerOptions
  #builder: ChunkBuilder
  #previousId: Uint8Array | undefined
  readonly #target: number
  #written = 0

  /** @param target height up to which chunks can be made */
  constructor(options: MakerOptions, target: number) {
    const { network, index, rule } = options
    this.#options = options
    this.#target = target
    this.#builder = new ChunkBuilder(network, index.height, rule.chunkBlocks)
    this.#previousId = index.endId
  }

  get progress(): MakerProgress {
    return { height: this.#options.index.height, target: this.#target, written: this.#written }
  }

  async make(): Promise<void> {
    const { network, node, index, rule, signal } = this.#options
    // A chunk that is not full would be another one later.
    const end = this.#target - (this.#target % rule.chunkBlocks)
    while (this.#builder.height < end) {
      const history = this.#previousId === undefined ? [] : [this.#previousId]
      const page = await node.blocks([...history, network.genesisId], signal)
      const before = this.#builder.height
      await this.#read(page, end)
      if (this.#builder.height === before && index.height === before)
        throw new ChainError(`the node sent no block after ${before - 1}, although its chain has more`)
    }
  }

  async #read(page: BlockPage, end: number): Promise<void> {
    const { network, node, signal } = this.#options
    const transactions: PrunedTransaction[] = []
    for (const raw of page.blocks.slice(this.#builder.height - page.startHeight)) {
      const { height } = this.#builder
      if (height >= end) break
      const version = blockVersion(raw.block)
      if (version > newestHardFork(network)) throw new UnknownForkError(network, { version, height })
      const visited = this.#builder.add(raw)
      checkBlock(network, height, visited, raw, this.#previousId)
      this.#previousId = visited.id
      for (const [i, txid] of splitRows(visited.transactionIds, 32).entries())
        transactions.push({
          txid,
          bytes: raw.transactions[i] ?? new Uint8Array(),
          prunableHash: raw.prunableHashes?.[i],
        })
      if (!this.#builder.isFull) continue
      if (page.trusted !== true) await verifyTransactions({ network, node, signal }, transactions.splice(0))
      await this.#finish(visited.id)
    }
    if (page.trusted !== true) await verifyTransactions({ network, node, signal }, transactions)
  }

  /** Writes the chunk, and begins the next one. */
  async #finish(endId: Uint8Array): Promise<void> {
    const { network, index, rule, onProgress } = this.#options
    const bytes = this.#builder.finish()
    const { height } = this.#builder
    await index.add(bytes, { startHeight: index.height, blocks: height - index.height, endId })
    this.#written += bytes.length
    this.#builder = new ChunkBuilder(network, height, rule.chunkBlocks)
    onProgress(this.progress)
  }
}

/**
 * Makes the chunks that a node's chain allows now. Returns how far they go. What is interrupted goes on after the last chunk that was written.
 * @throws ChainError, UnknownForkError, FormatError, AlteredTransactionError if the node's blocks cannot be of the network; NodeError; the errors of the
 * folder; the signal's reason
 */
export const extendCompactChain = async (options: MakerOptions): Promise<MakerProgress> => {
  const { node, rule, signal } = options
  const { height } = await node.info(signal)
  await removeForeign(options, height)
  const maker = new ChainMaker(options, Math.max(0, height - rule.margin))
  await maker.make()
  return maker.progress
}
