// Loads the WebAssembly kernels before the tests of a file.

import { beforeAll } from 'vitest'
import { loadPointKernel } from '../../../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../../src/crypto/hash/keccak.ts'

/** Registers a hook that loads the kernels of curve points and Keccak. */
export const useKernels = (): void => {
  beforeAll(async () => {
    await Promise.all([loadPointKernel(), prepareKeccak()])
  })
}
