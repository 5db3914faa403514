// Accessibility checks with axe, and the four looks of every screen.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

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
