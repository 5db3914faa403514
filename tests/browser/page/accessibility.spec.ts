// axe finds no serious problem on any screen, in light and dark, at phone and desktop width, and nothing overflows, down to 320 pixels and in
// both directions of writing and every language. The page requests nothing from other origins and violates no rule of the Content-Security-Policy.
import { type Browser, expect, test as it } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { LOOKS, type Look, problemsIn, showLook } from '../support/axe.ts'
import { problemsByLanguage } from '../support/languages.ts'
import { serveAll } from '../support/serve-all.ts'
import { tourScreens } from '../support/tour.ts'

const served = serveAll()

/** The looks of the same size. */
const SIZES: readonly (readonly [size: string, light: Look, dark: Look])[] = [
  ['phone', LOOKS[0], LOOKS[1]],
  ['desktop', LOOKS[2], LOOKS[3]],
]

const inspectScreens = async (browser: Browser, light: Look, dark: Look): Promise<void> => {
  const context = await browser.newContext({
    baseURL: served.url,
    viewport: light.viewport,
    colorScheme: light.colorScheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const foreignRequests: string[] = []
  const errors: string[] = []
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== served.url) foreignRequests.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))

  const problems: Record<string, readonly string[]> = {}
  const inspect = async (screen: string): Promise<void> => {
    for (const look of [dark, light]) {
      await showLook(page, look)
      const found = await problemsIn(page, look)
      if (found.length > 0) problems[`${screen}, ${look.name}`] = found
    }
  }

  await tourScreens(page, async (screen) => {
    await inspect(screen)
    if (screen === 'development node' && light === LOOKS[0]) expect(await problemsByLanguage(page, 'open')).toEqual([])
  })
  await page.getByRole('button', { name: en.unlock.other }).click()
  await expect(page.getByRole('link', { name: en.welcome.create })).toBeVisible()
  if (light === LOOKS[0]) expect(await problemsByLanguage(page, 'closed')).toEqual([])
  const second = await context.newPage()
  await second.goto('/')
  await expect(second.getByRole('heading', { name: en.otherTab.title })).toBeVisible()
  for (const look of [dark, light]) {
    await showLook(second, look)
    const elsewhere = await problemsIn(second, look)
    if (elsewhere.length > 0) problems[`elsewhere, ${look.name}`] = elsewhere
  }

  expect(problems).toEqual({})
  expect(foreignRequests).toEqual([])
  expect(errors).toEqual([])
  await context.close()
}

for (const [size, light, dark] of SIZES)
  it(`finds no serious problem on any screen, light and dark: ${size}`, async ({ browser }) => {
    await inspectScreens(browser, light, dark)
  })
