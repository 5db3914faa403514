// Ids of the scanned blocks (wallet2: hashchain), by which a wallet detects reorganisations. All recent ids are kept; of older blocks
// only one id in 4096 (an anchor), to save memory.

import { equalBytes } from '../../bytes/bytes.ts'

const ID_SIZE = 32
/** Ids per stored record. */
const IDS_PER_CHUNK = 256
/** Full chunks kept before the newest one: within 16,384 blocks the split height of a reorganisation is found exactly. */
const MIN_FULL_CHUNKS = 64
const ANCHOR_DISTANCE = 4096
/** Newest ids that the short chain history lists without gaps. */
const CONSECUTIVE_IDS = 10

/** The id of one old block. */
export type Anchor = { readonly height: number; readonly id: Uint8Array }

/** Ids of consecutive blocks from `start`, and anchors before them. */
export class BlockIds {
  /** height of the first id of `#ids` */
  #start: number
  #count = 0
  #ids = new Uint8Array(IDS_PER_CHUNK * ID_SIZE)
  #anchors: Anchor[]

  constructor(start = 0, ids: Uint8Array = new Uint8Array(), anchors: readonly Anchor[] = []) {
    this.#start = start
    this.#anchors = [...anchors]
    this.append(ids)
  }

  /** Number of blocks including genesis, which is the height of the next block. */
  get height(): number {
    return this.#start + this.#count
  }

  /** Height from which every id is kept. */
  get start(): number {
    return this.#start
  }

  /** Height of the oldest known block, where scanning began. */
  get base(): number {
    return this.#anchors[0]?.height ?? this.#start
  }

  get anchors(): readonly Anchor[] {
    return this.#anchors
  }

  /** Returns the id of the block at `height`; undefined if it is not kept. */
  idAt(height: number): Uint8Array | undefined {
    if (height >= this.height || height < 0) return undefined
    if (height < this.#start) return this.#anchors.find((anchor) => anchor.height === height)?.id
    const offset = (height - this.#start) * ID_SIZE
    return this.#ids.slice(offset, offset + ID_SIZE)
  }

  /** Returns the ids from `start` on, 32 bytes each. */
  recent(): Uint8Array {
    return this.#ids.slice(0, this.#count * ID_SIZE)
  }

  copy(): BlockIds {
    return new BlockIds(this.#start, this.#ids.subarray(0, this.#count * ID_SIZE), this.#anchors)
  }

  /** Appends the ids of the next blocks, 32 bytes each. */
  append(ids: Uint8Array): void {
    const used = this.#count * ID_SIZE
    if (used + ids.length > this.#ids.length) {
      const grown = new Uint8Array(Math.max(2 * this.#ids.length, used + ids.length))
      grown.set(this.#ids.subarray(0, used))
      this.#ids = grown
    }
    this.#ids.set(ids, used)
    this.#count += ids.length / ID_SIZE
  }

  /** Removes the blocks from `height` on. */
  cut(height: number): void {
    this.#anchors = this.#anchors.filter((anchor) => anchor.height < height)
    this.#count = Math.max(0, Math.min(this.#count, height - this.#start))
    if (height >= this.#start) return
    // Only anchors remain: continue from the newest one.
    const last = this.#anchors.pop()
    this.#start = last?.height ?? 0
    if (last !== undefined) this.append(last.id)
  }

  /** Replaces old ids by anchors. */
  thin(): void {
    const newestChunk = Math.floor(Math.max(0, this.height - 1) / IDS_PER_CHUNK)
    const start = (newestChunk - MIN_FULL_CHUNKS) * IDS_PER_CHUNK
    if (start <= this.#start) return
    for (let height = this.#start; height < start; height++) {
      const isBase = height === this.#start && this.#anchors.length === 0
      const id = isBase || height % ANCHOR_DISTANCE === 0 ? this.idAt(height) : undefined
      if (id !== undefined) this.#anchors.push({ height, id })
    }
    this.#ids = this.#ids.slice((start - this.#start) * ID_SIZE, this.#count * ID_SIZE)
    this.#count -= start - this.#start
    this.#start = start
  }

  /**
   * Returns the short chain history (wallet2: `get_short_chain_history`): the ten newest ids, then ids at doubling distances, the
   * oldest kept id and the id of the genesis block.
   * @param genesis id of block 0, 32 bytes
   */
  history(genesis: Uint8Array): Uint8Array[] {
    const heights: number[] = []
    let step = 1
    for (let height = this.height - 1; height >= this.#start; height -= step) {
      heights.push(height)
      if (heights.length >= CONSECUTIVE_IDS) step *= 2
    }
    if (this.#count > 0 && heights.at(-1) !== this.#start) heights.push(this.#start)
    let distance = 1
    for (let i = this.#anchors.length - 1; i >= 0; i -= distance) {
      heights.push(this.#anchors[i]?.height ?? 0)
      distance *= 2
    }
    const oldest = this.#anchors[0]
    if (oldest !== undefined && heights.at(-1) !== oldest.height) heights.push(oldest.height)
    const ids = heights.map((height) => this.idAt(height)).filter((id) => id !== undefined)
    const last = ids.at(-1)
    return last !== undefined && equalBytes(last, genesis) ? ids : [...ids, genesis]
  }

  /** Returns the numbers of the chunks to store, oldest first. */
  chunks(): number[] {
    if (this.#count === 0) return []
    const first = Math.floor(this.#start / IDS_PER_CHUNK)
    const last = Math.floor((this.height - 1) / IDS_PER_CHUNK)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  }

  /** Returns the ids of a chunk as stored: from the first block of the chunk or from `start`, whichever is later. */
  chunk(number: number): Uint8Array {
    const from = Math.max(this.#start, number * IDS_PER_CHUNK)
    const to = Math.min(this.height, (number + 1) * IDS_PER_CHUNK)
    return this.#ids.slice((from - this.#start) * ID_SIZE, (Math.max(from, to) - this.#start) * ID_SIZE)
  }
}
