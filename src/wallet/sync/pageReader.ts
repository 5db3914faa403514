// Reads pages of blocks from nodes into block ids and scan batches, and verifies that they form a chain.

import { equalBytes } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { toHex } from '../../bytes/hex.ts'
import { blockVersion, parseBlock, type VisitedBlock, visitBlock } from '../../coin/blocks/block.ts'
import { MAX_TIME } from '../../coin/blocks/chainLimits.ts'
import { type HardFork, type Network, newestHardFork } from '../../coin/networks/network.ts'
import { parsePrunedTransaction } from '../../coin/transactions/transactionBytes.ts'
import { type TransactionVisitor, visitPrunedMembers } from '../../coin/transactions/transactionVisitor.ts'
import type { BlockPage, RawBlock } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { assertKnownFork } from '../node/unknownFork.ts'
import { TransactionBatch, type TransactionSource } from '../scan/scanBatch.ts'
import type { BlockIds } from '../state/blockIds.ts'
import { type BlockRange, type ParsedRange, parsedRangesOf } from './blockRange.ts'

/** The node's blocks do not form a chain or contradict its own data: the node is broken or dishonest. */
export class ChainError extends FabaError {
  override readonly name = 'ChainError'
  readonly code = 'chain'
}

const ID = 32
const NO_BYTES = new Uint8Array()

const NO_VISITOR: TransactionVisitor = {}

/** Returns a function that computes its value at the first call and then returns the same value. */
const memoize = <T>(make: () => T): (() => T) => {
  let result: { readonly value: T } | undefined
  return () => {
    result ??= { value: make() }
    return result.value
  }
}

/** Returns the hard fork of a block if this program does not know it. */
const unknownForkOf = (network: Network, block: Uint8Array, height: number): HardFork | undefined => {
  const version = blockVersion(block)
  return version > newestHardFork(network) ? { version, height } : undefined
}

