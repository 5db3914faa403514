// Texts that a translation of the page may move: browsers and their extensions replace text nodes by elements with the translation, and take away others.
// Solid changes and removes the text nodes that it made, wherever they are: a new text would stand beside the translation of the old one, or fail. The
// build imports this `insert` and `spread` in place of Solid's (vite.config.ts): another text is another element, and elements stay where they are.

import type { JSX } from 'solid-js'
import { insert as solidInsert, spread as solidSpread } from 'solid-js/web'

/** The element around a text that has siblings: an inline one without styles, as the text itself. */
const TEXT_ELEMENT = 'faba-text'

/** Elements that contain texts only. */
const TEXT_ONLY: readonly string[] = ['option', 'textarea', 'title']

/** Whether values of an element can be held by elements of HTML. */
const takesElements = (parent: Node): parent is HTMLElement =>
  parent instanceof HTMLElement && !TEXT_ONLY.includes(parent.localName)

/** Returns what is inserted in place of a value: texts, also those in arrays and of functions, become nodes. */
type Hold = (value: unknown) => unknown

/** @param nodeOf returns the node of a text */
const createHold = (nodeOf: (text: string) => unknown, nodeOfItem: (text: string) => unknown): Hold => {
  let shown: { readonly text: string; readonly node: unknown } | undefined
  const items: Hold[] = []
  const holdItem = (value: unknown, at: number): unknown => {
    if (value instanceof Node) return value
    items[at] ??= createHold(nodeOfItem, nodeOfItem)
    return items[at](value)
  }
  return (value) => {
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value)
      // The translation of a text that is the same stays.
      if (shown?.text !== text) shown = { text, node: nodeOf(text) }
      return shown.node
    }
    shown = undefined
    if (typeof value === 'function') {
      const hold = createHold(nodeOf, nodeOfItem)
      return () => hold(value())
    }
    return Array.isArray(value) ? value.map(holdItem) : value
  }
}

const elementOf = (text: string): HTMLElement | undefined => {
  if (text === '') return undefined
  const element = document.createElement(TEXT_ELEMENT)
  element.textContent = text
  return element
}

/** Returns what holds the values of an element without other content. A new text replaces whatever is there. */
const createSoleHold = (parent: Element): Hold =>
  createHold((text) => {
    parent.textContent = ''
    // Solid clears the element for an empty text.
    return text === '' ? '' : document.createTextNode(text)
  }, elementOf)

/** Returns a node before which values are inserted, and that no translation replaces. */
const firmMarker = (parent: Element, marker: Node | null): Node | null =>
  marker instanceof Text ? parent.insertBefore(document.createComment(''), marker) : marker

/** Solid's `insert`. */
export const insert: typeof solidInsert = (parent, accessor, marker, initial) => {
  if (!takesElements(parent)) return solidInsert(parent, accessor, marker, initial)
  const before = marker && firmMarker(parent, marker)
  const hold = marker === undefined ? createSoleHold(parent) : createHold(elementOf, elementOf)
  const value: unknown = accessor
  if (typeof value !== 'function') return solidInsert(parent, hold(value), before, initial)
  return solidInsert(
    parent,
    () => {
      // Some translations take away comments.
      if (before && before.parentNode !== parent) parent.append(before)
      return hold(value())
    },
    before,
    initial,
  )
}

/** Solid's `spread`. */
export const spread: typeof solidSpread = (node, accessor, isSvg, skipsChildren) => {
  solidSpread(node, accessor, isSvg, true)
  if (skipsChildren !== true) insert(node, () => (accessor as { readonly children?: JSX.Element }).children)
}
