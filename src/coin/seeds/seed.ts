// Seed words: 32 bytes as 24 words of a list of 1626, and a 25th that repeats one of them as a checksum. Words are secrets: no error
// repeats one, it tells the position.

import { wipe } from '../../bytes/bytes.ts'
import { detectionOrder, foldCase, loadWordList, seedLanguageByName, type WordList, wordPrefix } from './languages.ts'

/** Words that spell no seed. `position` (from 1) is that of a word nobody knows, where that is the reason. */
export class SeedError extends Error {
  override readonly name: string = 'SeedError'
  readonly position: number | undefined

  constructor(message: string, position?: number) {
    super(message)
    this.position = position
  }
}

/** Words that look like those of the list that was in use until 2014, which is not available. */
export class OldEnglishSeedError extends SeedError {
  override readonly name = 'OldEnglishSeedError'
}

/** What words spell. */
export type DecodedSeed = {
  /** 32 bytes, not reduced */
  readonly key: Uint8Array
  /** English name of the language */
  readonly language: string
  /** 24 words without a checksum, an old form */
  readonly isDeprecated: boolean
}

const WORDS_PER_KEY = 24
const BYTES_PER_TRIPLE = 4

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** CRC-32 as zlib has it. */
const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** Which of the words, given by their indices, is repeated as the checksum. It looks at their prefixes as the list spells them. */
const checksumPosition = ({ language, words }: WordList, indices: readonly number[]): number => {
  const prefixes = indices.map((index) => Array.from(words[index] ?? '').slice(0, language.prefixLength))
  return crc32(new TextEncoder().encode(prefixes.flat().join(''))) % indices.length
}

/** The indices of the three words of a number of 32 bits, in a list of n words. */
const encodeNumber = (n: number, value: number): number[] => {
  const first = value % n
  const second = (Math.floor(value / n) + first) % n
  const third = (Math.floor(value / n / n) + second) % n
  return [first, second, third]
}

/**
 * The words of bytes, checksum word included, parted by spaces. A key has 32 bytes and 25 words; longer secrets are spelled alike.
 * @param bytes their count a multiple of 4
 * @param language English or own name
 * @throws UnknownLanguageError
 */
export const encodeSeed = async (bytes: Uint8Array, language: string): Promise<string> => {
  if (bytes.length === 0 || bytes.length % BYTES_PER_TRIPLE !== 0)
    throw new SeedError(`words spell a multiple of ${BYTES_PER_TRIPLE} bytes, not ${bytes.length}`)
  const list = await loadWordList(seedLanguageByName(language))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const indices: number[] = []
  for (let at = 0; at < bytes.length; at += BYTES_PER_TRIPLE)
    indices.push(...encodeNumber(list.words.length, view.getUint32(at, true)))
  indices.push(indices[checksumPosition(list, indices)] ?? 0)
  return indices.map((index) => list.words[index] ?? '').join(' ')
}

/** Index of each word in the list, undefined where it is not there. */
const look = ({ language, byWord, byPrefix }: WordList, words: readonly string[]): (number | undefined)[] =>
  words.length === WORDS_PER_KEY
    ? words.map((word) => byWord.get(foldCase(word)))
    : words.map((word) => byPrefix.get(wordPrefix(language, word)))

const isComplete = (indices: readonly (number | undefined)[]): indices is number[] =>
  indices.every((index) => index !== undefined)

/** Whether the last word repeats the one it must; 24 words have no such word. */
const isChecksumRight = (list: WordList, indices: readonly number[]): boolean => {
  if (indices.length === WORDS_PER_KEY) return true
  const keyIndices = indices.slice(0, -1)
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
        `words ${3 * triple + 1} to ${3 * triple + 3} cannot stand together; at least one of them is wrong`,
        3 * triple + 1,
      )
    }
    view.setUint32(triple * BYTES_PER_TRIPLE, value, true)
  }
  return bytes
}

const checkCount = (count: number): void => {
  if (count === 12)
    throw new SeedError('12 words spell only half a key; the seed of this wallet has 25 words (24 in an old form)')
  if (count !== WORDS_PER_KEY && count !== WORDS_PER_KEY + 1)
    throw new SeedError(`a seed has 25 words (24 in an old form), these are ${count}`)
}

type Match = { readonly list: WordList; readonly indices: readonly (number | undefined)[] }

const countKnown = ({ indices }: Match): number => indices.filter((index) => index !== undefined).length

/** How many words are spelled as the list has them, in full or cut to their prefix; other endings are chance. */
const countSpelled = ({ language, byWord, byPrefix }: WordList, words: readonly string[]): number =>
  words.filter((word) => {
    const folded = foldCase(word)
    return byWord.has(folded) || (Array.from(word).length === language.prefixLength && byPrefix.has(folded))
  }).length

/** The best explanation of why the words are in no list. */
const unknownWord = (words: readonly string[], best: Match): SeedError => {
  const spelled = countSpelled(best.list, words)
  const latin = words.every((word) => /^[A-Za-z]+$/.test(word))
  if (latin && spelled < (words.length * 2) / 3)
    return new OldEnglishSeedError(
      `only ${spelled} of the ${words.length} words are in one list (${best.list.language.name}); should they be of the old English list, ` +
        'which was in use until 2014 and is not available here, restore them with a wallet that has it and note its new words',
    )
  const position = best.indices.indexOf(undefined) + 1
  return new SeedError(
    `word ${position} is not in the list of the language that fits best, ${best.list.language.name}`,
    position,
  )
}

/**
 * The key that words spell, in whichever language. With 25 words only the prefix of each counts; 24 must be complete.
 * @param text words parted by white space
 * @throws SeedError, OldEnglishSeedError
 */
export const decodeSeed = async (text: string): Promise<DecodedSeed> => {
  const words = text.split(/[ \t\n\v\f\r]+/).filter((word) => word !== '')
  checkCount(words.length)
  let best: Match | undefined
  let complete: Match | undefined
  for (const language of detectionOrder) {
    const list = await loadWordList(language)
    const indices = look(list, words)
    const match = { list, indices }
    if (isComplete(indices)) {
      if (isChecksumRight(list, indices))
        return {
          key: decodeIndices(indices.slice(0, WORDS_PER_KEY), list.words.length),
          language: language.name,
          isDeprecated: words.length === WORDS_PER_KEY,
        }
      complete = match
    }
    if (best === undefined || countKnown(match) > countKnown(best)) best = match
  }
  if (complete !== undefined)
    throw new SeedError(
      `the checksum word does not fit the ${complete.list.language.name} words: one of them is wrong, or their order is`,
    )
  throw best === undefined ? new SeedError('there are no lists of words') : unknownWord(words, best)
}

/**
 * Words of a language that begin with what someone typed, at most `limit`, in the order of the list.
 * @param language English or own name
 * @throws UnknownLanguageError
 */
export const suggestWords = async (language: string, typed: string, limit: number): Promise<string[]> => {
  const list = await loadWordList(seedLanguageByName(language))
  const start = foldCase(typed)
  return list.words.filter((word) => foldCase(word).startsWith(start)).slice(0, limit)
}
