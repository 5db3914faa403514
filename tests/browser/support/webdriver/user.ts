// A user of a remote page: finds controls by what is written on them, presses them with the pointer, types with the keyboard, and waits
// until the page is ready for it.
import { setTimeout as delay } from 'node:timers/promises'
import type { RemotePage } from './remoteBrowser.ts'

/** Elements that a user looks for by name; `field` by its label. */
const SELECTORS = {
  button: 'button',
  link: 'a[href]',
  heading: 'h1, h2, h3',
  field: 'input, select, textarea',
} as const

export type Kind = keyof typeof SELECTORS

type Place = { readonly x: number; readonly y: number }

const LIMIT_MS = 60_000
const INTERVAL_MS = 50

/** Texts that are longer are pasted, as a user does with addresses and seeds. */
const MAX_TYPED = 40

/** Runs in the page: keeps the errors that it writes to the console from now on, until a reload. */
const keepErrors = (): void => {
  if ('keptErrors' in window) return
  const kept: string[] = []
  const write = console.error
  const textOf = (value: unknown): string => (value instanceof Error ? `${value} ${value.stack}` : String(value))
  console.error = (...values: unknown[]) => {
    kept.push(values.map(textOf).join(' '))
    write(...values)
  }
  Object.assign(window, { keptErrors: kept })
}

/** Runs in the page: returns what it shows, and the errors that it wrote to the console. */
const describePage = (): string =>
  [document.body.textContent, ...('keptErrors' in window ? [window.keptErrors] : [])].flat().join('\n')

/**
 * Runs in the page: scrolls to an element that can be seen and used, and returns its centre; null if there is none. From then on `isHit` of
 * the window says whether the next click reached it.
 */
const findPlace = (selector: string, name: string): Place | null => {
  Object.assign(window, { isHit: false })
  const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()
  const labelsOf = (element: Element): Element[] => [...((element as HTMLInputElement).labels ?? [])]
  const namesOf = (element: Element): string[] =>
    [
      element.getAttribute('aria-label'),
      element.textContent,
      ...labelsOf(element).map((label) => label.textContent),
    ].map(plain)
  const placeOf = (element: Element): Place | null => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
    // Something else may cover it, for example a dialog.
    const isPart = (target: Element | null): boolean =>
      [element, ...labelsOf(element)].some((each) => each.contains(target))
    // A click has an element as its target.
    const note = ({ target }: Event): void => void Object.assign(window, { isHit: isPart(target as Element) })
    if (!isPart(document.elementFromPoint(x, y))) return null
    addEventListener('click', note, { capture: true, once: true })
    return { x, y }
  }
  const usable = [...document.querySelectorAll(selector)].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled, [aria-disabled=true]'),
  )
  const named = usable.filter((element) => namesOf(element).includes(name))
  const candidates =
    named.length > 0 ? named : usable.filter((element) => namesOf(element).some((text) => text.startsWith(name)))
  for (const element of candidates) {
    const place = placeOf(element)
    if (place !== null) return place
  }
  return null
}

/** Runs in the page: inserts a text at the caret, as the clipboard would. */
const insertText = (text: string): boolean => document.execCommand('insertText', false, text)

/** The key Control, in the code of WebDriver. */
const CONTROL = '\uE009'

export class User {
  readonly page: RemotePage

  constructor(page: RemotePage) {
    this.page = page
  }

  /** Calls a function in the page with values of JSON. */
  async ask<A extends readonly unknown[], T>(work: (...values: A) => T, ...values: A): Promise<Awaited<T>> {
    const call = `(${work.toString()})(...${JSON.stringify(values)})`
    // JSON carries the result; undefined becomes null.
    return JSON.parse(await this.page.evaluate(`(async () => JSON.stringify((await ${call}) ?? null))()`))
  }

  /** Asks until the answer satisfies `isDone`, and returns it. */
  async until<T>(
    what: string,
    question: () => Promise<T>,
    isDone: (answer: T) => boolean,
    limit: number = LIMIT_MS,
  ): Promise<T> {
    const end = Date.now() + limit
    await this.ask(keepErrors)
    for (;;) {
      const answer = await question()
      if (isDone(answer)) return answer
      if (Date.now() > end) {
        const text = await this.ask(describePage)
        throw new Error(`${what}: still ${JSON.stringify(answer)}. The page shows:\n${text}`)
      }
      await delay(INTERVAL_MS)
    }
  }

  /** Waits until an element can be used and stands still; returns its centre. */
  async see(kind: Kind, name: string): Promise<Place> {
    let last: Place | null = null
    const place = await this.until(
      `${kind} "${name}"`,
      async () => {
        const before = last
        last = await this.ask(findPlace, SELECTORS[kind], name)
        return last !== null && last.x === before?.x && last.y === before.y ? last : null
      },
      (found) => found !== null,
    )
    if (place === null) throw new Error('`until` returns places only')
    return place
  }

  /** Presses an element with the pointer; again if the click was lost, as while one screen turns into another. */
  async press(kind: Kind, name: string): Promise<void> {
    for (let isHit = false; !isHit; ) {
      const { x, y } = await this.see(kind, name)
      const actions = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await this.page.perform([{ type: 'pointer', id: 'mouse', actions }])
      isHit = await this.ask(() => 'isHit' in window && window.isHit === true)
    }
  }

  /** Replaces the text of a field. */
  async fill(label: string, text: string): Promise<void> {
    await this.press('field', label)
    await this.#type([CONTROL, 'a'])
    if (text.length > MAX_TYPED) await this.ask(insertText, text)
    else await this.#type(...[...text].map((character) => [character]))
  }

  /** Presses combinations of keys, one after the other. */
  async #type(...combinations: readonly (readonly string[])[]): Promise<void> {
    const actions = combinations.flatMap((keys) => [
      ...keys.map((value) => ({ type: 'keyDown', value })),
      ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
    ])
    await this.page.perform([{ type: 'key', id: 'keyboard', actions }])
  }

  /** Waits for an element; returns its text. */
  async read(selector: string): Promise<string> {
    return await this.until(
      selector,
      async () => (await this.ask((wanted) => document.querySelector(wanted)?.textContent ?? '', selector)).trim(),
      (text) => text !== '',
    )
  }
}
