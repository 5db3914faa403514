// Wallets in the page: showing keys, restoring from them, watching with them; changing passwords, names, labels and notes;
// scanning again, locking, removing; and rejected input, which the form keeps.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { encodeSeed } from '../../../src/coin/seeds/seed.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { expectAccessible } from '../support/axe.ts'
import {
  closeWallet,
  createWallet,
  expectBalance,
  expectSynced,
  fillWallet,
  goTo,
  newVisitor,
  nodeCall,
  openSettings,
  PASSWORD,
  restoreFromKeys,
  shownAddress,
  unlockWallet,
} from '../support/driver.ts'
import { allowRpc, call, serviceWorkerReady } from '../support/rpc-page.ts'
import { serveAll } from '../support/serve-all.ts'
import { matching } from '../support/texts.ts'

const DECIMALS = 9
const COIN = 10n ** 9n
const OTHER_PASSWORD = 'seven quiet beans at dawn'

const served = serveAll()

const fact = async (page: Page, name: string): Promise<string> =>
  ((await page.locator('.facts > div', { hasText: name }).locator('code').first().textContent()) ?? '').trim()

it('shows keys for the password, restores from them, and watches with one of them', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expectBalance(page, 100n * COIN, DECIMALS)
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await openSettings(page, 'security')
  await page.getByRole('button', { name: en.settings.secrets }).click()
  const dialog = page.getByRole('dialog', { name: en.settings.secrets })
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(OTHER_PASSWORD)
  await dialog.getByRole('button', { name: en.settings.secretsShow, exact: true }).click()
  await expect(dialog.getByText(en.error.wrongPassword)).toBeVisible()
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: en.settings.secretsShow, exact: true }).click()
  await expect(dialog.getByRole('list', { name: en.settings.secretsWords }).locator('.word')).toHaveCount(25)
  const view = await fact(page, en.settings.secretsView)
  const spend = await fact(page, en.settings.secretsSpend)
  expect(view).toMatch(/^[0-9a-f]{64}$/)
  expect(spend).toMatch(/^[0-9a-f]{64}$/)

  const full = await newVisitor(browser, served.url)
  // Copies have spaces, line breaks and capitals.
  const copy = (text: string): string => ` ${text.slice(0, 20)}\u200b ${text.slice(20)} `
  await restoreFromKeys(
    full.page,
    { name: 'From keys' },
    { address: copy(address), view: copy(`0x${view.toUpperCase()}`), spend: copy(spend) },
  )
  await expectBalance(full.page, 100n * COIN, DECIMALS)

  // The spend key alone is enough for a wallet from seed words.
  const alone = await newVisitor(browser, served.url)
  await restoreFromKeys(alone.page, { name: 'From a key' }, { address: '', view: '', spend })
  await expectBalance(alone.page, 100n * COIN, DECIMALS)
  await alone.context.close()

  const watching = await newVisitor(browser, served.url)
  await restoreFromKeys(watching.page, { name: 'Watching' }, { address, view })
  await expectBalance(watching.page, 100n * COIN, DECIMALS)
  await goTo(watching.page, 'send')
  await expect(watching.page.getByText(en.send.watchOnly)).toBeVisible()
  // It has no words to show, and none are needed to remove it.
  await openSettings(watching.page, 'security')
  await expect(watching.page.getByRole('button', { name: en.settings.secrets })).toHaveCount(0)
  await watching.page.getByRole('button', { name: en.settings.viewKey }).click()
  const viewDialog = watching.page.getByRole('dialog', { name: en.settings.viewKey })
  await viewDialog.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await viewDialog.getByRole('button', { name: en.settings.secretsShow, exact: true }).click()
  await expect(viewDialog.getByText(view)).toBeVisible()
  await expect(viewDialog).not.toContainText(/words/i)
  await viewDialog.getByRole('button', { name: en.action.close }).click()
  await openSettings(watching.page, 'advanced')
  await watching.page.getByRole('button', { name: en.settings.remove, exact: true }).click()
  await expect(watching.page.getByText(en.settings.removeWatchBody)).toBeVisible()
  await expect(watching.page.getByRole('dialog')).not.toContainText(/words/i)

  const wrong = await newVisitor(browser, served.url)
  await restoreFromKeys(wrong.page, { name: 'Wrong' }, { address, view: spend })
  await expect(wrong.page.getByLabel(en.keys.viewKey, { exact: true })).toHaveAccessibleDescription(/not belong/)
  // The input is kept.
  await expect(wrong.page.getByLabel(en.keys.address, { exact: true })).toHaveValue(address)
})

