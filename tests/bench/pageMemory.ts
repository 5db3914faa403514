// The memory of the page's process in Chromium with a wallet of 100,000 payments: after a sync, after scrolling and a reload, and in a fresh
// browser that only opens the wallet; beside a fresh browser that opens an empty wallet. Each ten seconds later, and after another minute.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import playwrightConfig from '../../playwright.config.ts'
import { en } from '../../src/app/text/en.ts'
import {
  createWallet,
  expectSynced,
  goTo,
  restoreWallet,
  shownAddress,
  unlockWallet,
} from '../browser/support/driver.ts'
import { startServe } from '../browser/support/serve.ts'
import { heapsOf, type IsolateHeap } from './support/isolateHeaps.ts'
import { mineHistory, openHistory, scrollList } from './support/longHistory.ts'
import type { Figure } from './support/measure.ts'
import { type ProcessMemory, rendererMemory } from './support/rendererMemory.ts'

const WALLET = 'Bench'
/** Time that garbage collectors and caches get before the first measurement. */
const REST_MS = 10_000
/** Time until the second one, in which scanners end, and V8 collects garbage since the page is idle. */
const IDLE_MS = 60_000

/** Opens a browser with a profile that outlives it. */
const withBrowser = async (profile: string, url: string, work: (page: Page) => Promise<void>): Promise<void> => {
  const context = await chromium.launchPersistentContext(profile, {
    ...playwrightConfig.use?.launchOptions,
    baseURL: url,
  })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto('/')
    await work(page)
  } finally {
    await context.close()
  }
}

type Measured = {
  readonly what: string
  readonly key: string
  readonly memory: ProcessMemory
  readonly idle: ProcessMemory
  readonly heaps: readonly IsolateHeap[]
}

const measure = async (profile: string, page: Page, what: string, key: string): Promise<Measured> => {
  await page.waitForTimeout(REST_MS)
  const memory = rendererMemory(profile)
  await page.waitForTimeout(IDLE_MS)
  const idle = rendererMemory(profile)
  // The heaps are asked afterwards: the question itself takes memory.
  return { what, key, memory, idle, heaps: await heapsOf(page) }
}

/** Returns the bytes that the heaps of a name and their buffers use. */
const usedBy = (heaps: readonly IsolateHeap[], name: string): number =>
  heaps.reduce((sum, heap) => (heap.name === name ? sum + heap.used + heap.buffers : sum), 0)

const figuresOf = ({ what, key, memory, idle, heaps }: Measured): Figure[] => {
  const figure = (part: string, partKey: string, bytes: number): Figure => ({
    name: `${what}: ${part}`,
    value: bytes / 1e6,
    unit: 'MB',
    key: `${key}_${partKey}_mb`,
  })
  return [
    figure('resident memory', 'resident', memory.resident),
    figure('proportional set size', 'proportional', memory.proportional),
    figure('memory footprint', 'footprint', memory.footprint),
    figure('resident memory, idle', 'idle_resident', idle.resident),
    figure('proportional set size, idle', 'idle_proportional', idle.proportional),
    figure('memory footprint, idle', 'idle_footprint', idle.footprint),
    ...['page', 'engine', 'scanner'].map((name) => figure(`in use by the ${name}`, name, usedBy(heaps, name))),
  ]
}

/** Measures the built page (`npm run build`). */
export const pageMemoryBench = async (): Promise<readonly Figure[]> => {
  const served = await startServe('--wallets', '0')
  const folder = mkdtempSync(join(tmpdir(), 'faba-page-memory-'))
  const [minerProfile, emptyProfile, profile] = [join(folder, 'miner'), join(folder, 'empty'), join(folder, 'full')]
  const measured: Measured[] = []
  const note = async (used: string, page: Page, what: string, key: string): Promise<void> =>
    void measured.push(await measure(used, page, what, key))
  try {
    let words: readonly string[] = []
    await withBrowser(minerProfile, served.url, async (page) => {
      words = await createWallet(page, { name: WALLET })
      await goTo(page, 'receive')
      const address = await shownAddress(page)
      await page.getByRole('button', { name: en.nav.lock }).click()
      await mineHistory(served.url, address)
    })
    await withBrowser(emptyProfile, served.url, async (page) => {
      await createWallet(page, { name: WALLET })
      await expectSynced(page)
    })
    await withBrowser(emptyProfile, served.url, async (page) => {
      await unlockWallet(page, WALLET)
      await expectSynced(page)
      await note(emptyProfile, page, 'empty wallet, fresh browser', 'empty')
    })
    await withBrowser(profile, served.url, async (page) => {
      await restoreWallet(page, words.join(' '), { name: WALLET })
      await expectSynced(page)
      await note(profile, page, 'after the sync', 'synced')
      await openHistory(page)
      await scrollList(page)
      await note(profile, page, 'after scrolling', 'scrolled')
      await page.reload()
      await unlockWallet(page, WALLET)
      await expectSynced(page)
      await note(profile, page, 'after a reload', 'reloaded')
    })
    await withBrowser(profile, served.url, async (page) => {
      await unlockWallet(page, WALLET)
      await expectSynced(page)
      await note(profile, page, 'fresh browser', 'fresh')
      await openHistory(page)
      await scrollList(page)
      await note(profile, page, 'fresh browser, after scrolling', 'fresh_scrolled')
    })
    return measured.flatMap(figuresOf)
  } finally {
    await served.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
