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

/** The counts of consecutive blocks. Where they are follows from the chunks before. */
export type DistributionChunk = {
  readonly blocks: number
  /** number of outputs in these blocks */
  readonly outputs: number
  /** how many of these blocks have outputs */
  readonly nonEmpty: number
  /** outputs of each block, varints */
  readonly counts: Uint8Array
}

/**
 * Returns the cumulative counts of a chunk.
 * @param base number of outputs in all blocks before
 * @throws RangeError if the sum is not that of the chunk
 */
const sumsOf = ({ blocks, outputs, counts }: DistributionChunk, base: number): Float64Array => {
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
  if (at !== counts.length || total !== base + outputs)
    throw new RangeError(`${blocks} blocks have ${total - base} outputs in ${at} bytes, not ${outputs}`)
  return sums
}

/**
 * Reads the next chunk of a list of varints.
 * @param most number of blocks
 * @throws FormatError if a varint is cut, not in its shortest form, or too long
 */
const readChunk = (bytes: Uint8Array, from: number, most: number): DistributionChunk => {
  let at = from
  let blocks = 0
  let outputs = 0
  let nonEmpty = 0
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
      throw new FormatError(`the output count at offset ${at} is cut, too long or not in its shortest form`)
    outputs += count
    if (count > 0) nonEmpty++
  }
  return { blocks, outputs, nonEmpty, counts: bytes.slice(from, at) }
}

/** The cumulative count of outputs (amount 0) of each block from `startHeight`. Immutable. */
export class OutputDistribution {
  /** Height of the first block. */
  readonly startHeight: number
  /** Number of outputs before the first block. */
  readonly base: number
  readonly chunks: readonly DistributionChunk[]
  /** Height of the block after the last one. */
  readonly endHeight: number
  /** number of outputs before each chunk, and before the block after the last one */
  readonly #bases: Float64Array
  /** cumulative counts of the chunks that have been read */
  readonly #sums: (Float64Array | undefined)[] = []

  /**
   * @param chunks consecutive, each but the first at a multiple of `CHUNK_BLOCKS`
   * @throws RangeError if they are not
   */
  constructor(startHeight: number, base: number, chunks: readonly DistributionChunk[]) {
    const bases = new Float64Array(chunks.length + 1)
    bases[0] = base
    let height = startHeight
    for (let i = 0; i < chunks.length; i++) {
      const { blocks = 0, outputs = 0 } = chunks[i] ?? {}
      if (i > 0 && height % CHUNK_BLOCKS !== 0)
        throw new RangeError(`chunk ${i} begins at height ${height}, which is no multiple of ${CHUNK_BLOCKS}`)
      height += blocks
      bases[i + 1] = (bases[i] ?? 0) + outputs
    }
    const numbers = Math.floor((height - 1) / CHUNK_BLOCKS) - Math.floor(startHeight / CHUNK_BLOCKS) + 1
    if (chunks.length > 0 && numbers !== chunks.length)
      throw new RangeError(`${chunks.length} chunks reach from height ${startHeight} to ${height}`)
    this.startHeight = startHeight
    this.base = base
    this.chunks = chunks
    this.endHeight = height
    this.#bases = bases
  }

  /**
   * Reads varints, one for each block.
   * @param base number of outputs in the blocks before
   * @throws FormatError
   */
  static read(startHeight: number, base: number, counts: Uint8Array): OutputDistribution {
    const chunks: DistributionChunk[] = []
    let at = 0
    while (at < counts.length) {
      const most = chunks.length === 0 ? CHUNK_BLOCKS - (startHeight % CHUNK_BLOCKS) : CHUNK_BLOCKS
      const chunk = readChunk(counts, at, most)
      chunks.push(chunk)
      at += chunk.counts.length
      if (chunks.length * CHUNK_BLOCKS > MAX_BLOCKS + 2 * CHUNK_BLOCKS) break
    }
    const distribution = new OutputDistribution(startHeight, base, chunks)
    if (distribution.length > MAX_BLOCKS) throw new FormatError(`it contains more than ${MAX_BLOCKS} counts`)
    if (!Number.isSafeInteger(distribution.total))
      throw new FormatError(`it contains ${distribution.total} outputs, which exceeds 2^53`)
    return distribution
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

  /** Number of blocks. */
  get length(): number {
    return this.endHeight - this.startHeight
  }

  /** Number of outputs in all blocks, those before the first one included. */
  get total(): number {
    return this.baseOf(this.chunks.length)
  }

  /** Number of blocks that have outputs. */
  get nonEmpty(): number {
    return this.chunks.reduce((sum, { nonEmpty }) => sum + nonEmpty, 0)
  }

  /** Returns the height of the first block of a chunk, or after the last chunk. */
  startOf(chunk: number): number {
    if (chunk === 0) return this.startHeight
    if (chunk >= this.chunks.length) return this.endHeight
    return (Math.floor(this.startHeight / CHUNK_BLOCKS) + chunk) * CHUNK_BLOCKS
  }

  /** Returns the number of outputs in all blocks before a chunk, or up to the last chunk. */
  baseOf(chunk: number): number {
    return this.#bases[chunk] ?? 0
  }

  /** Returns the number of outputs up to the block at `position`, counted from the first one; undefined if there is no such block. */
  at(position: number): number | undefined {
    if (position < 0 || position >= this.length) return undefined
    const height = this.startHeight + position
    const chunk = Math.floor(height / CHUNK_BLOCKS) - Math.floor(this.startHeight / CHUNK_BLOCKS)
    return this.#sumsOf(chunk)[height - this.startOf(chunk)]
  }

  /** Returns the first position whose cumulative count is at least `least`; the number of blocks if there is none. */
  firstWith(least: number): number {
    const chunk = lowerBound(this.chunks.length, (i) => this.baseOf(i + 1), least)
    if (chunk >= this.chunks.length) return this.length
    const sums = this.#sumsOf(chunk)
    return this.startOf(chunk) - this.startHeight + lowerBound(sums.length, (i) => sums[i] ?? 0, least)
  }

  /** Returns the part before `height`, a multiple of `CHUNK_BLOCKS`; undefined if there is none. */
  before(height: number): OutputDistribution | undefined {
    const kept = this.chunks.filter((_, i) => this.startOf(i + 1) <= height)
    return kept.length === 0 ? undefined : new OutputDistribution(this.startHeight, this.base, kept)
  }

  /**
   * Returns this distribution with the blocks after its end, which begin at a multiple of `CHUNK_BLOCKS`.
   * @throws RangeError if they do not follow
   */
  followedBy(rest: OutputDistribution): OutputDistribution {
    if (rest.startHeight !== this.endHeight || rest.base !== this.total)
      throw new RangeError(`height ${rest.startHeight} does not follow ${this.endHeight}`)
    return new OutputDistribution(this.startHeight, this.base, [...this.chunks, ...rest.chunks])
  }

  #sumsOf(number: number): Float64Array {
    const known = this.#sums[number]
    if (known !== undefined) return known
    const chunk = this.chunks[number]
    const sums = chunk === undefined ? new Float64Array() : sumsOf(chunk, this.baseOf(number))
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
