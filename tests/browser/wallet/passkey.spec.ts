// A passkey unlocks a wallet beside its password, with Chromium's virtual authenticator, which computes secrets (PRF).
import { type CDPSession, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { expectAccessible } from '../support/axe.ts'
import { createWallet, expectSynced, goTo, newVisitor, openSettings, PASSWORD } from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const served = serveAll()

type Authenticator = { readonly session: CDPSession; readonly authenticatorId: string }

const addAuthenticator = async (page: Page, hasPrf: boolean): Promise<Authenticator> => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, hasPrf },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return { session, authenticatorId }
}

const setUp = async (page: Page, password: string): Promise<void> => {
  await page.getByRole('button', { name: en.passkey.title }).click()
  const dialog = page.getByRole('dialog', { name: en.passkey.title })
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(password)
  await dialog.getByRole('button', { name: en.passkey.setUp }).click()
}

it('unlocks a wallet with a passkey, until it is removed', async ({ browser }) => {
  // Passkeys belong to host names.
  const { page } = await newVisitor(browser, served.url.replace('127.0.0.1', 'localhost'))
  const { session, authenticatorId } = await addAuthenticator(page, true)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await openSettings(page, 'security')
  await setUp(page, `${PASSWORD}x`)
  await expect(page.getByText(en.error.wrongPassword)).toBeVisible()
  expect((await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toEqual([])
  await page.keyboard.press('Escape')
  await setUp(page, PASSWORD)
  await expect(page.getByText(en.passkey.done)).toBeVisible()

  const unlock = page.getByRole('button', { name: en.passkey.unlock })
  await page.getByRole('button', { name: en.nav.lock }).click()
  await expectAccessible(page, 'unlock with passkey')
  await unlock.click()
  await expect(page.getByRole('heading', { name: en.settings.title })).toBeVisible()
  await page.reload()
  await unlock.click()
  await expect(page.getByRole('heading', { name: en.settings.title })).toBeVisible()
  await goTo(page, 'home')

  // The device does not recognise the user: the password still unlocks.
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await page.getByRole('button', { name: en.nav.lock }).click()
  await unlock.click()
  await expect(page.getByText(en.passkey.faults.cancelled)).toBeVisible()
  await page.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: en.unlock.submit, exact: true }).click()
  await expect(page.getByTestId('balance-total')).toBeVisible()

  await openSettings(page, 'security')
  await page.getByRole('button', { name: en.passkey.title }).click()
  await page.getByRole('button', { name: en.passkey.remove }).click()
  await expect(page.getByText(en.passkey.removed)).toBeVisible()
  await page.getByRole('button', { name: en.nav.lock }).click()
  await expect(page.getByLabel(en.wallet.password, { exact: true })).toBeVisible()
  await expect(unlock).toBeHidden()
})

it('removes the passkey with a change of the password, after which another one is set up', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url.replace('127.0.0.1', 'localhost'))
  await addAuthenticator(page, true)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await openSettings(page, 'security')
  await setUp(page, PASSWORD)
  await expect(page.getByText(en.passkey.done)).toBeVisible()
  const changed = `${PASSWORD}, another`
  await page.getByRole('button', { name: en.settings.password }).click()
  const dialog = page.getByRole('dialog', { name: en.settings.password })
  await dialog.getByLabel(en.settings.passwordOld, { exact: true }).fill(PASSWORD)
  await dialog.getByLabel(en.settings.passwordNew, { exact: true }).fill(changed)
  await dialog.getByLabel(en.settings.passwordRepeat, { exact: true }).fill(changed)
  await dialog.getByRole('button', { name: en.settings.password }).click()
  await expect(page.getByText(en.settings.passwordDoneNoPasskey)).toBeVisible()

  const unlock = page.getByRole('button', { name: en.passkey.unlock })
  await page.getByRole('button', { name: en.nav.lock }).click()
  await expect(page.getByLabel(en.wallet.password, { exact: true })).toBeVisible()
  await expect(unlock).toBeHidden()
  await page.getByLabel(en.wallet.password, { exact: true }).fill(changed)
  await page.getByRole('button', { name: en.unlock.submit, exact: true }).click()
  await expect(page.getByRole('heading', { name: en.settings.title })).toBeVisible()
  await setUp(page, changed)
  await expect(page.getByText(en.passkey.done)).toBeVisible()
  await page.getByRole('button', { name: en.nav.lock }).click()
  await unlock.click()
  await expect(page.getByRole('heading', { name: en.settings.title })).toBeVisible()
})

it('refuses a passkey that computes no secret, and pages at an IP address', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url.replace('127.0.0.1', 'localhost'))
  await addAuthenticator(page, false)
  await createWallet(page, { name: 'Ann' })
  await openSettings(page, 'security')
  await setUp(page, PASSWORD)
  await expect(page.getByText(en.passkey.faults.unsupported)).toBeVisible()

  const other = (await newVisitor(browser, served.url)).page
  await addAuthenticator(other, true)
  await createWallet(other, { name: 'Ann' })
  await openSettings(other, 'security')
  await setUp(other, PASSWORD)
  await expect(other.getByText(en.passkey.faults.address)).toBeVisible()
})
