// Browsers that lack something the page needs: it says so in words, instead of a page that does not work.
import { type Browser, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { expectAccessible } from '../support/axe.ts'
import { createWallet, expectSynced, newVisitor, openSettings } from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'
import { startFirefox } from '../support/webdriver/firefox.ts'
import { User } from '../support/webdriver/user.ts'

const served = serveAll()

/** Opens the page after `prepare`, in a new profile. */
const visit = async (browser: Browser, prepare: (page: Page) => Promise<unknown>, url = served.url): Promise<Page> => {
  const page = await browser.newPage()
  await prepare(page)
  await page.goto(url)
  return page
}

const expectUnsupported = async (page: Page, text: string): Promise<void> => {
  await expect(page.getByRole('heading', { name: en.unsupported.title })).toBeVisible()
  await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: en.crashed.reload })).toBeVisible()
}

const updateFor = (feature: string): string => en.unsupported.update.replace('{{ feature }}', feature)

/** Runs code at the beginning of the workers' script. */
const changeWorker =
  (code: string) =>
  async (page: Page): Promise<void> => {
    await page.route('**/assets/worker-*.js', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${code};${await response.text()}` })
    })
  }

it('says that the browser provides no storage, no WebAssembly or no locks', async ({ browser }) => {
  const without =
    (path: string) =>
    (page: Page): Promise<unknown> =>
      page.addInitScript(`delete ${path}`)
  const page = await visit(browser, without('window.indexedDB'))
  await expectUnsupported(page, en.unsupported.storage)
  await expectAccessible(page, 'an unsupported browser')
  await page.close()
  for (const [path, text] of [
    ['window.WebAssembly', en.unsupported.webAssembly],
    ['Navigator.prototype.locks', updateFor('Web Locks')],
    ['Promise.withResolvers', updateFor('Promise.withResolvers')],
  ] as const) {
    const lacking = await visit(browser, without(path))
    await expectUnsupported(lacking, text)
    expect(lacking.workers(), path).toEqual([])
    await lacking.close()
  }
})

it('says that the browser refuses its storage or its locks when they are used', async ({ browser }) => {
  const refusal = `new DOMException('refused', 'SecurityError')`
  const refusingLocks = await visit(browser, (page) =>
    page.addInitScript(`LockManager.prototype.request = () => Promise.reject(${refusal})`),
  )
  await expectUnsupported(refusingLocks, en.unsupported.storage)
  await refusingLocks.close()
  const refusingStore = await visit(browser, changeWorker(`IDBFactory.prototype.open = () => { throw ${refusal} }`))
  await expectUnsupported(refusingStore, en.unsupported.storage)
  await refusingStore.close()
})

it('says that Firefox stores nothing when its user blocks site data', async () => {
  const blocking = await startFirefox({ 'network.cookie.cookieBehavior': 2 })
  try {
    const user = new User(await blocking.newPage())
    await user.page.open(served.url)
    await user.see('heading', en.unsupported.title)
    expect(await user.read('.entry p')).toBe(en.unsupported.storage)
  } finally {
    await blocking.stop()
  }
})

it('says that an address is not secure', async ({ browser }) => {
  const url = 'http://wallet.example/'
  const page = await visit(
    browser,
    (prepared) =>
      prepared.route(`${url}**`, async (route) => {
        const response = await route.fetch({ url: route.request().url().replace(url, `${served.url}/`) })
        await route.fulfill({ response })
      }),
    url,
  )
  await expect(page.getByRole('heading', { name: en.insecure.title })).toBeVisible()
  await expect(page.getByText(en.insecure.body)).toBeVisible()
  // Pictures may still be on their way.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.close()
})

it('says that the browser is too old for its scripts', async ({ browser }) => {
  const page = await visit(browser, (prepared) =>
    prepared.route('**/assets/index-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'syntax of later years' }),
    ),
  )
  await expect(page.getByText('This browser is too old for Faba.')).toBeVisible()
  await page.close()
})

it('works without service workers, and says in the settings what is missing', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  await context.addInitScript('delete Navigator.prototype.serviceWorker')
  await page.reload()
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await openSettings(page, 'apps')
  await expect(page.getByText(en.settings.rpcUnavailable.replace('{{ path }}', '/json_rpc'))).toBeVisible()
  await context.close()
})