it('offers a free name for a second wallet, and refuses one that a wallet has', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: en.wallet.nameDefault })
  await closeWallet(page)
  await page.getByRole('link', { name: en.welcome.create }).click()
  const name = page.getByLabel(en.wallet.name, { exact: true })
  await expect(name).toHaveValue(`${en.wallet.nameDefault} 2`)
  await fillWallet(page, { name: en.wallet.nameDefault.toUpperCase() })
  await page.getByRole('button', { name: en.action.continue }).click()
  await expect(page.getByText(en.wallet.nameTaken)).toBeVisible()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill('Savings')
  await page.getByRole('button', { name: en.action.continue }).click()
  await expect(page.getByRole('heading', { name: en.create.wordsTitle })).toBeVisible()
})

it('changes the password: the new one opens the wallet, the old one does not', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await openSettings(page, 'security')
  await page.getByRole('button', { name: en.settings.password }).click()
  const dialog = page.getByRole('dialog', { name: en.settings.password })
  await dialog.getByLabel(en.settings.passwordOld, { exact: true }).fill(PASSWORD)
  await dialog.getByLabel(en.settings.passwordNew, { exact: true }).fill(OTHER_PASSWORD)
  await dialog.getByLabel(en.settings.passwordRepeat, { exact: true }).fill(OTHER_PASSWORD)
  await dialog.getByRole('button', { name: en.settings.password, exact: true }).click()
  await expect(page.getByText(en.settings.passwordDone)).toBeVisible()
  await page.getByRole('button', { name: en.nav.lock }).click()
  const password = page.getByLabel(en.wallet.password, { exact: true })
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: en.unlock.submit, exact: true }).click()
  await expect(page.getByText(en.error.wrongPassword)).toBeVisible()
  await password.fill(OTHER_PASSWORD)
  await page.getByRole('button', { name: en.unlock.submit, exact: true }).click()
  await expect(page.getByText(en.settings.about, { exact: true })).toBeVisible()
})

