// Compares blocks of a chunk with those that the node has: ids, times, keys, outputs, view tags, key images.

import { equalBytes } from '../../bytes/bytes.ts'
import { ChunkBuilder } from '../../coin/compact/chunkBuilder.ts'
import { type CompactChunk, KEY_IMAGE_PREFIX_SIZE, KEY_SIZE, parseChunk } from '../../coin/compact/compactChunk.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { RawBlock } from '../../daemon/nodeClient.ts'

/** Returns the numbers of items of consecutive transactions or blocks. */
const countsOf = (first: Uint32Array, start: number, end: number): readonly number[] =>
  Array.from({ length: end - start }, (_, i) => (first[start + i + 1] ?? 0) - (first[start + i] ?? 0))

/** What consecutive blocks of a chunk contain, as values that can be compared. */
const contentOf = (chunk: CompactChunk, firstBlock: number, blocks: number) => {
  const end = firstBlock + blocks
  const [first, last] = [chunk.firstTransactions[firstBlock] ?? 0, chunk.firstTransactions[end] ?? 0]
  const column = (bytes: Uint8Array, firsts: Uint32Array, size: number): Uint8Array =>
    bytes.subarray(size * (firsts[first] ?? 0), size * (firsts[last] ?? 0))
  return {
    numbers: [
      countsOf(chunk.firstTransactions, firstBlock, end),
      countsOf(chunk.firstKeys, first, last),
      countsOf(chunk.firstOutputs, first, last),
      countsOf(chunk.firstKeyImages, first, last),
      [...chunk.additionalKeys.subarray(first, last)],
      [...chunk.viewTags.subarray(chunk.firstOutputs[first], chunk.firstOutputs[last])],
      [...chunk.timestamps.subarray(firstBlock, end)],
    ],
    columns: [
      chunk.blockIds.subarray(KEY_SIZE * firstBlock, KEY_SIZE * end),
      column(chunk.keys, chunk.firstKeys, KEY_SIZE),
      column(chunk.outputs, chunk.firstOutputs, KEY_SIZE),
      column(chunk.keyImages, chunk.firstKeyImages, KEY_IMAGE_PREFIX_SIZE),
    ],
  }
}

const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i])

/**
 * Returns whether a chunk contains the blocks of a node as they are.
 * @param start height of the first block
 * @throws FormatError if a block of the node is malformed
 */
export const hasBlocks = (
  network: Network,
  chunk: CompactChunk,
  start: number,
  blocks: readonly Pick<RawBlock, 'block' | 'transactions'>[],
): boolean => {
  const builder = new ChunkBuilder(network, start)
  for (const block of blocks) builder.add(block)
  const expected = contentOf(parseChunk(network, builder.finish()), 0, blocks.length)
  const found = contentOf(chunk, start - chunk.startHeight, blocks.length)
  return (
    expected.numbers.every((numbers, i) => sameNumbers(numbers, found.numbers[i] ?? [])) &&
    expected.columns.every((bytes, i) => equalBytes(bytes, found.columns[i] ?? new Uint8Array()))
  )
}
