// Finding a wallet's outputs: for every transaction key R the derivation D = 8·a·R, for every output key P the spend key
// P - Hs(D || index)·G that it is addressed to, looked up among the watched ones (CryptoNote v2.0, section 4.3). One scanner runs
// on WASM, one on portable arithmetic; they find the same.

import { KernelUnavailableError } from '../kernel.ts'
import { assertReserved, createScanKernel, readFrom, type ScanKernel, writeTo } from './scanKernel.ts'

/** Transaction keys and outputs of a batch, flat, so that it can be handed to a worker without copies. */
export type ScanBatch = {
  /** n × 32: public keys to derive with: transaction public keys and additional keys */
  readonly keys: Uint8Array
  /** m × 32: one-time output keys */
  readonly outputs: Uint8Array
  /** m: position of each output in its transaction */
  readonly outputIndexes: Uint32Array
  /** m: first of the consecutive rows of `keys` that belong to the output's transaction, and how many there are */
  readonly firstKeys: Uint32Array
  readonly keyCounts: Uint8Array
  /** m: row of `keys` with this output's additional key, or -1 */
  readonly additionalKeys: Int32Array
  /** m: view tag of each output; -1 where the output carries none */
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
 * Finds a wallet's outputs. Replaceable: a portable JS one, a WASM one, a pool of workers (async).
 *
 * Each output is tried with its transaction's keys in their order, then with its additional key; the first that leads to a watched
 * spend key is its only hit. A key or an output that is no point finds nothing. Where an output carries a view tag, only
 * derivations with that tag are tried. Hits come in the order of the outputs.
 */
export type Scanner = {
  /** Sets the view secret (32 bytes) and the watched spend public keys (count × 32), replacing earlier ones. */
  watch(viewSecret: Uint8Array, spendKeys: Uint8Array): Promise<void>
  scan(batch: ScanBatch): Promise<readonly ScanHit[]>
  /** Wipes the secrets. */
  close(): Promise<void>
}

/** A batch whose arrays do not fit together. */
export class ScanBatchError extends Error {
  override readonly name = 'ScanBatchError'
}

/** A scanner that was closed, or that was not told what to watch. */
export class ScannerStateError extends Error {
  override readonly name = 'ScannerStateError'
}

/**
 * @throws ScanBatchError when the arrays of a batch do not fit together
 */
export const assertBatch = (batch: ScanBatch): void => {
  const keyCount = batch.keys.length / 32
  const count = batch.outputs.length / 32
  if (!Number.isInteger(keyCount) || !Number.isInteger(count))
    throw new ScanBatchError(
      `keys are 32 bytes each, but the batch holds ${batch.keys.length} and ${batch.outputs.length} bytes`,
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
 * @throws ScanBatchError when what is to be watched has another length than keys have
 */
export const assertWatched = (viewSecret: Uint8Array, spendKeys: Uint8Array): void => {
  if (viewSecret.length !== 32) throw new ScanBatchError(`a view secret has 32 bytes, not ${viewSecret.length}`)
  if (spendKeys.length % 32 !== 0)
    throw new ScanBatchError(`spend keys have 32 bytes each, but ${spendKeys.length} bytes were given`)
}

/** Bytes of a hit in the kernel's memory: output, key and position, four each. */
const HIT_SIZE = 12

/** A scanner on a kernel of its own. */
export const createKernelScanner = (kernel: ScanKernel): Scanner => {
  let state: 'new' | 'watching' | 'closed' = 'new'

  const watch = (viewSecret: Uint8Array, spendKeys: Uint8Array): void => {
    if (state === 'closed') throw new ScannerStateError('the scanner was closed')
    assertWatched(viewSecret, spendKeys)
    kernel.forget()
    state = 'new'
    assertReserved(kernel.reserveSpendKeys(spendKeys.length / 32))
    writeTo(kernel, kernel.viewSecret, viewSecret)
    writeTo(kernel, kernel.spendKeys, spendKeys)
    kernel.watch()
    state = 'watching'
  }

  const scan = (batch: ScanBatch): readonly ScanHit[] => {
    if (state !== 'watching') throw new ScannerStateError(`a ${state} scanner cannot scan: call watch first`)
    assertBatch(batch)
    assertReserved(kernel.reserveBatch(batch.keys.length / 32, batch.outputs.length / 32))
    writeTo(kernel, kernel.keys, batch.keys)
    writeTo(kernel, kernel.outputs, batch.outputs)
    writeTo(kernel, kernel.outputIndexes, batch.outputIndexes)
    writeTo(kernel, kernel.firstKeys, batch.firstKeys)
    writeTo(kernel, kernel.keyCounts, batch.keyCounts)
    writeTo(kernel, kernel.additionalKeys, batch.additionalKeys)
    writeTo(kernel, kernel.viewTags, batch.viewTags)
    const count = kernel.scan()
    const view = new DataView(kernel.memory.buffer, kernel.hits.value, HIT_SIZE * count)
    const hits: ScanHit[] = []
    for (let i = 0; i < count; i++) {
      const key = view.getUint32(HIT_SIZE * i + 4, true)
      hits.push({
        output: view.getUint32(HIT_SIZE * i, true),
        key,
        derivation: readFrom(kernel, kernel.derivations.value + 32 * key, 32),
        spendKey: view.getUint32(HIT_SIZE * i + 8, true),
      })
    }
    kernel.forgetBatch()
    return hits
  }

  return {
    watch: async (viewSecret, spendKeys) => watch(viewSecret, spendKeys),
    scan: async (batch) => scan(batch),
    close: async () => {
      if (state !== 'closed') kernel.wipe()
      state = 'closed'
    },
  }
}

/**
 * A scanner: on WASM where the engine runs it, else on portable arithmetic.
 * @throws KernelLoadError when the kernel's file cannot be read
 */
export const createScanner = async (): Promise<Scanner> => {
  try {
    return createKernelScanner(await createScanKernel())
  } catch (error) {
    if (!(error instanceof KernelUnavailableError)) throw error
    // Loaded where it is needed only: hardly an engine has no WebAssembly.
    const { createPortableScanner } = await import('./portableScanner.ts')
    return createPortableScanner()
  }
}