it('keeps names, labels and notes through a rescan and a reload; removes a wallet permanently', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await goTo(page, 'receive')
  const main = await shownAddress(page)
  await page.getByRole('button', { name: en.receive.create }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en.receive.label, { exact: true }).fill('Ben owes me')
  await dialog.getByRole('button', { name: en.receive.create }).click()
  await expect(page.getByTestId('address')).not.toHaveText(main)
  const subaddress = await shownAddress(page)
  await nodeCall(served.url, 'dev_faucet', { address: subaddress, amount: Number(3n * COIN) })
  await goTo(page, 'home')
  await expectBalance(page, 3n * COIN, DECIMALS)
  await page.locator('.transfer').click()
  await expect(page.getByText(subaddress)).toBeVisible()
  await page.getByLabel(en.details.note, { exact: true }).fill('For the piano')
  await page.getByRole('button', { name: en.details.noteSave }).click()
  await expect(page.getByText(en.action.saved)).toBeVisible()
  await openSettings(page, 'wallet')
  await page.getByLabel(en.settings.name, { exact: true }).fill('Ann at home')
  await page.getByRole('button', { name: en.settings.nameSave }).click()
  await expect(page.locator('.wallet-button-name')).toHaveText('Ann at home')

  await openSettings(page, 'advanced')
  await page.getByRole('button', { name: en.settings.rescan }).click()
  const rescan = page.getByRole('dialog', { name: en.settings.rescan })
  await rescan.getByRole('button', { name: en.settings.rescanGo, exact: true }).click()
  await expect(page.getByText(en.settings.rescanDone)).toBeVisible()
  await page.reload()
  await unlockWallet(page, 'Ann at home')
  await expectSynced(page)
  await expectBalance(page, 3n * COIN, DECIMALS)
  await expect(page.locator('.transfer')).toHaveCount(1)
  await expect(page.locator('.transfer')).toContainText('For the piano')
  await goTo(page, 'history')
  await page.getByLabel(en.history.searchLabel, { exact: true }).fill('PIANO')
  await expect(page.locator('.transfer')).toHaveCount(1)
  await page.getByLabel(en.history.searchLabel, { exact: true }).fill('organ')
  await expect(page.getByText(en.history.none)).toBeVisible()
  await goTo(page, 'receive')
  const labelled = page.locator('.address-row').filter({ hasText: 'Ben owes me' })
  await expect(labelled).toContainText(en.receive.used)
  await labelled.locator('.address-row-name').click()
  await expect(page.getByTestId('address')).toHaveText(subaddress)

  await openSettings(page, 'advanced')
  await page.getByRole('button', { name: en.settings.remove }).click()
  const confirm = dialog.getByRole('button', { name: en.settings.removeConfirm })
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(OTHER_PASSWORD)
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel(en.settings.removeUnderstand).check()
  await confirm.click()
  await expect(dialog.getByText(en.error.wrongPassword)).toBeVisible()
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await confirm.click()
  await expect(page.getByRole('heading', { name: en.welcome.title, exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: en.welcome.create })).toBeVisible()
  await expect(page.getByText('Ann at home')).toBeHidden()
})

