// Seed words of twelve languages, as real wallets of both families accepted and rejected them.

import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { networkById } from '../../../../src/coin/networks/networks.ts'
import {
  loadWordList,
  seedLanguageByName,
  seedLanguages,
  UnknownLanguageError,
  wordPrefix,
} from '../../../../src/coin/seeds/languages.ts'
import { decodeSeed, encodeSeed, OldEnglishSeedError, SeedError } from '../../../../src/coin/seeds/seed.ts'
import { addSeedOffset, removeSeedOffset } from '../../../../src/coin/seeds/seedOffset.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'
import { entryOf, vector } from '../../../support/data/vectors.ts'

/**
 * Returns the bytes of a text as the recorded wallets parsed it from JSON: they decode each half of a surrogate pair, which the
 * recording escaped separately, as one character.
 */
const asRecorded = (text: string): Uint8Array =>
  Uint8Array.from(
    Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).flatMap((unit) => {
      if (unit < 0x80) return [unit]
      if (unit < 0x800) return [0xc0 | (unit >> 6), 0x80 | (unit & 0x3f)]
      return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]
    }),
  )

const keysOf = async (words: string, offset: string) => {
  const { key, language, isDeprecated } = await decodeSeed(words)
  const passphrase = /[\u{10000}-\u{10ffff}]/u.test(offset) ? asRecorded(offset) : offset
  return { keys: generateKeys(await removeSeedOffset(key, passphrase)), language, isDeprecated }
}

describe('seed languages', () => {
  it('have the names and order that wallets report', () => {
    const { languages, languages_local } = vector('oxen/keys.json').languages
    expect(seedLanguages.map(({ name }) => name)).toEqual(languages)
    expect(seedLanguages.map(({ ownName }) => ownName)).toEqual(languages_local)
  })
  it('contain the recorded words', async () => {
    const recorded = vector('words/mnemonic-words.json').languages
    expect(Object.keys(recorded)).toHaveLength(12)
    for (const language of seedLanguages) {
      const { words, indexOf, indexOfWord } = await loadWordList(language)
      expect(words).toEqual(entryOf(recorded, language.name).words)
      const indices = Array.from({ length: 1626 }, (_, index) => index)
      expect(words.map(indexOfWord)).toEqual(indices)
      expect(words.map((word) => indexOf(wordPrefix(language, word)))).toEqual(indices)
    }
  })
  it('are found by English and native name', () => {
    expect(seedLanguageByName('Español')).toBe(seedLanguageByName('Spanish'))
    expect(() => seedLanguageByName('Klingon')).toThrow(UnknownLanguageError)
  })
})

/** Words that wallet2 does not find although they are unambiguous. */
const READ_BY_FABA = [
  'German: upper case',
  'German: words in NFD',
  'German: words in NFKD',
  'German: accents removed',
  'Spanish: words in NFD',
  'Spanish: words in NFKD',
  'Spanish: accents removed',
  'Russian: capitalised',
  'Japanese: words in NFD',
  'Japanese: words in NFKD',
  'Japanese: accents removed',
]

describe('seeds of oxen wallets', () => {
  it('restore the recorded keys', async () => {
    for (const wallet of vector('oxen/keys.json').wallets) {
      const { keys, language, isDeprecated } = await keysOf(wallet.words, wallet.seed_offset)
      expect(toHex(keys.spendSecret)).toBe(wallet.spend_secret)
      expect(toHex(keys.viewSecret)).toBe(wallet.view_secret)
      expect([language, isDeprecated]).toEqual([wallet.language, false])
      for (const net of Object.values(wallet.nets))
        expect(await encodeSeed(keys.spendSecret, language)).toBe(net.mnemonic_after_restore)
    }
  })

  const cases = vector('oxen/keys.json').seed_edge_cases
  it('are accepted and rejected as recorded in 108 edge cases, and also with other capitals, accents and compositions', async () => {
    expect(cases).toHaveLength(108)
    for (const { label, request, answer, spend_secret, view_secret, mnemonic_after } of cases) {
      const outcome = keysOf(request.seed, request.seed_offset)
      if (label.startsWith('old English')) {
        await expect(outcome, label).rejects.toThrow(OldEnglishSeedError)
        continue
      }
      if (answer.error !== undefined) {
        if (READ_BY_FABA.includes(label)) {
          const spend = toHex((await outcome).keys.spendSecret)
          expect(vector('oxen/keys.json').wallets.map((wallet) => wallet.spend_secret)).toContain(spend)
          continue
        }
        await expect(outcome, label).rejects.toThrow(SeedError)
        continue
      }
      const { keys, language, isDeprecated } = await outcome
      expect({ label, spend: toHex(keys.spendSecret), view: toHex(keys.viewSecret) }).toEqual({
        label,
        spend: spend_secret,
        view: view_secret,
      })
      expect(isDeprecated).toBe(answer.result?.was_deprecated)
      expect(await encodeSeed(keys.spendSecret, language)).toBe(mnemonic_after)
      expect(formatAddress(networkById('oxen-mainnet'), subaddressAt(keys, 0, 0))).toBe(answer.result?.address)
    }
  })
  it('preserve keys that are not reduced', async () => {
    const unreduced = cases.find(({ label }) => label.startsWith('English words of all ff'))
    const { key } = await decodeSeed(unreduced?.request.seed ?? '')
    expect(toHex(key)).toBe('ff'.repeat(32))
    expect(await encodeSeed(key, 'English')).toBe(unreduced?.answer.result?.seed)
  })
})

