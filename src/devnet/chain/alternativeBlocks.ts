// Blocks beside the main chain: which of them are taken, what chains they form, and whether one of those outweighs the main chain.

import { toHex } from '../../bytes/hex.ts'
import { type Block, blockHeight, blockId, parseBlock, serializeBlock } from '../../coin/blocks/block.ts'
import { hardForkAt } from '../../coin/networks/network.ts'
import { coinbaseFault } from '../rules/coinbase.ts'
import { BlockRefusedError, type Chain } from './chain.ts'
import type { BlockRecord } from './chainRecords.ts'
import { type CheckpointView, NO_CHECKPOINTS } from './checkpoints.ts'

/** A block beside the main chain. */
export type AlternativeBlock = {
  readonly id: Uint8Array
  readonly height: number
  readonly block: Block
  readonly difficulty: bigint
  readonly cumulativeDifficulty: bigint
}

/** A block beside the main chain, written down. */
export type DumpedAlternative = { readonly block: Uint8Array }

/** A chain of alternative blocks, the top first, and the block of the main chain that it grows from. */
export type AlternativeChain = { readonly blocks: readonly AlternativeBlock[]; readonly parent: BlockRecord }

/** The blocks beside one main chain. */
export class AlternativeBlocks {
  readonly #chain: Chain
  readonly #blocks = new Map<string, AlternativeBlock>()
  /** ids of blocks of which one that they build on, or they themselves, turned out to be bad */
  readonly #bad = new Set<string>()

  constructor(chain: Chain) {
    this.#chain = chain
  }

  has(id: Uint8Array): boolean {
    return this.get(id) !== undefined
  }

  /** The block with an id. */
  get(id: Uint8Array): AlternativeBlock | undefined {
    return this.#blocks.get(toHex(id))
  }

  /** Whether a block is among these, or was found bad when the main chain was to move over to it. */
  isKnown(id: Uint8Array): boolean {
    return this.has(id) || this.#bad.has(toHex(id))
  }

  /** All of them, parents first. */
  get all(): readonly AlternativeBlock[] {
    return [...this.#blocks.values()]
  }

  /** Chains beside the main one, one for each top. */
  get chains(): readonly AlternativeChain[] {
    const inner = new Set(this.all.map(({ block }) => toHex(block.previousId)))
    return this.all.flatMap(({ id }) => {
      const found = inner.has(toHex(id)) ? undefined : this.chainUpTo(id)
      return found === undefined ? [] : [found]
    })
  }

  /**
   * Takes a block whose parent is not the top one.
   * @returns the chain of which it is the top; undefined where nobody knows its parent
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
    if (parent === undefined) throw refuse('its chain does not grow from the main chain any more')
    const expected = parent.height + (before?.blocks.length ?? 0) + 1
    if (height !== expected) throw refuse(`its coinbase is for height ${height}, its parent is block ${expected - 1}`)
    const behind = [
      ...this.#chain.blocks.slice(0, parent.height + 1),
      ...(before?.blocks ?? [])
        .toReversed()
        .map(({ block: { timestamp }, cumulativeDifficulty }) => ({ timestamp, cumulativeDifficulty })),
    ]
    const least = this.#chain.minTimestampAfter(behind)
    if (block.timestamp < least) throw refuse(`its timestamp ${block.timestamp} is below the median ${least}`)
    const malformed = coinbaseFault(rules, block, height)
    if (malformed !== undefined) throw refuse(malformed)
    const difficulty = this.#chain.difficultyAfter(behind, block)
    const idAt = (at: number): Uint8Array | undefined =>
      at <= parent.height ? this.#chain.blockAt(at)?.id : before?.blocks.find((each) => each.height === at)?.id
    const unworked = this.#chain.work.fault({ block, height, difficulty, idAt })
    if (unworked !== undefined) throw refuse(unworked)
    const cumulativeDifficulty = (behind.at(-1)?.cumulativeDifficulty ?? 0n) + difficulty
    const added = { id, height, block, difficulty, cumulativeDifficulty }
    this.#blocks.set(toHex(id), added)
    return { blocks: [added, ...(before?.blocks ?? [])], parent }
  }

  /** Whether a chain should take the place of what follows its parent on the main chain. */
  outweighs({ blocks, parent }: AlternativeChain, { all }: CheckpointView): boolean {
    // Nobody vouches for blocks beside the main chain, so that one checkpoint outweighs them.
    if (all.some(({ height }) => height > parent.height)) return false
    return this.#weightOf(blocks) > this.#weightOf(this.#chain.blocks.slice(parent.height + 1))
  }

  /** How much blocks count together, where two chains are compared. */
  #weightOf(blocks: readonly Pick<AlternativeBlock, 'height' | 'block' | 'difficulty'>[]): bigint {
    const { network, consensus } = this.#chain.rules
    return blocks.reduce(
      (sum, { block, height, difficulty }) =>
        sum + consensus.chainWeight(block, hardForkAt(network, height), difficulty),
      0n,
    )
  }

  /** Keeps blocks that lost their place on the main chain, the top first, where the rules have them kept. */
  addAbandoned(abandoned: readonly BlockRecord[]): void {
    const { network, consensus } = this.#chain.rules
    for (const { id, height, block, difficulty, cumulativeDifficulty } of abandoned.toReversed())
      if (consensus.keepsDisconnectedBlocks(hardForkAt(network, height)))
        this.#blocks.set(toHex(id), { id, height, block, difficulty, cumulativeDifficulty })
  }

  /** Has blocks that were found bad not taken again. */
  markInvalid(blocks: readonly AlternativeBlock[]): void {
    for (const { id } of blocks) this.#bad.add(toHex(id))
  }

  /** Forgets which blocks were found bad. */
  clearInvalid(): void {
    this.#bad.clear()
  }

  remove(blocks: readonly AlternativeBlock[]): void {
    for (const { id } of blocks) this.#blocks.delete(toHex(id))
  }

  /** The chain with a top; undefined where that is no alternative block, or grows from a block that is gone. */
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

  /** All that grow from the main chain as it is, parents first. */
  dump(): DumpedAlternative[] {
    return this.all
      .filter(({ id }) => this.chainUpTo(id) !== undefined)
      .map(({ block }) => ({ block: serializeBlock(block) }))
  }

  /** Has these and no others. */
  restore(blocks: readonly AlternativeBlock[]): void {
    this.#blocks.clear()
    for (const block of blocks) this.#blocks.set(toHex(block.id), block)
  }

  /**
   * Has those that were written down and no others. Their proof of work counts as found good.
   * @throws BlockRefusedError, FormatError
   */
  load(dumped: readonly DumpedAlternative[]): void {
    this.#blocks.clear()
    const blocks = dumped.map(({ block }) => parseBlock(this.#chain.rules.network, block))
    // Parents first, however they were written down.
    for (const block of blocks.toSorted((a, b) => (blockHeight(a) ?? 0) - (blockHeight(b) ?? 0))) {
      const id = blockId(block)
      this.#chain.work.trust(id)
      // What has become final since does not matter: it is not to take the place of the main chain.
      if (this.add(block, id, NO_CHECKPOINTS) === undefined)
        throw new BlockRefusedError(`alternative block ${toHex(id)} refused: its parent is not known`)
    }
  }
}