it('shows problems of words, date, address and names, and keeps the input', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  const words = await createWallet(page, { name: 'Ann' })
  await closeWallet(page)
  await page.getByRole('link', { name: en.welcome.restore }).click()
  const box = page.getByLabel(en.restore.words, { exact: true })
  const submit = page.getByRole('button', { name: en.restore.submit })
  await page.getByLabel(en.wallet.password, { exact: true }).fill('password1')
  await expect(page.getByText(en.wallet.strength0)).toBeVisible()
  await fillWallet(page, { name: 'Again' })
  await expect(page.getByText(en.wallet.strength3)).toBeVisible()

  // The letters `x` and `q` make no other word of the list.
  const typed = words.with(6, `xq${words[6]}`).join(' ')
  await box.fill(typed)
  const near = page.getByRole('button', { name: words[6] ?? '', exact: true })
  await expect(page.getByText(/^Word 7, “xq/)).toBeVisible()
  await submit.click()
  await expect(box).toHaveAccessibleDescription(/word 7 /i)
  await expect(box).toBeFocused()
  await expect(box).toHaveValue(typed)
  await near.click()
  await expect(box).toHaveValue(words.join(' '))
  await expect(near).toBeHidden()
  // A seed with a word too few is not taken for an old one, which has 24.
  await box.fill(words.toSpliced(3, 1).join(' '))
  await expect(page.getByLabel(en.restore.oldSeed)).toBeVisible()
  await submit.click()
  await expect(page.getByText(en.restore.wordMissing)).toBeVisible()
  await expect(box).toBeFocused()
  await expect(page.getByRole('heading', { name: en.restore.title })).toBeVisible()
  await expect(page.getByLabel(en.wallet.name, { exact: true })).toHaveValue('Again')
  // The last word is a checksum of the others.
  await box.fill(words.with(24, words.find((word) => word !== words[24]) ?? '').join(' '))
  await expect(page.getByText(en.restore.checksumWrong)).toBeVisible()
  await submit.click()
  await expect(page.getByRole('heading', { name: en.restore.title })).toBeVisible()
  // Seeds of other programs are named.
  await box.fill(`${'abandon '.repeat(11)}about`)
  await expect(page.getByText(en.restore.bip39)).toBeVisible()
  await box.fill('raven tail swear infant grief assist regular lamp duck valid someone little harsh puppy')
  await submit.click()
  await expect(page.getByText(en.restore.feather)).toBeVisible()
  await box.fill(words.slice(0, 20).join(' '))
  await expect(page.getByText('20 of 25 words. 5 to go.')).toBeVisible()
  await submit.click()
  await expect(box).toHaveAccessibleDescription(/25 words/)

  await box.fill(words.join(' '))
  await page.getByLabel(en.from.point, { exact: true }).check()
  await page.getByLabel(en.from.dateLabel, { exact: true }).fill('2999-12-31')
  await submit.click()
  await expect(page.getByText(en.from.dateBad)).toBeVisible()
  const height = page.getByLabel(en.from.heightLabel, { exact: true })
  await height.fill('-3')
  await submit.click()
  await expect(page.getByText(en.from.heightBad)).toBeVisible()
  // Each of date and height fills in the other, without a node; the practice chain has no known block.
  await fillWallet(page, { name: 'Again', network: 'Monero' })
  const date = page.getByLabel(en.from.dateLabel, { exact: true })
  await date.fill('2021-06-01')
  // Feather has 2369400 for this day.
  await expect(height).toHaveValue(/^2369[34]\d\d$/)
  await expect(page.locator('.restore-from .field-hint[role=status]')).toContainText(
    /^Payments before .*1.* 2021 are not/,
  )
  // How long reading takes, at a usual speed; at that of the last sync once there was one.
  const time = page.locator('.restore-time')
  await expect(time).toHaveText(/^Reading the chain from here takes about \d+ (hours|days)\.$/)
  await date.fill(new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10))
  await expect(time).toHaveText(/takes about \d minutes\.$/)
  await page.evaluate(() => localStorage.setItem('faba.readingSpeed.monero-mainnet', '1'))
  await date.fill(new Date(Date.now() - 11 * 86_400_000).toISOString().slice(0, 10))
  await expect(time).toHaveText(/takes about \d hours\.$/)
  await height.fill('3000000')
  await expect(date).toHaveValue(/^2023-10-2[45]$/)
  await expect(page.locator('.restore-from .field-hint[role=status]')).toContainText(/^Payments before .* 2023 are not/)
  await fillWallet(page, { name: 'Again', network: en.network['oxen-regtest'] })
  await expect(date).toHaveValue('')
  await height.fill('3')
  await expect(time).toHaveCount(0)
  await page.getByText(en.restore.more).click()
  const ahead = page.getByLabel(en.lookAhead.addresses, { exact: true })
  await ahead.fill('0')
  // The first field with a problem does not stay hidden.
  await page.getByText(en.restore.more).click()
  await expect(ahead).toBeHidden()
  await submit.click()
  await expect(ahead).toBeVisible()
  await expect(ahead).toHaveAccessibleDescription(/at most 8\s388\s608/)
  await ahead.fill('200')
  await page.getByLabel(en.wallet.repeat, { exact: true }).fill(OTHER_PASSWORD)
  await submit.click()
  await expect(page.getByText(en.wallet.passwordDiffers)).toBeVisible()
  await expect(box).toHaveValue(words.join(' '))

  await page.getByRole('link', { name: en.action.cancel }).click()
  await restoreFromKeys(page, { name: 'Watching' }, { address: 'nonsense', view: '00'.repeat(31) })
  await expect(page.getByText(en.keys.keyBad)).toBeVisible()
  await page.getByLabel(en.keys.viewKey, { exact: true }).fill('01'.padEnd(64, '0'))
  await page.getByRole('button', { name: en.keys.watch }).click()
  await expect(page.getByLabel(en.keys.address, { exact: true })).toHaveAccessibleDescription(/address/i)
  await expect(page.getByLabel(en.keys.address, { exact: true })).toHaveValue('nonsense')
})

