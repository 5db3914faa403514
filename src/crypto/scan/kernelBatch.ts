// One scan on the scan kernel: writes a batch to its memory, runs it, reads the hits, and wipes the memory.

import { KEY_LENGTH } from '../curve/pointArithmetic.ts'
import type { OwnerCandidates } from './ownerScan.ts'
import { assertReserved, readFrom, type ScanKernel, writeAllTo, writeTo } from './scanKernel.ts'
import type { ScanBatch, ScanHit } from './scanner.ts'

/** Bytes of a hit in the kernel's memory: output, key and spend key, 4 bytes each. */
const HIT_SIZE = 12

/**
 * Sets the keys that a kernel watches; replaces earlier ones.
 * @throws KernelMemoryError if the engine provides no memory
 *
 * @example
 * import { createScanKernel } from './createScanKernel.ts'
 * watchOnKernel(await createScanKernel(), new Uint8Array(32), new Uint8Array()) // undefined
 */
export const watchOnKernel = (kernel: ScanKernel, viewSecret: Uint8Array, spendKeys: Uint8Array): void => {
  kernel.forget()
  assertReserved(kernel.reserveSpendKeys(spendKeys.length / KEY_LENGTH))
  writeTo(kernel, kernel.viewSecret, viewSecret)
  writeTo(kernel, kernel.spendKeys, spendKeys)
  kernel.watch()
}

/** Returns a batch whose keys follow `keys` other ones. */
const shifted = (batch: ScanBatch, keys: number): ScanBatch => ({
  ...batch,
  firstKeys: batch.firstKeys.map((row) => row + keys),
  additionalKeys: batch.additionalKeys.map((row) => (row < 0 ? -1 : row + keys)),
})

/** Writes batches to a kernel, one behind the other. */
const writeBatches = (kernel: ScanKernel, batch: ScanBatch, more: ScanBatch | undefined): readonly ScanBatch[] => {
  const parts = more === undefined ? [batch] : [batch, shifted(more, batch.keys.length / KEY_LENGTH)]
  const rows = (length: number): number => length / KEY_LENGTH
  const total = (lengthOf: (part: ScanBatch) => number): number => parts.reduce((sum, part) => sum + lengthOf(part), 0)
  assertReserved(
    kernel.reserveBatch(rows(total(({ keys }) => keys.length)), rows(total(({ outputs }) => outputs.length))),
  )
  const write = (address: WebAssembly.Global<'i32'>, arrayOf: (part: ScanBatch) => ArrayBufferView): void =>
    writeAllTo(kernel, address, parts.map(arrayOf))
  write(kernel.keys, ({ keys }) => keys)
  write(kernel.outputs, ({ outputs }) => outputs)
  write(kernel.outputIndexes, ({ outputIndexes }) => outputIndexes)
  write(kernel.firstKeys, ({ firstKeys }) => firstKeys)
  write(kernel.keyCounts, ({ keyCounts }) => keyCounts)
  write(kernel.additionalKeys, ({ additionalKeys }) => additionalKeys)
  write(kernel.viewTags, ({ viewTags }) => viewTags)
  return parts
}

/**
 * Returns the hits of a batch whose shape was checked.
 * @param more a second batch, scanned together with the first: its rows follow those of the first
 * @throws KernelMemoryError if the engine provides no memory
 *
 * @example
 * import { createScanKernel } from './createScanKernel.ts'
 * const kernel = await createScanKernel()
 * watchOnKernel(kernel, new Uint8Array(32), new Uint8Array())
 * const none = new Uint32Array()
 * const keys = { keys: new Uint8Array(), outputs: new Uint8Array(), outputIndexes: none, firstKeys: none, keyCounts: none }
 * scanOnKernel(kernel, { ...keys, additionalKeys: new Int32Array(), viewTags: new Int16Array() }) // []
 */
export const scanOnKernel = (kernel: ScanKernel, batch: ScanBatch, more?: ScanBatch): ScanHit[] => {
  try {
    writeBatches(kernel, batch, more)
    const count = kernel.scan()
    const view = new DataView(kernel.memory.buffer, kernel.hits.value, HIT_SIZE * count)
    return Array.from({ length: count }, (_, i) => {
      const key = view.getUint32(HIT_SIZE * i + 4, true)
      return {
        output: view.getUint32(HIT_SIZE * i, true),
        key,
        derivation: readFrom(kernel, kernel.derivations.value + KEY_LENGTH * key, KEY_LENGTH),
        spendKey: view.getUint32(HIT_SIZE * i + 8, true),
      }
    })
  } finally {
    kernel.forgetBatch()
  }
}

/** Returns the number of keys with which all outputs of a batch are tried. */
const trialsOf = ({ keyCounts, additionalKeys }: ScanBatch): number => {
  let trials = 0
  for (let i = 0; i < keyCounts.length; i++) trials += (keyCounts[i] ?? 0) + ((additionalKeys[i] ?? -1) < 0 ? 0 : 1)
  return trials
}

/**
 * Returns the spend keys that the outputs of a batch, whose shape was checked, may belong to, for the view secret that the kernel watches.
 * @param more a second batch, as in `scanOnKernel`
 * @throws KernelMemoryError if the engine provides no memory
 *
 * @example
 * import { createScanKernel } from './createScanKernel.ts'
 * const kernel = await createScanKernel()
 * watchOnKernel(kernel, new Uint8Array(32), new Uint8Array())
 * const none = new Uint32Array()
 * const keys = { keys: new Uint8Array(), outputs: new Uint8Array(), outputIndexes: none, firstKeys: none, keyCounts: none }
 * findOwnersOnKernel(kernel, { ...keys, additionalKeys: new Int32Array(), viewTags: new Int16Array() }).rows // none
 */
export const findOwnersOnKernel = (kernel: ScanKernel, batch: ScanBatch, more?: ScanBatch): OwnerCandidates => {
  try {
    const parts = writeBatches(kernel, batch, more)
    assertReserved(kernel.reserveOwners(parts.reduce((sum, part) => sum + trialsOf(part), 0)))
    const count = kernel.scan()
    const rows = new Uint32Array(2 * count)
    const derivations = new Uint8Array(KEY_LENGTH * count)
    const memory = new Uint8Array(kernel.memory.buffer)
    const view = new DataView(kernel.memory.buffer, kernel.hits.value, HIT_SIZE * count)
    for (let i = 0; i < count; i++) {
      const key = view.getUint32(HIT_SIZE * i + 4, true)
      rows[2 * i] = view.getUint32(HIT_SIZE * i, true)
      rows[2 * i + 1] = key
      const start = kernel.derivations.value + KEY_LENGTH * key
      derivations.set(memory.subarray(start, start + KEY_LENGTH), KEY_LENGTH * i)
    }
    return { rows, owners: readFrom(kernel, kernel.owners.value, KEY_LENGTH * count), derivations }
  } finally {
    kernel.forgetBatch()
  }
}
