// Payments to OpenAlias names: no request before the user sets a DNS service; then the address is shown in full, and used only
// if it is signed. The resolver replays a real name server (tests/unit/dns) with its own root key.
import { type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import recording from '../../unit/dns/recorded/answers.json' with { type: 'json' }
import { confirmPayment, createWallet, expectSynced, goTo, openSettings, readAmount } from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const NAME = 'alias.example.test'
const ADDRESS = '46BeWrHpwXmHDpDEUmZBWZfoQpdc6HaERCNmx1pEYL2rAcuwufPN9rXHHtyUA4QVy66qeFQkn6sfK8aHYjA3jk3o1Bv16em'
const RESOLVER = 'https://resolver.example/dns-query'
const DECIMALS = 12

const served = serveAll('--network', 'monero')

const answers: Readonly<Record<string, string>> = recording.answers

/** Replaces the root keys in the page's file with those of the recording. */
const useRecordedRoot = async (context: BrowserContext): Promise<void> => {
  const [anchor] = recording.anchors
  if (anchor === undefined) throw new Error('the recording names no root')
  await context.route('**/assets/nameLookup-*.js', async (route) => {
    const response = await route.fetch()
    const script = await response.text()
    const changed = script
      .replace('e06d44b80b8f1d39a95c0b0d7c65d08458e880409bbc683457104237c7f8ec8d', anchor.digest)
      .replace('20326', String(anchor.tag))
    if (changed === script) throw new Error('the file holds no root to replace')
    await route.fulfill({ response, body: changed })
  })
}

/** Starts a resolver; returns the questions that it receives. `spoil` changes its responses. */
const startResolver = async (
  context: BrowserContext,
  spoil: (answer: Buffer) => Buffer = (answer) => answer,
): Promise<string[]> => {
  const questions: string[] = []
  await context.route('https://resolver.example/**', async (route) => {
    const question = new URL(route.request().url()).searchParams.get('dns') ?? ''
    questions.push(question)
    await route.fulfill({
      body: spoil(Buffer.from(answers[question] ?? '', 'hex')),
      headers: { 'content-type': 'application/dns-message', 'access-control-allow-origin': '*' },
    })
  })
  return questions
}

const typeName = async (page: Page): Promise<void> => {
  await goTo(page, 'home')
  await goTo(page, 'send')
  await page.getByLabel(en.send.to, { exact: true }).fill(NAME)
}

const chooseResolver = async (page: Page): Promise<void> => {
  await openSettings(page, 'nodes')
  await page.getByLabel(en.names.resolver, { exact: true }).fill(RESOLVER)
  await page.getByRole('button', { name: en.names.save }).click()
  await expect(page.getByText(en.action.saved)).toBeVisible()
}

it('pays a name once a DNS service is set, and sends no request before', async ({ browser }) => {
  // The files that this test changes must not come from a cache.
  const context = await browser.newContext({ baseURL: served.url, serviceWorkers: 'block' })
  const questions = await startResolver(context)
  await useRecordedRoot(context)
  const page = await context.newPage()
  await page.goto('/')
  await createWallet(page, { name: 'Ann', network: en.network['monero-regtest'] })
  await expectSynced(page)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expect
    .poll(() => readAmount(page, 'balance-available', DECIMALS), { timeout: 120_000 })
    .toBeGreaterThan(10n ** BigInt(DECIMALS))

  await typeName(page)
  await expect(page.getByText(en.names.off)).toBeVisible()
  expect(questions).toEqual([])

  await chooseResolver(page)
  await typeName(page)
  await page.getByLabel(en.send.amount, { exact: true }).fill('1')
  await page.getByRole('button', { name: en.send.review }).click()
  await expect(page.getByText(en.names.notYet)).toBeVisible()
  expect(questions).toEqual([])

  await page.getByRole('button', { name: en.names.lookUp }).click()
  await expect(page.getByText(ADDRESS)).toBeVisible()
  // Who vouches for the address.
  await expect(page.getByText(/signed this address with DNSSEC.* resolver\.example delivered it/)).toBeVisible()
  expect(questions.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: en.send.review }).click()
  const review = page.getByRole('dialog', { name: en.send.reviewTitle })
  await expect(review.getByText(ADDRESS)).toBeVisible({ timeout: 60_000 })
  await expect(review.getByText(NAME, { exact: true })).toBeVisible()
  await expect(review.getByText(`To ${NAME}`)).toBeVisible()
  await confirmPayment(page)
  await goTo(page, 'history')
  await expect(page.getByRole('link', { name: `To ${NAME}` })).toBeVisible()
  await context.close()
})

it('rejects a response without valid signatures', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: served.url, serviceWorkers: 'block' })
  // Another address of the same length instead of the signed one.
  await startResolver(context, (answer) => {
    const at = answer.indexOf(ADDRESS)
    if (at >= 0) answer.write('5', at + 10)
    return answer
  })
  await useRecordedRoot(context)
  const page = await context.newPage()
  await page.goto('/')
  await createWallet(page, { name: 'Ann', network: en.network['monero-regtest'] })
  await chooseResolver(page)
  await typeName(page)
  await page.getByRole('button', { name: en.names.lookUp }).click()
  await expect(page.locator('.recipient .field-problem').first()).toContainText('sign')
  await page.getByLabel(en.send.amount, { exact: true }).fill('1')
  await page.getByRole('button', { name: en.send.review }).click()
  await expect(page.getByRole('button', { name: en.names.lookUp })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await context.close()
})
