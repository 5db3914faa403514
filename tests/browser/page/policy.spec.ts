// What the page refuses to be used for: text as HTML or script (Trusted Types), and a frame of another page, whatever the server sends.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import type { FetchHandler } from '../../../src/cli/http/httpServer.ts'
import { createWallet, expectSynced, newVisitor } from '../support/driver.ts'
import { serviceWorkerReady } from '../support/rpc-page.ts'
import { type Served, startServe } from '../support/serve.ts'
import { createStaticHost, startHost } from '../support/static-host.ts'

let served: Served
const closing: (() => void)[] = []

it.beforeAll(async () => {
  served = await startServe()
})

it.afterAll(async () => {
  await served?.stop()
  for (const close of closing) close()
})

/** Serves a handler on a port of its own; returns the origin. */
const serveOn = async (fetch: FetchHandler): Promise<string> => {
  const { origin, stop } = await startHost(fetch)
  closing.push(stop)
  return origin
}

const withoutHeaders = createStaticHost('/')

/** Collects what the browser's policies refuse in a page. */
const collectViolations = async (page: Page): Promise<readonly string[]> => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript|Trusted Type/i.test(message.text()))
      violations.push(message.text())
  })
  page.on('pageerror', (error) => violations.push(String(error)))
  return violations
}

/** Tries to run code from text in a page; returns the outcome of each attempt. */
const attempts = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(async () => {
    const outcomes: Record<string, string> = {}
    const attempt = async (name: string, work: () => unknown): Promise<void> => {
      try {
        await work()
        outcomes[name] = 'done'
      } catch (error) {
        outcomes[name] = error instanceof Error ? error.name : String(error)
      }
    }
    const script = document.createElement('script')
    const element = document.createElement('div')
    await attempt('innerHTML', () => {
      element.innerHTML = '<img src=x>'
    })
    await attempt('insertAdjacentHTML', () => element.insertAdjacentHTML('beforeend', '<b>x</b>'))
    await attempt('document.write', () => document.write('<b>x</b>'))
    await attempt('DOMParser', () => new DOMParser().parseFromString('<b>x</b>', 'text/html'))
    await attempt('script text', () => {
      script.text = 'alert(1)'
    })
    await attempt('script from elsewhere', () => {
      script.src = 'https://evil.example/x.js'
    })
    await attempt('script of the origin', () => {
      script.src = '/uploads/x.js'
    })
    await attempt('worker of the origin', () => new Worker('/uploads/x.js'))
    await attempt('service worker', () => navigator.serviceWorker.register('/uploads/x.js'))
    await attempt('another policy', () =>
      // @ts-expect-error: the types of the DOM lack Trusted Types
      trustedTypes.createPolicy('evil', { createHTML: (html: string) => html }),
    )
    await attempt('the policy again', () =>
      // @ts-expect-error: the types of the DOM lack Trusted Types
      trustedTypes.createPolicy('faba-templates', { createHTML: (html: string) => html }),
    )
    return outcomes
  })

const REFUSED = {
  innerHTML: 'TypeError',
  insertAdjacentHTML: 'TypeError',
  'document.write': 'TypeError',
  DOMParser: 'TypeError',
  'script text': 'TypeError',
  'script from elsewhere': 'ForeignScriptError',
  'script of the origin': 'ForeignScriptError',
  'worker of the origin': 'ForeignScriptError',
  'service worker': 'ForeignScriptError',
  'another policy': 'TypeError',
  'the policy again': 'TypeError',
}

it('runs under Trusted Types, which refuse text as HTML and foreign scripts', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, served.url)
  const violations = await collectViolations(page)
  await serviceWorkerReady(page)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  expect(violations).toEqual([])
  expect(await attempts(page)).toEqual(REFUSED)
  await context.close()
})

it('keeps the policy without headers of the server', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, await serveOn(withoutHeaders))
  await expect(page.getByRole('link', { name: en.welcome.create })).toBeVisible()
  expect(await attempts(page)).toEqual(REFUSED)
  await context.close()
})

it('opens no wallet in a frame, also where the server sends no headers', async ({ browser }) => {
  const inner = await serveOn(withoutHeaders)
  const around =
    (url: string): FetchHandler =>
    () =>
      new Response(`<!doctype html><iframe src="${url}" width="800" height="600"></iframe>`, {
        headers: { 'content-type': 'text/html' },
      })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(await serveOn(around(inner)))
  const framed = page.frameLocator('iframe')
  await expect(framed.getByRole('heading', { name: en.framed.title })).toBeVisible()
  await expect(framed.getByRole('link')).toHaveCount(1)
  expect(page.workers()).toEqual([])
  // With the headers of `faba serve` the browser does not even load it.
  await page.goto(await serveOn(around(served.url)))
  await expect.poll(() => page.frames()[1]?.url() ?? '').toMatch(/^chrome-error:/)
  await context.close()
})
