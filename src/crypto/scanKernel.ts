// What the scan kernel (wasm/assembly/scan.ts) exports, and how to get one, on the fastest level that this engine runs.

import { instantiateKernel, KernelMemoryError, KernelUnavailableError } from './kernel.ts'

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

/** The levels of the kernel, the fastest first. All find the same. */
export const SCAN_LEVELS = ['relaxed', 'scalar'] as const

/** `relaxed`: two points at a time, with relaxed SIMD; `scalar`: 64-bit integers, in every engine with WebAssembly. */
export type ScanLevel = (typeof SCAN_LEVELS)[number]

const INSTANTIATE: Readonly<Record<ScanLevel, () => Promise<WebAssembly.Exports>>> = {
  relaxed: async () => {
    const lanes = await instantiateKernel('lanes')
    // wasm/generator exports the memory beside its functions.
    return await instantiateKernel('scan-lanes', {
      kernels: lanes,
      env: { memory: lanes['memory'] as WebAssembly.Memory },
    })
  },
  scalar: async () => await instantiateKernel('scan'),
}

/**
 * A scan kernel of a level, with memory of its own, ready to use.
 * @throws KernelUnavailableError when this engine does not run the level
 * @throws KernelLoadError when the kernel's file cannot be read
 */
export const createScanKernelOf = async (level: ScanLevel): Promise<ScanKernel> => {
  // The exports are those of wasm/assembly/scan.ts, which `ScanKernel` lists.
  const kernel = (await INSTANTIATE[level]()) as ScanKernel
  if (kernel.prepare() === 0)
    throw new KernelUnavailableError(`this engine does not compute as the scan level "${level}" needs`)
  return kernel
}

/** The best level that this engine is known to run: found once. */
let best: ScanLevel | undefined

/**
 * A scan kernel with memory of its own, ready to use, on the fastest level that this engine runs.
 * @throws KernelUnavailableError when this engine runs no WebAssembly
 * @throws KernelLoadError when the kernel's file cannot be read
 */
export const createScanKernel = async (): Promise<ScanKernel> => {
  if (best !== undefined) return await createScanKernelOf(best)
  let refusal: unknown
  for (const level of SCAN_LEVELS)
    try {
      const kernel = await createScanKernelOf(level)
      best = level
      return kernel
    } catch (error) {
      if (!(error instanceof KernelUnavailableError)) throw error
      refusal = error
    }
  throw refusal
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
