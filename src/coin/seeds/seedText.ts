// The words of a seed in a text that a user types or pastes.

import { withoutGaps, withoutInvisibleCharacters } from '../../bytes/invisibleCharacters.ts'

/** What notes have before the words of a line, such as `Seed:` or `Restore height:`. */
const LABEL = /^\s*\p{L}+(?: \p{L}+){0,3}:/gmu

const SEPARATORS = /[\s,;|、，；。・]+/u

/** What surrounds a word: numbers, bullets, quotes. */
const SURROUNDINGS = /^[^\p{L}\p{M}]+|[^\p{L}\p{M}]+$/gu

/** Bytes of the shortest seed of a participant of a multisig wallet: threshold, total, keys, and those of two participants. */
export const MIN_MULTISIG_SEED_BYTES = 8 + 32 * (4 + 1 + 2)

/**
 * Returns whether a text looks like a multisig seed and not like seed words.
 *
 * @example
 * isMultisigSeed('abbey abbey') // false
 */
export const isMultisigSeed = (text: string): boolean => {
  const digits = withoutGaps(text)
  return digits.length >= 2 * MIN_MULTISIG_SEED_BYTES && /^[0-9a-fA-F]*$/.test(digits)
}

/**
 * Returns the words of a text, without numbers, bullets, quotes and labels. Chinese words are one character each, with or without separators. The
 * seed of a participant of a multisig wallet is one word.
 *
 * @example
 * seedWordsOf('Seed: 1. abbey (2) “abducts”, #3 ability\nHeight: 123') // ['abbey', 'abducts', 'ability']
 * seedWordsOf('的一是') // ['的', '一', '是']
 */
export const seedWordsOf = (text: string): readonly string[] => {
  if (isMultisigSeed(text)) return [withoutGaps(text)]
  return withoutInvisibleCharacters(text)
    .replace(LABEL, ' ')
    .replace(/\p{Script=Han}/gu, ' $& ')
    .split(SEPARATORS)
    .map((word) => word.replace(SURROUNDINGS, ''))
    .filter(Boolean)
}
