// Selects the implementation of point arithmetic: portable arithmetic from the start, the WASM kernel once it is loaded. Both return equal
// results.

import { KernelUnavailableError } from '../kernel.ts'
import type { PointArithmetic } from './pointArithmetic.ts'
import { createPointKernel } from './pointKernel.ts'
import { portablePoints } from './portablePoints.ts'

let arithmetic: PointArithmetic = portablePoints

/**
 * Returns the implementation in use. Must be called for each operation, since loading the kernel replaces it.
 *
 * @example
 * import { portablePoints } from './portablePoints.ts'
 * usePointArithmetic(portablePoints)
 * currentArithmetic() === portablePoints // true
 */
export const currentArithmetic = (): PointArithmetic => arithmetic

/**
 * Sets the implementation. Tests compare the implementations with it.
 *
 * @example
 * import { portablePoints } from './portablePoints.ts'
 * usePointArithmetic(portablePoints) // undefined
 */
export const usePointArithmetic = (chosen: PointArithmetic): void => {
  arithmetic = chosen
}

let loading: Promise<void> | undefined

/**
 * Loads the point kernel and uses it from then on. Portable arithmetic stays in use if the engine has no WebAssembly. The host calls
 * it when it starts an engine or a node; later calls have no effect.
 * @throws KernelLoadError if the kernel's file cannot be read
 *
 * @example
 * await loadPointKernel() // undefined
 */
export const loadPointKernel = (): Promise<void> => {
  loading ??= createPointKernel().then(usePointArithmetic, (error) => {
    if (error instanceof KernelUnavailableError) return
    loading = undefined
    throw error
  })
  return loading
}
