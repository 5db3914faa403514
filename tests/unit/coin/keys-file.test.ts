// Keys files of wallet2: those of a real oxen-wallet-rpc are read, and altered ones are refused.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase64 } from '../../../src/bytes/base64.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { parseAddress } from '../../../src/coin/addresses/address.ts'
import { moneroMainnet, moneroRegtest, moneroStagenet } from '../../../src/coin/networks/monero.ts'
import { oxenMainnet, oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { formatKeysFile, type KeysFile, parseKeysFile } from '../../../src/coin/wallet-files/keysFile.ts'
import { keysFileKey } from '../../../src/coin/wallet-files/keysFileCipher.ts'
import { KeysFileError } from '../../../src/coin/wallet-files/keysFileError.ts'
import { chacha20 } from '../../../src/crypto/ciphers/cipher.ts'
import { cryptonight } from '../../../src/crypto/hash/cryptonight.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { vector } from '../../support/data/vectors.ts'
import { seededRandom } from '../../support/random.ts'

const { wallets } = vector('oxen/wallet-files.json')
const recorded = wallets.map((wallet) => ({ ...wallet, bytes: fromBase64(wallet.keysFile) ?? new Uint8Array() }))

const faultOf = (bytes: Uint8Array, password: string, network = oxenRegtest): Promise<string> =>
  parseKeysFile(network, bytes, password).then(
    () => 'none',
    (error: unknown) => (error instanceof KeysFileError ? error.details.fault : String(error)),
  )

const LANGUAGES: Readonly<Record<string, string>> = { English: 'English', Spanish: 'Spanish', Japanese: 'Japanese' }

describe('recorded keys files', () => {
  it.each(recorded)('contain the keys of the wallet: $label', async ({ label, bytes, password, keys }) => {
    const file = await parseKeysFile(oxenRegtest, bytes, password)
    const { spendKey, viewKey } = parseAddress(oxenMainnet, keys.address)
    expect(toHex(file.viewSecret)).toBe(keys.view_key)
    if (label.startsWith('view only')) expect([file.spendSecret, file.restoreHeight]).toEqual([undefined, 7n])
    else expect(toHex(file.spendSecret ?? new Uint8Array())).toBe(keys['spend_key'])
    expect([file.spendPublic, file.viewPublic]).toEqual([spendKey, viewKey])
    const [language = ''] = label.split(',')
    if (language in LANGUAGES) expect(file.language).toBe(LANGUAGES[language])
  })

  it('are refused with another password, for another network, and cut or continued', async () => {
    const [first] = recorded
    if (first === undefined) throw new TypeError('nothing is recorded')
    const { bytes, password } = first
    expect(await faultOf(bytes, `${password}x`)).toBe('password')
    expect(await faultOf(bytes, password, oxenMainnet)).toBe('network')
    for (const length of [0, 7, 8, 9, 10, 100, bytes.length - 1])
      expect(await faultOf(bytes.subarray(0, length), password)).toBe('password')
    expect(await faultOf(Uint8Array.of(...bytes, 0), password)).toBe('password')
  })
})

/** Returns the JSON text of a keys file, and writes a changed one. */
const reopened = async (bytes: Uint8Array, password: string, change: (text: string) => string): Promise<Uint8Array> => {
  const key = await cryptonight(new TextEncoder().encode(password))
  const nonce = bytes.slice(0, 8)
  const text = Buffer.from(chacha20(key, nonce, bytes.subarray(10))).toString('latin1')
  const changed = Buffer.from(change(text), 'latin1')
  const length = Uint8Array.of((changed.length & 0x7f) | 0x80, changed.length >> 7)
  return Uint8Array.of(...nonce, ...length, ...chacha20(key, nonce, changed))
}

const random = seededRandom(6)
const KEYS = generateKeys(random(32))
const FILE: KeysFile = { ...KEYS, language: 'English', createdAt: 1_700_000_000n, restoreHeight: 77n }

describe('written keys files', () => {
  it.each([
    ['oxen-mainnet', oxenMainnet],
    ['oxen-regtest', oxenRegtest],
    ['monero-mainnet', moneroMainnet],
    ['monero-stagenet', moneroStagenet],
    ['monero-regtest', moneroRegtest],
  ])('are read again: %s', async (_, network) => {
    const bytes = await formatKeysFile(network, FILE, await keysFileKey('pässwörd', 'utf-8'), random)
    expect(await parseKeysFile(network, bytes, 'pässwörd')).toEqual(FILE)
    const watchOnly = { ...FILE, spendSecret: undefined, language: undefined }
    const without = await formatKeysFile(network, watchOnly, await keysFileKey('', 'utf-8'), random)
    expect(await parseKeysFile(network, without, '')).toEqual(watchOnly)
  })

  it.each([
    ['oxen-regtest', oxenRegtest, 2],
    ['monero-regtest', moneroRegtest, 3],
  ])('are read again, of participants of multisig wallets: %s', async (_, network, rounds) => {
    const [signerSecret, other, third] = [generateKeys(random(32)), generateKeys(random(32)), generateKeys(random(32))]
    const signers = [signerSecret, other, third].map(({ spendPublic }) => spendPublic)
    const shares = [other.spendSecret, third.viewSecret]
    const multisig = { threshold: 2, signers, signerSecret: signerSecret.spendSecret, shares }
    const file: KeysFile = { ...FILE, spendSecret: undefined, multisig }
    const bytes = await formatKeysFile(network, file, await keysFileKey('pässwörd', 'utf-8'), random)
    expect(await parseKeysFile(network, bytes, 'pässwörd')).toEqual(file)
    let text = ''
    const unfinished = await reopened(bytes, 'pässwörd', (written) => {
      text = written
      return written.replace(`"multisig_rounds_passed":${rounds}`, `"multisig_rounds_passed":${rounds - 1}`)
    })
    expect(await faultOf(unfinished, 'pässwörd', network)).toBe('unsupported')
    for (const secret of [multisig.signerSecret, ...shares, FILE.viewSecret])
      expect(text).not.toContain(Buffer.from(secret).toString('latin1'))
  })

  it('are encrypted with new nonces, inside and outside', async () => {
    const [one, other] = [
      await formatKeysFile(oxenMainnet, FILE, await keysFileKey('', 'utf-8'), random),
      await formatKeysFile(oxenMainnet, FILE, await keysFileKey('', 'utf-8'), random),
    ]
    expect(toHex(one.subarray(0, 8))).not.toBe(toHex(other.subarray(0, 8)))
    const texts: string[] = []
    for (const bytes of [one, other])
      await reopened(bytes, '', (text) => {
        texts.push(text)
        return text
      })
    expect(texts[0]?.slice(0, 500)).not.toBe(texts[1]?.slice(0, 500))
    for (const text of texts) expect(text).not.toContain(Buffer.from(KEYS.spendSecret).toString('latin1'))
  })

  it('are refused if they are of a hardware wallet, or their keys do not fit', async () => {
    const bytes = await formatKeysFile(oxenMainnet, FILE, await keysFileKey('', 'utf-8'), random)
    const changed = async (from: string, to: string): Promise<string> =>
      faultOf(await reopened(bytes, '', (text) => text.replace(from, to)), '', oxenMainnet)
    expect(await changed('"multisig":0', '"multisig":1')).toBe('keys')
    const asMultisig = (threshold: number, signers: string, rounds: number): Promise<string> =>
      changed(
        '"multisig":0,"multisig_threshold":0',
        `"multisig":1,"multisig_threshold":${threshold},"multisig_signers":"${signers}","multisig_rounds_passed":${rounds}`,
      )
    const signers = `\\u0002${'a'.repeat(64)}`
    expect(await asMultisig(1, signers, 1)).toBe('unsupported')
    for (const [threshold, list] of [
      [2, signers],
      [0, signers],
      [3, signers],
      [2, signers.slice(0, -1)],
      [2, `${signers}a`],
    ] as const)
      expect(await asMultisig(threshold, list, 9)).toBe('keys')
    expect(await changed('"key_on_device":0', '"key_on_device":1')).toBe('unsupported')
    expect(await changed('"encrypted_secret_keys":1', '"encrypted_secret_keys":0')).toBe('keys')
    expect(await changed('m_spend_public_key', 'm_spend_public_kex')).toBe('keys')
    expect(await changed('{"key_data"', '{"key_dota"')).toBe('keys')
    expect(await changed('"refresh_height":77', '"refresh_height":-3.5')).toBe('none')
  })

  it('are refused or still have the same keys if any byte is changed', { timeout: 120_000 }, async () => {
    const bytes = await formatKeysFile(oxenMainnet, FILE, await keysFileKey('', 'utf-8'), random)
    let read = 0
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const altered = bytes.with(at, (bytes[at] ?? 0) ^ change)
        try {
          const { spendSecret, viewSecret } = await parseKeysFile(oxenMainnet, altered, '')
          if (spendSecret !== undefined) expect(spendSecret).toEqual(KEYS.spendSecret)
          expect(viewSecret).toEqual(KEYS.viewSecret)
          read++
        } catch (error) {
          expect(error).toBeInstanceOf(KeysFileError)
        }
      }),
      { numRuns: 60 },
    )
    // Settings that are not read may change.
    expect(read).toBeGreaterThan(0)
  })
})
