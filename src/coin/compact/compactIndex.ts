// The index of a compact chain: which chunks there are. Its head is the only file that changes; it lists pages of the index by hash, and a page lists
// chunks by hash. docs/compact-chain.md has the format byte by byte.

import { equalBytes } from '../../bytes/bytes.ts'
import { FormatError, Reader, Writer } from '../../bytes/cursor.ts'
import { toHex } from '../../bytes/hex.ts'
import { sha256 } from '../../crypto/hash/sha256.ts'
import { MAX_HEIGHT } from '../blocks/chainLimits.ts'
import type { Network } from '../networks/network.ts'
import { MAX_CHUNK_BLOCKS, MAX_CHUNK_FILE } from './compactChunk.ts'
import { expectNetwork, NETWORK_FIELD_SIZE, networkField } from './networkField.ts'

/** Begins the head of the index; the last byte is the version of the format. */
const HEAD_MAGIC = Uint8Array.of(0x46, 0x61, 0x62, 0x61, 0x49, 0x64, 0x78, 1)

/** The name of the head. */
export const HEAD_FILE = 'index.bin'

/** Chunks of a page of the index. */
export const CHUNKS_PER_PAGE = 1000

const HASH = 32
/** Bytes of an entry of the head: height, chunks and hash. */
const PAGE_ENTRY_SIZE = 4 + 4 + HASH
/** Bytes of an entry of a page: height, blocks, size, id of the last block, and hash. */
const CHUNK_ENTRY_SIZE = 4 + 4 + 4 + HASH + HASH

/** Bytes of a head, at most. */
export const MAX_HEAD_BYTES = 1 << 20

/** Bytes of a page, at most. */
export const MAX_PAGE_BYTES = CHUNKS_PER_PAGE * CHUNK_ENTRY_SIZE

/** A page of the index, as the head lists it. */
export type IndexPage = {
  /** height of the first block of its first chunk */
  readonly startHeight: number
  readonly chunks: number
  /** SHA-256, 32 bytes */
  readonly hash: Uint8Array
}

/** A chunk, as a page lists it. */
export type ChunkEntry = {
  /** height of its first block */
  readonly startHeight: number
  readonly blocks: number
  /** bytes */
  readonly size: number
  /** id of its last block, 32 bytes */
  readonly endId: Uint8Array
  /** SHA-256, 32 bytes */
  readonly hash: Uint8Array
}

/** The head of an index: the first block is genesis. `height`: number of blocks that the chunks have in all. */
export type IndexHead = { readonly height: number; readonly pages: readonly IndexPage[] }

/** Returns the digits of a height in a file name. */
const heightText = (height: number): string => String(height).padStart(10, '0')

/** Returns the first half of a hash in a file name. */
const hashText = (hash: Uint8Array): string => toHex(hash.subarray(0, 16))

/**
 * Returns the name of the file of a page. Another content has another name.
 *
 * @example
 * pageFile({ startHeight: 0, chunks: 1, hash: new Uint8Array(32) }) // `pages/0000000000-${'0'.repeat(32)}.bin`
 */
export const pageFile = ({ startHeight, hash }: IndexPage): string =>
  `pages/${heightText(startHeight)}-${hashText(hash)}.bin`

/**
 * Returns the name of the file of a chunk. Another content has another name.
 *
 * @example
 * const hash = new Uint8Array(32)
 * chunkFile({ startHeight: 5, blocks: 1, size: 9, endId: hash, hash }) // `chunks/0000000005-${'0'.repeat(32)}.bin`
 */
export const chunkFile = ({ startHeight, hash }: ChunkEntry): string =>
  `chunks/${heightText(startHeight)}-${hashText(hash)}.bin`

/**
 * Serializes the head of an index.
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * serializeHead(networkById('monero-mainnet'), { height: 0, pages: [] }).length // 48
 */
export const serializeHead = (network: Pick<Network, 'id'>, { height, pages }: IndexHead): Uint8Array => {
  const writer = new Writer().bytes(HEAD_MAGIC).bytes(networkField(network)).u32(height).u32(pages.length)
  for (const { startHeight, chunks, hash } of pages) writer.u32(startHeight).u32(chunks).bytes(hash)
  return writer.finish()
}

