// Errors of screens and of the engine: the user sees a message and a way back, never a blank page.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { createWallet, goTo, newVisitor, openSettings } from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const served = serveAll()

const errorsOf = (page: Page): readonly string[] => {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

it('shows a message in the place of a screen that throws a foreign error, and recovers', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, served.url)
  const errors = errorsOf(page)
  await createWallet(page, { name: 'Fragile' })
  // The receive screen looks for the newest unused address with findLast.
  await page.evaluate(() => {
    const { findLast } = Array.prototype
    Object.assign(window, { repair: () => Object.assign(Array.prototype, { findLast }) })
    Object.assign(Array.prototype, {
      findLast: () => {
        throw new TypeError('a foreign error')
      },
    })
  })
  await goTo(page, 'receive')
  await expect(page.getByRole('heading', { name: en.failure.title })).toBeVisible()
  await expect(page.getByText(en.error.internal)).toBeVisible()
  await expect(page.getByText('a foreign error')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: en.nav.label })).toBeVisible()
  expect(errors.join('\n')).toContain('a foreign error')

  await page.getByRole('button', { name: en.action.home }).click()
  await expect(page.getByTestId('balance-total')).toBeVisible()
  await goTo(page, 'receive')
  await expect(page.getByRole('heading', { name: en.failure.title })).toBeVisible()

  await page.evaluate('repair()')
  await page.getByRole('button', { name: en.action.retry }).click()
  await expect(page.getByTestId('address')).toBeVisible()
  await context.close()
})

it('shows a message when a resource fails with a foreign error', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, served.url)
  const errors = errorsOf(page)
  await createWallet(page, { name: 'Fragile' })
  // Calls of the engine are messages to its worker.
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype
    Object.assign(window, { repair: () => Object.assign(Worker.prototype, { postMessage }) })
    Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]): void {
      if (JSON.stringify(args[0], (_, value) => (typeof value === 'bigint' ? '' : value)).includes('"settings"'))
        throw new TypeError('a foreign error')
      Reflect.apply(postMessage, this, args)
    }
  })
  await openSettings(page, 'security')
  await expect(page.getByRole('heading', { name: en.settings.title })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: en.error.internal }).first()).toBeVisible()
  await expect(page.getByText('a foreign error')).toHaveCount(0)
  expect(errors.join('\n')).toContain('a foreign error')

  await page.evaluate('repair()')
  await goTo(page, 'home')
  await openSettings(page, 'security')
  await expect(page.getByLabel(en.settings.lockLabel)).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: en.error.internal })).toHaveCount(0)
  await context.close()
})
