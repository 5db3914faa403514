// Pages of blocks, as nodes hand them out, read into what a wallet looks at: a chain of ids, and transactions for the scanner.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { parseBlock, type VisitedBlock, visitBlock } from '../../coin/blocks/block.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { Transaction } from '../../coin/transactions/transaction.ts'
import { parsePrunedTransaction } from '../../coin/transactions/transactionBytes.ts'
import { type TransactionVisitor, visitPrunedTransaction } from '../../coin/transactions/transactionVisitor.ts'
import type { BlockPage, RawBlock } from '../../daemon/nodeClient.ts'
import { memoize, TransactionBatch } from '../scan/scanBatch.ts'
import type { BlockIds } from '../state/blockIds.ts'

/** Blocks that do not fit together or do not say what they must: a node that is broken, or lies. */
export class ChainError extends Error {
  override readonly name = 'ChainError'
}

/** Consecutive blocks. */
export type BlockRange = {
  /** height of the first */
  readonly start: number
  /** 32 bytes each */
  readonly ids: Uint8Array
  /** their transactions, each block's coinbase first, as far as they can concern the wallet */
  readonly transactionBatch: TransactionBatch
}

const ID = 32
const NO_BYTES = new Uint8Array()

const NOBODY: TransactionVisitor = {}

/**
 * Reads the blocks of a page, in order; each must follow the one before. Methods throw ChainError when the blocks do not form a
 * chain, say something else than the node does, or miss a checkpoint, and FormatError when one is malformed.
 */
export class PageReader {
  readonly #network: Network
  readonly #page: BlockPage
  #position = 0
  #previous: Uint8Array | undefined

  constructor(network: Network, page: BlockPage) {
    this.#network = network
    this.#page = page
  }

  /** Height of the next block. */
  get height(): number {
    return this.#page.startHeight + this.#position
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#page.blocks.length
  }

  /** Looks at the next block without passing over it. */
  peekId(): Uint8Array {
    return this.#visit(NOBODY).id
  }

  /** Passes over blocks that stand in the blockIds. */
  skipKnown(blockIds: BlockIds): void {
    while (!this.isAtEnd) {
      const known = blockIds.idAt(this.height)
      if (known === undefined) return
      const id = this.peekId()
      if (!equalBytes(id, known)) return
      this.#pass(id)
    }
  }

  /**
   * Reads on until as many outputs are gathered, or the page ends.
   * @param fromHeight transactions of blocks before are not looked at
   */
  read(outputs: number, fromHeight: number): BlockRange {
    const start = this.height
    const transactionBatch = new TransactionBatch(this.#network)
    const ids: Uint8Array[] = []
    while (!this.isAtEnd && transactionBatch.outputCount < outputs) {
      const id = this.height < fromHeight ? this.peekId() : this.#gather(transactionBatch)
      ids.push(id)
      this.#pass(id)
    }
    const joined = new Uint8Array(ids.length * ID)
    for (const [i, id] of ids.entries()) joined.set(id, i * ID)
    return { start, ids: joined, transactionBatch }
  }

  #pass(id: Uint8Array): void {
    this.#previous = id
    this.#position++
  }

  #raw(): RawBlock {
    const raw = this.#page.blocks[this.#position]
    if (raw === undefined) throw new ChainError('the node sent no blocks')
    return raw
  }

  #visit(visitor: TransactionVisitor): VisitedBlock {
    const { height } = this
    const raw = this.#raw()
    const block = visitBlock(this.#network, raw.block, visitor)
    if (block.height !== height)
      throw new ChainError(`the node sent a block of height ${block.height} for height ${height}`)
    if (raw.transactions.length !== block.transactionIds.length)
      throw new ChainError(
        `block ${height} has ${block.transactionIds.length} transactions, but the node sent ${raw.transactions.length}`,
      )
    if (this.#previous !== undefined && !equalBytes(this.#previous, block.header.previousId))
      throw new ChainError(`block ${height} does not follow block ${height - 1} ${toHex(this.#previous)}`)
    const checkpoint = this.#network.checkpoints.find((known) => known.height === height)
    if (checkpoint !== undefined && !equalBytes(checkpoint.id, block.id))
      throw new ChainError(`block ${height} is ${toHex(block.id)}, but the network's is ${toHex(checkpoint.id)}`)
    return block
  }

  #gather(transactionBatch: TransactionBatch): Uint8Array {
    const network = this.#network
    const { height } = this
    const raw = this.#raw()
    const block = this.#visit(transactionBatch.read(raw.block))
    const { timestamp, majorVersion: blockVersion } = block.header
    const add = (
      position: number,
      txid: Uint8Array,
      visited: { readonly outputs: number; readonly extra: Uint8Array },
      parse: () => Transaction,
    ): void => {
      const outputIndices = raw.outputIndices[position] ?? []
      if (outputIndices.length !== visited.outputs)
        throw new ChainError(
          `transaction ${position} of block ${height} has ${visited.outputs} outputs, but the node sent ${outputIndices.length} indices`,
        )
      const common = { txid, outputIndices, height, timestamp, blockVersion, coinbase: position === 0 }
      transactionBatch.add({ ...common, rawExtra: visited.extra, transaction: memoize(parse) })
    }
    add(0, block.minerTransactionId, block.minerTransaction, () => parseBlock(network, raw.block).minerTransaction)
    for (const [i, txid] of block.transactionIds.entries()) {
      const bytes = raw.transactions[i] ?? NO_BYTES
      const visited = visitPrunedTransaction(network, bytes, transactionBatch.read(bytes))
      add(i + 1, txid, visited, () => parsePrunedTransaction(network, bytes))
    }
    return block.id
  }
}
