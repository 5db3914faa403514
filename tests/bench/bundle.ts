// The download size of the built page: the script that Chromium requests before a wallet is opened (page, workers, theme), and all
// files. Sizes are gzip sizes; the development server sends plain files.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { en } from '../../src/app/text/en.ts'
import { startServe } from '../browser/support/serve.ts'
import { chromiumPath } from '../tools.ts'
import type { Figure } from './measure.ts'

const DIST = 'dist'

const kilobytes = (path: string): number => gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length / 1000

/** Returns the paths of all scripts that a first visit requests until the welcome screen is shown, workers included. */
const firstVisit = async (): Promise<readonly string[]> => {
  const executablePath = chromiumPath()
  const served = await startServe()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  try {
    // The service worker fetches all files for offline use in the background.
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const paths = new Set<string>()
    context.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.js')) paths.add(pathname.slice(1))
    })
    const page = await context.newPage()
    await page.goto(served.url)
    await page.getByRole('link', { name: en.welcome.create }).waitFor()
    await page.waitForLoadState('networkidle')
    return [...paths]
  } finally {
    await browser.close()
    await served.stop()
  }
}

/** Returns the sizes of the built page. */
export const bundleBench = async (): Promise<readonly Figure[]> => {
  const scripts = await firstVisit()
  const workers = scripts.filter((path) => /\/(engine|scanner|devnet)-/.test(path))
  const sum = (paths: readonly string[]): number => paths.reduce((total, path) => total + kilobytes(path), 0)
  const assets = (ending: string): string[] =>
    readdirSync(join(DIST, 'assets'))
      .filter((name) => name.endsWith(ending))
      .map((name) => join('assets', name))
  return [
    {
      name: 'script before a wallet is opened (budget 200)',
      value: sum(scripts),
      unit: 'kB gzip',
      key: 'first_visit_kb',
    },
    { name: '  of it workers', value: sum(workers), unit: 'kB gzip', key: 'first_visit_workers_kb' },
    {
      name: 'all script, workers and word lists included',
      value: sum(assets('.js')),
      unit: 'kB gzip',
      key: 'script_kb',
    },
    { name: 'styles', value: sum(assets('.css')), unit: 'kB gzip', key: 'styles_kb' },
    { name: 'wasm', value: sum(assets('.wasm')), unit: 'kB gzip', key: 'wasm_kb' },
  ]
}
