// Polyseeds (github.com/tevador/polyseed): 16 words with a secret of 150 bits, the month of their creation and five feature bits. Words are
// secrets: errors contain the position of a word, never the word.

import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { UnixSeconds } from '../../async/time.ts'
import { u32Bytes, utf8, wipe } from '../../bytes/bytes.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { loadPolyseedWords, type PolyseedWordList, polyseedLanguages } from './polyseedLanguages.ts'

/** Words are no polyseed of this coin. */
export class PolyseedError extends FabaError<{
  readonly fault: 'count' | 'words' | 'checksum' | 'features' | 'passphrase' | 'language' | 'coin'
  /** position of an unknown word, from 1 */
  readonly position?: number
}> {
  override readonly name = 'PolyseedError'
  readonly code = 'polyseed'
}

/** A decoded polyseed. */
export type Polyseed = {
  /** 19 bytes, of which the last one has 6 bits */
  readonly secret: Uint8Array
  /** the month of the creation, counted from November 2021 */
  readonly birthday: number
  readonly features: number
  /** English name of the language */
  readonly language: string
}

export const POLYSEED_WORDS = 16

/** Bytes of the secret of a polyseed. */
export const POLYSEED_SECRET_BYTES = 19
/** Bits of the secret in each word but the first, the highest ones of 11; the last bit is one of features and birthday. */
const SECRET_BITS_PER_WORD = 10
const LAST_BYTE_MASK = 0x3f
const BIRTHDAY_BITS = 10
const ENCRYPTED = 16
/** 1 November 2021, 12:00 UTC */
const EPOCH: UnixSeconds = 1_635_768_000
/** a twelfth of a Gregorian year */
const MONTH_SECONDS = 2_629_746
const ITERATIONS = 10_000

/** Returns an element of GF(2^11), modulo x^11 + x^2 + 1, times 2. */
const double = (element: number): number => ((element << 1) & 0x7ff) ^ (element & 0x400 ? 0b101 : 0)

/** Returns the polynomial of the words at 2: zero if the checksum, its first coefficient, is right. */
const evaluate = (coefficients: readonly number[]): number =>
  coefficients.reduceRight((sum, coefficient) => double(sum) ^ coefficient, 0)

/** Returns the 15 words of the data, without the checksum word before them. */
const packData = ({ secret, birthday, features }: Omit<Polyseed, 'language'>): readonly number[] => {
  // 150 bits: the last byte counts for 6.
  let bits = secret.reduce((all, byte, at) => (all << (at < POLYSEED_SECRET_BYTES - 1 ? 8n : 6n)) | BigInt(byte), 0n)
  const extra = (features << BIRTHDAY_BITS) | birthday
  const words: number[] = []
  for (let at = 0; at < POLYSEED_WORDS - 1; at++) {
    words.unshift((Number(bits & 0x3ffn) << 1) | ((extra >> at) & 1))
    bits >>= BigInt(SECRET_BITS_PER_WORD)
  }
  return words
}

const unpackData = (words: readonly number[]): Omit<Polyseed, 'language'> => {
  let bits = words.reduce((all, word) => (all << BigInt(SECRET_BITS_PER_WORD)) | BigInt(word >> 1), 0n)
  const extra = words.reduce((all, word) => (all << 1) | (word & 1), 0)
  const secret = new Uint8Array(POLYSEED_SECRET_BYTES)
  for (let at = POLYSEED_SECRET_BYTES - 1; at >= 0; at--) {
    const width = at < POLYSEED_SECRET_BYTES - 1 ? 8n : 6n
    secret[at] = Number(bits & ((1n << width) - 1n))
    bits >>= width
  }
  return { secret, birthday: extra & ((1 << BIRTHDAY_BITS) - 1), features: extra >> BIRTHDAY_BITS }
}

const splitWords = (text: string): readonly string[] => text.split(/\s+/u).filter((word) => word !== '')

type Match = { readonly list: PolyseedWordList; readonly indices: readonly (number | undefined)[] }

