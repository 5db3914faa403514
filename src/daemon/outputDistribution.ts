// The distribution of outputs over the chain: how many outputs (amount 0) each block has. Nodes send the counts as varints. These are kept
// as they are, a byte or two per block, since a sum per block of a long chain takes tens of megabytes; sums are computed of the chunks
// that are read.

import { FormatError, Writer } from '../bytes/cursor.ts'

/** Blocks per chunk. Chunks begin at multiples of it. */
export const CHUNK_BLOCKS = 8192

/** No chain is longer: at a block a minute this lasts for 19 years. */
const MAX_BLOCKS = 10_000_000
/** Length of a varint. No block has 2^28 outputs. */
const MAX_COUNT_BYTES = 4

/** The counts of consecutive blocks. */
export type DistributionChunk = {
  /** height of the first block */
  readonly startHeight: number
  readonly blocks: number
  /** number of outputs in all blocks before */
  readonly base: number
  /** number of outputs in these blocks */
  readonly outputs: number
  /** how many of these blocks have outputs */
  readonly nonEmpty: number
  /** outputs of each block, varints */
  readonly counts: Uint8Array
}

/** Returns the cumulative counts of a chunk. */
const sumsOf = ({ blocks, base, counts }: DistributionChunk): Float64Array => {
  const sums = new Float64Array(blocks)
  let total = base
  let at = 0
  for (let block = 0; block < blocks; block++) {
    let byte = 0
    let shift = 0
    let count = 0
    do {
      byte = counts[at++] ?? 0
      count |= (byte & 0x7f) << shift
      shift += 7
    } while (byte >= 0x80)
    total += count
    sums[block] = total
  }
  return sums
}

/**
 * Reads the next chunk of a list of varints.
 * @throws FormatError if a varint is cut, not in its shortest form, or too long
 */
const readChunk = (bytes: Uint8Array, from: number, startHeight: number, base: number): DistributionChunk => {
  const most = CHUNK_BLOCKS - (startHeight % CHUNK_BLOCKS)
  let [at, blocks, outputs, nonEmpty] = [from, 0, 0, 0]
  for (; blocks < most && at < bytes.length; blocks++) {
    let byte = 0
    let length = 0
    let count = 0
    do {
      byte = bytes[at++] ?? 0x80
      count |= (byte & 0x7f) << (7 * length)
      length++
    } while (byte >= 0x80 && length < MAX_COUNT_BYTES)
    if (byte >= 0x80 || (byte === 0 && length > 1))
      throw new FormatError(
        `the output count of block ${startHeight + blocks} is cut, too long or not in its shortest form`,
      )
    outputs += count
    if (count > 0) nonEmpty++
  }
  return { startHeight, blocks, base, outputs, nonEmpty, counts: bytes.slice(from, at) }
}

/** The cumulative count of outputs (amount 0) of each block from `startHeight`. Immutable. */
export class OutputDistribution {
  readonly chunks: readonly DistributionChunk[]
  /** cumulative counts of the chunks that have been read */
  readonly #sums: (Float64Array | undefined)[] = []

  /** @param chunks consecutive, each but the first at a multiple of `CHUNK_BLOCKS` */
  constructor(chunks: readonly DistributionChunk[]) {
    this.chunks = chunks
  }

  /**
   * Reads varints, one for each block.
   * @param base number of outputs in the blocks before
   * @throws FormatError
   */
  static read(startHeight: number, base: number, counts: Uint8Array): OutputDistribution {
    const chunks: DistributionChunk[] = []
    let [at, height, total] = [0, startHeight, base]
    while (at < counts.length) {
      const chunk = readChunk(counts, at, height, total)
      chunks.push(chunk)
      at += chunk.counts.length
      height += chunk.blocks
      total += chunk.outputs
      if (height - startHeight > MAX_BLOCKS) throw new FormatError(`it contains more than ${MAX_BLOCKS} counts`)
    }
    if (!Number.isSafeInteger(total)) throw new FormatError(`it contains ${total} outputs, which exceeds 2^53`)
    return new OutputDistribution(chunks)
  }

  /**
   * Creates the distribution of a whole chain.
   * @param cumulative number of outputs up to each block
   * @throws FormatError if it decreases
   */
  static ofCumulative(cumulative: readonly number[], startHeight = 0): OutputDistribution {
    const writer = new Writer()
    for (const [i, count] of cumulative.entries()) writer.varint(count - (cumulative[i - 1] ?? 0))
    return OutputDistribution.read(startHeight, 0, writer.finish())
  }

  /** Height of the first block. */
  get startHeight(): number {
    return this.chunks[0]?.startHeight ?? 0
  }

  /** Height of the block after the last one. */
  get endHeight(): number {
    const last = this.chunks.at(-1)
    return last === undefined ? 0 : last.startHeight + last.blocks
  }

  /** Number of blocks. */
  get length(): number {
    return this.endHeight - this.startHeight
  }

  /** Number of outputs in all blocks, those before the first one included. */
  get total(): number {
    const last = this.chunks.at(-1)
    return last === undefined ? 0 : last.base + last.outputs
  }

  /** Number of outputs before the first block. */
  get base(): number {
    return this.chunks[0]?.base ?? 0
  }

  /** Number of blocks that have outputs. */
  get nonEmpty(): number {
    return this.chunks.reduce((sum, { nonEmpty }) => sum + nonEmpty, 0)
  }

  /** Returns the number of outputs up to the block at `position`, counted from the first one; undefined if there is no such block. */
  at(position: number): number | undefined {
    if (position < 0 || position >= this.length) return undefined
    const height = this.startHeight + position
    const number = this.#numberOf(height)
    return this.#sumsOf(number)[height - (this.chunks[number]?.startHeight ?? 0)]
  }

  /** Returns the first position whose cumulative count is at least `least`; the number of blocks if there is none. */
  firstWith(least: number): number {
    const { chunks } = this
    const number = lowerBound(chunks.length, (i) => (chunks[i]?.base ?? 0) + (chunks[i]?.outputs ?? 0), least)
    const chunk = chunks[number]
    if (chunk === undefined) return this.length
    const sums = this.#sumsOf(number)
    return chunk.startHeight - this.startHeight + lowerBound(sums.length, (i) => sums[i] ?? 0, least)
  }

  /** Returns the part before `height`, a multiple of `CHUNK_BLOCKS`; undefined if there is none. */
  before(height: number): OutputDistribution | undefined {
    const kept = this.chunks.filter(({ startHeight, blocks }) => startHeight + blocks <= height)
    return kept.length === 0 ? undefined : new OutputDistribution(kept)
  }

  /** Returns this distribution with the blocks after its end, which begin at a multiple of `CHUNK_BLOCKS`. */
  followedBy(rest: OutputDistribution): OutputDistribution {
    return new OutputDistribution([...this.chunks, ...rest.chunks])
  }

  #numberOf(height: number): number {
    return Math.floor(height / CHUNK_BLOCKS) - Math.floor(this.startHeight / CHUNK_BLOCKS)
  }

  #sumsOf(number: number): Float64Array {
    const known = this.#sums[number]
    if (known !== undefined) return known
    const chunk = this.chunks[number]
    const sums = chunk === undefined ? new Float64Array() : sumsOf(chunk)
    this.#sums[number] = sums
    return sums
  }
}

/** Returns the first of `length` positions whose ascending count is at least `least`; the length if there is none. */
const lowerBound = (length: number, countAt: (position: number) => number, least: number): number => {
  let [from, to] = [0, length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (countAt(middle) < least) from = middle + 1
    else to = middle
  }
  return from
}
