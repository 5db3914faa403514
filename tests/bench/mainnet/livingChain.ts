// A synthetic chain that grows, and whose last blocks are replaced by others: what a node serves to a wallet for days.

import { concat } from '../../../src/bytes/bytes.ts'
import { Writer } from '../../../src/bytes/cursor.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { OutputDistribution } from '../../../src/daemon/outputDistribution.ts'
import type { BlockGenerator, OutputKeys, PrunedTransaction, SyntheticBlock } from './blocks.ts'
import { encodedBlock, encodedIndices, idBefore } from './chainFiles.ts'
import { type ChainProfile, outputCounts } from './profile.ts'
import type { ServedBlocks } from './servedBlocks.ts'

type LivingBlock = SyntheticBlock & {
  readonly encodedBlock: Uint8Array
  readonly encodedIndices: Uint8Array
  readonly owned: ReadonlyMap<number, OutputKeys>
  readonly firstIndex: number
  readonly outputs: number
  readonly transactionsBefore: number
}

/** A chain that begins with the first served block of its profile. */
export class LivingChain implements ServedBlocks {
  readonly profile: ChainProfile
  readonly generator: BlockGenerator
  /** numbers of outputs of the blocks before the first served one */
  readonly #countsBefore: Uint8Array
  readonly #blocks: LivingBlock[] = []
  readonly #heights = new Map<string, number>()
  readonly #places = new Map<string, { readonly height: number; readonly place: number }>()
  #variant = 0
  #next: LivingBlock
  distribution: OutputDistribution

  constructor(generator: BlockGenerator) {
    this.profile = generator.profile
    this.generator = generator
    this.#countsBefore = outputCounts(this.profile, this.profile.firstBlock)
    this.distribution = OutputDistribution.read(this.profile.firstOutputs, 0, this.#countsBefore)
    this.#next = this.#made()
  }

  get height(): number {
    return this.profile.firstBlock + this.#blocks.length
  }

  /** How many outputs of owners are in the chain. */
  get owned(): number {
    return this.#blocks.reduce((sum, { owned }) => sum + owned.size, 0)
  }

  #made(): LivingBlock {
    const last = this.#blocks.at(-1)
    const firstIndex = last === undefined ? this.distribution.total : last.firstIndex + last.outputs
    const { height } = this
    const block = this.generator.block(height, last?.id ?? idBefore(this.profile), firstIndex, this.#variant)
    return {
      ...block,
      encodedBlock: encodedBlock(block),
      encodedIndices: encodedIndices(block),
      owned: this.generator.ownedOutputs(height, firstIndex, this.#variant),
      firstIndex,
      outputs: block.outputIndices.flat().length,
      transactionsBefore: last === undefined ? 0 : last.transactionsBefore + last.transactions.length,
    }
  }

  #append(): void {
    const { height } = this
    const block = this.#next
    this.#blocks.push(block)
    this.#heights.set(toHex(block.id), height)
    for (const [place, { id }] of block.transactions.entries()) this.#places.set(toHex(id), { height, place })
    this.#next = this.#made()
  }

  #countOutputs(): void {
    const writer = new Writer().bytes(this.#countsBefore)
    for (const { outputs } of this.#blocks) writer.varint(outputs)
    this.distribution = OutputDistribution.read(this.profile.firstOutputs, 0, writer.finish())
  }

  /** Adds a block, whose transactions were in the txpool. */
  extend(): void {
    this.#append()
    this.#countOutputs()
  }

  /** Replaces the last blocks by others, and adds one. */
  reorganise(depth: number): void {
    for (const { id, transactions } of this.#blocks.splice(-depth)) {
      this.#heights.delete(toHex(id))
      for (const transaction of transactions) this.#places.delete(toHex(transaction.id))
    }
    this.#variant++
    this.#next = this.#made()
    for (let i = 0; i <= depth; i++) this.#append()
    this.#countOutputs()
  }

  #from(from: number, to: number): readonly LivingBlock[] {
    return this.#blocks.slice(from - this.profile.firstBlock, to - this.profile.firstBlock)
  }

  ids(from: number, count: number): Uint8Array {
    return concat(...this.#from(from, from + count).map(({ id }) => id))
  }

  heightOf(id: string): number | undefined {
    return this.#heights.get(id)
  }

  transactionsBefore(height: number): number {
    return this.#blocks[height - this.profile.firstBlock]?.transactionsBefore ?? 0
  }

  encoded(from: number, to: number): { readonly blocks: Uint8Array; readonly indices: Uint8Array } {
    const blocks = this.#from(from, to)
    return {
      blocks: concat(...blocks.map((block) => block.encodedBlock)),
      indices: concat(...blocks.map((block) => block.encodedIndices)),
    }
  }

  /** @throws RangeError if the chain has no such block */
  block(height: number): SyntheticBlock {
    const block = this.#blocks[height - this.profile.firstBlock]
    if (block === undefined) throw new RangeError(`block ${height} is not served`)
    return block
  }

  ownedOutputs(height: number): ReadonlyMap<number, OutputKeys> {
    return this.#blocks[height - this.profile.firstBlock]?.owned ?? new Map()
  }

  placeOf(transactionId: string): { readonly height: number; readonly place: number } | undefined {
    return this.#places.get(transactionId)
  }

  /** Returns the transactions of the next block. */
  pool(): ReadonlyMap<string, PrunedTransaction> {
    return new Map(this.#next.transactions.map((transaction) => [toHex(transaction.id), transaction]))
  }
}
