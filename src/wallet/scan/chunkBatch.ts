// A chunk of the compact chain as a batch for the scanner, whose keys and outputs are those of the chunk, not copies.

import type { CompactChunk } from '../../coin/compact/compactChunk.ts'
import type { ScanBatch } from '../../crypto/scan/scanner.ts'
import { fillRows, unfilledBatch } from './batchRows.ts'

const KEY = 32

/** Returns the position of the first transaction of a block of a chunk. */
export const firstTransactionOf = ({ firstTransactions }: CompactChunk, block: number): number =>
  firstTransactions[block] ?? 0

/** Batches of whole chunks: wallets that scan the same batch scan it together. */
const wholeBatches = new WeakMap<CompactChunk, ScanBatch>()

/**
 * Returns the batch of the transactions of a chunk from a position on; that of a whole chunk is the same each time. Keys and outputs are views.
 * @param from position of the first transaction
 */
export const chunkBatch = (chunk: CompactChunk, from = 0): ScanBatch => {
  const known = from === 0 ? wholeBatches.get(chunk) : undefined
  if (known !== undefined) return known
  const batch = batchFrom(chunk, from)
  if (from === 0) wholeBatches.set(chunk, batch)
  return batch
}

const batchFrom = (chunk: CompactChunk, from: number): ScanBatch => {
  const { firstKeys, additionalKeys, firstOutputs } = chunk
  const [firstKey, firstOutput] = [firstKeys[from] ?? 0, firstOutputs[from] ?? 0]
  const batch = unfilledBatch(
    chunk.keys.subarray(KEY * firstKey),
    chunk.outputs.subarray(KEY * firstOutput),
    Int16Array.from(chunk.viewTags.subarray(firstOutput)),
  )
  for (let i = from; i < additionalKeys.length; i++) {
    const additional = additionalKeys[i] ?? 0
    fillRows(batch, {
      row: (firstOutputs[i] ?? 0) - firstOutput,
      end: (firstOutputs[i + 1] ?? 0) - firstOutput,
      firstKey: (firstKeys[i] ?? 0) - firstKey,
      keys: (firstKeys[i + 1] ?? 0) - (firstKeys[i] ?? 0) - additional,
      additionalKeys: additional,
    })
  }
  return batch
}

/** Returns the position of the item that contains a row, by the first rows of all items. */
const itemOf = (first: Uint32Array, row: number): number => {
  let low = 0
  let high = first.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((first[middle] ?? 0) <= row) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Returns the height of the block of an output of a chunk.
 * @param row position among the outputs of the chunk
 */
export const heightOfOutput = (chunk: CompactChunk, row: number): number =>
  chunk.startHeight + itemOf(chunk.firstTransactions, itemOf(chunk.firstOutputs, row))

/**
 * Returns the height of the block of an input of a chunk.
 * @param row position among the key images of the chunk
 */
export const heightOfKeyImage = (chunk: CompactChunk, row: number): number =>
  chunk.startHeight + itemOf(chunk.firstTransactions, itemOf(chunk.firstKeyImages, row))
