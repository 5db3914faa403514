// Chunks of the compact chain: of consecutive blocks what a scan reads, in columns, so that keys and outputs are scanned where they lie. They are the
// same for everyone and hold no secret. docs/compact-chain.md has the format byte by byte.

import { equalBytes } from '../../bytes/bytes.ts'
import { FormatError, Reader } from '../../bytes/cursor.ts'
import type { Network } from '../networks/network.ts'
import { expectNetwork } from './networkField.ts'

/** Begins every chunk; the last byte is the version of the format. */
export const CHUNK_MAGIC = Uint8Array.of(0x46, 0x61, 0x62, 0x61, 0x43, 0x68, 0x6e, 1)

/** Blocks of a chunk at most. A chunk ends at each multiple of it. */
export const MAX_CHUNK_BLOCKS = 1000

/** Bytes of a chunk at most, unless one block alone has more. */
export const MAX_CHUNK_BYTES = 4 << 20

/** Bytes of a chunk at most, with a block as large as any network allows. */
export const MAX_CHUNK_FILE = 160 << 20

/** Bytes before the columns: a multiple of the size of a key. */
export const CHUNK_HEADER_SIZE = 96

export const KEY_SIZE = 32

/** Bytes of a key image in a chunk: enough to recognise an own one, and to rule out nearly all others. */
export const KEY_IMAGE_PREFIX_SIZE = 8

/** The sizes of the view tags of a transaction's outputs, bytes, by their code in the column of shapes. Three bytes: outputs of Carrot. */
export const TAG_SIZES = [0, 1, 3] as const

/** Bits of the code in a shape. */
export const TAG_CODE_BITS = 2

/** A parsed chunk. Columns are views of its bytes; `first…` arrays have one element more than there are items. */
export type CompactChunk = {
  /** height of its first block */
  readonly startHeight: number
  /** 32 bytes each */
  readonly blockIds: Uint8Array
  /** UNIX seconds, of each block */
  readonly timestamps: Float64Array
  /** position of the first transaction of each block, which is its coinbase */
  readonly firstTransactions: Uint32Array
  /** transaction public keys, then additional ones, of each transaction; 32 bytes each */
  readonly keys: Uint8Array
  readonly firstKeys: Uint32Array
  /** number of additional keys among the keys of each transaction */
  readonly additionalKeys: Uint32Array
  /** one-time keys, 32 bytes each */
  readonly outputs: Uint8Array
  readonly firstOutputs: Uint32Array
  /** view tag of each output; -1 if it has none */
  readonly viewTags: Int32Array
  /** the first 8 bytes of each key image */
  readonly keyImages: Uint8Array
  readonly firstKeyImages: Uint32Array
}

/** The numbers of a chunk's header. */
type Counts = {
  readonly startHeight: number
  readonly blocks: number
  readonly transactions: number
  readonly keys: number
  readonly outputs: number
  readonly keyImages: number
  readonly tagBytes: number
  readonly shapeBytes: number
}

const readCounts = (reader: Reader): Counts => ({
  startHeight: reader.u32(),
  blocks: reader.u32(),
  transactions: reader.u32(),
  keys: reader.u32(),
  outputs: reader.u32(),
  keyImages: reader.u32(),
  tagBytes: reader.u32(),
  shapeBytes: reader.u32(),
})

/** @throws FormatError unless the numbers fit the bytes, so that no memory is allocated for items that are not there */
const checkCounts = (counts: Counts, length: number): void => {
  const { blocks, transactions, keys, outputs, keyImages, tagBytes, shapeBytes } = counts
  const size =
    CHUNK_HEADER_SIZE + KEY_SIZE * (keys + outputs + blocks) + KEY_IMAGE_PREFIX_SIZE * keyImages + tagBytes + shapeBytes
  if (size !== length) throw new FormatError(`a chunk of ${length} bytes has columns of ${size}`)
  if (blocks === 0 || blocks > MAX_CHUNK_BLOCKS)
    throw new FormatError(`a chunk has 1 to ${MAX_CHUNK_BLOCKS} blocks, not ${blocks}`)
  // A block and a transaction take at least two and four bytes of shapes.
  if (transactions < blocks || 2 * blocks + 4 * transactions > shapeBytes)
    throw new FormatError(`${shapeBytes} bytes cannot describe ${transactions} transactions of ${blocks} blocks`)
}

/** Adds a number to the last element of an array of first positions. */
const addTo = (first: Uint32Array, i: number, count: number): void => {
  first[i + 1] = (first[i] ?? 0) + count
}

/** @throws FormatError unless the items of the transactions are as many as the header states */
const checkTotal = (first: Uint32Array, stated: number, what: string): void => {
  const total = first.at(-1) ?? 0
  if (total !== stated) throw new FormatError(`a chunk states ${stated} ${what}, its transactions have ${total}`)
}

const readTag = (reader: Reader, size: number): number => {
  if (size === 0) return -1
  return size === 1 ? reader.u8() : reader.u8() | (reader.u8() << 8) | (reader.u8() << 16)
}

/** Returns a signed difference from its zigzag form: 0, -1, 1, -2 … are 0, 1, 2, 3 … */
const fromZigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)

