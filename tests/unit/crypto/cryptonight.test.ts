// CryptoNight against its published vectors and recorded seeds with an offset. Together they cover all four final hashes.

import { describe, expect, it } from 'vitest'
import { concat, utf8 } from '../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { scalarFromBytes, scalarToBytes } from '../../../src/crypto/curve/scalar.ts'
import {
  cryptonight,
  FULL,
  openCryptonight,
  ShortInputError,
  TURTLE_LITE,
} from '../../../src/crypto/hash/cryptonight.ts'
import { entryOf, vector } from '../../support/data/vectors.ts'

it.each([
  ['', 'eb14e8a833fac6fe9a43b57b336789c46ffe93f2868452240720607b14387e11'],
  ['This is a test', 'a084f01d1437a09c6985401b60d43554ae105802c5f5d8a9b3253649c0be6605'],
  ['de omnibus dubitandum', '2f8e3df40bd11f9ac90c743ca8e32bb391da4fb98612aa3b6cdc639ee00b31f5'],
  ['abundans cautela non nocet', '722fa8ccd594d40e4a41f3822734304c8d5eff7e1b528408e2229da38ba553c4'],
  ['caveat emptor', 'bbec2cacf69866a8e740380fe7b818fc78f8571221742d729d9d02d7f8989b87'],
  ['ex nihilo nihil fit', 'b1257de4efc5ce28c6b40ceb1c6c8f812a64634eb3e81c5220bee9b2b76a6f05'],
])('hashes "%s" in variant 0', async (text, hash) => {
  expect(toHex(await cryptonight(utf8(text)))).toBe(hash)
})

/** Inputs and hashes of monero's tests of variant 1. */
it.each([
  ['00'.repeat(43), 'b5a7f63abb94d07d1a6445c36c07c7e8327fe61b1647e391b4c7edae5de57a3d'],
  ['00'.repeat(76), '80563c40ed46575a9e44820d93ee095e2851aa22483fd67837118c6cd951ba61'],
  [
    '37a636d7dafdf259b7287eddca2f58099e98619d2f99bdb8969d7b14498102cc065201c8be90bd777323f449848b215d' +
      '2977c92c4c1c2da36ab46b2e389689ed97c18fec08cd3b03235c5e4c62a37ad88c7b67932495a71090e85dd4020a9300',
    '613e638505ba1fd05f428d5c9f8e08f8165614342dac419adc6a47dce257eb3e',
  ],
])('hashes %s in variant 1', async (data, hash) => {
  const hasher = await openCryptonight()
  expect(toHex(hasher.hash1(fromHex(data)))).toBe(hash)
})

it('rejects less than 43 bytes in variant 1', async () => {
  const hasher = await openCryptonight()
  expect(() => hasher.hash1(new Uint8Array(42))).toThrow(ShortInputError)
})

/** Inputs and hashes of monero's tests of variant 2. */
it.each([
  ['This is a test This is a test This is a test', '353fdc068fd47b03c04b9431e005e00b68c2168a3cc7335c8b9b308156591a4f'],
  [
    'Lorem ipsum dolor sit amet, consectetur adipiscing',
    '72f134fc50880c330fe65a2cb7896d59b2e708a0221c6a9da3f69b3a702d8682',
  ],
  [
    'elit, sed do eiusmod tempor incididunt ut labore',
    '410919660ec540fc49d8695ff01f974226a2a28dbbac82949c12f541b9a62d2f',
  ],
])('hashes "%s" in variant 2', async (text, hash) => {
  const hasher = await openCryptonight()
  expect(toHex(hasher.hash2(utf8(text), FULL))).toBe(hash)
})

it('hashes a block header of 76 bytes in turtle lite, as in the tests of turtlecoin and oxen', async () => {
  const header =
    '0100fb8e8ac805899323371bb790db19218afd8db8e3755d8b90f39b3d5506a9abce4fa912244500000000' +
    'ee8146d49fa93ee724deb57d12cbc6c6f3b924d946127c7a97418f9348828f0f02'
  const hasher = await openCryptonight()
  hasher.hash2(utf8('what was hashed before leaves nothing'), FULL)
  expect(toHex(hasher.hash2(fromHex(header), TURTLE_LITE))).toBe(
    'b2172ec9466e1aee70ec8572a14c233ee354582bcb93f869d429744de5726a26',
  )
})

it('computes concurrent hashes in separate memory', async () => {
  const texts = ['a', 'b'.repeat(136), 'c'.repeat(300)]
  const together = await Promise.all(texts.map((text) => cryptonight(utf8(text))))
  for (const [i, text] of texts.entries()) expect(await cryptonight(utf8(text))).toEqual(together[i])
})

/** Decodes the 32 bytes of 24 of the 25 words. */
const entropyOf = (words: readonly string[], list: readonly string[]): Uint8Array => {
  const n = list.length
  const entropy = new Uint8Array(32)
  const view = new DataView(entropy.buffer)
  for (let i = 0; i < 8; i++) {
    const [w1 = 0, w2 = 0, w3 = 0] = words.slice(3 * i, 3 * i + 3).map((word) => list.indexOf(word))
    view.setUint32(4 * i, w1 + n * ((n - w1 + w2) % n) + n * n * ((n - w2 + w3) % n), true)
  }
  return entropy
}

/**
 * Returns the bytes of an offset as the recorded wallets parsed them: the requests escaped it (\\uXXXX), and the JSON parser of wallet2
 * decodes each half of a surrogate pair into three bytes. UTF-8 for everything below U+10000.
 */
const receivedBytes = (text: string): Uint8Array =>
  concat(
    ...text.split('').map((unit) => (/[\ud800-\udfff]/.test(unit) ? surrogateBytes(unit.charCodeAt(0)) : utf8(unit))),
  )

const surrogateBytes = (unit: number): Uint8Array =>
  Uint8Array.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f))

describe('seeds with an offset', () => {
  const { languages } = vector('words/mnemonic-words.json')
  const oxen = vector('oxen/keys.json').wallets
  const monero = vector('monero/keys.json').seeds.map(({ language, mnemonic, seed_offset, secret_spend_key }) => ({
    language,
    words: mnemonic,
    seed_offset,
    spend_secret: secret_spend_key,
  }))
  const withOffset = [...oxen, ...monero].filter(({ seed_offset }) => seed_offset !== '')

  it('finds seven seeds', () => {
    expect(withOffset).toHaveLength(7)
  })

  it.each(withOffset)(
    'restores the seed with offset $seed_offset',
    async ({ language, words, seed_offset, spend_secret }) => {
      const entropy = entropyOf(words.split(' '), entryOf(languages, language).words)
      const offset = scalarFromBytes(await cryptonight(receivedBytes(seed_offset)))
      expect(toHex(scalarToBytes(scalarFromBytes(entropy) - offset))).toBe(spend_secret)
    },
  )
})
