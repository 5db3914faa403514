// Batches of outputs for tests of scanners.
import { addPoints, encodePoint, G } from '../../../src/crypto/curve/point.ts'
import type { ScanBatch } from '../../../src/crypto/scan/scanner.ts'

/** Returns a batch of `count` transactions with one output each; all keys are valid points. */
export const batchOf = (count: number): ScanBatch => {
  const keys = new Uint8Array(32 * count)
  let point = G
  for (let i = 0; i < count; i++) {
    keys.set(encodePoint(point), 32 * i)
    point = addPoints(point, G)
  }
  return {
    keys,
    outputs: keys.slice(),
    outputIndexes: new Uint32Array(count),
    firstKeys: Uint32Array.from({ length: count }, (_, i) => i),
    keyCounts: new Uint32Array(count).fill(1),
    additionalKeys: new Int32Array(count).fill(-1),
    viewTags: new Int16Array(count).fill(-1),
  }
}
