// Keys from typed words: the passphrase of a polyseed, which decrypts an encrypted seed and is the offset of any other.

import { expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { networkById } from '../../../src/coin/networks/networks.ts'
import { cryptPolyseed, decodePolyseed, encodePolyseed } from '../../../src/coin/seeds/polyseed.ts'
import { encodeSeed } from '../../../src/coin/seeds/seed.ts'
import { keyringFromSeed } from '../../../src/engine/session/restoredSeed.ts'

const WORDS = 'raven tail swear infant grief assist regular lamp duck valid someone little harsh puppy airport language'
const monero = networkById('monero-mainnet')

const spendKey = async (words: string, passphrase: string): Promise<string> =>
  toHex((await keyringFromSeed(monero, words, passphrase)).keyring.keys.spendPublic)

it('restores an encrypted polyseed with its passphrase, as if it had never been encrypted', async () => {
  const encrypted = await encodePolyseed(cryptPolyseed(await decodePolyseed(WORDS, 0), 'secret'), 0)
  expect(await spendKey(encrypted, 'secret')).toBe(await spendKey(WORDS, ''))
  expect(await spendKey(encrypted, 'other')).not.toBe(await spendKey(WORDS, ''))
  await expect(keyringFromSeed(monero, encrypted, '')).rejects.toMatchObject({ details: { fault: 'passphrase' } })
})

it('applies a passphrase as seed offset to a polyseed that is not encrypted', async () => {
  expect(await spendKey(WORDS, 'offset')).not.toBe(await spendKey(WORDS, ''))
})

it('returns the month of a polyseed, and none for other seeds', async () => {
  expect((await keyringFromSeed(monero, WORDS, '')).created).toBe(1_638_397_746)
  const standard = await encodeSeed(new Uint8Array(32).fill(1), 'English')
  expect((await keyringFromSeed(monero, standard, '')).created).toBeUndefined()
})

it('refuses polyseeds on networks that have none', async () => {
  await expect(keyringFromSeed(networkById('oxen-mainnet'), WORDS, '')).rejects.toMatchObject({
    details: { fault: 'coin' },
  })
})
