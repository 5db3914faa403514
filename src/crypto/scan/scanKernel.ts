// The exports of the scan kernel (wasm/assembly/scan.ts), and access to its memory.

import { KernelMemoryError } from '../kernel.ts'

/** Exports of the scan kernel. Globals are addresses in `memory`, valid until the next reservation. */
export type ScanKernel = {
  readonly memory: WebAssembly.Memory
  readonly viewSecret: WebAssembly.Global<'i32'>
  readonly spendPublic: WebAssembly.Global<'i32'>
  readonly spendKeys: WebAssembly.Global<'i32'>
  readonly keys: WebAssembly.Global<'i32'>
  readonly outputs: WebAssembly.Global<'i32'>
  readonly outputIndexes: WebAssembly.Global<'i32'>
  readonly firstKeys: WebAssembly.Global<'i32'>
  readonly keyCounts: WebAssembly.Global<'i32'>
  readonly additionalKeys: WebAssembly.Global<'i32'>
  readonly viewTags: WebAssembly.Global<'i32'>
  readonly derivations: WebAssembly.Global<'i32'>
  readonly hits: WebAssembly.Global<'i32'>
  readonly owners: WebAssembly.Global<'i32'>
  readonly madeKeys: WebAssembly.Global<'i32'>
  /** Returns 0 if this engine does not compute as the level requires. */
  prepare(): number
  reserveSpendKeys(count: number): number
  watch(): void
  reserveBatch(keyCount: number, outputCount: number): number
  /** Makes `scan` return all owners. Called after `reserveBatch`. */
  reserveOwners(count: number): number
  /** Returns the number of hits. */
  scan(): number
  reserveMadeKeys(count: number): number
  /** Returns 0 if `spendPublic` is not a point. */
  makeSpendKeys(major: number, minorStart: number, count: number): number
  forgetBatch(): void
  forget(): void
  wipe(): void
}

/**
 * Copies an array into a kernel's memory.
 *
 * @example
 * import { createScanKernel } from './createScanKernel.ts'
 * const kernel = await createScanKernel()
 * writeTo(kernel, kernel.viewSecret, Uint8Array.of(1, 2))
 * readFrom(kernel, kernel.viewSecret.value, 2) // Uint8Array.of(1, 2)
 */
export const writeTo = (
  kernel: ScanKernel,
  address: WebAssembly.Global<'i32'>,
  { buffer, byteOffset, byteLength }: ArrayBufferView,
): void => new Uint8Array(kernel.memory.buffer).set(new Uint8Array(buffer, byteOffset, byteLength), address.value)

/**
 * Copies arrays into a kernel's memory, one after the other.
 *
 * @example
 * import { createScanKernel } from './createScanKernel.ts'
 * const kernel = await createScanKernel()
 * writeAllTo(kernel, kernel.viewSecret, [Uint8Array.of(1), Uint8Array.of(2)])
 * readFrom(kernel, kernel.viewSecret.value, 2) // Uint8Array.of(1, 2)
 */
export const writeAllTo = (
  kernel: ScanKernel,
  address: WebAssembly.Global<'i32'>,
  arrays: readonly ArrayBufferView[],
): void => {
  const memory = new Uint8Array(kernel.memory.buffer)
  let at = address.value
  for (const { buffer, byteOffset, byteLength } of arrays) {
    memory.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += byteLength
  }
}

/**
 * Copies `length` bytes from a kernel's memory.
 *
 * @example
 * import { createScanKernel } from './createScanKernel.ts'
 * readFrom(await createScanKernel(), 0, 2).length // 2
 */
export const readFrom = (kernel: ScanKernel, address: number, length: number): Uint8Array =>
  new Uint8Array(kernel.memory.buffer).slice(address, address + length)

/**
 * Checks the result of a reservation.
 * @throws KernelMemoryError if the engine provided no memory
 *
 * @example
 * assertReserved(0) // throws KernelMemoryError
 */
export const assertReserved = (result: number): void => {
  if (result === 0) throw new KernelMemoryError('the scanner is out of memory; scan smaller batches')
}
