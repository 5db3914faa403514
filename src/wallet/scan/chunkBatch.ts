// A chunk of the compact chain as a batch for the scanner, whose keys and outputs are those of the chunk, not copies.

import type { CompactChunk } from '../../coin/compact/compactChunk.ts'
import type { ScanBatch } from '../../crypto/scan/scanner.ts'

const KEY = 32

/** Returns the position of the first transaction of a block of a chunk. */
export const firstTransactionOf = ({ firstTransactions }: CompactChunk, block: number): number =>
  firstTransactions[block] ?? 0

/**
 * Returns the batch of the transactions of a chunk from a position on. Keys and outputs are views.
 * @param from position of the first transaction
 */
export const chunkBatch = (chunk: CompactChunk, from = 0): ScanBatch => {
  const { firstKeys, additionalKeys, firstOutputs } = chunk
  const [firstKey, firstOutput] = [firstKeys[from] ?? 0, firstOutputs[from] ?? 0]
  const count = chunk.outputs.length / KEY - firstOutput
  const batch = {
    keys: chunk.keys.subarray(KEY * firstKey),
    outputs: chunk.outputs.subarray(KEY * firstOutput),
    outputIndexes: new Uint32Array(count),
    firstKeys: new Uint32Array(count),
    keyCounts: new Uint32Array(count),
    additionalKeys: new Int32Array(count),
    viewTags: Int16Array.from(chunk.viewTags.subarray(firstOutput)),
  }
  for (let i = from; i < additionalKeys.length; i++) {
    const first = (firstKeys[i] ?? 0) - firstKey
    const additional = additionalKeys[i] ?? 0
    const keys = (firstKeys[i + 1] ?? 0) - (firstKeys[i] ?? 0) - additional
    const output = firstOutputs[i] ?? 0
    const end = firstOutputs[i + 1] ?? 0
    for (let index = 0; output + index < end; index++) {
      const row = output + index - firstOutput
      batch.outputIndexes[row] = index
      batch.firstKeys[row] = first
      batch.keyCounts[row] = keys
      batch.additionalKeys[row] = index < additional ? first + keys + index : -1
    }
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