/** Returns the first block of a page whose hard fork this program does not know. */
const firstUnknownFork = (network: Network, { startHeight, blocks }: BlockPage): HardFork | undefined => {
  for (const [i, { block }] of blocks.entries()) {
    const found = unknownForkOf(network, block, startHeight + i)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Returns the error for a part of a page that cannot be read. Every form that the network accepts is known: it is a lie of the node, or a
 * defect of this program. Nothing of the page is stored, so that another node or a newer program goes on from there.
 * @param what names the part
 */
const unreadable = (what: string, error: unknown): unknown =>
  error instanceof FormatError
    ? new FormatError(`${what} cannot be read: ${error.message}; use another node, or update the program`, {
        cause: error,
      })
    : error

/** @throws ChainError if no block can have the time of this one */
export const checkTime = ({ height, header: { timestamp } }: VisitedBlock): void => {
  if (timestamp > MAX_TIME) throw new ChainError(`block ${height} has the impossible time ${timestamp}`)
}

/** @throws ChainError if a block has another height or an impossible time, or a checkpoint has another id there */
export const checkPlace = (network: Network, block: VisitedBlock, height: number): void => {
  const { height: found, id } = block
  checkTime(block)
  if (found !== height) throw new ChainError(`the node sent a block of height ${found} for height ${height}`)
  const checkpoint = network.checkpoints.find((known) => known.height === height)
  if (checkpoint !== undefined && !equalBytes(checkpoint.id, id))
    throw new ChainError(`block ${height} is ${toHex(id)}, but the network's is ${toHex(checkpoint.id)}`)
}

/**
 * Returns the id of a block that a node sent for a height, without its transactions.
 * @throws UnknownForkError, ChainError, FormatError
 */
export const idOfBlock = (network: Network, block: Uint8Array, height: number): Uint8Array => {
  assertKnownFork(network, unknownForkOf(network, block, height))
  const visited = visitBlock(network, block, NO_VISITOR)
  checkPlace(network, visited, height)
  return visited.id
}

/**
 * Reads the blocks of a page in order. Methods throw ChainError if the blocks do not form a chain, contradict other data of the node
 * or a checkpoint, FormatError if a block is malformed, and UnknownForkError where a block of a hard fork is needed that this program does
 * not know.
 */
export class PageReader {
  readonly page: BlockPage
  readonly #network: Network
  readonly #findUnknownFork: () => HardFork | undefined
  #position = 0
  #previous: Uint8Array | undefined

  constructor(network: Network, page: BlockPage) {
    this.#network = network
    this.page = page
    this.#findUnknownFork = memoize(() => firstUnknownFork(network, page))
  }

  /** Height of the next block. */
  get height(): number {
    return this.page.startHeight + this.#position
  }

  /** Height after the last block of the page that this program knows the rules of. */
  get end(): number {
    return this.#findUnknownFork()?.height ?? this.page.startHeight + this.page.blocks.length
  }

  get isAtEnd(): boolean {
    return this.height >= this.end
  }

  /** @throws UnknownForkError if the page contains a block of an unknown hard fork */
  assertKnownForks(): void {
    assertKnownFork(this.#network, this.#findUnknownFork())
  }

  /** Returns the ids of the last blocks that were not read, at most `count`, newest first. Whether they form a chain is not verified. */
  lastIds(count: number): Uint8Array[] {
    const ids: Uint8Array[] = []
    for (let height = this.end - 1; height >= this.height && ids.length < count; height--) {
      const raw = this.page.blocks[height - this.page.startHeight]
      if (raw !== undefined) ids.push(idOfBlock(this.#network, raw.block, height))
    }
    return ids
  }

  /** Returns the id of the next block without advancing. */
  peekId(): Uint8Array {
    return this.#visit(NO_VISITOR).id
  }

  /** Skips the blocks that `blockIds` already contains. */
  skipKnown(blockIds: BlockIds): void {
    while (!this.isAtEnd) {
      const known = blockIds.idAt(this.height)
      if (known === undefined) return
      const id = this.peekId()
      if (!equalBytes(id, known)) return
      this.#advance(id)
    }
  }

  /**
   * Reads blocks until this many outputs are collected or the page ends. Takes them from another wallet if the page is shared and that
   * one has read the same blocks.
   * @param fromHeight transactions of lower blocks are skipped
   */
  read(outputs: number, fromHeight: number): BlockRange {
    const parsed = parsedRangesOf(this.page)
    if (parsed === undefined) return this.#parse(outputs, fromHeight).range
    const start = this.height
    const key = `${this.#network.id} ${start} ${outputs} ${Math.max(start, fromHeight)}`
    const known = parsed.get(key)
    if (known !== undefined) return this.#take(known)
    const found = this.#parse(outputs, fromHeight)
    parsed.set(key, found)
    return found.range
  }

  /** Returns a range that another wallet has parsed, if it follows the blocks that this one has read. */
  #take({ range, previousId }: ParsedRange): BlockRange {
    if (previousId !== undefined) this.#checkFollows(previousId)
    const count = range.ids.length / ID
    if (count > 0) this.#previous = range.ids.subarray(range.ids.length - ID)
    this.#position += count
    return range
  }

  #parse(outputs: number, fromHeight: number): ParsedRange {
    const start = this.height
    const transactionBatch = new TransactionBatch(this.#network)
    const ids: Uint8Array[] = []
    let previousId: Uint8Array | undefined
    while (!this.isAtEnd && transactionBatch.outputCount < outputs) {
      const block = this.height < fromHeight ? this.#visit(NO_VISITOR) : this.#gather(transactionBatch)
      previousId ??= block.header.previousId
      ids.push(block.id)
      this.#advance(block.id)
    }
    const joined = new Uint8Array(ids.length * ID)
    for (const [i, id] of ids.entries()) joined.set(id, i * ID)
    return { range: { start, ids: joined, transactionBatch, page: this.page }, previousId }
  }

  #advance(id: Uint8Array): void {
    this.#previous = id
    this.#position++
  }

  #raw(): RawBlock {
    const raw = this.page.blocks[this.#position]
    if (raw === undefined) throw new ChainError('the node sent no blocks')
    return raw
  }

  #visit(visitor: TransactionVisitor): VisitedBlock {
    const { height } = this
    const raw = this.#raw()
    // Its layout is not known.
    if (height >= this.end) this.assertKnownForks()
    const block = this.#visitBlock(raw, visitor)
    checkPlace(this.#network, block, height)
    const count = block.transactionIds.length / ID
    if (raw.transactions.length !== count)
      throw new ChainError(`block ${height} has ${count} transactions, but the node sent ${raw.transactions.length}`)
    this.#checkFollows(block.header.previousId)
    return block
  }

  #visitBlock({ block }: RawBlock, visitor: TransactionVisitor): VisitedBlock {
    try {
      return visitBlock(this.#network, block, visitor)
    } catch (error) {
      throw unreadable(`block ${this.height}`, error)
    }
  }

  /** @throws ChainError if the next block does not name the last one as the one before */
  #checkFollows(previousId: Uint8Array): void {
    if (this.#previous !== undefined && !equalBytes(this.#previous, previousId))
      throw new ChainError(`block ${this.height} does not follow block ${this.height - 1} ${toHex(this.#previous)}`)
  }

  #gather(transactionBatch: TransactionBatch): VisitedBlock {
    const network = this.#network
    const { height } = this
    const raw = this.#raw()
    const block = this.#visit(transactionBatch.read(raw.block))
    const { timestamp, majorVersion: blockVersion } = block.header
    const add = (
      position: number,
      { outputs, extra }: { readonly outputs: number; readonly extra: Uint8Array },
      bytes: Uint8Array,
      parse: TransactionSource['parse'],
    ): void => {
      const outputIndices = raw.outputIndices[position] ?? []
      if (outputIndices.length !== outputs)
        throw new ChainError(
          `transaction ${position} of block ${height} has ${outputs} outputs, but the node sent ${outputIndices.length} indices`,
        )
      const coinbase = position === 0
      const prunableHash = coinbase ? undefined : raw.prunableHashes?.[position - 1]
      const source = { outputIndices, height, timestamp, blockVersion, coinbase, bytes, prunableHash, parse }
      if (coinbase) transactionBatch.add(block.minerTransactionId, extra, source)
      else transactionBatch.add(block.transactionIds, extra, source, ID * (position - 1))
    }
    add(0, block.minerTransaction, NO_BYTES, () => parseBlock(network, raw.block).minerTransaction)
    for (const [i, bytes] of raw.transactions.entries()) {
      try {
        const visited = visitPrunedMembers(network, bytes, transactionBatch.read(bytes))
        add(i + 1, visited, bytes, parsePrunedTransaction)
      } catch (error) {
        const id = block.transactionIds.subarray(ID * i, ID * (i + 1))
        throw unreadable(`transaction ${toHex(id)} of block ${height}`, error)
      }
    }
    return block
  }
}
