// A 2/3 multisig wallet made by three people in the page: messages entered wrongly are refused beside their field, all end with one address.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../src/app/text/en.ts'
import { expectAccessible } from './support/axe.ts'
import { openTool, walletOfVisitor } from './support/driver.ts'
import { serveAll } from './support/serve-all.ts'

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
})
