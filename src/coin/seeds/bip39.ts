// Words of BIP39, which other wallets use: they are named, not restored, as each program derives its keys in its own way.

import { foldCase } from './languages.ts'

type WordListFile = { readonly wordlist: string[] }

const COUNTS: readonly number[] = [12, 15, 18, 21, 24]

/** Polyseeds have words of the same lists, but no more than these. */
const MAX_POLYSEED_WORDS = 16

/** With so many words of a list, the others are mistyped. */
const MIN_SHARE = 0.9

/** English first: nearly all programs use it. */
const LISTS: readonly (() => Promise<WordListFile>)[] = [
  () => import('@scure/bip39/wordlists/english.js'),
  () => import('@scure/bip39/wordlists/spanish.js'),
  () => import('@scure/bip39/wordlists/french.js'),
  () => import('@scure/bip39/wordlists/italian.js'),
  () => import('@scure/bip39/wordlists/portuguese.js'),
  () => import('@scure/bip39/wordlists/czech.js'),
  () => import('@scure/bip39/wordlists/japanese.js'),
  () => import('@scure/bip39/wordlists/korean.js'),
  () => import('@scure/bip39/wordlists/simplified-chinese.js'),
  () => import('@scure/bip39/wordlists/traditional-chinese.js'),
]

/**
 * Returns whether words are a seed of BIP39: with the right checksum, or with more words than a polyseed, nearly all of which are in one list.
 *
 * @example
 * await isBip39Seed([...Array(11).fill('abandon'), 'about']) // true
 * await isBip39Seed(Array(12).fill('abandon')) // false
 * await isBip39Seed(Array(24).fill('abandon')) // true
 */
export const isBip39Seed = async (words: readonly string[]): Promise<boolean> => {
  if (!COUNTS.includes(words.length)) return false
  const { validateMnemonic } = await import('@scure/bip39')
  const typed = words.map((word) => foldCase(word).normalize('NFKD'))
  for (const load of LISTS) {
    const { wordlist } = await load()
    const known = new Set(wordlist.map((word) => word.normalize('NFKD')))
    const share = typed.filter((word) => known.has(word)).length / typed.length
    if (share < MIN_SHARE) continue
    if (typed.length > MAX_POLYSEED_WORDS || validateMnemonic(typed.join(' '), wordlist)) return true
  }
  return false
}
