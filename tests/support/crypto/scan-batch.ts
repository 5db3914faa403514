// Batches of outputs for tests of scanners.
import { addPoints, decodePoint, encodePoint, G, subtractPoints } from '../../../src/crypto/curve/point.ts'
import { scalarFromBytes } from '../../../src/crypto/curve/scalar.ts'
import { multiplyBase } from '../../../src/crypto/curve/scalarMultiplication.ts'
import { derivationToScalar, keyDerivation } from '../../../src/crypto/keys/keys.ts'
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

/** Returns the view secret of a wallet, by its number. */
export const viewSecretOf = (wallet: number): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? wallet + 7 : 0))

/** Returns the spend key that the output in a row of the batch pays to, for a view secret. */
export const spendKeyOf = ({ keys }: ScanBatch, row: number, viewSecret: Uint8Array): Uint8Array => {
  const key = keys.subarray(32 * row, 32 * row + 32)
  const shared = derivationToScalar(keyDerivation(key, viewSecret), 0)
  return encodePoint(subtractPoints(decodePoint(key), multiplyBase(scalarFromBytes(shared))))
}
