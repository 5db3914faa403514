// Which blocks of a chunk the node sends. Groups of blocks with something of the wallet, as many others and a few at random are proven by the node, so that
// it does not learn which of them concern the wallet. Longer groups at random are only compared with the chunk.

import type { CompactChunk } from '../../coin/compact/compactChunk.ts'
import { type RandomSampler, shuffled } from '../../crypto/random/randomSampler.ts'
import { provenGroupBlocks } from './checkedBlocks.ts'

/** Consecutive blocks that are compared together. */
const COMPARED_BLOCKS = 16
/** Of these groups, one in this many is compared. */
const COMPARISONS = 16
/** Of the groups without anything of ours, besides as many as there are of ours, one in this many is proven. */
const DECOYS = 256
/** Adjacent groups are requested together, up to so many blocks. */
const MAX_REQUESTED_BLOCKS = 64

/** Blocks that the node sends together. */
export type BlockGroup = {
  readonly start: number
  /** height after the last block */
  readonly end: number
  /** whether the node proves their transactions */
  readonly isProven: boolean
}

/** The groups of a chunk that are compared, by their number, and those of them that were. */
type Comparisons = { readonly groups: readonly number[]; readonly done: Set<number> }

/** Chosen once for all wallets of a process: what one has compared, the others need not. */
const comparisons = new WeakMap<CompactChunk, Comparisons>()

const comparisonsOf = (chunk: CompactChunk, sampler: RandomSampler): Comparisons => {
  const known = comparisons.get(chunk)
  if (known !== undefined) return known
  const { startHeight, timestamps } = chunk
  const groups = groupNumbers(startHeight, startHeight + timestamps.length, COMPARED_BLOCKS)
  const chosen = { groups: groups.filter(() => sampler.below(COMPARISONS) === 0), done: new Set<number>() }
  comparisons.set(chunk, chosen)
  return chosen
}

/** Returns the numbers of the groups of a size that contain blocks from a height up to another: their heights by the size, rounded down. */
const groupNumbers = (start: number, end: number, size: number): number[] => {
  const first = Math.floor(start / size)
  return Array.from({ length: Math.floor((end - 1) / size) - first + 1 }, (_, i) => first + i)
}

/** The groups of a chunk that are requested. */
export class GroupPlan {
  readonly #start: number
  readonly #end: number
  /** blocks of a proven group */
  readonly #size: number
  readonly #sampler: RandomSampler
  /** groups by their number */
  readonly #proven = new Set<number>()
  readonly #comparisons: Comparisons
  #groups: readonly BlockGroup[] = []

  /** @param start height of the first block that may be requested */
  constructor(chunk: CompactChunk, start: number, sampler: RandomSampler) {
    const blocks = chunk.timestamps.length
    // Coinbases are proven by their blocks.
    const transactions = chunk.additionalKeys.length - blocks
    this.#start = start
    this.#end = chunk.startHeight + blocks
    this.#size = provenGroupBlocks(blocks, transactions)
    this.#sampler = sampler
    for (const group of groupNumbers(start, this.#end, this.#size))
      if (sampler.below(DECOYS) === 0) this.#proven.add(group)
    this.#comparisons = comparisonsOf(chunk, sampler)
    this.#arrange()
  }

  /** Returns at most `count` groups that end after a height, in their order. */
  from(height: number, count: number): readonly BlockGroup[] {
    const first = this.#groups.findIndex(({ end }) => end > height)
    return first === -1 ? [] : this.#groups.slice(first, first + count)
  }

  /** Adds the groups of blocks of ours, and as many others after a height. */
  add(heights: readonly number[], after: number): void {
    const own = new Set(heights.map((height) => Math.floor(height / this.#size)))
    const added = [...own].filter((group) => !this.#proven.has(group))
    if (added.length === 0) return
    for (const group of added) this.#proven.add(group)
    const others = groupNumbers(this.#start, this.#end, this.#size).filter(
      (group) => !this.#proven.has(group) && group * this.#size >= after,
    )
    for (const group of shuffled(others, this.#sampler).slice(0, own.size)) this.#proven.add(group)
    this.#arrange()
  }

  /** Tells all wallets of the process that a group is as the node has it. */
  markCompared({ start, end }: BlockGroup): void {
    for (const group of groupNumbers(start, end, COMPARED_BLOCKS)) {
      const [first, last] = [group * COMPARED_BLOCKS, (group + 1) * COMPARED_BLOCKS]
      if (start <= first && last <= end) this.#comparisons.done.add(group)
    }
  }

  #groupOf(number: number, size: number, isProven: boolean): BlockGroup {
    return {
      start: Math.max(number * size, this.#start),
      end: Math.min((number + 1) * size, this.#end),
      isProven,
    }
  }

  #arrange(): void {
    const proven: BlockGroup[] = []
    for (const number of [...this.#proven].sort((a, b) => a - b)) {
      const group = this.#groupOf(number, this.#size, true)
      const last = proven.at(-1)
      if (last?.end === group.start && group.end - last.start <= MAX_REQUESTED_BLOCKS)
        proven[proven.length - 1] = { ...last, end: group.end }
      else proven.push(group)
    }
    const { groups, done } = this.#comparisons
    const compared = groups
      .filter((number) => !done.has(number) && (number + 1) * COMPARED_BLOCKS > this.#start)
      .map((number) => this.#groupOf(number, COMPARED_BLOCKS, false))
      // Blocks are requested once.
      .filter(({ start, end }) => !proven.some((other) => other.start < end && start < other.end))
    this.#groups = [...proven, ...compared].sort((a, b) => a.start - b.start)
  }
}
