// The download size of the built page: the script that Chromium requests before a wallet is unlocked (page, workers, theme), and all
// files. Sizes are gzip sizes; the development server sends plain files.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { en } from '../../src/app/text/en.ts'
import { createWallet } from '../browser/support/driver.ts'
import { startServe } from '../browser/support/serve.ts'
import { chromiumPath } from '../tools.ts'
import type { Figure } from './support/measure.ts'

const DIST = 'dist'

const kilobytes = (path: string): number => gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length / 1000

/** Lists of seed words and the texts of languages: of each kind a user loads one. */
const WORD_LIST =
  /^(chinese|czech|dutch|english|esperanto|french|german|italian|japanese|korean|lojban|portuguese|russian|simplified-chinese|spanish|traditional-chinese)[-\w]*\.js$/
const TEXTS = /^texts-\w+-[-\w]*\.js$/

/** Returns the paths of the scripts, workers included, that the page requests until a wallet of this device can be unlocked. */
const lockedVisit = async (): Promise<readonly string[]> => {
  const executablePath = chromiumPath()
  const served = await startServe('--wallets', '0')
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  try {
    // The service worker fetches all files for offline use in the background.
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(served.url)
    await createWallet(page, { name: 'Bench' })
    await page.getByRole('button', { name: en.nav.lock }).click()
    await page.getByLabel(en.wallet.password, { exact: true }).waitFor()
    const paths = new Set<string>()
    context.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.js')) paths.add(pathname.slice(1))
    })
    await page.reload()
    await page.getByLabel(en.wallet.password, { exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    return [...paths]
  } finally {
    await browser.close()
    await served.stop()
  }
}

const sum = (paths: readonly string[]): number => paths.reduce((total, path) => total + kilobytes(path), 0)

const largest = (paths: readonly string[]): number => Math.max(...paths.map(kilobytes))

/** Returns the sizes of the built page. */
export const bundleBench = async (): Promise<readonly Figure[]> => {
  const scripts = await lockedVisit()
  const assets = (ending: string): string[] => readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith(ending))
  const inFolder = (names: readonly string[]): string[] => names.map((name) => join('assets', name))
  const all = assets('.js')
  const wordLists = inFolder(all.filter((name) => WORD_LIST.test(name)))
  const texts = inFolder(all.filter((name) => TEXTS.test(name)))
  const others = inFolder(all.filter((name) => !WORD_LIST.test(name) && !TEXTS.test(name)))
  return [
    { name: 'script before a wallet is unlocked (budget 180)', value: sum(scripts), unit: 'kB gzip', key: 'locked_kb' },
    {
      name: 'all script in one language, with the largest list of words (budget 700)',
      value: sum(others) + largest(texts) + largest(wordLists),
      unit: 'kB gzip',
      key: 'one_language_kb',
    },
    { name: '  texts of all languages', value: sum(texts), unit: 'kB gzip', key: 'texts_kb' },
    { name: '  lists of seed words', value: sum(wordLists), unit: 'kB gzip', key: 'word_lists_kb' },
    { name: 'all script', value: sum(inFolder(all)), unit: 'kB gzip', key: 'script_kb' },
    { name: 'styles', value: sum(inFolder(assets('.css'))), unit: 'kB gzip', key: 'styles_kb' },
    { name: 'wasm', value: sum(inFolder(assets('.wasm'))), unit: 'kB gzip', key: 'wasm_kb' },
  ]
}
