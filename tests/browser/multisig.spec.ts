// A 2/3 multisig wallet made by three people in the page: messages entered wrongly are refused beside their field, all end with one address.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../src/app/text/en.ts'
import { expectAccessible } from './support/axe.ts'
import {
  chooseFile,
  expectBalance,
  goTo,
  nodeCall,
  openTool,
  PASSWORD,
  restoreWallet,
  savedFile,
  shownAddress,
  walletOfVisitor,
} from './support/driver.ts'
import { serveAll } from './support/serve-all.ts'

const DECIMALS = 9
const COIN = 1_000_000_000

const served = serveAll()

const text = (key: string, values: Readonly<Record<string, number>>): string =>
  Object.entries(values).reduce((filled, [name, value]) => filled.replace(`{{ ${name} }}`, String(value)), key)

/** Returns the message on the screen for the other participants. */
const ownMessage = async (page: Page, label: string): Promise<string> => {
  const shown = page.getByRole('region', { name: label })
  await expect(shown).toContainText(/\w{40}/)
  return ((await shown.textContent()) ?? '').trim()
}

const fillOthers = async (page: Page, messages: readonly string[]): Promise<void> => {
  for (const [i, message] of messages.entries())
    await page.getByLabel(text(en.multisig.other, { index: i + 1 }), { exact: true }).fill(message)
}

const without = (messages: readonly string[], index: number): string[] => messages.filter((_, i) => i !== index)

/** Funds the shared wallet; everyone exports an info, and Ann enters those of the others. */
const exchangeInfos = async (people: readonly Page[], address: string): Promise<void> => {
  await nodeCall(served.url, 'dev_faucet', { address, amount: 60 * COIN })
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  const infos: Buffer[] = []
  for (const page of people) {
    await goTo(page, 'home')
    await expectBalance(page, 60n * BigInt(COIN), DECIMALS)
    await openTool(page, en.tools.multisig)
    await page.getByRole('button', { name: en.multisig.infoExport }).click()
    infos.push(await savedFile(page))
  }
  const [ann] = people
  const [own, second, third] = infos
  if (ann === undefined || own === undefined || second === undefined || third === undefined)
    throw new Error('an info is missing')
  await expect(ann.getByText(en.multisig.infosNeeded)).toBeVisible()
  await ann.getByRole('button', { name: en.multisig.infoGo }).click()
  await expect(ann.getByText(text(en.multisig.infoTooFew, { count: 1 }))).toBeVisible()
  await chooseFile(ann, text(en.multisig.info, { index: 1 }), second.subarray(0, -1))
  await ann.getByRole('button', { name: en.multisig.infoGo }).click()
  await expect(ann.getByText(en.error.multisigInfo)).toBeVisible()
  await expectAccessible(ann, 'multisig, infos')
  await chooseFile(ann, text(en.multisig.info, { index: 1 }), second)
  await ann.getByLabel(text(en.multisig.info, { index: 2 }), { exact: true }).fill(third.toString('hex'))
  await ann.getByRole('button', { name: en.multisig.infoGo }).click()
  await expect(ann.getByText(text(en.multisig.infoDone, { count: 1 }))).toBeVisible()
  await expect(ann.getByText(en.multisig.infosNeeded)).toBeHidden()
}

/** Removes the wallet of a participant, and restores it from its seed. */
const restorePart = async (page: Page, address: string): Promise<void> => {
  await goTo(page, 'settings')
  await page.getByRole('button', { name: en.settings.secrets }).click()
  const secrets = page.getByRole('dialog', { name: en.settings.secrets })
  await secrets.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await secrets.getByRole('button', { name: en.settings.secretsShow, exact: true }).click()
  await expect(secrets.getByText(en.settings.secretsMultisig)).toBeVisible()
  const seed = ((await secrets.locator('code').first().textContent()) ?? '').trim()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: en.nav.close }).click()
  await restoreWallet(page, seed, { name: 'Ben again' })
  await goTo(page, 'receive')
  expect(await shownAddress(page)).toBe(address)
}

it('makes a shared wallet of three participants, two of whom sign', async ({ browser }) => {
  const people: Page[] = []
  for (const name of ['Ann', 'Ben', 'Cleo']) people.push((await walletOfVisitor(browser, served.url, name)).page)
  const [ann, ben] = people
  if (ann === undefined || ben === undefined) throw new Error('there are no participants')
  const firsts: string[] = []
  for (const page of people) {
    await openTool(page, en.tools.multisig)
    await page.getByRole('button', { name: en.multisig.firstShow }).click()
    firsts.push(await ownMessage(page, en.multisig.first))
  }
  await expect(ann.getByText(en.multisig.guide.final)).toBeVisible()
  await ann.getByRole('button', { name: en.multisig.go }).click()
  await expect(ann.getByText(en.multisig.otherMissing)).toHaveCount(2)
  await expect(ann.getByText(en.multisig.understandMissing)).toBeVisible()
  await expectAccessible(ann, 'multisig, first round')
  await ann.getByLabel(en.multisig.understand).check({ force: true })
  const [, second = '', third = ''] = firsts
  await fillOthers(ann, [second, second])
  await expect(ann.getByText(en.multisig.twice)).toBeVisible()
  await fillOthers(ann, [second, third.slice(0, -1)])
  await ann.getByRole('button', { name: en.multisig.go }).click()
  await expect(ann.locator('.field', { hasText: text(en.multisig.other, { index: 2 }) })).toContainText(
    en.multisig.badMessage,
  )
  for (const [i, page] of people.entries()) {
    await fillOthers(page, without(firsts, i))
    await page.getByLabel(en.multisig.understand).check({ force: true })
    await page.getByRole('button', { name: en.multisig.go }).click()
  }

  const messages: string[] = []
  const round = text(en.multisig.message, { round: 2 })
  for (const page of people) messages.push(await ownMessage(page, round))
  await fillOthers(ann, [messages[1] ?? '', second])
  await ann.getByRole('button', { name: en.multisig.roundGo }).click()
  await expect(ann.getByText(en.multisig.badMessage)).toBeVisible()
  await expectAccessible(ann, 'multisig, second round')
  const addresses = new Set<string>()
  for (const [i, page] of people.entries()) {
    await fillOthers(page, without(messages, i))
    await page.getByRole('button', { name: en.multisig.roundGo }).click()
    await expect(page.getByRole('heading', { name: en.multisig.ready })).toBeVisible()
    addresses.add((await page.locator('.facts code').first().textContent()) ?? '')
  }
  expect(addresses.size).toBe(1)
  await expectAccessible(ben, 'multisig, ready')

  const [address = ''] = addresses
  await exchangeInfos(people, address)
  await restorePart(ben, address)
})
