// Chooses the scanner that this engine can run.

import { KernelUnavailableError } from '../kernel.ts'
import { createKernelScanner } from './kernelScanner.ts'
import { createScanKernel } from './scanKernel.ts'
import type { Scanner } from './scanner.ts'

/**
 * Creates a scanner: on WASM if the engine runs it, else in portable JavaScript.
 * @throws KernelLoadError if the kernel's file cannot be read
 *
 * @example
 * const scanner = await createScanner()
 * scanner.close() // undefined
 */
export const createScanner = async (): Promise<Scanner> => {
  try {
    return createKernelScanner(await createScanKernel())
  } catch (error) {
    if (!(error instanceof KernelUnavailableError)) throw error
    // Loaded on demand: nearly every engine has WebAssembly.
    const { createPortableScanner } = await import('./portableScanner.ts')
    return createPortableScanner()
  }
}
