// The storage of the browser under an open wallet: cleared by the user, deleted by a page, full, or on a full disk. The wallet says so, and is saved.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { seriousProblems } from '../support/axe.ts'
import {
  chooseFile,
  confirmPayment,
  createWallet,
  expectBalance,
  expectSynced,
  fundWallet,
  goTo,
  newVisitor,
  nodeCall,
  openSettings,
  PASSWORD,
  reviewPayment,
  savedFile,
  shownAddress,
  unlockWallet,
} from '../support/driver.ts'
import { allowRpc, call, serviceWorkerReady } from '../support/rpc-page.ts'
import { serveAll } from '../support/serve-all.ts'
import { startOnSmallDisk } from '../support/small-disk.ts'

const served = serveAll()

const COIN = 10n ** 9n

const deleteDatabase = async (page: Page): Promise<void> => {
  const other = await page.context().newPage()
  await other.goto('/manifest.webmanifest')
  await other.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase('faba')
        deletion.onsuccess = () => resolve()
        deletion.onerror = () => reject(deletion.error)
      }),
  )
  await other.close()
}

const CLEARINGS: readonly (readonly [how: string, clear: (page: Page) => Promise<void>])[] = [
  [
    'the user clears the data of the site',
    async (page) => {
      const session = await page.context().newCDPSession(page)
      const storageTypes = 'indexeddb,local_storage,cache_storage,file_systems,service_workers'
      await session.send('Storage.clearDataForOrigin', { origin: served.url, storageTypes })
    },
  ],
  ['a page of the site deletes its database', deleteDatabase],
]

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: en.storageLoss.clearedBody })

/** Ends the page with a reload that the browser asks about, and stays. */
const stayInSpiteOfReload = async (page: Page): Promise<void> => {
  const asked = page.waitForEvent('dialog')
  const reloading = page.evaluate(() => location.reload())
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await reloading
}

/** Lets files of the page fail, as while its service worker ends; the page stays. */
const stayWithoutFiles = async (page: Page): Promise<void> => {
  page.once('dialog', () => {
    throw new Error('the page reloads')
  })
  await page.evaluate(() => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', href: '/assets/missing.js' })
    document.head.append(link)
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new TypeError('missing') }))
  })
  await page.waitForTimeout(1500)
  page.removeAllListeners('dialog')
}

for (const [how, clear] of CLEARINGS)
  it(`keeps an open wallet when ${how}`, async ({ browser }) => {
    const { context, page } = await newVisitor(browser, served.url)
    const words = await createWallet(page, { name: 'Ann' })
    await expectSynced(page)
    await fundWallet(page, served.url, 9)
    await goTo(page, 'receive')
    const address = await shownAddress(page)
    await goTo(page, 'home')
    await clear(page)
    await expect(notice(page)).toBeVisible()
    expect(await seriousProblems(page)).toEqual([])
    await stayInSpiteOfReload(page)
    await stayWithoutFiles(page)

    // The keys can be shown and saved.
    await openSettings(page, 'security')
    await page.getByRole('button', { name: en.settings.secrets }).click()
    const secrets = page.getByRole('dialog', { name: en.settings.secrets })
    await secrets.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
    await secrets.getByRole('button', { name: en.settings.secretsShow, exact: true }).click()
    await expect(secrets.locator('.word')).toHaveText([...words])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: en.storageLoss.saveBackup }).click()
    const backup = page.getByRole('dialog', { name: en.backup.save })
    await backup.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
    const file = await savedFile(page, backup)

    // It goes on: payments arrive, and a lock in this tab loses nothing.
    await goTo(page, 'home')
    await nodeCall(served.url, 'dev_faucet', { address, amount: 50 * 10 ** 9 })
    await nodeCall(served.url, 'dev_mine', { blocks: 3 })
    await expectBalance(page, 150n * COIN, 9)
    await page.getByRole('button', { name: en.nav.lock }).click()
    await unlockWallet(page, 'Ann')
    await expectBalance(page, 150n * COIN, 9)
    await expect(notice(page)).toBeVisible()

    await page.getByRole('button', { name: en.storageLoss.writeBack }).click()
    await expect(page.getByText(en.storageLoss.writtenBack)).toBeVisible()
    await expect(notice(page)).toHaveCount(0)
    await page.reload()
    await unlockWallet(page, 'Ann')
    await expectBalance(page, 150n * COIN, 9)

    // The backup restores the wallet elsewhere.
    const other = await newVisitor(browser, served.url)
    await other.page.getByRole('link', { name: en.backup.link }).click()
    await chooseFile(other.page, en.backup.file, file)
    await other.page.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
    await other.page.getByRole('button', { name: en.backup.submit }).click()
    await expectBalance(other.page, 150n * COIN, 9)
    for (const each of [context, other.context]) await each.close()
  })