/** Reads the times of the blocks and where their transactions begin. */
const readBlockShapes = (
  reader: Reader,
  { blocks, transactions }: Counts,
): Pick<CompactChunk, 'timestamps' | 'firstTransactions'> => {
  const timestamps = new Float64Array(blocks)
  const firstTransactions = new Uint32Array(blocks + 1)
  let timestamp = 0
  for (let i = 0; i < blocks; i++) {
    timestamp += fromZigzag(reader.varint())
    if (timestamp < 0 || timestamp > Number.MAX_SAFE_INTEGER)
      throw new FormatError(`block ${i} of a chunk has the impossible time ${timestamp}`)
    timestamps[i] = timestamp
    const count = reader.varint()
    if (count < 1 || count > transactions)
      throw new FormatError(`block ${i} of a chunk has ${count} transactions; at least one is its coinbase`)
    addTo(firstTransactions, i, count)
  }
  checkTotal(firstTransactions, transactions, 'transactions')
  return { timestamps, firstTransactions }
}

type Shapes = Pick<CompactChunk, 'firstKeys' | 'additionalKeys' | 'firstOutputs' | 'viewTags' | 'firstKeyImages'>

/** Reads how many keys, outputs and key images each transaction has, and the view tags of its outputs. */
const readTransactionShapes = (reader: Reader, tags: Reader, counts: Counts): Shapes => {
  const { transactions, keys, outputs, keyImages } = counts
  const firstKeys = new Uint32Array(transactions + 1)
  const additionalKeys = new Uint32Array(transactions)
  const firstOutputs = new Uint32Array(transactions + 1)
  const viewTags = new Int32Array(outputs)
  const firstKeyImages = new Uint32Array(transactions + 1)
  /** @throws FormatError if the items left are fewer */
  const bounded = (count: number, first: Uint32Array, i: number, total: number, what: string): number => {
    if (count > total - (first[i] ?? 0)) throw new FormatError(`transaction ${i} of a chunk has ${count} ${what}`)
    return count
  }
  for (let i = 0; i < transactions; i++) {
    addTo(firstKeyImages, i, bounded(reader.varint(), firstKeyImages, i, keyImages, 'key images'))
    const own = bounded(reader.varint(), firstKeys, i, keys, 'keys')
    const additional = bounded(reader.varint(), firstKeys, i, keys - own, 'additional keys')
    addTo(firstKeys, i, own + additional)
    additionalKeys[i] = additional
    const shape = reader.varint()
    const code = shape % (1 << TAG_CODE_BITS)
    const size = TAG_SIZES[code]
    if (size === undefined)
      throw new FormatError(`transaction ${i} of a chunk has view tags of the unknown kind ${code}`)
    const count = bounded(Math.floor(shape / (1 << TAG_CODE_BITS)), firstOutputs, i, outputs, 'outputs')
    if (additional > count) throw new FormatError(`transaction ${i} of a chunk has more additional keys than outputs`)
    addTo(firstOutputs, i, count)
    const first = firstOutputs[i] ?? 0
    for (let output = 0; output < count; output++) viewTags[first + output] = readTag(tags, size)
  }
  checkTotal(firstKeys, keys, 'keys')
  checkTotal(firstOutputs, outputs, 'outputs')
  checkTotal(firstKeyImages, keyImages, 'key images')
  return { firstKeys, additionalKeys, firstOutputs, viewTags, firstKeyImages }
}

/**
 * Parses a chunk. Its columns are views of `bytes`.
 * @throws FormatError unless `bytes` are exactly one chunk of the network's chain
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * parseChunk(networkById('monero-mainnet'), new Uint8Array()) // throws FormatError
 */
export const parseChunk = (network: Pick<Network, 'id'>, bytes: Uint8Array): CompactChunk => {
  const reader = new Reader(bytes)
  const magic = reader.bytes(CHUNK_MAGIC.length)
  if (!equalBytes(magic, CHUNK_MAGIC))
    throw new FormatError('this is not a chunk of the compact chain that this version reads')
  expectNetwork(reader, network, 'a chunk')
  const counts = readCounts(reader)
  checkCounts(counts, bytes.length)
  const reserved = reader.bytes(CHUNK_HEADER_SIZE - reader.offset)
  if (reserved.some((byte) => byte !== 0)) throw new FormatError('the reserved bytes of a chunk are not zero')
  const keys = reader.bytes(KEY_SIZE * counts.keys)
  const outputs = reader.bytes(KEY_SIZE * counts.outputs)
  const blockIds = reader.bytes(KEY_SIZE * counts.blocks)
  const keyImages = reader.bytes(KEY_IMAGE_PREFIX_SIZE * counts.keyImages)
  const tags = new Reader(reader.bytes(counts.tagBytes))
  const blocks = readBlockShapes(reader, counts)
  const shapes = readTransactionShapes(reader, tags, counts)
  reader.end('a chunk')
  tags.end('the view tags of a chunk')
  return { startHeight: counts.startHeight, blockIds, keys, outputs, keyImages, ...blocks, ...shapes }
}
