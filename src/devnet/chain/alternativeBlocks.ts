// Alternative blocks: which of them are accepted, which branches they form, and whether a branch outweighs the main chain.

import { toHex } from '../../bytes/hex.ts'
import { type Block, blockHeight, blockId, parseBlock, serializeBlock } from '../../coin/blocks/block.ts'
import { hardForkAt } from '../../coin/networks/network.ts'
import type { BlockRecord } from '../records/chainRecords.ts'
import { coinbaseFault } from '../rules/coinbase.ts'
import { BlockRefusedError, type Chain } from './chain.ts'
import { type CheckpointView, NO_CHECKPOINTS } from './checkpoints.ts'

/** A block that is not on the main chain. */
export type AlternativeBlock = {
  readonly id: Uint8Array
  readonly height: number
  readonly block: Block
  readonly difficulty: bigint
  readonly cumulativeDifficulty: bigint
}

/** A dumped alternative block. */
export type DumpedAlternative = { readonly block: Uint8Array }

/** A branch: alternative blocks, the top first, and their parent on the main chain. */
export type AlternativeChain = { readonly blocks: readonly AlternativeBlock[]; readonly parent: BlockRecord }

/** The alternative blocks of one main chain. */
export class AlternativeBlocks {
  readonly #chain: Chain
  readonly #blocks = new Map<string, AlternativeBlock>()
  /** ids of blocks that are invalid or build on an invalid block */
  readonly #invalid = new Set<string>()

  constructor(chain: Chain) {
    this.#chain = chain
  }

  has(id: Uint8Array): boolean {
    return this.get(id) !== undefined
  }

  get(id: Uint8Array): AlternativeBlock | undefined {
    return this.#blocks.get(toHex(id))
  }

  /** Whether a block is an alternative block, or was found invalid in a reorganisation. */
  isKnown(id: Uint8Array): boolean {
    return this.has(id) || this.#invalid.has(toHex(id))
  }

  /** All alternative blocks, parents first. */
  get all(): readonly AlternativeBlock[] {
    return [...this.#blocks.values()]
  }

  /** The branches, one for each top block. */
  get chains(): readonly AlternativeChain[] {
    const inner = new Set(this.all.map(({ block }) => toHex(block.previousId)))
    return this.all.flatMap(({ id }) => {
      const found = inner.has(toHex(id)) ? undefined : this.chainUpTo(id)
      return found === undefined ? [] : [found]
    })
  }

  /**
   * Adds a block whose parent is not the top block of the main chain.
   * @returns the branch with this top; undefined if the parent is unknown
   * @throws BlockRefusedError
   */
  add(block: Block, id: Uint8Array, { immutable }: CheckpointView): AlternativeChain | undefined {
    const { rules } = this.#chain
    const height = blockHeight(block)
    const refuse = (reason: string): BlockRefusedError =>
      new BlockRefusedError(`alternative block ${height ?? ''} refused: ${reason}`)
    if (height === undefined || height === 0) throw refuse('its coinbase is not for a height above 0')
    if (immutable !== undefined && height <= immutable.height)
      throw refuse(`the chain is final up to block ${immutable.height}`)
    const fork = hardForkAt(rules.network, height)
    if (block.majorVersion !== fork) throw refuse(`its version is ${block.majorVersion}, the fork is ${fork}`)
    const parentHeight = this.#chain.heightOf(block.previousId)
    if (parentHeight === undefined && !this.has(block.previousId)) return undefined
    const before = this.chainUpTo(block.previousId)
    const parent = before?.parent ?? this.#chain.blockAt(parentHeight ?? -1)
    if (parent === undefined) throw refuse('its alternative chain is no longer connected to the main chain')
    const expected = parent.height + (before?.blocks.length ?? 0) + 1
    if (height !== expected) throw refuse(`its coinbase is for height ${height}, its parent is block ${expected - 1}`)
    const ancestors = [
      ...this.#chain.blocks.slice(0, parent.height + 1),
      ...(before?.blocks ?? [])
        .toReversed()
        .map(({ block: { timestamp }, cumulativeDifficulty }) => ({ timestamp, cumulativeDifficulty })),
    ]
    const minTimestamp = this.#chain.minTimestampAfter(ancestors)
    if (block.timestamp < minTimestamp)
      throw refuse(`its timestamp ${block.timestamp} is below the median ${minTimestamp}`)
    const coinbaseError = coinbaseFault(rules, block, height)
    if (coinbaseError !== undefined) throw refuse(coinbaseError)
    const difficulty = this.#chain.difficultyAfter(ancestors, block)
    const idAt = (at: number): Uint8Array | undefined =>
      at <= parent.height ? this.#chain.blockAt(at)?.id : before?.blocks.find((each) => each.height === at)?.id
    const workError = this.#chain.work.fault({ block, height, difficulty, idAt })
    if (workError !== undefined) throw refuse(workError)
    const cumulativeDifficulty = (ancestors.at(-1)?.cumulativeDifficulty ?? 0n) + difficulty
    const added = { id, height, block, difficulty, cumulativeDifficulty }
    this.#blocks.set(toHex(id), added)
    return { blocks: [added, ...(before?.blocks ?? [])], parent }
  }

  /** Whether a branch should replace the blocks above its parent on the main chain. */
  outweighs({ blocks, parent }: AlternativeChain, { all }: CheckpointView): boolean {
    // Alternative blocks have no checkpoints, so that one checkpoint on the main chain outweighs them.
    if (all.some(({ height }) => height > parent.height)) return false
    return this.#weightOf(blocks) > this.#weightOf(this.#chain.blocks.slice(parent.height + 1))
  }

  /** The total weight of blocks, by which two chains are compared. */
  #weightOf(blocks: readonly Pick<AlternativeBlock, 'height' | 'block' | 'difficulty'>[]): bigint {
    const { network, consensus } = this.#chain.rules
    return blocks.reduce(
      (sum, { block, height, difficulty }) =>
        sum + consensus.chainWeight(block, hardForkAt(network, height), difficulty),
      0n,
    )
  }

