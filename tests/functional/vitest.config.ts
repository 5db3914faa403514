// Monero's own functional tests. They take minutes: `npm run test:functional`.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    environment: 'node',
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/faba', import.meta.url)) },
    include: ['tests/functional/*.test.ts'],
    testTimeout: 1_200_000,
    hookTimeout: 240_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
