// The browser tests: Chromium and the built page. Tests of the service worker and of what belongs to a browser (installation, storage,
// permissions, tabs) run in the whole browser, the others in its headless shell without a service worker, at half the cost. Three files run
// at a time, each with its own browser and server: one more than the cores of CI, as pages wait as well. Traces slow every test;
// `npx playwright test FILE --trace on` records them for one.
import { defineConfig } from '@playwright/test'
import { chromiumPath, headlessShellPath } from './tests/tools.ts'

const WHOLE_BROWSER =
  /\/(?:assistive|console|drag-and-drop|languages|newcomer|offline|other-browsers|passkey|policy|pwa|rpc(?:-\w+)?|storage|tabs|unsupported|update)\.spec\.ts$/

const launch = (executablePath: string | undefined) => ({
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
})

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
    launchOptions: launch(chromiumPath()),
  },
  projects: [
    { name: 'chromium', testMatch: WHOLE_BROWSER },
    {
      name: 'headless shell',
      testIgnore: WHOLE_BROWSER,
      use: { launchOptions: launch(headlessShellPath()), serviceWorkers: 'block' },
    },
  ],
})
