// Accessibility checks with axe, and the four looks of every screen.
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { overflowsOf, presentOverflowsOf, translatedOverflowsOf } from './overflow.ts'
import { resizePage } from './viewport.ts'

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

type Violation = { readonly id: string; readonly impact: string; readonly nodes: readonly { readonly html: string }[] }

/** The rules of axe that read colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Returns the serious and critical violations of rules on the current screen, or of all rules. */
const violationsOf = async (page: Page, rules: readonly string[] | undefined): Promise<readonly string[]> => {
  // Waits for animations: only the final colours are checked.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  )
  // The page's policy forbids injected scripts, so the debugger evaluates axe, once in a document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) }
  const violations = await page.evaluate(
    // axe is the global that the line above defines.
    `axe.run(document, ${JSON.stringify(options)}).then((result) => result.violations)`,
  )
  return (violations as Violation[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** Returns the serious and critical violations that axe finds on the current screen. */
export const seriousProblems = (page: Page): Promise<readonly string[]> => violationsOf(page, undefined)

export const LOOKS = [
  { name: 'phone, light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'phone, dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'desktop, light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'desktop, dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const

export type Look = (typeof LOOKS)[number]

/** Resizes the page and changes its colours. */
export const showLook = async (page: Page, { viewport, colorScheme }: Look): Promise<void> => {
  await resizePage(page, viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

/**
 * Returns what axe finds on the current screen in a look. The styles of both colour schemes differ in colours only: the rules that read none
 * are checked in the light looks.
 */
export const seriousProblemsIn = (page: Page, { colorScheme }: Look): Promise<readonly string[]> =>
  violationsOf(page, colorScheme === 'dark' ? COLOUR_RULES : undefined)

/** Returns what axe finds on the current screen in a look, and what overflows; at narrower widths and a tablet's with the first look. */
export const problemsIn = async (page: Page, look: Look): Promise<readonly string[]> => {
  const found = await seriousProblemsIn(page, look)
  if (look.colorScheme === 'dark') return found
  return [...found, ...(look === LOOKS[0] ? await overflowsOf(page) : await presentOverflowsOf(page))]
}

/**
 * Checks the current screen in all looks. With SCREENSHOTS set to a folder it saves pictures of them, 1440 pixels wide on a desktop.
 * Ends with the last look.
 */
export const expectAccessible = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS']
  for (const look of LOOKS) {
    const { viewport } = look
    await showLook(page, look)
    expect(await problemsIn(page, look), `${name}, ${look.name}`).toEqual([])
    if (look === LOOKS[0]) expect(await translatedOverflowsOf(page), `${name} does not fit`).toEqual([])
    if (folder === undefined) continue
    const width = viewport.width < 900 ? viewport.width : 1440
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await resizePage(page, { width, height: Math.max(viewport.height, height) })
    await page.screenshot({ path: `${folder}/${name} ${look.name}.png` })
  }
}