it('looks as far ahead for payments as the user says when a wallet is restored from words or keys', async ({
  browser,
}) => {
  const { page } = await newVisitor(browser, served.url)
  const keys = generateKeys(Uint8Array.of(7, ...new Uint8Array(31)))
  const words = await encodeSeed(keys.spendSecret, 'English')
  const at = (major: number, minor: number): string => formatAddress(oxenRegtest, subaddressAt(keys, major, minor))
  const [near, far] = [at(3, 1600), at(60, 1600)]
  await serviceWorkerReady(page)
  const setLookAhead = async (accounts: string): Promise<void> => {
    await page.getByText(en.restore.more).click()
    await page.getByLabel(en.lookAhead.accounts, { exact: true }).fill(accounts)
    await page.getByLabel(en.lookAhead.addresses, { exact: true }).fill('1700')
  }
  /** Which of the two addresses the wallet looks at. */
  const watched = async (): Promise<readonly boolean[]> => {
    await allowRpc(page)
    const answers = [
      await call(page, 'get_address_index', { address: near }),
      await call(page, 'get_address_index', { address: far }),
    ]
    return answers.map(({ result }) => result !== undefined)
  }
  await page.getByRole('link', { name: en.welcome.restore }).click()
  await page.getByLabel(en.restore.words, { exact: true }).fill(words)
  await fillWallet(page, { name: 'Words' })
  await setLookAhead('4')
  await page.getByRole('button', { name: en.restore.submit }).click()
  expect(await watched()).toEqual([true, false])
  await closeWallet(page)

  await page.getByRole('link', { name: en.welcome.watch }).click()
  // The text of the QR code of another wallet fills in all of it.
  const watchUri = `oxen_wallet:${at(0, 0)}?view_key=${toHex(keys.viewSecret)}&height=2`
  await page.getByLabel(en.keys.address, { exact: true }).fill(watchUri)
  await expect(page.getByLabel(en.keys.address, { exact: true })).toHaveValue(at(0, 0))
  await expect(page.getByLabel(en.keys.viewKey, { exact: true })).toHaveValue(toHex(keys.viewSecret))
  await expect(page.getByLabel(en.from.heightLabel, { exact: true })).toHaveValue('2')
  await fillWallet(page, { name: 'Keys' })
  await setLookAhead('61')
  await page.getByRole('button', { name: en.keys.watch }).click()
  expect(await watched()).toEqual([true, true])
})

it('proposes words while they are typed, and restores a polyseed and a seed of MyMonero', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  await page.getByRole('link', { name: en.welcome.restore }).click()
  const box = page.getByLabel(en.restore.words, { exact: true })
  const submit = page.getByRole('button', { name: en.restore.submit })
  await box.fill('1. raven 2. tail 3. swear 4. inf')
  await page.getByRole('group', { name: en.restore.completions }).getByRole('button', { name: 'infant' }).click()
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('raven tail swear infant ')
  await expect(page.getByText('4 of 16 words. 12 to go.')).toBeVisible()
  const rest = 'grief assist regular lamp duck valid someone little harsh puppy airport language'
  await box.pressSequentially(rest)
  await expect(page.getByText(/^A polyseed of 16 words \(English\)/)).toBeVisible()
  await expect(page.getByLabel(en.from.month)).toBeChecked()
  // The network of the choice has no polyseeds.
  await fillWallet(page, { name: 'Poly' })
  await submit.click()
  await expect(page.getByText(en.error.polyseed.coin)).toBeVisible()
  const monero = { network: 'Monero', nodeUrl: 'http://127.0.0.1:9' }
  await fillWallet(page, { name: 'Poly', ...monero })
  await submit.click()
  await goTo(page, 'receive')
  await expect(page.getByTestId('address')).toHaveText(
    '47AjPj7DVPQVGGXJXbbTMZWcKQDejGHYZChVkeujy8qPLjKkgdsxge4DzvkRMgU4sDUigGLuBN9stKBMowhuXH2HJHWAuRf',
  )
  // The words contain the month of the creation: the chain is not scanned from its beginning.
  await openSettings(page, 'wallet')
  await expect(page.locator('.facts > div', { hasText: en.settings.restoreHeight })).toContainText(/2\u202f50\d\u202f/)

  await closeWallet(page)
  await page.getByRole('link', { name: en.welcome.restore }).click()
  await box.fill('foxes selfish humid nexus juvenile dodge pepper ember biscuit elapse jazz vibrate biscuit')
  await expect(page.getByText(/^A MyMonero seed of 13 words/)).toBeVisible()
  await fillWallet(page, { name: 'Mine', ...monero })
  await submit.click()
  await goTo(page, 'receive')
  await expect(page.getByTestId('address')).toHaveText(
    '43zxvpcj5Xv9SEkNXbMCG7LPQStHMpFCQCmkmR4u5nzjWwq5Xkv5VmGgYEsHXg4ja2FGRD5wMWbBVMijDTqmmVqm93wHGkg',
  )
})

