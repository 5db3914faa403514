// Every suite but the browser tests, under Node.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { MixedOrder } from './tests/support/mixed-order.ts'

export default defineConfig({
  test: {
    environment: 'node',
    // Once: tests never run on kernels that are older than their sources.
    globalSetup: ['tests/support/build-kernels.ts', 'tests/support/make-run-cache.ts'],
    setupFiles: [
      'tests/support/load-kernels.ts',
      'tests/support/slow-hashes.ts',
      'tests/support/subaddress-tables.ts',
      'tests/support/compare-outputs.ts',
    ],
    // Processes that tests start load compiled code, as the command does.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/faba', import.meta.url)) },
    include: ['tests/{unit,hostile,faults,interop}/**/*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    pool: 'forks',
    // One more than the cores of CI: tests with peers wait longer than they compute.
    maxWorkers: 3,
    sequence: { sequencer: MixedOrder },
  },
})
