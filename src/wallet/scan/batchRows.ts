// The rows of a scan batch: where the keys of each output are.

import type { ScanBatch } from '../../crypto/scan/scanner.ts'

/**
 * Returns a batch whose rows are to be filled.
 * @param viewTags of the outputs, -1 for none
 */
export const unfilledBatch = (keys: Uint8Array, outputs: Uint8Array, viewTags: Int16Array): ScanBatch => {
  const count = viewTags.length
  return {
    ...{ keys, outputs, viewTags },
    outputIndexes: new Uint32Array(count),
    firstKeys: new Uint32Array(count),
    keyCounts: new Uint32Array(count),
    additionalKeys: new Int32Array(count),
  }
}

/** A transaction in a batch: its first row and the one after its last, its first key, and the numbers of its keys. */
export type BatchTransaction = {
  readonly row: number
  readonly end: number
  readonly firstKey: number
  readonly keys: number
  readonly additionalKeys: number
}

/** Fills the rows of a transaction. Its additional keys follow its tx public keys, one for each of its first outputs. */
export const fillRows = (batch: ScanBatch, { row, end, firstKey, keys, additionalKeys }: BatchTransaction): void => {
  for (let index = 0; row + index < end; index++) {
    batch.outputIndexes[row + index] = index
    batch.firstKeys[row + index] = firstKey
    batch.keyCounts[row + index] = keys
    batch.additionalKeys[row + index] = index < additionalKeys ? firstKey + keys + index : -1
  }
}
