// A translation of the page by the browser or an extension, which finds the same words in the other language: everything is where a translation would
// put it, and tests find texts as they know them.
import type { BrowserContext } from '@playwright/test'

/**
 * - `replaced`: other nodes take the place of texts (Chromium)
 * - `wrapped`: texts go into other elements (extensions)
 * - `rewritten`: whatever is no element is taken from its element and made anew (Firefox)
 */
export type Translation = 'replaced' | 'wrapped' | 'rewritten'

export const TRANSLATIONS: readonly Translation[] = ['replaced', 'wrapped', 'rewritten']

/** Runs in the page. */
const translate = (how: Translation): void => {
  const done = new WeakSet<Node>()
  const isLeftAlone = (node: Node): boolean => {
    const { parentElement } = node
    return (
      parentElement === null ||
      !parentElement.translate ||
      parentElement.closest('code, textarea, script, style, title, svg, option') !== null
    )
  }
  const isToTranslate = (node: Node): node is Text =>
    node instanceof Text && node.data.trim() !== '' && !done.has(node) && !isLeftAlone(node)
  const newText = (text: string): Text => {
    const node = document.createTextNode(text)
    done.add(node)
    return node
  }
  const intoElement = (text: Text, content: Text): void => {
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    outer.append(inner)
    text.replaceWith(outer)
    done.add(content)
    inner.append(content)
  }
  const rewrite = (element: Element): void => {
    for (const child of [...element.childNodes])
      if (child instanceof Text) child.replaceWith(newText(child.data))
      else if (!(child instanceof Element)) child.remove()
  }
  const translateText = (text: Text): void => {
    if (how === 'replaced') intoElement(text, newText(text.data))
    else if (how === 'wrapped') intoElement(text, text)
    else if (text.parentElement !== null) rewrite(text.parentElement)
  }
  const translateAll = (root: Node): void => {
    const texts: Text[] = isToTranslate(root) ? [root] : []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) if (isToTranslate(walker.currentNode)) texts.push(walker.currentNode)
    for (const text of texts) if (text.isConnected && isToTranslate(text)) translateText(text)
  }
  new MutationObserver((records) => {
    for (const { target, type, addedNodes } of records) {
      // A text that the page changed is translated again.
      if (type === 'characterData') done.delete(target)
      for (const node of type === 'characterData' ? [target] : addedNodes) translateAll(node)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

/** Translates all pages that a context opens from now on. */
export const translatePages = async (context: BrowserContext, how: Translation): Promise<void> => {
  await context.addInitScript(translate, how)
}
