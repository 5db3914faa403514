// Files of wallet2 in the page: those of a real wallet are opened with what its user typed, and a keys file that the page saves is opened.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { tCount } from '../../../src/app/text/text.ts'
import { fromBase64 } from '../../../src/bytes/base64.ts'
import { fromHex } from '../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { vector, vectorBytes } from '../../support/data/vectors.ts'
import { expectAccessible } from '../support/axe.ts'
import {
  createWallet,
  expectSynced,
  fillWallet,
  goTo,
  newVisitor,
  openSettings,
  PASSWORD,
  savedFile,
  shownAddress,
  unlockWallet,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const served = serveAll()

const recorded = vector('oxen/wallet-files.json').wallets.find(({ label }) => label.startsWith('English'))
if (recorded === undefined) throw new TypeError('the wallet is not recorded')

const file = (name: string, bytes: Uint8Array) => ({
  ...{ name, mimeType: 'application/octet-stream' },
  buffer: Buffer.from(bytes),
})
const keysFile = file('plain.keys', fromBase64(recorded.keysFile) ?? new Uint8Array())
const cache = file('plain', vectorBytes('oxen/wallet-caches/never-connected.bin'))
const otherCache = file('plain', vectorBytes('oxen/wallet-caches/after-use.bin'))

const chooser = (page: Page) => page.locator('input[type=file]')
const submit = (page: Page) => page.getByRole('button', { name: en.files.submit }).click()

it('opens the files of a wallet, with its labels, and says what is wrong with them', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  await page.getByRole('link', { name: en.welcome.files }).click()
  await submit(page)
  await expect(page.getByText(en.files.missing)).toBeVisible()
  await chooser(page).setInputFiles([cache])
  await submit(page)
  await expect(page.getByText(en.files.noKeys)).toBeVisible()
  await chooser(page).setInputFiles([otherCache, keysFile, file('plain.address.txt', new Uint8Array(95))])
  await expect(page.getByLabel(en.wallet.name, { exact: true })).toHaveValue('plain')
  await expect(page.locator('.file-row')).toHaveCount(2)
  await expectAccessible(page, 'wallet files')
  // Its password can become that of the wallet here, unless it is too short.
  await submit(page)
  await expect(page.getByText(tCount('wallet.passwordShort', 8))).toBeVisible()
  await fillWallet(page, { name: 'Theirs' })
  await page.getByLabel(en.files.password, { exact: true }).fill('wrong')
  await submit(page)
  await expect(page.getByText(en.error.keysFile.password)).toBeVisible()
  await page.getByLabel(en.files.password, { exact: true }).fill(recorded.password)
  await submit(page)
  await expect(page.getByText(en.error.walletCache.keys)).toBeVisible()
  await chooser(page).setInputFiles([cache])
  await submit(page)
  await expect(page.getByTestId('balance-total')).toBeVisible()
  await goTo(page, 'receive')
  // The newest address, which has the label.
  const keys = generateKeys(fromHex(String(recorded.keys['spend_key'])))
  expect(await shownAddress(page)).toBe(formatAddress(oxenRegtest, subaddressAt(keys, 0, 1)))
  await expect(page.getByText('label é').first()).toBeVisible()
})

it('saves a keys file, which opens as the same wallet', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ours' })
  await expectSynced(page)
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await openSettings(page, 'security')
  await page.getByRole('button', { name: en.settings.keysFile }).click()
  const dialog = page.getByRole('dialog', { name: en.settings.keysFile })
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(`${PASSWORD}x`)
  await dialog.getByRole('button', { name: en.data.save }).click()
  await expect(dialog.getByText(en.error.wrongPassword)).toBeVisible()
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  const bytes = await savedFile(page, dialog)
  await expect(page.getByText(en.settings.keysFileDone)).toBeVisible()

  const other = await newVisitor(browser, served.url)
  await other.page.getByRole('link', { name: en.welcome.files }).click()
  await chooser(other.page).setInputFiles([file('Ours.keys', bytes)])
  await other.page.getByLabel(en.files.password, { exact: true }).fill(PASSWORD)
  await expect(other.page.getByLabel(en.wallet.repeat, { exact: true })).toBeHidden()
  await submit(other.page)
  await expect(other.page.getByTestId('balance-total')).toBeVisible()
  await other.page.keyboard.press('Control+Alt+l')
  await unlockWallet(other.page, 'Ours')
  await goTo(other.page, 'receive')
  expect(await shownAddress(other.page)).toBe(address)
})

it('saves a backup file, from which another device restores the whole wallet', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ours' })
  await expectSynced(page)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await page.locator('.transfer').first().click({ timeout: 60_000 })
  await page.getByLabel(en.details.note, { exact: true }).fill('From the tap')
  await page.getByRole('button', { name: en.details.noteSave }).click()
  await expect(page.getByText(en.action.saved)).toBeVisible()
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await openSettings(page, 'security')
  await page.getByLabel(en.settings.lockLabel).selectOption('30')
  await page.getByRole('button', { name: en.backup.save }).click()
  const dialog = page.getByRole('dialog', { name: en.backup.save })
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  const bytes = await savedFile(page, dialog)
  await expect(page.getByText(en.backup.done)).toBeVisible()

  const other = (await newVisitor(browser, served.url)).page
  await other.getByRole('link', { name: en.backup.link }).click()
  const go = other.getByRole('button', { name: en.backup.submit })
  await go.click()
  await expect(other.getByText(en.backup.fileMissing)).toBeVisible()
  await chooser(other).setInputFiles([keysFile])
  await other.getByLabel(en.wallet.password, { exact: true }).fill('wrong')
  await go.click()
  await expect(other.getByText(en.backup.faults.format)).toBeVisible()
  await chooser(other).setInputFiles([file('Ours.faba-backup', bytes)])
  await go.click()
  await expect(other.getByText(en.backup.faults.password)).toBeVisible()
  await expectAccessible(other, 'backup file')
  await other.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await go.click()
  await expect(other.locator('.transfer').first()).toContainText('From the tap')
  await goTo(other, 'receive')
  expect(await shownAddress(other)).toBe(address)
  await openSettings(other, 'security')
  await expect(other.getByLabel(en.settings.lockLabel)).toHaveValue('30')
})
