// Builds chunks of the compact chain from blocks and their pruned transactions.

import { FormatError, Writer } from '../../bytes/cursor.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { type VisitedBlock, visitBlock } from '../blocks/block.ts'
import type { Network } from '../networks/network.ts'
import { scannedKeys } from '../transactions/scannedKeys.ts'
import { type TransactionVisitor, visitPrunedMembers } from '../transactions/transactionVisitor.ts'
import {
  CHUNK_HEADER_SIZE,
  CHUNK_MAGIC,
  KEY_IMAGE_PREFIX_SIZE,
  KEY_SIZE,
  MAX_CHUNK_BLOCKS,
  MAX_CHUNK_BYTES,
  TAG_CODE_BITS,
  TAG_SIZES,
} from './compactChunk.ts'
import { networkField } from './networkField.ts'

/** A block that does not follow the last one of a chunk. */
export class ChunkOrderError extends FabaError {
  override readonly name = 'ChunkOrderError'
  readonly code = 'chunk-order'
}

/** A block, and its transactions without the miner transaction: each prefix and rct base. */
export type PrunedBlock = { readonly block: Uint8Array; readonly transactions: readonly Uint8Array[] }

/** Returns the zigzag form of a signed difference. */
const toZigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)

/** The members of one transaction, while its bytes are visited. */
class Members implements TransactionVisitor {
  #bytes: Uint8Array = new Uint8Array()
  readonly #keyImages: Writer
  readonly #outputs: Writer
  inputs = 0
  tags: (number | undefined)[] = []

  constructor(keyImages: Writer, outputs: Writer) {
    this.#keyImages = keyImages
    this.#outputs = outputs
  }

  /** Sets the bytes that the offsets of the following visits refer to. */
  read(bytes: Uint8Array): this {
    this.#bytes = bytes
    this.inputs = 0
    this.tags = []
    return this
  }

  keyInput(_amount: bigint, keyImage: number): void {
    this.inputs++
    this.#keyImages.bytes(this.#bytes.subarray(keyImage, keyImage + KEY_IMAGE_PREFIX_SIZE))
  }

  output(_amount: bigint, key: number, viewTag: number | undefined): void {
    this.tags.push(viewTag)
    this.#outputs.bytes(this.#bytes.subarray(key, key + KEY_SIZE))
  }
}

/** Collects consecutive blocks into a chunk. */
export class ChunkBuilder {
  readonly #network: Network
  readonly #startHeight: number
  readonly #maxBlocks: number
  #blocks = 0
  #transactions = 0
  #timestamp = 0
  readonly #keys = new Writer()
  readonly #outputs = new Writer()
  readonly #blockIds = new Writer()
  readonly #keyImages = new Writer()
  readonly #tags = new Writer()
  readonly #blockShapes = new Writer()
  readonly #transactionShapes = new Writer()
  readonly #members: Members

  /** @param maxBlocks of a chunk, at most `MAX_CHUNK_BLOCKS`; it ends at each multiple of them */
  constructor(network: Network, startHeight: number, maxBlocks = MAX_CHUNK_BLOCKS) {
    this.#network = network
    this.#startHeight = startHeight
    this.#maxBlocks = maxBlocks
    this.#members = new Members(this.#keyImages, this.#outputs)
  }

  /** Height of the next block. */
  get height(): number {
    return this.#startHeight + this.#blocks
  }

  /** Number of bytes of the chunk as it is. */
  get size(): number {
    const columns = [this.#keys, this.#outputs, this.#blockIds, this.#keyImages, this.#tags]
    return [...columns, this.#blockShapes, this.#transactionShapes].reduce(
      (sum, { length }) => sum + length,
      CHUNK_HEADER_SIZE,
    )
  }

  /** Whether the next block begins another chunk. */
  get isFull(): boolean {
    return this.#blocks > 0 && (this.height % this.#maxBlocks === 0 || this.size >= MAX_CHUNK_BYTES)
  }

  /**
   * Adds the next block, and returns it.
   * @throws ChunkOrderError if it has another height, FormatError if it is malformed
   */
  add({ block, transactions }: PrunedBlock): VisitedBlock {
    const visited = visitBlock(this.#network, block, this.#members.read(block))
    if (visited.height !== this.height)
      throw new ChunkOrderError(`a block of height ${visited.height} for height ${this.height}`)
    this.#blockIds.bytes(visited.id)
    this.#blockShapes.varint(toZigzag(visited.header.timestamp - this.#timestamp)).varint(1 + transactions.length)
    this.#timestamp = visited.header.timestamp
    this.#blocks++
    this.#addMembers(visited.minerTransaction.extra)
    for (const bytes of transactions)
      this.#addMembers(visitPrunedMembers(this.#network, bytes, this.#members.read(bytes)).extra)
    return visited
  }

  #addMembers(extra: Uint8Array): void {
    const { inputs, tags } = this.#members
    const { keys, additionalKeys } = scannedKeys(this.#network, extra, tags.length)
    for (const key of [...keys, ...additionalKeys]) this.#keys.bytes(key)
    const tagSize = tags[0] === undefined ? 0 : 1
    for (const tag of tags) {
      // Networks require it (monerod: check_output_types).
      if ((tag === undefined ? 0 : 1) !== tagSize)
        throw new FormatError(`transaction ${this.#transactions} of a chunk has outputs with and without view tags`)
      if (tag !== undefined) this.#tags.u8(tag)
    }
    const code = TAG_SIZES.indexOf(tagSize)
    this.#transactionShapes.varint(inputs).varint(keys.length).varint(additionalKeys.length)
    this.#transactionShapes.varint(tags.length * (1 << TAG_CODE_BITS) + code)
    this.#transactions++
  }

  /** Returns the bytes of the chunk. */
  finish(): Uint8Array {
    const [keys, outputs] = [this.#keys.length / KEY_SIZE, this.#outputs.length / KEY_SIZE]
    const keyImages = this.#keyImages.length / KEY_IMAGE_PREFIX_SIZE
    const shapes = this.#blockShapes.length + this.#transactionShapes.length
    const writer = new Writer().bytes(CHUNK_MAGIC).bytes(networkField(this.#network))
    writer.u32(this.#startHeight).u32(this.#blocks).u32(this.#transactions)
    writer.u32(keys).u32(outputs).u32(keyImages).u32(this.#tags.length).u32(shapes)
    writer.bytes(new Uint8Array(CHUNK_HEADER_SIZE - writer.length))
    for (const column of [this.#keys, this.#outputs, this.#blockIds, this.#keyImages, this.#tags])
      writer.bytes(column.finish())
    return writer.bytes(this.#blockShapes.finish()).bytes(this.#transactionShapes.finish()).finish()
  }
}
