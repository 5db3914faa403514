// Every suite but the browser tests, under Node.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { MixedOrder } from './tests/support/mixed-order.ts'

const SUITES = 'tests/{unit,hostile,lives,commands,faults,interop}/**/*.test.ts'

/** Layers whose tests share a process with others: they compute only, and have no global state. */
const SHARED =
  'tests/{unit,hostile,lives}/{app,async,bytes,coin,compact,daemon,devnet,engine,errors,jsonrpc,rpc,wallet}/**/*.test.ts'

/** What a test changes for its whole process. */
const CHANGES_PROCESS = /\bvi\.(?:mock|stub|spyOn|useFakeTimers)|\bprocess\.(?:env|chdir|on\b)|\bglobalThis\b/

const isAlone = (file: string): boolean => CHANGES_PROCESS.test(readFileSync(file, 'utf8'))

const shared = globSync(SHARED).filter((file) => !isAlone(file))

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
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: [SUITES], exclude: shared },
      },
      { extends: true, test: { name: 'shared', include: shared, isolate: false } },
    ],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    pool: 'forks',
    // One more than the cores of CI: tests with peers wait longer than they compute.
    maxWorkers: 3,
    sequence: { sequencer: MixedOrder },
  },
})