const isComplete = (indices: readonly (number | undefined)[]): indices is number[] =>
  indices.every((index) => index !== undefined)

/**
 * Returns whether the checksum of 16 words, as indices of their list, is right.
 *
 * @example
 * isPolyseedChecksumRight(Array(16).fill(0), 0) // true
 * isPolyseedChecksumRight([1, ...Array(15).fill(0)], 0) // false
 */
export const isPolyseedChecksumRight = (indices: readonly number[], coin: number): boolean =>
  evaluate(withCoin(indices, coin)) === 0

/** Returns the indices with the coin removed from the second word. */
const withCoin = (indices: readonly number[], coin: number): readonly number[] =>
  indices.with(1, (indices[1] ?? 0) ^ coin)

const matchesOf = async (words: readonly string[]): Promise<readonly Match[]> => {
  const lists = await Promise.all(polyseedLanguages.map(loadPolyseedWords))
  return lists.map((list) => ({ list, indices: words.map(list.indexOf) }))
}

const countKnown = ({ indices }: Match): number => indices.filter((index) => index !== undefined).length

const unknownWordError = (matches: readonly Match[]): PolyseedError => {
  const best = matches.reduce((a, b) => (countKnown(b) > countKnown(a) ? b : a))
  const position = best.indices.indexOf(undefined) + 1
  return new PolyseedError(`word ${position} is not in the ${best.list.language.name} list of polyseeds`, {
    details: { fault: 'words', position },
  })
}

/**
 * Decodes the 16 words of a polyseed, in any of its languages.
 * @param coin number of the coin: seeds of other coins fail the checksum
 * @throws PolyseedError
 *
 * @example
 * const seed = { secret: new Uint8Array(19).fill(7), birthday: 20, features: 0, language: 'English' }
 * await decodePolyseed(await encodePolyseed(seed, 0), 0) // seed
 * await decodePolyseed(await encodePolyseed(seed, 0), 1) // throws PolyseedError
 */
export const decodePolyseed = async (text: string, coin: number): Promise<Polyseed> => {
  const words = splitWords(text)
  if (words.length !== POLYSEED_WORDS)
    throw new PolyseedError(`a polyseed has ${POLYSEED_WORDS} words, not ${words.length}`, {
      details: { fault: 'count' },
    })
  const matches = await matchesOf(words)
  const complete = matches.flatMap(({ list, indices }) => (isComplete(indices) ? [{ list, indices }] : []))
  if (complete.length === 0) throw unknownWordError(matches)
  const valid = complete.filter(({ indices }) => isPolyseedChecksumRight(indices, coin))
  const [found] = valid
  if (found === undefined)
    throw new PolyseedError(
      'the checksum of the words is wrong: a word or the order of the words is wrong, or the seed is of another coin',
      { details: { fault: 'checksum' } },
    )
  if (valid.length > 1)
    throw new PolyseedError('these words are valid in several languages: write them in full', {
      details: { fault: 'language' },
    })
  const seed = { ...unpackData(withCoin(found.indices, coin).slice(1)), language: found.list.language.name }
  if ((seed.features & ~ENCRYPTED) === 0) return seed
  wipe(seed.secret)
  throw new PolyseedError(`the seed has features that are not known here (${seed.features & ~ENCRYPTED})`, {
    details: { fault: 'features' },
  })
}

/**
 * Creates a polyseed (polyseed_create). A time before the first month, or after the last one, gives that month.
 * @param entropy 19 random bytes; two bits of the last one are not used
 * @param created seconds since 1970
 * @param language English name
 *
 * @example
 * createPolyseed(new Uint8Array(19).fill(255), 1_640_000_000, 'English').birthday // 1
 */
