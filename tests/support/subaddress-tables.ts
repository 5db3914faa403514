// Computes the subaddresses of a wallet once for all test files: a wallet watches 10,000, and tests open the same wallets. Not in the tests
// of the cryptography and of the kernels, which compare tables.
import { expect, vi } from 'vitest'
import type * as tables from '../../src/crypto/scan/subaddressTable.ts'
import { computedOnce } from './run-cache.ts'

vi.mock(import('../../src/crypto/scan/subaddressTable.ts'), async (importOriginal) => {
  const original: typeof tables = await importOriginal()
  if (/\/tests\/unit\/(?:crypto|wasm|examples)/.test(expect.getState().testPath ?? '')) return original
  return {
    createSubaddressTable: async (...input) =>
      await computedOnce(['subaddresses', ...input], () => original.createSubaddressTable(...input)),
  }
})
