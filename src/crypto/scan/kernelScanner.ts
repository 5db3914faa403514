// The scanner on the scan kernel (WASM).

import { KEY_LENGTH } from '../curve/pointArithmetic.ts'
import { assertReserved, readFrom, type ScanKernel, writeTo } from './scanKernel.ts'
import { assertBatch, assertWatched, type ScanBatch, type ScanHit, type Scanner, ScannerStateError } from './scanner.ts'

/** Bytes of a hit in the kernel's memory: output, key and spend key, 4 bytes each. */
const HIT_SIZE = 12

/**
 * Creates a scanner on a kernel, which must not be shared: its memory holds the view secret.
 *
 * @example
 * import { createScanKernel } from './scanKernel.ts'
 * createKernelScanner(await createScanKernel()).close() // undefined
 */
export const createKernelScanner = (kernel: ScanKernel): Scanner => {
  let state: 'new' | 'watching' | 'closed' = 'new'

  const watch = (viewSecret: Uint8Array, spendKeys: Uint8Array): void => {
    if (state === 'closed') throw new ScannerStateError('the scanner is closed')
    assertWatched(viewSecret, spendKeys)
    kernel.forget()
    state = 'new'
    assertReserved(kernel.reserveSpendKeys(spendKeys.length / KEY_LENGTH))
    writeTo(kernel, kernel.viewSecret, viewSecret)
    writeTo(kernel, kernel.spendKeys, spendKeys)
    kernel.watch()
    state = 'watching'
  }

  const scan = (batch: ScanBatch): readonly ScanHit[] => {
    if (state !== 'watching') throw new ScannerStateError(`a ${state} scanner cannot scan: call watch first`)
    assertBatch(batch)
    assertReserved(kernel.reserveBatch(batch.keys.length / KEY_LENGTH, batch.outputs.length / KEY_LENGTH))
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
        derivation: readFrom(kernel, kernel.derivations.value + KEY_LENGTH * key, KEY_LENGTH),
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
