// The canary of a scan as a part of its batch, and its secret. Apart from `scanCanary.ts`, whose arithmetic a worker loads when it needs it.

import { wipe } from '../../bytes/bytes.ts'
import type { ScanCanary } from './scanCanary.ts'
import type { ScanBatch } from './scanner.ts'

/**
 * Returns a canary as a batch of one output.
 *
 * @example
 * const bytes = new Uint8Array(32)
 * canaryBatch({ txKey: bytes, output: bytes, viewTag: 7, derivation: bytes }).viewTags // Int16Array.of(7)
 */
export const canaryBatch = ({ txKey, output, viewTag }: ScanCanary): ScanBatch => ({
  keys: txKey,
  outputs: output,
  outputIndexes: Uint32Array.of(0),
  firstKeys: Uint32Array.of(0),
  keyCounts: Uint32Array.of(1),
  additionalKeys: Int32Array.of(-1),
  viewTags: Int16Array.of(viewTag),
})

/**
 * Returns a copy of a canary, if there is one, which its holder wipes.
 *
 * @example
 * copyCanary(undefined) // undefined
 */
export const copyCanary = (canary: ScanCanary | undefined): ScanCanary | undefined =>
  canary && { ...canary, derivation: canary.derivation.slice() }

/**
 * Wipes the secret of a canary, if there is one.
 *
 * @example
 * wipeCanary(undefined) // undefined
 */
export const wipeCanary = (canary: ScanCanary | undefined): void => {
  if (canary !== undefined) wipe(canary.derivation)
}
