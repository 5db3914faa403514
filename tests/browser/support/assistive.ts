// What users of a keyboard, a screen reader or a magnifier depend on, checked on the present screen (WCAG 2.2, AA).
import type { CDPSession, Page } from '@playwright/test'
import { overflowsOf } from './overflow.ts'
import { resizePage } from './viewport.ts'

const INTERACTIVE = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'switch', 'radio', 'slider'],
  ...['spinbutton', 'option', 'tab', 'menuitem', 'DisclosureTriangle'],
])

type AxValue = { readonly value?: unknown }
type AxNode = {
  readonly ignored: boolean
  readonly role?: AxValue
  readonly name?: AxValue
  readonly properties?: readonly { readonly name: string; readonly value: AxValue }[]
}

/** Returns what a screen reader could not name, and what is missing to find one's way: one heading of the screen, one main part. */
const namesMissing = async (session: CDPSession): Promise<readonly string[]> => {
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  // The protocol has these members.
  const shown = (nodes as AxNode[]).filter(({ ignored }) => !ignored)
  const roleOf = ({ role }: AxNode): string => String(role?.value ?? '')
  const unnamed = shown.filter((node) => INTERACTIVE.has(roleOf(node)) && String(node.name?.value ?? '').trim() === '')
  // A dialog hides the screen behind it.
  if (shown.some((node) => roleOf(node) === 'dialog' && String(node.name?.value ?? '') !== ''))
    return unnamed.map((node) => `a ${roleOf(node)} without a name`)
  const levels = shown.filter(
    (node) =>
      roleOf(node) === 'heading' && node.properties?.some(({ name, value }) => name === 'level' && value.value === 1),
  )
  const mains = shown.filter((node) => roleOf(node) === 'main')
  return [
    ...unnamed.map((node) => `a ${roleOf(node)} without a name`),
    ...(levels.length === 1 ? [] : [`${levels.length} headings of level 1`]),
    ...(mains.length === 1 ? [] : [`${mains.length} main parts`]),
  ]
}

/** Returns targets of pointers that are smaller than 24 by 24 pixels, but for links within a text (2.5.8). */
const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && !element.closest('.visually-hidden, .skip'),
      )
      .filter((element) => {
        // The label of a control belongs to its target.
        const boxes = [element, ...(element instanceof HTMLInputElement ? (element.labels ?? []) : [])].map((each) =>
          each.getBoundingClientRect(),
        )
        const isInText = getComputedStyle(element).display === 'inline' && element.parentElement?.matches('p, span, li')
        return !isInText && !boxes.some(({ width, height }) => width >= 24 && height >= 23.5)
      })
      .map((element) => `a small target: ${element.outerHTML.slice(0, 100)}`),
  )

/** Returns animations that run or wait although the user wants none. */
const movements = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 0)
      .map(({ effect }) => `moves: ${effect instanceof KeyframeEffect ? effect.target?.className : ''}`),
  )

/** Returns texts that leave the box of their row or button, or that it cuts off. An ellipsis says so itself. */
const cutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    for (const box of document.querySelectorAll<HTMLElement>(
      'main li, main button, main .card, .bar, .nav-link, dialog[open]',
    )) {
      if (!box.checkVisibility() || box.closest('.visually-hidden')) continue
      const outer = box.getBoundingClientRect()
      for (const text of box.querySelectorAll<HTMLElement>('span, p, strong, small, h2, dt, dd')) {
        const inner = text.getBoundingClientRect()
        if (inner.width <= 1 || !text.checkVisibility() || text.closest('.visually-hidden')) continue
        // A dialog stands above the card that opened it.
        if (text.closest('dialog') !== box.closest('dialog')) continue
        const scrolls = text.closest('pre, .table, [class*=scroll]') !== null
        if (
          !scrolls &&
          (inner.bottom > outer.bottom + 2 || inner.top < outer.top - 2) &&
          getComputedStyle(box).overflowY === 'visible'
        )
          found.push(`leaves its box: ${box.className} > ${text.className} ${text.textContent?.slice(0, 30)}`)
      }
    }
    return [...new Set(found)].slice(0, 5)
  })

/** A page at a zoom of 200 %: half as wide and high, with dots twice as large. */
const ZOOMED = { width: 640, height: 400 }

/** Returns all that is wrong on the present screen; empty if nothing is. Ends with the usual size of the page. */
export const assistiveProblems = async (page: Page, session: CDPSession): Promise<readonly string[]> => {
  const usual = page.viewportSize()
  const found = [...(await namesMissing(session)), ...(await smallTargets(page)), ...(await movements(page))]
  await resizePage(page, ZOOMED)
  found.push(...(await overflowsOf(page)).map((each) => `${each} (zoom)`), ...(await cutTexts(page)))
  if (usual !== null) await resizePage(page, usual)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  found.push(...(await overflowsOf(page)).map((each) => `${each} (large text)`))
  found.push(...(await cutTexts(page)).map((each) => `${each} (large text)`))
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  return [...new Set(found)]
}

/**
 * Walks through everything that takes the focus, by the Tab key, until the walk begins anew. Returns where the focus cannot be seen, is
 * covered by a bar, or is held.
 */
export const focusProblems = async (page: Page): Promise<readonly string[]> => {
  const found: string[] = []
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('.skip')?.focus()
  })
  for (let steps = 0; ; steps++) {
    if (steps > 400) return [...found, 'the focus does not come back to the beginning']
    await page.keyboard.press('Tab')
    const step = await page.evaluate(() => {
      const element = document.activeElement
      if (element === null || element === document.body || element.matches('.skip')) return 'end'
      const name = element.outerHTML.slice(0, 100)
      const { left, top, width, height } = element.getBoundingClientRect()
      const rings = [element, element.closest('.control, .radio')].filter((each) => each !== null)
      if (!rings.some((each) => getComputedStyle(each).outlineStyle !== 'none'))
        return `the focus is invisible: ${name}`
      const points = [0.1, 0.5, 0.9].map((part) => document.elementFromPoint(left + width / 2, top + height * part))
      const isSeen = points.some((each) => each !== null && (element.contains(each) || each.contains(element)))
      return isSeen ? '' : `the focus is covered: ${name}`
    })
    if (step === 'end') return found
    if (step !== '') found.push(step)
  }
}