export const createPolyseed = (entropy: Uint8Array, created: UnixSeconds, language: string): Polyseed => {
  const secret = entropy.slice(0, POLYSEED_SECRET_BYTES)
  secret[POLYSEED_SECRET_BYTES - 1] = (secret[POLYSEED_SECRET_BYTES - 1] ?? 0) & LAST_BYTE_MASK
  const months = Math.floor((created - EPOCH) / MONTH_SECONDS)
  return { secret, birthday: Math.min(Math.max(0, months), (1 << BIRTHDAY_BITS) - 1), features: 0, language }
}

/**
 * Encodes a polyseed as 16 words.
 * @throws PolyseedError for an unknown language
 *
 * @example
 * const words = await encodePolyseed({ secret: new Uint8Array(19), birthday: 0, features: 0, language: 'English' }, 0)
 * words.split(' ').length // 16
 */
export const encodePolyseed = async (seed: Polyseed, coin: number): Promise<string> => {
  const language = polyseedLanguages.find(({ name }) => name === seed.language)
  if (language === undefined)
    throw new PolyseedError(`polyseeds have no words in ${seed.language}`, { details: { fault: 'language' } })
  const { words } = await loadPolyseedWords(language)
  const data = packData(seed)
  const indices = withCoin([evaluate([0, ...data]), ...data], coin)
  return indices.map((index) => words[index] ?? '').join(language.separator)
}

/** Derives bytes from a secret (PBKDF2 with HMAC-SHA-256). */
const derive = (secret: Uint8Array, salt: Uint8Array): Uint8Array =>
  pbkdf2(sha256, secret, salt, { c: ITERATIONS, dkLen: 32 })

/**
 * Returns whether a passphrase is needed to decrypt a seed.
 *
 * @example
 * isPolyseedEncrypted({ secret: new Uint8Array(19), birthday: 0, features: 16, language: 'English' }) // true
 */
export const isPolyseedEncrypted = ({ features }: Polyseed): boolean => (features & ENCRYPTED) !== 0

/**
 * Encrypts or decrypts a seed with a passphrase (polyseed_crypt): the opposite of what it is. A wrong passphrase gives another seed.
 *
 * @example
 * const seed = { secret: new Uint8Array(19), birthday: 3, features: 0, language: 'English' }
 * isPolyseedEncrypted(cryptPolyseed(seed, 'p')) // true
 * cryptPolyseed(cryptPolyseed(seed, 'p'), 'p') // seed
 */
export const cryptPolyseed = (seed: Polyseed, passphrase: string): Polyseed => {
  const mask = derive(utf8(passphrase.normalize('NFKD')), Uint8Array.of(...utf8('POLYSEED mask\0'), 0xff, 0xff))
  const secret = seed.secret.map((byte, at) => byte ^ (mask[at] ?? 0))
  secret[POLYSEED_SECRET_BYTES - 1] = (secret[POLYSEED_SECRET_BYTES - 1] ?? 0) & LAST_BYTE_MASK
  wipe(mask)
  return { ...seed, secret, features: seed.features ^ ENCRYPTED }
}

/**
 * Returns the 32 bytes from which the keys of a wallet are generated (polyseed_keygen).
 *
 * @example
 * polyseedKey({ secret: new Uint8Array(19), birthday: 0, features: 0, language: 'English' }, 0).length // 32
 */
export const polyseedKey = ({ secret, birthday, features }: Polyseed, coin: number): Uint8Array => {
  const padded = new Uint8Array(32)
  padded.set(secret)
  const salt = Uint8Array.of(
    ...utf8('POLYSEED key\0'),
    ...[0xff, 0xff, 0xff],
    ...u32Bytes(coin),
    ...u32Bytes(birthday),
    ...u32Bytes(features),
    ...new Uint8Array(4),
  )
  try {
    return derive(padded, salt)
  } finally {
    wipe(padded)
  }
}

/**
 * Returns the beginning of the month in which a seed was created.
 *
 * @example
 * polyseedBirthday({ secret: new Uint8Array(19), birthday: 1, features: 0, language: 'English' }) // 1638397746
 */
export const polyseedBirthday = ({ birthday }: Polyseed): UnixSeconds => EPOCH + birthday * MONTH_SECONDS