/**
 * Parses the head of an index.
 * @throws FormatError unless it is one of the network's chain
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * const network = networkById('monero-mainnet')
 * parseHead(network, serializeHead(network, { height: 0, pages: [] })) // { height: 0, pages: [] }
 * parseHead(network, new Uint8Array()) // throws FormatError
 */
export const parseHead = (network: Pick<Network, 'id'>, bytes: Uint8Array): IndexHead => {
  const reader = new Reader(bytes)
  if (!equalBytes(reader.bytes(HEAD_MAGIC.length), HEAD_MAGIC))
    throw new FormatError('this is not the index of a compact chain that this version reads')
  expectNetwork(reader, network, 'the index')
  const height = reader.u32()
  const count = reader.u32()
  if (count * PAGE_ENTRY_SIZE !== reader.remaining)
    throw new FormatError(`${reader.remaining} bytes cannot list ${count} pages of an index`)
  const pages: IndexPage[] = []
  for (let i = 0; i < count; i++) {
    const [startHeight, chunks, hash] = [reader.u32(), reader.u32(), reader.bytes(HASH)]
    const before = pages.at(-1)
    if (before === undefined ? startHeight !== 0 : startHeight <= before.startHeight)
      throw new FormatError(`page ${i} of an index begins at height ${startHeight}`)
    if (chunks < 1 || chunks > CHUNKS_PER_PAGE || (i < count - 1 && chunks !== CHUNKS_PER_PAGE))
      throw new FormatError(`page ${i} of an index has ${chunks} chunks`)
    pages.push({ startHeight, chunks, hash })
  }
  const last = pages.at(-1)
  if (height > MAX_HEIGHT || (last === undefined ? height !== 0 : height <= last.startHeight))
    throw new FormatError(`an index cannot end at height ${height}`)
  return { height, pages }
}

/**
 * Returns the id of the network of an index; empty if it is none that this version reads.
 *
 * @example
 * networkOfHead(serializeHead({ id: 'monero-mainnet' }, { height: 0, pages: [] })) // 'monero-mainnet'
 * networkOfHead(new Uint8Array()) // ''
 */
export const networkOfHead = (bytes: Uint8Array): string => {
  const field = bytes.subarray(HEAD_MAGIC.length, HEAD_MAGIC.length + NETWORK_FIELD_SIZE)
  if (!equalBytes(bytes.subarray(0, HEAD_MAGIC.length), HEAD_MAGIC)) return ''
  return new TextDecoder().decode(field).replace(/\0+$/, '')
}

/**
 * Serializes a page of an index.
 *
 * @example
 * const hash = new Uint8Array(32)
 * serializePage([{ startHeight: 0, blocks: 9, size: 5, endId: hash, hash }]).length // 76
 */
export const serializePage = (entries: readonly ChunkEntry[]): Uint8Array => {
  const writer = new Writer()
  for (const { startHeight, blocks, size, endId, hash } of entries)
    writer.u32(startHeight).u32(blocks).u32(size).bytes(endId).bytes(hash)
  return writer.finish()
}

/**
 * Parses a page of an index.
 * @throws FormatError unless it is the page that the head lists, and its chunks follow each other
 *
 * @example
 * parsePage({ startHeight: 0, chunks: 1, hash: new Uint8Array(32) }, new Uint8Array(76)) // throws FormatError
 */
export const parsePage = (page: IndexPage, bytes: Uint8Array): readonly ChunkEntry[] => {
  if (bytes.length !== page.chunks * CHUNK_ENTRY_SIZE || !equalBytes(sha256(bytes), page.hash))
    throw new FormatError(`the page of height ${page.startHeight} is not the one that the index lists`)
  const reader = new Reader(bytes)
  const entries: ChunkEntry[] = []
  let height = page.startHeight
  for (let i = 0; i < page.chunks; i++) {
    const [startHeight, blocks, size] = [reader.u32(), reader.u32(), reader.u32()]
    if (startHeight !== height)
      throw new FormatError(`a chunk of an index begins at ${startHeight} instead of ${height}`)
    if (blocks < 1 || blocks > MAX_CHUNK_BLOCKS) throw new FormatError(`a chunk of an index has ${blocks} blocks`)
    if (size > MAX_CHUNK_FILE) throw new FormatError(`a chunk of an index has ${size} bytes`)
    entries.push({ startHeight, blocks, size, endId: reader.bytes(HASH), hash: reader.bytes(HASH) })
    height += blocks
  }
  return entries
}
