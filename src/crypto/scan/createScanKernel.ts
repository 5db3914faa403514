// Creates scan kernels, and verifies that they compute as they should.

import { instantiateKernel, instantiateOnLanes, KernelUnavailableError, type Level, onBestLevel } from '../kernel.ts'
import { answersKnownScan } from './knownScanAnswers.ts'
import type { ScanKernel } from './scanKernel.ts'

/**
 * Creates a scan kernel of a level, with its own memory.
 * @throws KernelUnavailableError if this engine does not support the level, or does not compute right on it
 * @throws KernelLoadError if the kernel's file cannot be read
 *
 * @example
 * (await createScanKernelOf('scalar')).reserveSpendKeys(1) // 1
 */
export const createScanKernelOf = async (level: Level): Promise<ScanKernel> => {
  // The exports are those of wasm/assembly/scan.ts, which `ScanKernel` lists.
  const exports = level === 'scalar' ? await instantiateKernel('scan') : await instantiateOnLanes('scan', level)
  const kernel = exports as ScanKernel
  if (kernel.prepare() === 0 || !answersKnownScan(kernel))
    throw new KernelUnavailableError(`this engine does not compute as the scan level "${level}" requires`)
  return kernel
}

/**
 * Creates a scan kernel with its own memory, on the fastest level that this engine supports.
 * @throws KernelUnavailableError if this engine has no WebAssembly
 * @throws KernelLoadError if the kernel's file cannot be read
 *
 * @example
 * (await createScanKernel()).reserveSpendKeys(1) // 1
 */
export const createScanKernel = (): Promise<ScanKernel> => onBestLevel(createScanKernelOf)
