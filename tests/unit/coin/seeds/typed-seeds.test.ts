// Seeds as people type and paste them: capitals, missing accents, decomposed letters, numbers, invisible characters. All give the same words.
import { describe, expect, it } from 'vitest'
import { foldCase, loadWordList, seedLanguageByName } from '../../../../src/coin/seeds/languages.ts'
import { decodePolyseed, encodePolyseed } from '../../../../src/coin/seeds/polyseed.ts'
import { decodeSeed, encodeSeed } from '../../../../src/coin/seeds/seed.ts'
import { inspectSeed } from '../../../../src/coin/seeds/seedInspection.ts'
import { seedWordsOf } from '../../../../src/coin/seeds/seedText.ts'

const KEY = Uint8Array.from({ length: 32 }, (_, i) => 9 * i + 5)
const LANGUAGES = ['English', 'German', 'Spanish', 'French', 'Russian', 'Japanese', 'Lojban', 'Chinese (simplified)']

/** The text of someone who types without accents. */
const withoutMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')

const WRITINGS: readonly (readonly [name: string, write: (words: readonly string[]) => string])[] = [
  ['in capitals', (words) => words.join(' ').toUpperCase()],
  [
    'with capitals at the beginning',
    (words) => words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' '),
  ],
  ['decomposed', (words) => words.join(' ').normalize('NFD')],
  ['without accents', (words) => withoutMarks(words.join(' '))],
  ['in full width', (words) => words.join(' ').replace(/[a-z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))],
  ['with the i of Turkish capitals', (words) => words.join(' ').replaceAll('i', 'İ').replaceAll('e', 'E')],
  ['with the i of Turkish capitals in lower case', (words) => words.join(' ').replaceAll('i', 'ı')],
  [
    'with zero-width spaces',
    (words) => words.map((word) => `\u200b${word.slice(0, 1)}\u2060${word.slice(1)}`).join(' '),
  ],
  ['with soft hyphens', (words) => words.map((word) => `${word.slice(0, 1)}\u00ad${word.slice(1)}`).join(' ')],
  ['with numbers in brackets', (words) => words.map((word, i) => `(${i + 1}) ${word}`).join(' ')],
  ['with number signs', (words) => words.map((word, i) => `#${i + 1} ${word}`).join('\n')],
  ['with numbers and dashes', (words) => words.map((word, i) => `${i + 1} - ${word}`).join('\n')],
  ['with bullets and quotes', (words) => words.map((word) => `• “${word}”`).join('\n')],
  ['between commas', (words) => words.join('、')],
  ['below a label', (words) => `Seed:\n${words.join(' ')}\nRestore height: 123`],
  ['behind a label', (words) => `My seed words: ${words.join(', ')}.`],
]

describe.each(LANGUAGES)('a seed in %s', async (language) => {
  const words = (await encodeSeed(KEY, language)).split(' ')

  it.each(WRITINGS)('is restored when it is written %s', async (_, write) => {
    const text = write(words)
    expect(await inspectSeed(text, 0)).toMatchObject({ kind: 'standard', language, checksum: 'right' })
    expect((await decodeSeed(seedWordsOf(text).join(' '))).key).toEqual(KEY)
  })
})

it('restores Chinese words without spaces', async () => {
  const text = (await encodeSeed(KEY, 'Chinese (simplified)')).replaceAll(' ', '')
  expect(seedWordsOf(text)).toHaveLength(25)
  expect(await inspectSeed(text, 0)).toMatchObject({ language: 'Chinese (simplified)', checksum: 'right' })
})

it('restores German words with SS for ß, also those that begin as another word', async () => {
  const { words, indexOf } = await loadWordList(seedLanguageByName('German'))
  for (const [index, word] of words.entries()) {
    expect(indexOf(word.toUpperCase())).toBe(index)
    expect(indexOf(word.replaceAll('ß', 'ss'))).toBe(index)
  }
})

it('finds every word of every language in capitals, decomposed and without accents', async () => {
  for (const language of LANGUAGES) {
    const { words, indexOf, indexOfWord } = await loadWordList(seedLanguageByName(language))
    for (const write of [(word: string) => word.toUpperCase(), (word: string) => word.normalize('NFD'), withoutMarks])
      for (const [index, word] of words.entries()) {
        expect(indexOf(write(word)), `${language}: ${write(word)}`).toBe(index)
        expect(indexOfWord(write(word))).toBe(index)
      }
  }
})

it('compares words in lower case whatever the case does to their length', () => {
  expect(['İ', 'I', 'ı', 'i'].map(foldCase)).toEqual(['i', 'i', 'i', 'i'])
  expect(foldCase('STRAẞE')).toBe('straße')
  expect(foldCase('ﬁ')).toBe('fi')
})

it('names seeds of BIP39, which other wallets use', async () => {
  const twelve = `${'abandon '.repeat(11)}about`
  expect(await inspectSeed(twelve, 0)).toMatchObject({ kind: 'bip39', checksum: 'right' })
  expect(await inspectSeed(`${'abandon '.repeat(23)}art`, 0)).toMatchObject({ kind: 'bip39' })
  expect((await inspectSeed('abandon '.repeat(12), 0)).kind).not.toBe('bip39')
  // A word of 24 is mistyped.
  expect(await inspectSeed(`abanden ${'abandon '.repeat(22)}art`, 0)).toMatchObject({ kind: 'bip39' })
  const spanish = 'ábaco '.repeat(11)
  expect(await inspectSeed(`${spanish}abierto`, 0)).toMatchObject({ kind: 'bip39' })
  expect((await inspectSeed(`${spanish}ábaco`, 0)).kind).not.toBe('bip39')
})

it('keeps the seed of a participant of a multisig wallet as it is, also in several lines', () => {
  const seed = '00ab'.repeat(300)
  expect(seedWordsOf(` ${seed}\n`)).toEqual([seed])
  expect(seedWordsOf(seed.replace(/.{64}/g, '$&\u200b\r\n'))).toEqual([seed])
})

describe.each(['English', 'Spanish', 'French', 'Czech', 'Japanese', 'Korean', 'Chinese (Simplified)'])(
  'a polyseed in %s',
  async (language) => {
    const polyseed = { secret: new Uint8Array(19).fill(7), birthday: 20, features: 0, language }
    const words = (await encodePolyseed(polyseed, 0)).split(/\s/u)

    it.each(WRITINGS.filter(([name]) => name !== 'without accents'))(
      'is restored when it is written %s',
      async (_, write) => {
        const text = write(words)
        expect(await inspectSeed(text, 0)).toMatchObject({ kind: 'polyseed', language, checksum: 'right' })
        expect((await decodePolyseed(seedWordsOf(text).join(' '), 0)).secret).toEqual(polyseed.secret)
      },
    )
  },
)
