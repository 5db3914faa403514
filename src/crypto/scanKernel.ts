// What the scan kernel (wasm/assembly/scan.ts) exports, and how to get one.

import { instantiateKernel, KernelMemoryError } from './kernel.ts'

/** Exports of the scan kernel. Globals are addresses in `memory`; they hold until the next reservation. */
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
  readonly madeKeys: WebAssembly.Global<'i32'>
  prepare(): void
  reserveSpendKeys(count: number): number
  watch(): void
  reserveBatch(keyCount: number, outputCount: number): number
  /** Returns the number of hits. */
  scan(): number
  reserveMadeKeys(count: number): number
  /** Returns 0 when `spendPublic` is not a point. */
  makeSpendKeys(major: number, minorStart: number, count: number): number
  forgetBatch(): void
  forget(): void
  wipe(): void
}

/**
 * A scan kernel with memory of its own, ready to use.
 * @throws KernelUnavailableError when this engine runs no WebAssembly
 * @throws KernelLoadError when the kernel's file cannot be read
 */
export const createScanKernel = async (): Promise<ScanKernel> => {
  // The exports are those of wasm/assembly/scan.ts, which `ScanKernel` lists.
  const kernel = (await instantiateKernel('scan')) as ScanKernel
  kernel.prepare()
  return kernel
}

/** Copies an array into a kernel's memory. */
export const writeTo = (
  kernel: ScanKernel,
  address: WebAssembly.Global<'i32'>,
  { buffer, byteOffset, byteLength }: ArrayBufferView,
): void => new Uint8Array(kernel.memory.buffer).set(new Uint8Array(buffer, byteOffset, byteLength), address.value)

/** A copy of `length` bytes of a kernel's memory. */
export const readFrom = (kernel: ScanKernel, address: number, length: number): Uint8Array =>
  new Uint8Array(kernel.memory.buffer).slice(address, address + length)

/**
 * Checks what a reservation answered.
 * @throws KernelMemoryError when the engine gave no memory
 */
export const assertReserved = (answer: number): void => {
  if (answer === 0) throw new KernelMemoryError('the engine refuses the scanner more memory; scan smaller batches')
}
