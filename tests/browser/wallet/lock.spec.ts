// The memory of the engine's worker after a lock: a heap snapshot of Chromium contains neither the address nor the seed words nor the
// password. Before the lock, it contains the address.
// tests/unit/engine/heap-after-lock.test.ts also searches the bytes of keys, in a thread of Node.
import { type CDPSession, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { t } from '../../../src/app/text/text.ts'
import { seriousProblems } from '../support/axe.ts'
import {
  closeWallet,
  createWallet,
  expectSynced,
  fundWallet,
  goTo,
  newVisitor,
  nodeCall,
  openSettings,
  PASSWORD,
  reviewPayment,
  shownAddress,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const served = serveAll()

/** The script of the engine's worker. */
const ENGINE_SCRIPT = '/assets/worker-'

type Target = { readonly sessionId: string; readonly targetInfo: { readonly url: string; readonly type: string } }

/** Attaches to the workers of a page; returns a function that returns the heap snapshot of the worker of the engine. */
const engineHeap = async (page: Page): Promise<() => Promise<string>> => {
  const session: CDPSession = await page.context().newCDPSession(page)
  const targets: Target[] = []
  session.on('Target.attachedToTarget', (target: Target) => targets.push(target))
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  await expect
    .poll(() => targets.map(({ targetInfo }) => targetInfo.url).join(), { timeout: 60_000 })
    .toContain(ENGINE_SCRIPT)
  const target = targets.find(({ targetInfo }) => targetInfo.url.includes(ENGINE_SCRIPT))
  if (target === undefined) throw new Error('the page has no engine')
  return async () => {
    let snapshot = ''
    const { promise, resolve } = Promise.withResolvers<void>()
    const listen = ({ message }: { readonly message: string }): void => {
      // Messages of the DevTools protocol have this shape.
      const { id, method, params } = JSON.parse(message) as { id?: number; method?: string; params?: { chunk: string } }
      if (method === 'HeapProfiler.addHeapSnapshotChunk') snapshot += params?.chunk ?? ''
      if (id === 1) resolve()
    }
    session.on('Target.receivedMessageFromTarget', listen)
    const message = JSON.stringify({ id: 1, method: 'HeapProfiler.takeHeapSnapshot', params: {} })
    await session.send('Target.sendMessageToTarget', { sessionId: target.sessionId, message })
    await promise
    session.off('Target.receivedMessageFromTarget', listen)
    return snapshot
  }
}

it('leaves no trace of the wallet in the memory of the engine', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  const takeSnapshot = await engineHeap(page)
  const words = await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  expect(await takeSnapshot()).toContain(address)
  await page.getByRole('button', { name: en.nav.lock }).click()
  await expect(page.getByRole('button', { name: en.unlock.submit, exact: true })).toBeVisible()
  const snapshot = await takeSnapshot()
  expect(snapshot.length).toBeGreaterThan(1_000_000)
  expect(snapshot).not.toContain(words.slice(0, 3).join(' '))
  expect(snapshot).not.toContain(PASSWORD)
  expect(snapshot).not.toContain(address)
  await context.close()
})

it('locks the wallet while its page is hidden, if the user wants that', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  /** Tells the page that it is hidden, or shown again. */
  const setVisibility = (visibility: DocumentVisibilityState): Promise<void> =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    }, visibility)
  await openSettings(page, 'security')
  const choice = page.getByLabel(en.settings.hiddenLabel)
  // Not locked by default: the settings answer, which they do only while the wallet is open.
  await setVisibility('hidden')
  await setVisibility('visible')
  await choice.selectOption({ label: en.settings.hiddenAtOnce })
  await goTo(page, 'home')
  await openSettings(page, 'security')
  await expect(choice).toHaveValue('1')
  await setVisibility('hidden')
  await expect(page.getByLabel(en.wallet.password, { exact: true })).toBeVisible()
})

