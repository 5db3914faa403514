// The blocks that a synthetic node serves, stored ones here. `livingChain.ts` has those of a chain that grows.

import { toHex } from '../../../src/bytes/hex.ts'
import type { OutputDistribution } from '../../../src/daemon/outputDistribution.ts'
import type { BlockGenerator, OutputKeys, PrunedTransaction, SyntheticBlock } from './blocks.ts'
import { type ChainFiles, idBefore } from './chainFiles.ts'
import type { ChainProfile } from './profile.ts'

/** Blocks of a chain from `profile.firstBlock` on, by height, and the counts of all outputs. */
export type ServedBlocks = {
  readonly profile: ChainProfile
  /** number of blocks of the chain */
  readonly height: number
  readonly distribution: OutputDistribution
  /** Returns the ids of at most `count` blocks, one after the other. */
  ids(from: number, count: number): Uint8Array
  /** @param id in hex */
  heightOf(id: string): number | undefined
  /** Returns how many transactions the served blocks before a height have. */
  transactionsBefore(height: number): number
  /** Returns the blocks and the output indices of `from` .. `to`-1, each as items of an array of sections. */
  encoded(from: number, to: number): { readonly blocks: Uint8Array; readonly indices: Uint8Array }
  block(height: number): SyntheticBlock
  /** Returns the outputs of owners in a block, by global index. */
  ownedOutputs(height: number): ReadonlyMap<number, OutputKeys>
  /** Returns the block of a transaction and its place there. */
  placeOf(transactionId: string): { readonly height: number; readonly place: number } | undefined
  /** Returns the transactions of the txpool by id in hex. */
  pool(): ReadonlyMap<string, PrunedTransaction>
}

const ID = 32
/** Transactions that arrived in the last two minutes are in the txpool, one for each second. */
const POOL_SECONDS = 120
const KEPT_BLOCKS = 64

const hexAt = (ids: Uint8Array, position: number): string => toHex(ids.subarray(position * ID, (position + 1) * ID))

/** The blocks of a chain in files. */
export class StoredBlocks implements ServedBlocks {
  readonly profile: ChainProfile
  readonly distribution: OutputDistribution
  readonly #generator: BlockGenerator
  readonly #files: ChainFiles
  readonly #now: () => number
  readonly #positions = new Map<string, number>()
  readonly #transactions = new Map<string, number>()
  readonly #blocks = new Map<number, SyntheticBlock>()
  readonly #pool = new Map<number, PrunedTransaction>()
  #newestPooled = Number.NEGATIVE_INFINITY

  /** @param now returns UNIX seconds */
  constructor(generator: BlockGenerator, distribution: OutputDistribution, files: ChainFiles, now: () => number) {
    this.profile = generator.profile
    this.distribution = distribution
    this.#generator = generator
    this.#files = files
    this.#now = now
    for (let i = 0; i < files.ids.length / ID; i++) this.#positions.set(hexAt(files.ids, i), i)
    for (let i = 0; i < files.transactionIds.length / ID; i++) this.#transactions.set(hexAt(files.transactionIds, i), i)
  }

  get height(): number {
    return this.profile.height
  }

  ids(from: number, count: number): Uint8Array {
    const first = from - this.profile.firstBlock
    return this.#files.ids.subarray(first * ID, (first + count) * ID)
  }

  heightOf(id: string): number | undefined {
    const position = this.#positions.get(id)
    return position === undefined ? undefined : this.profile.firstBlock + position
  }

  transactionsBefore(height: number): number {
    return this.#files.transactionsBefore[height - this.profile.firstBlock] ?? 0
  }

  encoded(from: number, to: number): { readonly blocks: Uint8Array; readonly indices: Uint8Array } {
    const { firstBlock } = this.profile
    return {
      blocks: this.#files.blocks(from - firstBlock, to - firstBlock),
      indices: this.#files.indices(from - firstBlock, to - firstBlock),
    }
  }

  #indexBefore(height: number): number {
    return this.distribution.at(height - 1 - this.profile.firstOutputs) ?? 0
  }

  /** Returns a block. The last ones are kept, since their transactions are requested together. */
  block(height: number): SyntheticBlock {
    const known = this.#blocks.get(height)
    if (known !== undefined) return known
    const previousId = height === this.profile.firstBlock ? idBefore(this.profile) : this.ids(height - 1, 1)
    const block = this.#generator.block(height, previousId, this.#indexBefore(height))
    if (this.#blocks.size >= KEPT_BLOCKS) this.#blocks.clear()
    this.#blocks.set(height, block)
    return block
  }

  ownedOutputs(height: number): ReadonlyMap<number, OutputKeys> {
    return this.#generator.ownedOutputs(height, this.#indexBefore(height))
  }

  placeOf(transactionId: string): { readonly height: number; readonly place: number } | undefined {
    const number = this.#transactions.get(transactionId)
    if (number === undefined) return undefined
    const { transactionsBefore } = this.#files
    let [position, after] = [0, transactionsBefore.length]
    while (after - position > 1) {
      const middle = (position + after) >> 1
      if ((transactionsBefore[middle] ?? 0) <= number) position = middle
      else after = middle
    }
    return { height: this.profile.firstBlock + position, place: number - (transactionsBefore[position] ?? 0) }
  }

  pool(): ReadonlyMap<string, PrunedTransaction> {
    const newest = Math.floor(this.#now()) % 1_000_000
    const oldest = newest - POOL_SECONDS + 1
    for (let number = Math.max(oldest, this.#newestPooled + 1); number <= newest; number++)
      this.#pool.set(number, this.#generator.poolTransaction(number, this.distribution.total))
    this.#newestPooled = newest
    for (const number of this.#pool.keys()) if (number < oldest) this.#pool.delete(number)
    return new Map([...this.#pool.values()].map((transaction) => [toHex(transaction.id), transaction]))
  }
}
