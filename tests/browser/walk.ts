// Walks through the tasks of a user on the built page and prints how many presses, keys and fields, how many screens, and how many seconds each
// takes: `node tests/browser/walk.ts [phone] [words of a task…]` (`npm run build` first). The page is used in a window of 1440 × 900, or on a phone of
// 390 × 844. A task begins on another screen than its own. The seconds are those of the page, without time to read or think.
import { mkdirSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { en } from '../../src/app/text/en.ts'
import { chromiumPath } from '../tools.ts'
import { startServe } from './support/serve.ts'
import { deviceTasks, keepKeysFile } from './walk/deviceTasks.ts'
import { firstTasks } from './walk/firstTasks.ts'
import { contactTasks, historyTasks } from './walk/listTasks.ts'
import { lastPayment, payingTasks, receivingTasks } from './walk/paymentTasks.ts'
import { createWalker } from './walk/walker.ts'
import { furnish, newProfile, settle, type Task, type World } from './walk/world.ts'

const FOLDER = 'test-results/walk'
const [look = 'wide', ...wanted] = process.argv.slice(2)
const isPhone = look === 'phone'
const viewport = isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 }
const tasks: readonly Task[] = [
  ...receivingTasks,
  ...contactTasks,
  ...payingTasks,
  ...historyTasks,
  ...deviceTasks,
  ...firstTasks,
  lastPayment,
]

/** Makes all coins spendable, and opens a screen that the task does not need. */
const begin = async (page: Page, { url }: World, task: Task): Promise<void> => {
  await settle(page, url)
  const name = receivingTasks.includes(task) ? en.nav.send : en.nav.receive
  await page.evaluate((hash) => location.assign(hash), receivingTasks.includes(task) ? '#/send' : '#/receive')
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** Walks through a task; returns a row of the table. */
const perform = async (task: Task, world: World): Promise<string> => {
  const page = task.isFirst ? await newProfile(world) : world.page
  if (!task.isFirst) await begin(page, world, task)
  const walker = createWalker(page)
  try {
    await task.walk(walker, world)
    const { actions, screens, seconds } = walker.count()
    return `| ${task.name} | ${actions} | ${screens} | ${seconds.toFixed(1)} |`
  } catch (error) {
    await page.screenshot({ path: `${FOLDER}/${task.name.replace(/\W+/g, '-')}.png` }).catch(() => undefined)
    return `| ${task.name} | failed: ${String(error).split('\n')[0]} | | |`
  } finally {
    if (task.isFirst) await page.context().close()
    await page.keyboard.press('Escape').catch(() => undefined)
  }
}

mkdirSync(FOLDER, { recursive: true })
const served = await startServe('--network', 'monero', '--rpc-access-control-origins', '*')
const executablePath = chromiumPath()
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'],
})
try {
  const world = await furnish({ browser, url: served.url, viewport })
  await keepKeysFile(world)
  console.log('| task | actions | screens | seconds |\n|---|---:|---:|---:|')
  for (const task of tasks)
    if (wanted.length === 0 || wanted.some((words) => task.name.includes(words)))
      console.log(await perform(task, world))
} finally {
  await browser.close()
  await served.stop()
}
