// Accessibility checks with axe, and the four looks of every screen.
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { overflowsOf, translatedOverflowsOf } from './overflow.ts'
import { resizePage } from './viewport.ts'

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

type Violation = { readonly id: string; readonly impact: string; readonly nodes: readonly { readonly html: string }[] }

/** Returns the serious and critical violations that axe finds on the current screen. */
export const seriousProblems = async (page: Page): Promise<readonly string[]> => {
  // Waits for animations: only the final colours are checked.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  )
  // The page's policy forbids injected scripts, so the debugger evaluates axe.
  await page.evaluate(AXE)
  const violations = await page.evaluate(
    // axe is the global that the line above defines.
    'axe.run(document, { resultTypes: ["violations"] }).then((result) => result.violations)',
  )
  return (violations as Violation[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

export const LOOKS = [
  { name: 'phone, light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'phone, dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'desktop, light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'desktop, dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const

/**
 * Checks the current screen in all looks. With SCREENSHOTS set to a folder it saves pictures of them, 1440 pixels wide on a desktop.
 * Ends with the last look.
 */
export const expectAccessible = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS']
  for (const { name: look, viewport, colorScheme } of LOOKS) {
    await resizePage(page, viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await seriousProblems(page), `${name}, ${look}`).toEqual([])
    const translated = look === 'phone, light' ? await translatedOverflowsOf(page) : []
    expect([...(await overflowsOf(page)), ...translated], `${name} does not fit, ${look}`).toEqual([])
    if (folder === undefined) continue
    const width = viewport.width < 900 ? viewport.width : 1440
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await resizePage(page, { width, height: Math.max(viewport.height, height) })
    await page.screenshot({ path: `${folder}/${name} ${look}.png` })
  }
}