describe('seeds of monero wallets', () => {
  it('restore the recorded keys and language', async () => {
    for (const seed of vector('monero/keys.json').seeds) {
      const { keys, language, isDeprecated } = await keysOf(seed.mnemonic, seed.seed_offset)
      expect(toHex(keys.spendSecret)).toBe(seed.secret_spend_key)
      expect(toHex(keys.viewSecret)).toBe(seed.secret_view_key)
      expect([language, isDeprecated]).toEqual([seed.language, seed.was_deprecated])
      expect(await encodeSeed(keys.spendSecret, language)).toBe(seed.mnemonic_after_restore)
    }
  })
  it('are accepted and rejected as recorded in 9 edge cases', async () => {
    const { cases } = vector('monero/seed_edge_cases.json')
    expect(cases).toHaveLength(9)
    for (const { params, response } of cases) {
      const outcome = keysOf(params.seed, '')
      if (response.error !== undefined) {
        await expect(outcome).rejects.toThrow(SeedError)
        continue
      }
      const { keys, language, isDeprecated } = await outcome
      expect(isDeprecated).toBe(response.result?.was_deprecated)
      expect(formatAddress(networkById('monero-mainnet'), subaddressAt(keys, 0, 0))).toBe(response.result?.address)
      expect(await encodeSeed(keys.spendSecret, language)).toBe(response.result?.seed)
    }
  })
})

describe('a seed offset', () => {
  const key = fromHex('4f38721dca11ba2c856491bf6af1c8b7a14db24c6fe7e22254d56dbcc08fb106')
  it('is added and removed', async () => {
    const shown = await addSeedOffset(key, 'a passphrase')
    expect(toHex(shown)).not.toBe(toHex(key))
    expect(toHex(await removeSeedOffset(shown, 'a passphrase'))).toBe(toHex(key))
  })
  it('changes nothing if it is empty', async () => {
    expect(await addSeedOffset(key, '')).toBe(key)
    expect(await removeSeedOffset(key, '')).toBe(key)
  })
})

describe('seed errors', () => {
  const words =
    'goggles arsenic vampire foggy last spying skew cunning acidic inactive river moat algebra hiding poetry knuckle yahoo gifts threaten pyramid lava usage safety soya river'.split(
      ' ',
    )
  const failure = async (changed: readonly string[]): Promise<SeedError> => {
    try {
      await decodeSeed(changed.join(' '))
    } catch (error) {
      if (error instanceof SeedError) return error
      throw error
    }
    throw new Error('nothing was refused')
  }
  it('report the position of an unknown word, but not the word', async () => {
    const error = await failure(words.with(6, 'qqqqq'))
    expect(error.details.position).toBe(7)
    expect(error.message).toContain('word 7')
    expect(error.message).toContain('English')
  })
  it('distinguish a wrong order from an unknown word', async () => {
    const error = await failure(words.with(0, 'arsenic').with(1, 'goggles'))
    expect(error.message).toContain('checksum')
    expect(error.details.position).toBeUndefined()
  })
  it('report the positions of words that encode no number', async () => {
    // 24 words have no checksum that would fail first. The largest number of three words exceeds 32 bits.
    const { words: list } = await loadWordList(seedLanguageByName('English'))
    const [first = '', last = ''] = [list[0], list.at(-1)]
    const [triple] = [[last, list.at(-2) ?? '', list.at(-3) ?? '']]
    const error = await failure([...Array<string>(21).fill(first), ...triple])
    expect(error.details.position).toBe(22)
    expect(error.message).toContain('words 22 to 24')
  })
  it('report an invalid number of words', async () => {
    expect((await failure(words.slice(0, 12))).message).toContain('half a key')
    expect((await failure(words.slice(0, 13))).message).toContain('not 13')
    expect((await failure([])).message).toContain('not 0')
  })
  it('never contain a word of the seed', async () => {
    const messages = [
      await failure(words.with(6, 'qqqqq')),
      await failure(words.with(0, 'arsenic').with(1, 'goggles')),
      await failure(words.slice(0, 12)),
      await failure(words.map((word) => `${word.slice(0, 2)}xyz`)),
    ].map(({ message }) => message)
    for (const message of messages)
      for (const word of ['qqqqq', ...words]) expect(message.split(/[^a-z]+/)).not.toContain(word)
  })
})

it('rejects keys whose length is not a positive multiple of 4', async () => {
  await expect(encodeSeed(new Uint8Array(31), 'English')).rejects.toThrow(SeedError)
  await expect(encodeSeed(new Uint8Array(), 'English')).rejects.toThrow(SeedError)
})
