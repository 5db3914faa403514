// Loads the WebAssembly kernels before each test file, as every host does. Not where portable arithmetic is the subject: the tests of
// the cryptography compare it with recorded data, those of the kernels with the kernels.
import { expect } from 'vitest'
import { loadPointKernel } from '../../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../src/crypto/hash/keccak.ts'

/** Proofs of random amounts are slow to make without a kernel; wasm/same-proofs.test.ts compares those of both arithmetics. */
const PORTABLE = /\/tests\/unit\/(?:crypto|wasm)\/(?!range-proof-properties)/

const { testPath = '' } = expect.getState()

if (!PORTABLE.test(testPath)) await Promise.all([loadPointKernel(), prepareKeccak()])
