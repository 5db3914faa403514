// Polyseeds and seeds of MyMonero: words, secrets, months and addresses that other programs publish (tevador/polyseed tests.c,
// monero-oxide, polyseed_dart, mymonero-core-js).

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { formatAddress } from '../../../../src/coin/addresses/address.ts'
import { networkById } from '../../../../src/coin/networks/networks.ts'
import { myMoneroKeys } from '../../../../src/coin/seeds/myMoneroSeed.ts'
import {
  createPolyseed,
  cryptPolyseed,
  decodePolyseed,
  encodePolyseed,
  isPolyseedEncrypted,
  PolyseedError,
  polyseedBirthday,
  polyseedKey,
} from '../../../../src/coin/seeds/polyseed.ts'
import { loadPolyseedWords, polyseedLanguages } from '../../../../src/coin/seeds/polyseedLanguages.ts'
import { decodeHalfSeed, encodeSeed, SeedError } from '../../../../src/coin/seeds/seed.ts'
import { generateKeys, type WalletKeys } from '../../../../src/crypto/keys/keys.ts'

const MONERO = 0
const AEON = 1
const MONTH = 2_629_746

const ENGLISH =
  'raven tail swear infant grief assist regular lamp duck valid someone little harsh puppy airport language'

/** Words, secret and time of creation. */
const VECTORS = [
  ['English', ENGLISH, 'dd76e7359a0ded37cd0ff0f3c829a5ae016733', 1638446400],
  [
    'Spanish',
    'eje fin parte célebre tabú pestaña lienzo puma prisión hora regalo lengua existir lápiz lote sonoro',
    '5a2b02df7db21fcbe6ec6df137d54c7b20fd2b',
    3118651200,
  ],
  [
    'French',
    'valable arracher décaler jeudi amusant dresser mener épaissir risible prouesse réserve ampleur ajuster muter caméra enchère',
    '11cfd870324b26657342c37360c424a14a050b',
    1679314966,
  ],
  [
    'Italian',
    'caduco midollo copione meninge isotopo illogico riflesso tartaruga fermento olandese normale tristezza episodio voragine forbito achille',
    '7ecc57c9b4652d4e31428f62bec91cfd555006',
    1679316358,
  ],
  [
    'Portuguese',
    'caverna custear azedo adeus senador apertada sedoso omitir sujeito aurora videira molho cartaz gesso dentista tapar',
    '45473063711376cae38f1b3eba18c874124e1d',
    1679316657,
  ],
  [
    'Czech',
    'usmrtit nora dotaz komunita zavalit funkce mzda sotva akce vesta kabel herna stodola uvolnit ustrnout email',
    '7ac8a4efd62d9c3c4c02e350d32326df37821c',
    1679316898,
  ],
  [
    'Korean',
    '전망 선풍기 국제 무궁화 설사 기름 이론적 해안 절망 예선 지우개 보관 절망 말기 시각 귀신',
    '684663fda420298f42ed94b2c512ed38ddf12b',
    1679317073,
  ],
  [
    'Japanese',
    'うちあわせ　ちつじょ　つごう　しはい　けんこう　とおる　てみやげ　はんとし　たんとう　といれ　おさない　おさえる　むかう　ぬぐう　なふだ　せまる',
    '94e6665518a6286c6e3ba508a2279eb62b771f',
    1679318722,
  ],
  [
    'Chinese (Traditional)',
    '亂 挖 斤 柄 代 圈 枝 轄 魯 論 函 開 勘 番 榮 壁',
    'b1594f585987ab0fd5a31da1f0d377dae5283f',
    1679426433,
  ],
  [
    'Chinese (Simplified)',
    '啊 百 族 府 票 划 伪 仓 叶 虾 借 溜 晨 左 等 鬼',
    '21cdd366f337b89b8d1bc1df9fe73047c22b03',
    1679426817,
  ],
] as const

const addressOf = ({ spendPublic, viewPublic }: WalletKeys): string =>
  formatAddress(networkById('monero-mainnet'), {
    kind: 'standard',
    spendKey: spendPublic,
    viewKey: viewPublic,
    paymentId: undefined,
  })

const faultOf = async (text: string, coin = MONERO): Promise<string> => {
  const error: unknown = await decodePolyseed(text, coin).catch((reason: unknown) => reason)
  return error instanceof PolyseedError ? error.details.fault : String(error)
}