  /** Adds blocks that a reorganisation popped, the top first, if the rules keep them. */
  addAbandoned(abandoned: readonly BlockRecord[]): void {
    const { network, consensus } = this.#chain.rules
    for (const { id, height, block, difficulty, cumulativeDifficulty } of abandoned.toReversed())
      if (consensus.keepsDisconnectedBlocks(hardForkAt(network, height)))
        this.#blocks.set(toHex(id), { id, height, block, difficulty, cumulativeDifficulty })
  }

  /** Marks blocks as invalid, so that they are not accepted again. */
  markInvalid(blocks: readonly AlternativeBlock[]): void {
    for (const { id } of blocks) this.#invalid.add(toHex(id))
  }

  /** Forgets which blocks were found invalid. */
  clearInvalid(): void {
    this.#invalid.clear()
  }

  remove(blocks: readonly AlternativeBlock[]): void {
    for (const { id } of blocks) this.#blocks.delete(toHex(id))
  }

  /** Returns the branch with a top block; undefined if that is not an alternative block, or its parent is not on the main chain. */
  chainUpTo(top: Uint8Array): AlternativeChain | undefined {
    const blocks: AlternativeBlock[] = []
    for (
      let block = this.#blocks.get(toHex(top));
      block !== undefined;
      block = this.#blocks.get(toHex(block.block.previousId))
    )
      blocks.push(block)
    const parentId = blocks.at(-1)?.block.previousId
    const parent = this.#chain.blockAt((parentId && this.#chain.heightOf(parentId)) ?? -1)
    return parent === undefined ? undefined : { blocks, parent }
  }

  /** Dumps the blocks whose branch has a parent on the present main chain, parents first. */
  dump(): DumpedAlternative[] {
    return this.all
      .filter(({ id }) => this.chainUpTo(id) !== undefined)
      .map(({ block }) => ({ block: serializeBlock(block) }))
  }

  /** Replaces all alternative blocks. */
  restore(blocks: readonly AlternativeBlock[]): void {
    this.#blocks.clear()
    for (const block of blocks) this.#blocks.set(toHex(block.id), block)
  }

  /**
   * Replaces all alternative blocks by dumped ones, whose proof of work is not checked.
   * @throws BlockRefusedError, FormatError
   */
  load(dumped: readonly DumpedAlternative[]): void {
    this.#blocks.clear()
    const blocks = dumped.map(({ block }) => parseBlock(this.#chain.rules.network, block))
    // Parents first, whatever the order of the dump.
    for (const block of blocks.toSorted((a, b) => (blockHeight(a) ?? 0) - (blockHeight(b) ?? 0))) {
      const id = blockId(block)
      this.#chain.work.trust(id)
      // Without checkpoints: a loaded block does not cause a reorganisation.
      if (this.add(block, id, NO_CHECKPOINTS) === undefined)
        throw new BlockRefusedError(`alternative block ${toHex(id)} refused: its parent is unknown`)
    }
  }
}
