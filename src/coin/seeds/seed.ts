// Seed words (wallet2: electrum-words.cpp): 32 bytes as 24 words of a list of 1626, and a 25th that repeats one of them as a checksum.
// Words are secrets: errors contain the position of a word, never the word.

import { wipe } from '../../bytes/bytes.ts'
import { crc32 } from '../../bytes/crc32.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { detectionOrder, foldCase, loadWordList, seedLanguageByName, type WordList } from './languages.ts'

/** Words are not a seed. */
export class SeedError extends FabaError<{
  /** position of an unknown word, from 1; undefined if the error has another reason */
  readonly position?: number
}> {
  override readonly name: string = 'SeedError'
  readonly code: 'old-english-seed' | 'seed' = 'seed'
}

/** Words appear to be of the English list in use until 2014, which is not available. */
export class OldEnglishSeedError extends SeedError {
  override readonly name = 'OldEnglishSeedError'
  override readonly code = 'old-english-seed'
}

/** A decoded seed. */
export type DecodedSeed = {
  /** 32 bytes, not reduced */
  readonly key: Uint8Array
  /** English name of the language */
  readonly language: string
  /** whether the seed has the old form: 24 words without a checksum */
  readonly isDeprecated: boolean
}

const WORDS_PER_KEY = 24
/** MyMonero: 16 bytes, and a checksum word. */
const WORDS_PER_HALF_KEY = 12
const BYTES_PER_TRIPLE = 4

/** Returns the position of the word that is repeated as the checksum: the CRC-32 of the prefixes, as spelled in the list, modulo the count. */
const checksumPosition = ({ language, words }: WordList, indices: readonly number[]): number => {
  const prefixes = indices.map((index) => Array.from(words[index] ?? '').slice(0, language.prefixLength))
  return crc32(new TextEncoder().encode(prefixes.flat().join(''))) % indices.length
}

/** Returns the indices of the three words that encode a 32-bit number, in a list of n words. */
const encodeNumber = (n: number, value: number): number[] => {
  const first = value % n
  const second = (Math.floor(value / n) + first) % n
  const third = (Math.floor(value / n / n) + second) % n
  return [first, second, third]
}

/**
 * Encodes bytes as seed words, checksum word included, separated by spaces. A key has 32 bytes and 25 words; longer secrets have more.
 * @param bytes their count is a multiple of 4
 * @param language English name, or name in the language itself
 * @throws SeedError for another count, UnknownLanguageError
 *
 * @example
 * (await encodeSeed(new Uint8Array(32), 'English')).split(' ').length // 25
 */
export const encodeSeed = async (bytes: Uint8Array, language: string): Promise<string> => {
  if (bytes.length === 0 || bytes.length % BYTES_PER_TRIPLE !== 0)
    throw new SeedError(`seed words encode a multiple of ${BYTES_PER_TRIPLE} bytes, not ${bytes.length}`)
  const list = await loadWordList(seedLanguageByName(language))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const indices: number[] = []
  for (let at = 0; at < bytes.length; at += BYTES_PER_TRIPLE)
    indices.push(...encodeNumber(list.words.length, view.getUint32(at, true)))
  indices.push(indices[checksumPosition(list, indices)] ?? 0)
  return indices.map((index) => list.words[index] ?? '').join(' ')
}

/** Returns the index of each word in a list; undefined for unknown words. */
const lookUpWords = ({ indexOfWord, indexOf }: WordList, words: readonly string[]): (number | undefined)[] =>
  words.map(words.length === WORDS_PER_KEY ? indexOfWord : indexOf)

const isComplete = (indices: readonly (number | undefined)[]): indices is number[] =>
  indices.every((index) => index !== undefined)

/** Returns how many words encode bytes, in threes; one more is a checksum. */
const countKeyWords = (count: number): number => count - (count % 3)

/**
 * Returns whether the checksum word is right; a seed of 24 words has none.
 *
 * @example
 * import { loadWordList, seedLanguageByName } from './languages.ts'
 * const list = await loadWordList(seedLanguageByName('English'))
 * isChecksumRight(list, Array(25).fill(0)) // true
 * isChecksumRight(list, [...Array(24).fill(0), 1]) // false
 */
export const isChecksumRight = (list: WordList, indices: readonly number[]): boolean => {
  const keyIndices = indices.slice(0, countKeyWords(indices.length))
  if (keyIndices.length === indices.length) return true
  return keyIndices[checksumPosition(list, keyIndices)] === indices.at(-1)
}

