// Every suite but the browser tests, under Node.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['tests/support/load-kernels.ts'],
    include: ['tests/{unit,faults,interop}/**/*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    pool: 'forks',
    // One more than the cores of CI: tests with peers wait longer than they compute.
    maxWorkers: 3,
  },
})