describe('polyseeds', () => {
  it.each(VECTORS)('have the published secret and month in %s', async (language, words, secret, created) => {
    const seed = await decodePolyseed(words, MONERO)
    expect(toHex(seed.secret)).toBe(secret)
    expect(seed.language).toBe(language)
    expect(seed.features).toBe(0)
    expect(polyseedBirthday(seed)).toBeLessThanOrEqual(created)
    expect(polyseedBirthday(seed) + MONTH).toBeGreaterThan(created)
    expect(await encodePolyseed(seed, MONERO)).toBe(words.normalize('NFC'))
  })

  it.each(VECTORS)(
    'are created with the published words of a secret and a time in %s',
    async (language, words, secret, created) => {
      const entropy = fromHex(secret)
      // The two bits that the seed has no room for.
      entropy[18] = (entropy[18] ?? 0) | 0xc0
      const seed = createPolyseed(entropy, created, language)
      expect(await encodePolyseed(seed, MONERO)).toBe(words.normalize('NFC'))
    },
  )

  it('are created in the first or the last month by a clock that is wrong', () => {
    const birthdayAt = (created: number) => createPolyseed(new Uint8Array(19), created, 'English').birthday
    const EPOCH = 1_635_768_000
    expect([0, EPOCH - 1, EPOCH, EPOCH + MONTH - 1, EPOCH + MONTH].map(birthdayAt)).toEqual([0, 0, 0, 0, 1])
    expect([EPOCH + 1023 * MONTH, EPOCH + 1024 * MONTH, 1e12].map(birthdayAt)).toEqual([1023, 1023, 1023])
  })

  it('have the published key', async () => {
    const words = 'unaware yard donate shallow slot sing oil oxygen loyal bench near hill surround forum execute lamp'
    expect(toHex(polyseedKey(await decodePolyseed(words, MONERO), MONERO))).toBe(
      'cbbd142d38347773d44aa830f5f01442aa6d0d3bb48571884479531248e6fa1c',
    )
  })

  it('have the address that another wallet shows', async () => {
    const key = polyseedKey(await decodePolyseed(ENGLISH, MONERO), MONERO)
    expect(addressOf(generateKeys(key))).toBe(
      '47AjPj7DVPQVGGXJXbbTMZWcKQDejGHYZChVkeujy8qPLjKkgdsxge4DzvkRMgU4sDUigGLuBN9stKBMowhuXH2HJHWAuRf',
    )
  })

  it('are accepted with the first four letters of the words, and without accents', async () => {
    const english = 'rave tail swea infan grie assi regul lamp duck vali some litt hars pupp airp langua'
    const spanish = 'eje fin part cele tabu pest lien puma pris hora rega leng exis lapi lote sono'
    expect(await decodePolyseed(english, MONERO)).toEqual(await decodePolyseed(ENGLISH, MONERO))
    expect(toHex((await decodePolyseed(` ${spanish}\n`, MONERO)).secret)).toBe(VECTORS[1][2])
  })

  it('are refused as the reference refuses them', async () => {
    const wrong = (word: string): string => ENGLISH.replace('raven', word)
    expect(await faultOf(wrong('ravexxx'))).toBe('words')
    expect(await faultOf(ENGLISH.replace('infant', 'infantile'))).toBe('words')
    expect(await faultOf('ejexxx fin part cele tabu pest lien puma pris hora rega leng exis lapi lote sono')).toBe(
      'words',
    )
    expect(await faultOf('eje fin parte cele tab pest lien puma pris hora rega leng exis lapi lote sono')).toBe('words')
    expect(await faultOf(ENGLISH, AEON)).toBe('checksum')
    expect(await faultOf('xxx xxx')).toBe('count')
  })

  it('do not name the word that is wrong', async () => {
    const error: unknown = await decodePolyseed(ENGLISH.replace('duck', 'duuck'), MONERO).catch(
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({ details: { fault: 'words', position: 9 } })
    expect(String(error)).not.toContain('duuck')
  })

  it('detect every change of a single word', async () => {
    const words = ENGLISH.split(' ')
    const [english] = polyseedLanguages
    if (english === undefined) throw new Error('there is no language')
    const list = (await loadPolyseedWords(english)).words
    await fc.assert(
      fc.asyncProperty(fc.nat(15), fc.nat(2047), async (at, other) => {
        fc.pre(list[other] !== words[at])
        expect(await faultOf(words.with(at, list[other] ?? '').join(' '))).toBe('checksum')
      }),
      { numRuns: 60 },
    )
  })

  it('refuse features that are not known', async () => {
    const seed = { ...(await decodePolyseed(ENGLISH, MONERO)), features: 1 }
    expect(await faultOf(await encodePolyseed(seed, MONERO))).toBe('features')
  })

  it('are encrypted and decrypted by a passphrase', async () => {
    const seed = await decodePolyseed(ENGLISH, MONERO)
    const encrypted = cryptPolyseed(seed, 'pässword')
    const read = await decodePolyseed(await encodePolyseed(encrypted, MONERO), MONERO)
    expect(isPolyseedEncrypted(read)).toBe(true)
    expect(cryptPolyseed(read, 'pässword'.normalize('NFD'))).toEqual(seed)
    expect(cryptPolyseed(read, 'password')).not.toEqual(seed)
  })
})

describe('seeds of MyMonero', () => {
  const words = 'foxe selfish hum nexus juven dodeg pepp ember biscuti elap jazz vibrate biscui'

  it('have the published keys and address', async () => {
    const { bytes, language } = await decodeHalfSeed(words)
    expect(toHex(bytes)).toBe('9c973aa296b79bbf452781dd3d32ad7f')
    expect(language).toBe('English')
    const keys = myMoneroKeys(bytes)
    expect(toHex(keys.spendSecret)).toBe('4e6d43cd03812b803c6f3206689f5fcc910005fc7e91d50d79b0776dbefcd803')
    expect(toHex(keys.viewSecret)).toBe('7bea1907940afdd480eff7c4bcadb478a0fbb626df9e3ed74ae801e18f53e104')
    expect(addressOf(keys)).toBe(
      '43zxvpcj5Xv9SEkNXbMCG7LPQStHMpFCQCmkmR4u5nzjWwq5Xkv5VmGgYEsHXg4ja2FGRD5wMWbBVMijDTqmmVqm93wHGkg',
    )
  })

  it('are written in full by the reference', async () => {
    expect(await encodeSeed(fromHex('9c973aa296b79bbf452781dd3d32ad7f'), 'English')).toBe(
      'foxes selfish humid nexus juvenile dodge pepper ember biscuit elapse jazz vibrate biscuit',
    )
  })

  it('are refused with another order or number of words', async () => {
    const swapped = words.replace('selfish hum', 'hum selfish')
    await expect(decodeHalfSeed(swapped)).rejects.toThrow(SeedError)
    await expect(async () => decodeHalfSeed(words.replace(' hum', ''))).rejects.toThrow(SeedError)
  })
})
