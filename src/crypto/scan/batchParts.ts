// Splits a scan batch between transactions, for several workers.

import { KEY_LENGTH } from '../curve/pointArithmetic.ts'
import type { ScanBatch, ScanHit } from './scanner.ts'

/** A range of a batch that can be scanned separately, with the positions of its first rows in the batch. */
export type BatchPart = { readonly batch: ScanBatch; readonly firstOutput: number; readonly firstKey: number }

const cut = (batch: ScanBatch, start: number, end: number): BatchPart => {
  let first = batch.keys.length / KEY_LENGTH
  let last = 0
  for (let i = start; i < end; i++) {
    const row = batch.firstKeys[i] ?? 0
    const additional = batch.additionalKeys[i] ?? -1
    first = Math.min(first, row, additional < 0 ? row : additional)
    last = Math.max(last, row + (batch.keyCounts[i] ?? 0), additional + 1)
  }
  return {
    firstOutput: start,
    firstKey: first,
    batch: {
      keys: batch.keys.slice(KEY_LENGTH * first, KEY_LENGTH * last),
      outputs: batch.outputs.slice(KEY_LENGTH * start, KEY_LENGTH * end),
      outputIndexes: batch.outputIndexes.slice(start, end),
      firstKeys: batch.firstKeys.slice(start, end).map((row) => row - first),
      keyCounts: batch.keyCounts.slice(start, end),
      additionalKeys: batch.additionalKeys.slice(start, end).map((row) => (row < 0 ? -1 : row - first)),
      viewTags: batch.viewTags.slice(start, end),
    },
  }
}

/**
 * Splits a batch into parts of at least `size` outputs; the last one may be smaller. Outputs of one transaction stay together.
 *
 * @example
 * const batch = {
 *   keys: new Uint8Array(64), outputs: new Uint8Array(64), outputIndexes: Uint32Array.of(0, 0), firstKeys: Uint32Array.of(0, 1),
 *   keyCounts: Uint32Array.of(1, 1), additionalKeys: Int32Array.of(-1, -1), viewTags: Int16Array.of(-1, -1),
 * }
 * splitBatch(batch, 1).map(({ firstOutput, firstKey }) => [firstOutput, firstKey]) // [[0, 0], [1, 1]]
 */
export const splitBatch = (batch: ScanBatch, size: number): readonly BatchPart[] => {
  const total = batch.outputs.length / KEY_LENGTH
  const parts: BatchPart[] = []
  let start = 0
  while (start < total) {
    let end = Math.min(start + size, total)
    while (end < total && batch.firstKeys[end] === batch.firstKeys[end - 1]) end += 1
    parts.push(cut(batch, start, end))
    start = end
  }
  return parts
}

/**
 * Converts the rows of a part's hits to rows of the whole batch.
 *
 * @example
 * joinHits({ firstOutput: 5, firstKey: 3 }, [{ output: 1, key: 0 }]) // [{ output: 6, key: 3 }]
 */
export const joinHits = (part: BatchPart, hits: readonly ScanHit[]): readonly ScanHit[] =>
  hits.map((hit) => ({ ...hit, output: hit.output + part.firstOutput, key: hit.key + part.firstKey }))
