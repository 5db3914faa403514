// Walks through the screens of the page in each of its languages.
import { expect, type Page } from '@playwright/test'
import { languages, offeredLanguages } from '../../../src/app/text/languages/languages.ts'
import type { Language } from '../../../src/app/text/translation.ts'
import { seriousProblems } from './axe.ts'
import { overflowingElements, whileNarrow } from './overflow.ts'

const ENTRY_SCREENS = ['welcome', 'create', 'restore', 'watch', 'files', 'backup']
const WALLET_SCREENS = [
  '',
  'receive',
  'send',
  'coins',
  'contacts',
  'history',
  'history/earlier',
  'tools',
  'tools/offline',
  'tools/names',
  'tools/stakes',
  'tools/proofs',
  'tools/multisig',
  'settings',
  'settings/security',
  'settings/nodes',
  'settings/payments',
  'settings/display',
  'settings/device',
  'settings/apps',
  'settings/advanced',
  'settings/about',
  'nodes',
  'nodes/development',
  'console',
]

/** The screen with the list of languages. */
const CHOICE = { open: 'settings/display', closed: 'welcome' }

/** Opens a screen by its address, as a link does, and waits for its heading. */
const openScreen = async (page: Page, screen: string): Promise<void> => {
  const isOpen = await page.evaluate((hash) => {
    const isSection = [hash, location.hash].every((each) => each.startsWith('#/settings'))
    if (location.hash === hash || isSection) {
      location.assign(hash)
      return true
    }
    document.querySelector('h1')?.setAttribute('data-left', '')
    location.assign(hash)
    return false
  }, `#/${screen}`)
  if (!isOpen) await expect(page.locator('h1:not([data-left])')).toHaveCount(1)
}

const chooseLanguage = async (page: Page, wallet: keyof typeof CHOICE, language: Language): Promise<void> => {
  await openScreen(page, CHOICE[wallet])
  await page
    .getByRole('combobox')
    .filter({ has: page.getByRole('option', { name: languages[language].name, includeHidden: true }) })
    .selectOption(language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/**
 * Returns what overflows on a narrow page, by language and screen, and what axe finds in German, whose words are long. `wallet`: whether
 * one is open. The page ends in English.
 */
export const problemsByLanguage = async (page: Page, wallet: keyof typeof CHOICE): Promise<readonly string[]> => {
  const found: string[] = []
  await whileNarrow(page, async () => {
    for (const language of offeredLanguages) {
      await chooseLanguage(page, wallet, language)
      for (const screen of wallet === 'open' ? WALLET_SCREENS : ENTRY_SCREENS) {
        await openScreen(page, screen)
        const problems: string[] = language === 'de' ? [...(await seriousProblems(page))] : []
        problems.push(...(await overflowingElements(page)))
        for (const problem of problems) found.push(`${language}, /${screen}: ${problem}`)
      }
    }
    await chooseLanguage(page, wallet, 'en')
  })
  return found
}
