// Monero's own functional tests: `npm run test:functional`. A pairing takes minutes, so that they are not a part of `npm test`.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    environment: 'node',
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/faba', import.meta.url)) },
    globalSetup: ['tests/support/build-kernels.ts', 'tests/support/functional/ensure-tools.ts'],
    include: ['tests/functional/*.test.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 240_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