it('stays unlocked when its tab reloads, if the user wants that, and locks in every other case', async ({
  browser,
}) => {
  const { page, context } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await openSettings(page, 'security')
  const setting = page.getByRole('switch', { name: en.settings.reloadLabel })
  const password = page.getByLabel(en.wallet.password, { exact: true })
  const unlocked = page.getByRole('heading', { name: en.settings.title, level: 1 })
  const saved = (): Promise<string | null> => page.evaluate(() => sessionStorage.getItem('faba.reload'))
  const unlock = async (): Promise<void> => {
    const listed = page.getByRole('link', { name: /Ann/ })
    await expect(listed.or(password).first()).toBeVisible()
    if (await listed.isVisible()) await listed.click()
    await password.fill(PASSWORD)
    await page.getByRole('button', { name: en.unlock.submit, exact: true }).click()
    await openSettings(page, 'security')
  }
  const expectLocked = async (): Promise<void> => {
    await expect(page.getByRole('link', { name: /Ann/ }).or(password).first()).toBeVisible()
    await expect(unlocked).toHaveCount(0)
  }

  // Off by default; it needs the password.
  await expect(setting).not.toBeChecked()
  await setting.check({ force: true })
  const dialog = page.getByRole('dialog', { name: en.settings.reloadLabel })
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: en.settings.reloadAllow }).click()
  await expect(dialog.getByText(en.error.wrongPassword)).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: en.settings.reloadAllow }).click()
  await expect(dialog).toHaveCount(0)
  await expect(setting).toBeChecked()
  expect(await saved()).toBeNull()

  // The same screen, twice; the half is in the storage only while the page is loaded.
  for (let i = 0; i < 2; i++) {
    await page.reload()
    await expect(unlocked).toBeVisible()
    await expect(setting).toBeChecked()
    expect(await saved()).toBeNull()
  }

  // Neither another tab nor the same tab by its address.
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: en.otherTab.use })).toBeVisible()
  await other.close()
  await page.goto('about:blank')
  await page.goto('/#/settings')
  await expectLocked()
  expect(await saved()).toBeNull()
  await unlock()

  // After a lock, while the page is hidden, after the setting was turned off.
  await page.getByRole('button', { name: en.nav.lock }).click()
  await expect(password).toBeVisible()
  await page.reload()
  await expectLocked()
  await unlock()
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
  })
  await page.reload()
  await expectLocked()
  await unlock()
  await page.reload()
  await expect(unlocked).toBeVisible()
  // By the keyboard: the browser restores the scroll position after a reload, under the pointer.
  await setting.press('Space')
  await expect(setting).not.toBeChecked()
  await page.reload()
  await expectLocked()
  await context.close()
})

it('returns to the wallet and the screen that were open when the page was reloaded, with the password focused', async ({
  browser,
}) => {
  const { page, context } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await closeWallet(page)
  await createWallet(page, { name: 'Ben' })
  await expectSynced(page)
  const password = page.getByLabel(en.wallet.password, { exact: true })
  const ben = page.getByRole('heading', { name: t('unlock.title', { name: 'Ben' }) })
  await goTo(page, 'tools')
  await page.getByRole('link', { name: en.proofs.title }).click()
  const proofs = page.getByRole('heading', { name: en.proofs.title, level: 1 })
  await expect(proofs).toBeVisible()

  // Twice: an unlock that is reloaded is still that of the same screen.
  await page.reload()
  await expect(ben).toBeVisible()
  await page.reload()
  await expect(ben).toBeVisible()
  await expect(password).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(proofs).toBeVisible()

  // A wallet that the user has left is not offered alone; nor in another tab.
  await closeWallet(page)
  await expect(page.getByRole('link', { name: /Ben/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: /Ann/ })).toBeVisible()
  await context.close()
})

it('lets no payment go out after the device slept, although no timer ran meanwhile', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await fundWallet(page, served.url, 9)
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await reviewPayment(page, address, '1')
  const worker = page.workers().find((each) => each.url().includes(ENGINE_SCRIPT))
  if (worker === undefined) throw new Error('the engine is not running')
  // The clock of a device that wakes has moved on by eight hours; its timers stood still.
  await worker.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 8 * 3_600_000
  })
  // A timer of the engine may run before the click: the wallet is locked then.
  const password = page.getByLabel(en.wallet.password, { exact: true })
  const confirm = page.getByRole('button', { name: en.send.confirm })
  await confirm.click({ timeout: 10_000 }).catch(async () => await expect(password).toBeVisible())
  await expect(password).toBeVisible()
  expect((await nodeCall(served.url, 'get_info', {}))['tx_pool_size']).toBe(0)
  await context.close()
})
