// Recipients as the user names them: the name of a contact in place of an address, links with several recipients, links of other coins.
import { type Browser, type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { t } from '../../../src/app/text/text.ts'
import { seriousProblems } from '../support/axe.ts'
import { createWallet, goTo, newVisitor, shownAddress } from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const served = serveAll()
const contexts: BrowserContext[] = []
it.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

/** Creates a wallet; returns its main address and a subaddress. */
const newWallet = async (
  browser: Browser,
): Promise<{ readonly page: Page; readonly addresses: readonly [string, string] }> => {
  const { page, context } = await newVisitor(browser, served.url)
  contexts.push(context)
  await createWallet(page, { name: 'Ann' })
  await goTo(page, 'receive')
  const main = await shownAddress(page)
  await page.getByRole('button', { name: en.receive.create, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: en.receive.create, exact: true }).click()
  await expect(page.getByTestId('address')).not.toHaveText(main)
  return { page, addresses: [main, await shownAddress(page)] }
}

const addContact = async (page: Page, name: string, address: string): Promise<void> => {
  await page
    .getByRole('button', { name: en.contacts.add })
    .or(page.getByRole('button', { name: en.contacts.addFirst }))
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en.contacts.name, { exact: true }).fill(name)
  await dialog.getByLabel(en.contacts.address, { exact: true }).fill(address)
  await dialog.getByRole('button', { name: en.contacts.save }).click()
  await expect(dialog).toBeHidden()
}

it('offers contacts while their name is typed, by keys and by pointer, and reports no error meanwhile', async ({
  browser,
}) => {
  const { page, addresses } = await newWallet(browser)
  await goTo(page, 'contacts')
  await addContact(page, 'José Bean', addresses[0])
  await addContact(page, 'Bea Josephs', addresses[1])
  await goTo(page, 'send')
  const to = page.getByLabel(en.send.to, { exact: true })
  const list = page.getByRole('listbox', { name: en.suggestions.title })
  const problem = page.locator('.field').filter({ has: to }).locator('.field-problem')

  await to.pressSequentially('jos')
  await expect(list.getByRole('option')).toHaveText([/^José Bean/, /^Bea Josephs/])
  await expect(to).toHaveAttribute(
    'aria-activedescendant',
    (await list.getByRole('option').first().getAttribute('id')) ?? '',
  )
  expect(await seriousProblems(page)).toEqual([])
  // The text was parsed meanwhile, and is no address.
  await page.waitForTimeout(500)
  await expect(problem).toHaveText('')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(to).toHaveValue(addresses[1])
  await expect(list).toHaveCount(0)
  await expect(page.getByLabel(en.send.amount, { exact: true })).toBeFocused()
  await expect(page.getByText(en.contacts.known.replace('{{ name }}', 'Bea Josephs'))).toBeVisible()

  // The buttons stay beside a filled field.
  await expect(page.getByRole('button', { name: en.send.paste })).toBeVisible()
  await to.fill('jose bean')
  await list.getByRole('option').click()
  await expect(to).toHaveValue(addresses[0])

  // A name alone is no recipient: the review says what to do, at the field and once.
  await to.fill('bean')
  await page.getByRole('button', { name: en.send.review }).click()
  await expect(problem).toHaveText(en.suggestions.choose)
  await to.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(problem).toHaveText(/^This is not an address\./)
  await to.fill('nobody')
  await expect(list).toHaveCount(0)
  await expect(problem).toHaveText(/^This is not an address\./)
})