it('says that its wallets are gone when its storage is cleared while they are locked', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await page.getByRole('button', { name: en.nav.lock }).click()
  await expect(page.getByLabel(en.wallet.password, { exact: true })).toBeVisible()
  await deleteDatabase(page)
  await expect(page.getByRole('alert').filter({ hasText: en.storageLoss.lostBody })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await page.getByRole('link', { name: en.notFound.home }).click()
  await createWallet(page, { name: 'Ben' })
  await goTo(page, 'home')
  await expect(page.getByText(en.storageLoss.lostTitle)).toHaveCount(0)
  await context.close()
})

it('hands a wallet that is in memory only to another tab', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await deleteDatabase(page)
  await expect(notice(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: en.otherTab.use }).click()
  await unlockWallet(other, 'Ann')
  await expect(page.getByRole('button', { name: en.otherTab.use })).toBeVisible()
  await context.close()
})

it('makes no payment that the full storage cannot keep, says so, and saves a backup', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await fundWallet(page, served.url, 9)
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await goTo(page, 'home')
  const session = await context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: served.url, quotaSize: 1 })
  // Chromium measures the space that is left every half a minute.
  const alert = page.getByRole('alert').filter({ hasText: en.storageError.full }).first()
  await expect(async () => {
    await nodeCall(served.url, 'dev_mine', { blocks: 1 })
    await expect(alert).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 120_000 })
  await expect(page.getByRole('region', { name: en.sync.label })).toHaveAttribute('data-phase', 'storage')
  await expect(page.getByText(en.sync.offline)).toHaveCount(0)
  expect(await seriousProblems(page)).toEqual([])
  await page.getByRole('button', { name: en.storageLoss.saveBackup }).click()
  const backup = page.getByRole('dialog', { name: en.backup.save })
  await backup.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  expect((await savedFile(page, backup)).subarray(0, 10).toString()).toBe('FABABACKUP')
  await goTo(page, 'send')
  await page.getByLabel(en.send.to, { exact: true }).fill(address)
  await page.getByLabel(en.send.amount, { exact: true }).fill('1')
  await page.getByRole('button', { name: en.send.review }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: en.error.title }).getByText(en.storageError.full),
  ).toBeVisible()
  expect((await nodeCall(served.url, 'get_info', {}))['tx_pool_size']).toBe(0)

  await session.send('Storage.overrideQuotaForOrigin', { origin: served.url })
  await goTo(page, 'home')
  await expectSynced(page)
  await expect(alert).toHaveCount(0)
  await reviewPayment(page, address, '1')
  await confirmPayment(page)
  await context.close()
})

it('loses nothing on a full disk', async () => {
  const { context, fill, empty, stop } = await startOnSmallDisk(served.url)
  const page = await context.newPage()
  await page.goto('/')
  await serviceWorkerReady(page)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await allowRpc(page)
  const store = async (key: string): Promise<string> =>
    JSON.stringify(await call(page, 'set_attribute', { key, value: 'x'.repeat(900_000) }))
  await store('before')
  fill()
  const keys = Array.from({ length: 8 }, (_, i) => `key ${i}`)
  const answers: string[] = []
  for (const key of keys) answers.push(await store(key))
  // The browser keeps a few, and refuses the others.
  expect(answers.at(-1)).toMatch(/"error".*storage/)
  const lengthOf = async (key: string): Promise<number> =>
    String((await call(page, 'get_attribute', { key })).result?.['value'] ?? '').length
  const lengths = answers.map((answer) => (answer.includes('"error"') ? 0 : 900_000))
  const lengthsNow = async (): Promise<readonly number[]> => await Promise.all(keys.map(lengthOf))
  expect(await lengthsNow()).toEqual(lengths)
  empty()
  await expect.poll(() => store('after')).not.toContain('"error"')
  await page.reload()
  await unlockWallet(page, 'Ann')
  expect(await lengthsNow()).toEqual(lengths)
  expect([await lengthOf('before'), await lengthOf('after')]).toEqual([900_000, 900_000])
  await stop()
})