it('creates 16 words on Monero, or 25 for older programs, and asks again for a passphrase', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  await page.getByRole('link', { name: en.welcome.create }).click()
  await fillWallet(page, { name: 'Poly', network: 'Monero', nodeUrl: 'http://127.0.0.1:9' })
  await page.getByRole('button', { name: en.action.continue }).click()
  const words = page.getByRole('list', { name: en.create.words }).locator('.word')
  await expect(words).toHaveCount(16)
  await expect(page.getByText(en.create.monthInside)).toBeVisible()
  await page.getByLabel(en.create.twentyFive, { exact: true }).check()
  await expect(words).toHaveCount(25)
  // In other programs the words need a height.
  await expect(page.locator('.facts', { hasText: en.create.beginning })).toContainText(/block [\d\u202f]{9}/)
  await page.getByLabel(en.create.sixteen, { exact: true }).check()
  await expect(words).toHaveCount(16)
  await page.getByLabel(en.create.language, { exact: true }).selectOption({ label: 'Čeština (Czech)' })
  await expect(words).toHaveCount(16)
  await page.getByText(en.restore.more).click()
  await page.getByLabel(en.restore.offset, { exact: true }).fill('under the pear tree')
  await expectAccessible(page, 'sixteen words')
  const noted = await words.allTextContents()
  await page.getByRole('button', { name: en.create.written }).click()
  for (const field of await page.getByLabel(matching(en.create.word)).all()) {
    const position = Number(
      /\d+/.exec((await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent)) ?? '')?.[0],
    )
    await field.fill(noted[position - 1] ?? '')
  }
  const again = page.getByLabel(en.create.passphraseAgain, { exact: true })
  await again.fill('under the apple tree')
  await page.getByRole('button', { name: en.create.finish }).click()
  await expect(page.getByText(en.create.passphraseDiffers)).toBeVisible()
  await again.fill('under the pear tree')
  await page.getByRole('button', { name: en.create.finish }).click()
  await openSettings(page, 'security')
  await page.getByRole('button', { name: en.settings.secrets, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: en.settings.secretsShow, exact: true }).click()
  await expect(dialog.getByRole('list', { name: en.settings.secretsWords }).locator('.word')).toHaveText(noted)
  await expect(dialog.getByText(en.settings.secretsPassphrase)).toBeVisible()
  await dialog.getByText(en.create.twentyFive).click()
  await expect(dialog.getByRole('list', { name: en.create.twentyFive }).locator('.word')).toHaveCount(25)
  await dialog.getByText(en.settings.watchQr).click()
  await expect(dialog.getByRole('img', { name: en.settings.watchQr })).toBeVisible()
  await expectAccessible(page, 'words and keys')
})