const decodeIndices = (indices: readonly number[], n: number): Uint8Array => {
  const bytes = new Uint8Array((indices.length / 3) * BYTES_PER_TRIPLE)
  const view = new DataView(bytes.buffer)
  for (let triple = 0; 3 * triple < indices.length; triple++) {
    const [first = 0, second = 0, third = 0] = indices.slice(3 * triple, 3 * triple + 3)
    const value = (first + n * ((n - first + second) % n) + n * n * ((n - second + third) % n)) % 2 ** 32
    if (value % n !== first) {
      wipe(bytes)
      throw new SeedError(
        `words ${3 * triple + 1} to ${3 * triple + 3} are an invalid combination; at least one of them is wrong`,
        { details: { position: 3 * triple + 1 } },
      )
    }
    view.setUint32(triple * BYTES_PER_TRIPLE, value, true)
  }
  return bytes
}

const splitWords = (text: string): readonly string[] => text.split(/[ \t\n\v\f\r]+/).filter((word) => word !== '')

const checkCount = (count: number): void => {
  if (count === 12)
    throw new SeedError('12 words are only half a key; the seed of a wallet has 25 words (24 in an old form)')
  if (count !== WORDS_PER_KEY && count !== WORDS_PER_KEY + 1)
    throw new SeedError(`a seed has 25 words (24 in an old form), not ${count}`)
}

type Match = { readonly list: WordList; readonly indices: readonly (number | undefined)[] }

const countKnown = ({ indices }: Match): number => indices.filter((index) => index !== undefined).length

/** Returns the match with more known words, the first of equal ones. */
const betterMatch = (best: Match | undefined, next: Match): Match =>
  best === undefined || countKnown(next) > countKnown(best) ? next : best

/** Returns the number of words that are in the list, in full or cut to their prefix. Matches of the prefix alone may be accidental. */
const countSpelled = ({ language, indexOfWord, indexOf }: WordList, words: readonly string[]): number =>
  words.filter(
    (word) =>
      indexOfWord(word) !== undefined ||
      (Array.from(foldCase(word)).length === language.prefixLength && indexOf(word) !== undefined),
  ).length

/** Returns the most likely error for words that are in no list. */
const unknownWordError = (words: readonly string[], best: Match): SeedError => {
  const spelled = countSpelled(best.list, words)
  const latin = words.every((word) => /^[A-Za-z]+$/.test(word))
  if (latin && spelled < (words.length * 2) / 3)
    return new OldEnglishSeedError(
      `only ${spelled} of the ${words.length} words are in one list (${best.list.language.name}); words of the old English list, ` +
        'in use until 2014, are not supported: restore them with a wallet that supports them, and note its new words',
    )
  const position = best.indices.indexOf(undefined) + 1
  return new SeedError(
    `word ${position} is not in the list of the best matching language, ${best.list.language.name}`,
    { details: { position } },
  )
}

/**
 * Decodes seed words of any language (wallet2: words_to_bytes). Of 25 words only the prefixes count; 24 words must be complete.
 * @param text words separated by white space
 * @throws SeedError, OldEnglishSeedError
 *
 * @example
 * const key = new Uint8Array(32).fill(7)
 * await decodeSeed(await encodeSeed(key, 'French')) // { key, language: 'French', isDeprecated: false }
 * await decodeSeed('one two three') // throws SeedError
 */
export const decodeSeed = async (text: string): Promise<DecodedSeed> => {
  const words = splitWords(text)
  checkCount(words.length)
  const { bytes, language } = await decodeWords(words)
  return { key: bytes, language, isDeprecated: words.length === WORDS_PER_KEY }
}

/**
 * Decodes the 13 words of a seed of MyMonero: 12 for 16 bytes, and a checksum.
 * @throws SeedError, OldEnglishSeedError
 *
 * @example
 * const secret = new Uint8Array(16).fill(7)
 * (await decodeHalfSeed(await encodeSeed(secret, 'English'))).bytes // secret
 */
export const decodeHalfSeed = (text: string): Promise<DecodedWords> => {
  const words = splitWords(text)
  if (words.length !== WORDS_PER_HALF_KEY + 1)
    throw new SeedError(`a seed of MyMonero has ${WORDS_PER_HALF_KEY + 1} words, not ${words.length}`)
  return decodeWords(words)
}

type DecodedWords = { readonly bytes: Uint8Array; readonly language: string }

/** Returns the bytes of words, of the first language that they are complete and right in. */
const decodeWords = async (words: readonly string[]): Promise<DecodedWords> => {
  let best: Match | undefined
  let complete: Match | undefined
  for (const language of detectionOrder) {
    const list = await loadWordList(language)
    const indices = lookUpWords(list, words)
    const match = { list, indices }
    if (isComplete(indices)) {
      if (isChecksumRight(list, indices))
        return {
          bytes: decodeIndices(indices.slice(0, countKeyWords(indices.length)), list.words.length),
          language: language.name,
        }
      complete = match
    }
    best = betterMatch(best, match)
  }
  if (complete !== undefined)
    throw new SeedError(
      `the checksum of the ${complete.list.language.name} words is wrong: a word or the order of the words is wrong`,
    )
  throw best === undefined ? new SeedError('there are no word lists') : unknownWordError(words, best)
}
