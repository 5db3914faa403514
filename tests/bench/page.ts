// The page in Chromium with its processor slowed down four times: how soon it can be used, and whether it ever stops responding. One wallet
// mines a long chain, so that its history has one entry a block.

import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import playwrightConfig from '../../playwright.config.ts'
import { en } from '../../src/app/text/en.ts'
import {
  createWallet,
  expectSynced,
  goTo,
  PASSWORD,
  restoreWallet,
  shownAddress,
  unlockWallet,
} from '../browser/support/driver.ts'
import { startServe } from '../browser/support/serve.ts'
import { HISTORY_ENTRIES, mineHistory, openHistory, scrollList } from './support/longHistory.ts'
import { type Figure, median, timed } from './support/measure.ts'
import { type ThreadTask, traceTasks } from './support/threadTasks.ts'

const SLOWDOWN = 4
const ROUNDS = 5
const WALLET = 'Bench'

/** Slows the thread of the page down. Workers keep their speed: DevTools slow down one thread. */
const slowDown = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return session
}

/** Records the time between frames from now on; `recordedFrames` returns it. */
const watchFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const count = (now: number): void => {
      frames.push(now - last)
      last = now
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    Object.assign(window, { frames })
  })

/** Returns the milliseconds between frames, in ascending order. */
const recordedFrames = (page: Page): Promise<number[]> =>
  // `watchFrames` has set it.
  page.evaluate(() => (window as unknown as { frames: number[] }).frames.sort((a, b) => a - b))

/** What the thread may do at once, in milliseconds. */
const TASK_BUDGET = 50

/** Returns the figures of the tasks during some work: those of the processor have the budget. */
const taskFigures = (work: string, key: string, tasks: readonly ThreadTask[]): Figure[] => {
  const longest = (times: readonly number[]): number => times.reduce((a, b) => Math.max(a, b), 0)
  const over = (times: readonly number[]): number => times.filter((time) => time > TASK_BUDGET).length
  const processor = tasks.map((task) => task.processor)
  const elapsed = tasks.map((task) => task.elapsed)
  return [
    {
      name: `${work}: longest task, processor time (budget ${TASK_BUDGET})`,
      value: longest(processor),
      unit: 'ms',
      key: `${key}_longest_task_ms`,
    },
    {
      name: `${work}: tasks over ${TASK_BUDGET} ms of processor time`,
      value: over(processor),
      unit: '',
      key: `${key}_long_tasks`,
    },
    {
      name: `${work}: longest task, waiting for a core included`,
      value: longest(elapsed),
      unit: 'ms',
      key: `${key}_longest_elapsed_ms`,
    },
    {
      name: `${work}: tasks over ${TASK_BUDGET} ms, waiting for a core included`,
      value: over(elapsed),
      unit: '',
      key: `${key}_long_elapsed`,
    },
  ]
}

/** Returns the milliseconds from the navigation to the first paint, and to the unlock form. */
const loadLocked = async (page: Page, url: string): Promise<{ readonly paint: number; readonly form: number }> => {
  await page.goto('about:blank')
  await page.goto(url)
  await page.getByLabel(en.wallet.password, { exact: true }).waitFor()
  const form = await page.evaluate(() => performance.now())
  // The entry comes after the paint.
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName('first-contentful-paint')
          if (entry !== undefined) resolve(entry.startTime)
        })
        observer.observe({ type: 'paint', buffered: true })
      }),
  )
  return { paint, form }
}

/** Returns the milliseconds from the password to the home screen. */
const unlock = async (page: Page): Promise<number> => {
  await page.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  return await timed(async () => {
    await page.getByRole('button', { name: en.unlock.submit, exact: true }).click()
    await page.getByTestId('balance-total').waitFor()
  })
}

/** Returns the milliseconds that deriving the key of the password takes, in the engine: the password is checked with a wrong one. */
const derive = async (page: Page): Promise<number> => {
  const problem = page.getByText(en.error.wrongPassword)
  await page.getByLabel(en.wallet.password, { exact: true }).fill(`${PASSWORD}!`)
  return await timed(async () => {
    await page.getByRole('button', { name: en.unlock.submit, exact: true }).click()
    await problem.waitFor({ state: 'hidden' })
    await problem.waitFor()
  })
}

