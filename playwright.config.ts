// The browser tests: Chromium and the built page. Three files run at a time, each with its own browser and server: one more than the cores
// of CI, as pages wait as well. Traces slow every test; `npx playwright test FILE --trace on` records them for one.
import { defineConfig } from '@playwright/test'
import { chromiumPath } from './tests/tools.ts'

const executablePath = chromiumPath()

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    // Motion takes time, and clicks have no effect during the transition between two screens. feel.spec.ts tests it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
