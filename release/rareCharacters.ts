// Escapes rare characters in the bundles of the command. A JavaScript engine keeps source text in memory, with two bytes for each
// character if a single one is not Latin-1.

import type { Plugin } from 'vite'

/** Largest share of escaped characters. Word lists of other scripts exceed it and stay readable. */
const MAX_SHARE = 0.01

/**
 * Returns source text with every UTF-16 unit beyond ASCII as `\uXXXX`, which means the same in strings, templates, regular expressions
 * and names (ECMA-262, section 12); unchanged if more than one in a hundred is beyond ASCII.
 * @throws Error for a tagged template `String.raw`, in which it would mean something else
 */
export const escapeRareCharacters = (code: string): string => {
  const escaped = code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  if ((escaped.length - code.length) / 5 > MAX_SHARE * code.length) return code
  if (escaped !== code && code.includes('String.raw')) throw new Error('String.raw is beside characters to be escaped')
  return escaped
}

/** Returns a plugin that escapes rare characters in each bundle. */
export const rareCharacterPlugin = (): Plugin => ({
  name: 'faba:rare-characters',
  // The bundler writes the characters again if they are escaped earlier.
  generateBundle: (_, bundle) => {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escapeRareCharacters(file.code)
  },
})
