// Loads the WebAssembly kernels before each test file, as every host does. Not where portable arithmetic is the subject: the tests of
// the cryptography compare it with recorded data, those of the kernels with the kernels.
import { expect } from 'vitest'
import { loadPointKernel } from '../../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../src/crypto/hash/keccak.ts'

const { testPath = '' } = expect.getState()

if (!/\/tests\/unit\/(?:crypto|wasm)\//.test(testPath)) await Promise.all([loadPointKernel(), prepareKeccak()])