const measureStart = async (browser: Browser, url: string): Promise<Figure[]> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  await createWallet(page, { name: WALLET })
  await expectSynced(page)
  // The files come from its cache, as on every visit but the first.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.getByRole('button', { name: en.nav.lock }).click()
  await page.getByLabel(en.wallet.password, { exact: true }).waitFor()
  const locked = page.url()
  await slowDown(page)
  const paints: number[] = []
  const forms: number[] = []
  const unlocks: number[] = []
  const derivations: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { paint, form } = await loadLocked(page, locked)
    // The first one also loads what derives it.
    await derive(page)
    derivations.push(await derive(page))
    paints.push(paint)
    forms.push(form)
    unlocks.push(await unlock(page))
  }
  await context.close()
  return [
    { name: 'locked page: first paint (budget 1000)', value: median(paints), unit: 'ms', key: 'first_paint_ms' },
    { name: 'locked page: form can be used', value: median(forms), unit: 'ms', key: 'form_ms' },
    { name: 'a wrong password is refused', value: median(derivations), unit: 'ms', key: 'refusal_ms' },
    {
      name: 'home after the right password, its derivation included (budget 1500 without)',
      value: median(unlocks),
      unit: 'ms',
      key: 'home_ms',
    },
  ]
}

const measureThread = async (browser: Browser, url: string): Promise<Figure[]> => {
  const owner = await browser.newContext({ baseURL: url })
  const page = await owner.newPage()
  await page.goto('/')
  const words = await createWallet(page, { name: WALLET })
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await page.getByRole('button', { name: en.nav.lock }).click()
  await mineHistory(url, address)
  await owner.close()

  const restored = await browser.newContext({ baseURL: url })
  const wallet = await restored.newPage()
  await wallet.goto('/')
  await restoreWallet(wallet, words.join(' '), { name: WALLET })
  await slowDown(wallet)
  let sync = 0
  const syncTasks = await traceTasks(browser, async () => {
    sync = await timed(async () => {
      // Asks rarely: questions about the page are work of its thread.
      await wallet.waitForFunction(() => document.querySelector('[data-phase="synced"]') !== null, undefined, {
        polling: 500,
        timeout: 300_000,
      })
    })
  })
  await openHistory(wallet)
  const scrollTasks = await traceTasks(browser, () => scrollList(wallet))
  // In a turn of its own: counting frames is work too.
  await watchFrames(wallet)
  await scrollList(wallet)
  const frames = await recordedFrames(wallet)

  await wallet.reload()
  await slowDown(wallet)
  const opened = await timed(() => unlockWallet(wallet, WALLET))
  await expectSynced(wallet)
  await goTo(wallet, 'send')
  await wallet.getByText(en.send.options).click()
  const coinTasks = await traceTasks(browser, async () => {
    await wallet.getByRole('link', { name: en.coins.choose }).click()
    await wallet.getByRole('grid', { name: en.coins.list }).locator('.coin').first().waitFor()
    await wallet.mouse.move(300, 400)
    await scrollList(wallet)
  })
  await restored.close()
  return [
    { name: `sync of ${HISTORY_ENTRIES} entries`, value: sync / 1000, unit: 's', key: 'sync_s' },
    ...taskFigures('sync', 'sync', syncTasks),
    ...taskFigures('scroll', 'scroll', scrollTasks),
    ...taskFigures('list of coins', 'coins', coinTasks),
    { name: 'scroll: median frame', value: median(frames), unit: 'ms', key: 'scroll_frame_ms' },
    {
      name: 'scroll: 99 % of frames are shorter than',
      value: frames[Math.floor(frames.length * 0.99)] ?? Number.NaN,
      unit: 'ms',
      key: 'scroll_frame_99_ms',
    },
    { name: `unlock with ${HISTORY_ENTRIES} entries`, value: opened, unit: 'ms', key: 'unlock_long_ms' },
  ]
}

/** Measures the built page (`npm run build`). */
export const pageBench = async (): Promise<readonly Figure[]> => {
  const served = await startServe('--wallets', '0')
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions ?? {})
  try {
    return [...(await measureStart(browser, served.url)), ...(await measureThread(browser, served.url))]
  } finally {
    await browser.close()
    await served.stop()
  }
}
