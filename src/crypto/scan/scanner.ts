// Finds a wallet's outputs: for every transaction key R the derivation D = 8·a·R, for every output key P the spend key
// P - Hs(D || index)·G that it is addressed to, looked up among the watched ones (CryptoNote v2.0, section 4.3). This file has the
// types and checks that all scanners share.

import { FabaError } from '../../errors/fabaError.ts'
import { KEY_LENGTH } from '../curve/pointArithmetic.ts'
import type { ScanCanary } from './scanCanary.ts'

/** Transaction keys and outputs of a batch, in flat arrays, so that it can be transferred to a worker without copies. */
export type ScanBatch = {
  /** n × 32: public keys to derive with: transaction public keys and additional keys */
  readonly keys: Uint8Array
  /** m × 32: one-time output keys */
  readonly outputs: Uint8Array
  /** m: position of each output in its transaction */
  readonly outputIndexes: Uint32Array
  /** m: first of the consecutive rows of `keys` that belong to the output's transaction, and their number */
  readonly firstKeys: Uint32Array
  readonly keyCounts: Uint32Array
  /** m: row of `keys` with this output's additional key, or -1 */
  readonly additionalKeys: Int32Array
  /** m: view tag of each output; -1 if the output has none */
  readonly viewTags: Int16Array
}

/** An output that belongs to the wallet. */
export type ScanHit = {
  /** row of the batch's outputs */
  readonly output: number
  /** row of the batch's keys that found it */
  readonly key: number
  /** 32 bytes */
  readonly derivation: Uint8Array
  /** position in the watched spend keys */
  readonly spendKey: number
}

/**
 * Finds a wallet's outputs. Implementations: WASM (kernelScanner.ts), portable JavaScript (portableScanner.ts), a pool of workers
 * (scannerPool.ts). All return the same hits.
 *
 * Each output is tried with its transaction's keys in their order, then with its additional key; the first that leads to a watched
 * spend key is its only hit. Keys and outputs that are not points have no hits. If an output has a view tag, only derivations with
 * that tag are tried. Hits are in the order of the outputs.
 */
export type Scanner = {
  /**
   * Sets the view secret (32 bytes) and the watched spend public keys (count × 32). Replaces earlier ones.
   * @param canary of these keys; omitted: a scanner that needs it computes it, which takes a new worker tens of milliseconds
   */
  watch(viewSecret: Uint8Array, spendKeys: Uint8Array, canary?: ScanCanary): Promise<void>
  scan(batch: ScanBatch): Promise<readonly ScanHit[]>
  /** Wipes the secrets. */
  close(): Promise<void>
}

/** A batch whose arrays do not fit together. */
export class ScanBatchError extends FabaError {
  override readonly name = 'ScanBatchError'
  readonly code = 'scan-batch'
}

/** A scanner that is closed, or has no keys to watch yet. */
export class ScannerStateError extends FabaError {
  override readonly name = 'ScannerStateError'
  readonly code = 'scanner-state'
}

/**
 * Checks the shape of a batch.
 * @throws ScanBatchError if its arrays do not fit together
 *
 * @example
 * assertBatch({ keys: new Uint8Array(31), outputs: new Uint8Array(32) }) // throws ScanBatchError
 */
export const assertBatch = (batch: ScanBatch): void => {
  const keyCount = batch.keys.length / KEY_LENGTH
  const count = batch.outputs.length / KEY_LENGTH
  if (!Number.isInteger(keyCount) || !Number.isInteger(count))
    throw new ScanBatchError(
      `keys have ${KEY_LENGTH} bytes each, but the batch has ${batch.keys.length} bytes of keys and ${batch.outputs.length} of outputs`,
    )
  const { outputIndexes, firstKeys, keyCounts, additionalKeys, viewTags } = batch
  for (const array of [outputIndexes, firstKeys, keyCounts, additionalKeys, viewTags])
    if (array.length !== count) throw new ScanBatchError(`${count} outputs need ${count} rows, not ${array.length}`)
  for (let i = 0; i < count; i++) {
    if ((firstKeys[i] ?? 0) + (keyCounts[i] ?? 0) > keyCount || (additionalKeys[i] ?? 0) >= keyCount)
      throw new ScanBatchError(`output ${i} refers to keys beyond the ${keyCount} of the batch`)
  }
}

/**
 * Checks the lengths of watched keys.
 * @throws ScanBatchError if the view secret or the spend keys have another length
 *
 * @example
 * assertWatched(new Uint8Array(32), new Uint8Array(64)) // undefined
 * assertWatched(new Uint8Array(32), new Uint8Array(33)) // throws ScanBatchError
 */
export const assertWatched = (viewSecret: Uint8Array, spendKeys: Uint8Array): void => {
  if (viewSecret.length !== KEY_LENGTH)
    throw new ScanBatchError(`a view secret has ${KEY_LENGTH} bytes, not ${viewSecret.length}`)
  if (spendKeys.length % KEY_LENGTH !== 0)
    throw new ScanBatchError(`spend keys have ${KEY_LENGTH} bytes each, but ${spendKeys.length} bytes were passed`)
}