it('divides a link with several recipients, each with its amount', async ({ browser }) => {
  const { page, addresses } = await newWallet(browser)
  await goTo(page, 'send')
  const to = page.getByLabel(en.send.to, { exact: true })
  await to.fill(`oxen:${addresses.join(';')}?tx_amount=1.5;2&recipient_name=Ann;Ben&tx_description=Rent`)
  await expect(to).toHaveCount(2)
  for (const [i, amount] of ['1.5', '2'].entries()) {
    const recipient = page.getByRole('group', {
      name: en.send.recipient.replace('{{ index }}', `${i + 1}`),
      exact: true,
    })
    await expect(recipient.getByLabel(en.send.to, { exact: true })).toHaveValue(new RegExp(addresses[i] ?? '-'))
    await expect(recipient.getByLabel(en.send.amount, { exact: true })).toHaveValue(amount)
  }
  await expect(page.getByLabel(en.send.note, { exact: true })).toHaveValue('Ann: Rent · Ben: Rent')

  // The same from outside.
  const link = `oxen:${addresses.join(';')}?tx_amount=3;4`
  await page.goto(`${served.url}/#/pay?link=${encodeURIComponent(link)}`)
  await expect(page.getByLabel(en.send.amount, { exact: true }).first()).toHaveValue('3')
  await expect(page.getByLabel(en.send.amount, { exact: true }).last()).toHaveValue('4')
})

it('divides pasted lines with an address and an amount each, keeps a bad one, and says which amount is too large', async ({
  browser,
}) => {
  const { page, addresses } = await newWallet(browser)
  await goTo(page, 'send')
  const to = page.getByLabel(en.send.to, { exact: true })
  const amount = page.getByLabel(en.send.amount, { exact: true })
  const recipient = (index: number) => page.getByRole('group', { name: t('send.recipient', { index }), exact: true })
  // One line fills both fields. The problem of a single amount stands at its field, once, and gets the focus.
  await to.fill(`${addresses[0]}, 1.5`)
  await expect(to).toHaveValue(addresses[0])
  await expect(amount).toHaveValue('1.5')
  await expect(page.locator('.field').filter({ has: amount }).locator('.field-problem')).toContainText('0.00')
  await expect(page.getByText(t('send.tooMuch', { amount: '0.00\u00a0OXEN' }))).toHaveCount(1)
  await page.getByRole('button', { name: en.send.review }).click()
  await expect(amount).toBeFocused()

  await to.fill(`Address,Amount\n${addresses[0]}, 1.5\n${addresses[1]};2 OXEN\nwho is this?`)
  await expect(to).toHaveCount(3)
  await expect(amount.nth(0)).toHaveValue('1.5')
  await expect(amount.nth(1)).toHaveValue('2')
  await expect(to.nth(1)).toHaveValue(addresses[1])
  await expect(recipient(3).locator('.field-problem').first()).toContainText('This is not an address')
  await expect(page.locator('.send-summary')).toContainText(t('send.tooMuch', { amount: '0.00\u00a0OXEN' }))
  expect(await seriousProblems(page)).toEqual([])

  // More than a payment can have stay together, and say so.
  await recipient(3)
    .getByRole('button', { name: t('send.removeRecipient', { index: 3 }) })
    .click()
  await to.nth(1).fill(Array(15).fill(`${addresses[1]}, 1`).join('\n'))
  await expect(recipient(2).locator('.field-problem').first()).toHaveText(t('fill.tooMany', { count: 15, most: 15 }))
})

it('names the coin of a link or address that is not of this wallet', async ({ browser }) => {
  const { page, addresses } = await newWallet(browser)
  await goTo(page, 'send')
  const to = page.getByLabel(en.send.to, { exact: true })
  const problem = page.locator('.field').filter({ has: to }).locator('.field-problem')
  const named = (coin: string): string => en.destinationError.coin.replace('{{ coin }}', coin)
  await to.fill('bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.1')
  await expect(problem).toHaveText(named('Bitcoin'))
  await to.fill(`monero:${addresses[0]}`)
  await expect(problem).toHaveText(named('Monero'))
  await to.fill('https://shop.example/pay')
  await expect(problem).toHaveText(en.destinationError.page)
  // What is not understood in a link is named, also if the address is known.
  await to.fill(`oxen:${addresses[0]}?amount=1.5`)
  await expect(page.getByText('Not understood in the link: amount=1.5.')).toBeVisible()
})
