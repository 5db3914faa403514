// Finds what does not fit into the width of the page, in lines from left to right and from right to left.
import { expect, type Page } from '@playwright/test'
import { offeredLanguages } from '../../../src/app/text/languages/languages.ts'
import type { Language } from '../../../src/app/text/translation.ts'
import { resizePage } from './viewport.ts'

const DIRECTIONS = ['rtl', 'ltr'] as const
/** The narrowest page: 1280 pixels at a zoom of 400 % (WCAG 2.2, 1.4.10). */
const NARROW = 320
/** A tablet: the layout between those of phones and desktops. */
const TABLET = 820

/** Returns the outermost elements that leave the page at its sides, as tag and classes. Parts that scroll on their own may be wider. */
export const overflowingElements = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const clips = (element: Element): boolean => getComputedStyle(element).overflowX !== 'visible'
    const visit = (element: Element): readonly string[] => {
      const { left, right, width: own } = element.getBoundingClientRect()
      const isHidden = own <= 1 || element.checkVisibility({ opacityProperty: true }) === false
      if (isHidden) return []
      if (left < -1 || right > width + 1)
        return [`${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`]
      return clips(element) && element !== document.body ? [] : [...element.children].flatMap(visit)
    }
    return visit(document.body)
  })

/** Calls `inspect` while the page has the narrowest width. */
export const whileNarrow = async <Result>(page: Page, inspect: () => Promise<Result>): Promise<Result> => {
  const usual = page.viewportSize()
  await resizePage(page, { width: NARROW, height: usual?.height ?? 800 })
  const result = await inspect()
  if (usual !== null) await resizePage(page, usual)
  return result
}

/** Returns what overflows on the present screen at the narrowest width, in the direction of its language; empty if all fits. */
export const narrowOverflowsOf = (page: Page): Promise<readonly string[]> =>
  whileNarrow(page, () => overflowingElements(page))

const overflowsAt = async (page: Page, widths: readonly number[]): Promise<readonly string[]> => {
  const height = page.viewportSize()?.height ?? 800
  const isMirrored = (await page.locator('html').getAttribute('lang')) === 'ar'
  const found: string[] = []
  for (const width of widths) {
    if (page.viewportSize()?.width !== width) await resizePage(page, { width, height })
    for (const direction of isMirrored ? (['rtl'] as const) : DIRECTIONS) {
      await page.evaluate((dir) => {
        document.documentElement.dir = dir
      }, direction)
      for (const element of await overflowingElements(page)) found.push(`${direction} at ${width}: ${element}`)
    }
  }
  return found
}

/**
 * Returns what overflows on the present screen, by direction; empty if all fits. A page that runs from right to left stays so: its texts
 * belong to that direction.
 */
export const presentOverflowsOf = (page: Page): Promise<readonly string[]> =>
  overflowsAt(page, [page.viewportSize()?.width ?? NARROW])

/** Returns what overflows on the present screen, by direction, also at the width of a tablet and at the narrowest; empty if all fits. */
export const overflowsOf = (page: Page): Promise<readonly string[]> =>
  overflowsAt(page, [NARROW, TABLET, page.viewportSize()?.width ?? NARROW])

/** Shows the page in a language wherever it is, as if the user had chosen it in another tab. */
const showLanguage = async (page: Page, language: Language): Promise<void> => {
  await page.evaluate((chosen) => {
    localStorage.setItem('faba.language', chosen)
    window.dispatchEvent(new StorageEvent('storage', { key: 'faba.language' }))
  }, language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** Returns what overflows on the present screen of a narrow page, by language. The page ends in English. */
export const translatedOverflowsOf = async (page: Page): Promise<readonly string[]> => {
  const found: string[] = []
  // Without a network the page cannot load other languages.
  if (!(await page.evaluate(() => navigator.onLine))) return found
  await whileNarrow(page, async () => {
    for (const language of offeredLanguages) {
      await showLanguage(page, language)
      for (const element of await overflowingElements(page)) found.push(`${language}: ${element}`)
    }
  })
  await showLanguage(page, 'en')
  return found
}
