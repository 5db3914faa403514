// What the scan kernel (wasm/assembly/scan.ts) exports, and how to get one, on the fastest level that this engine runs.

import {
  instantiateKernel,
  instantiateOnLanes,
  KernelMemoryError,
  KernelUnavailableError,
  type Level,
  onBestLevel,
} from '../kernel.ts'

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
  /** Returns 0 when this engine does not compute as the level needs. */
  prepare(): number
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
 * A scan kernel of a level, with memory of its own, ready to use.
 * @throws KernelUnavailableError when this engine does not run the level
 * @throws KernelLoadError when the kernel's file cannot be read
 */
export const createScanKernelOf = async (level: Level): Promise<ScanKernel> => {
  // The exports are those of wasm/assembly/scan.ts, which `ScanKernel` lists.
  const exports = level === 'relaxed' ? await instantiateOnLanes('scan-lanes') : await instantiateKernel('scan')
  const kernel = exports as ScanKernel
  if (kernel.prepare() === 0)
    throw new KernelUnavailableError(`this engine does not compute as the scan level "${level}" needs`)
  return kernel
}

/**
 * A scan kernel with memory of its own, ready to use, on the fastest level that this engine runs.
 * @throws KernelUnavailableError when this engine runs no WebAssembly
 * @throws KernelLoadError when the kernel's file cannot be read
 */
export const createScanKernel = (): Promise<ScanKernel> => onBestLevel(createScanKernelOf)

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
