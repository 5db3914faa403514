// Creates a wallet as a user does, however long the page takes.
import { en } from '../../../src/app/text/en.ts'
import { PASSWORD } from '../support/driver.ts'
import { matching } from '../support/texts.ts'
import type { Walker } from './walker.ts'

export const setPassword = async (walker: Walker): Promise<void> => {
  await walker.fill(walker.field(en.wallet.password), PASSWORD)
  await walker.fill(walker.field(en.wallet.repeat), PASSWORD)
}

export const arrive = (walker: Walker): Promise<void> => walker.reach(walker.page.getByTestId('balance-total'))

/** From the first screen to Home; without a name, the wallet has the offered one. */
export const createWallet = async (walker: Walker, name = ''): Promise<void> => {
  const { page } = walker
  await walker.press(page.getByRole('link', { name: en.welcome.create }))
  await walker.reach(walker.field(en.wallet.password))
  if (name !== '') await walker.fill(walker.field(en.wallet.name), name)
  await setPassword(walker)
  await walker.press(walker.button(en.action.continue))
  const list = page.getByRole('list', { name: en.create.words })
  await walker.reach(list)
  const words = await list.locator('.word').allTextContents()
  await walker.press(walker.button(en.create.written))
  const fields = page.getByLabel(matching(en.create.word))
  await walker.reach(fields)
  for (const field of await fields.all()) {
    const label = (await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent)) ?? ''
    await walker.fill(field, words[Number(/\d+/.exec(label)?.[0]) - 1] ?? '')
  }
  await walker.press(walker.button(en.create.finish))
  await arrive(walker)
}
