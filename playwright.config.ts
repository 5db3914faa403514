// The browser tests: Chromium and the built page. Tests of what belongs to a browser (installation, storage, tabs, permissions) run in the
// whole browser, the others in its headless shell, at half the cost; without a service worker, unless they test it. Three files run at a
// time, each with its own browser and server: one more than the cores of CI, as pages wait as well. Traces slow every test;
// `npx playwright test FILE --trace on` records them for one.
import { defineConfig } from '@playwright/test'
import { chromiumPath, headlessShellPath } from './tests/tools.ts'

const WHOLE_BROWSER =
  /\/(?:assistive|drag-and-drop|newcomer|offline|other-browsers|passkey|policy|pwa|storage|tabs|unsupported|update)\.spec\.ts$/

/** The RPC of a page is served by its service worker. Of the screens no error may be reported, also none of the worker. */
const SERVICE_WORKER =
  /\/(?:accessibility|console|contacts|foreign-texts|home|languages|receive|rpc(?:-\w+)?|translated|wallets)\.spec\.ts$/

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
    { name: 'browser', testMatch: WHOLE_BROWSER },
    { name: 'service worker', testMatch: SERVICE_WORKER, use: { launchOptions: launch(headlessShellPath()) } },
    {
      name: 'page',
      testIgnore: [WHOLE_BROWSER, SERVICE_WORKER],
      use: { launchOptions: launch(headlessShellPath()), serviceWorkers: 'block' },
    },
  ],
})
