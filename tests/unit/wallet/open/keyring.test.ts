// Secret keys of a wallet: import from words and hex, storage, export as text.

import { describe, expect, it } from 'vitest'
import { encodeCbor } from '../../../../src/bytes/cbor.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { formatAddress, parseAddress } from '../../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import type { Store } from '../../../../src/store/store.ts'
import type { MultisigAccount } from '../../../../src/wallet/multisig-keys/multisigAccount.ts'
import {
  getKeyring,
  type Keyring,
  keyringFromKeys,
  keyringFromSpendKey,
  keyringFromWords,
  putKeyring,
  revealKeyring,
  wipeKeyring,
} from '../../../../src/wallet/open/keyring.ts'
import { vector } from '../../../support/data/vectors.ts'
import { bytesOf, keyHex } from '../../../support/wallet/ledger-samples.ts'

const { keys: A } = vector('oxen/chain-small/wallets.json').wallets.A
const { keys: B } = vector('oxen/chain-small/wallets.json').wallets.B
const KEYS = { address: B.address, viewSecret: B.view_key, spendSecret: B.spend_key }

/** The order of the curve's base point, little-endian: the least number that is no key. */
const ORDER = 'edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010'

const hexOf = ({ keys }: Keyring) => ({
  spendSecret: keys.spendSecret && toHex(keys.spendSecret),
  viewSecret: toHex(keys.viewSecret),
})

const RECORDED = { spendSecret: B.spend_key, viewSecret: B.view_key }

/** Returns the keyring of one of two participants, which became a multisig wallet. */
const multisigKeyring = (fields: Partial<MultisigAccount> = {}) => {
  const multisig: MultisigAccount = {
    threshold: 2,
    total: 2,
    rounds: 2,
    isReady: true,
    signers: [bytesOf(1), bytesOf(2)],
    signerSecret: bytesOf(3),
    viewSecret: bytesOf(4),
    viewPublic: bytesOf(5),
    spendPublic: bytesOf(6),
    shares: [bytesOf(7)],
    published: [],
    message: '',
    ...fields,
  }
  const { viewSecret, viewPublic, spendPublic } = multisig
  return {
    keys: { spendSecret: undefined, spendPublic, viewSecret, viewPublic, multisig },
    language: 'English',
    original: { spendSecret: bytesOf(8), viewSecret: bytesOf(9) },
  }
}

const errorOf = (action: () => unknown): unknown => {
  try {
    return action()
  } catch (error) {
    return error
  }
}

describe('the keys of seed words', () => {
  it('are those of the recorded wallet, with the language of the words', async () => {
    const keyring = await keyringFromWords(B.mnemonic, '')
    expect(hexOf(keyring)).toEqual(RECORDED)
    expect(keyring.language).toBe('Spanish')
  })

  it('with an offset are those of the recorded wallet', async () => {
    const wallet = vector('oxen/keys.json').wallets.find(({ seed_offset: offset }) => /^[ -~]+$/.test(offset))
    if (wallet === undefined) throw new Error('no recorded wallet has an offset')
    const { spendSecret, viewSecret } = hexOf(await keyringFromWords(wallet.words, wallet.seed_offset))
    expect([spendSecret, viewSecret]).toEqual([wallet.spend_secret, wallet.view_secret])
  })
})

describe('keys in hex', () => {
  it('are taken with white space around them, and copied from the address', () => {
    const texts = { address: ` ${B.address}\n`, viewSecret: ` ${B.view_key} `, spendSecret: `${B.spend_key}\n` }
    const keyring = keyringFromKeys(oxenRegtest, texts)
    expect(hexOf(keyring)).toEqual(RECORDED)
    expect(keyring.language).toBe('English')
    const { spendKey, viewKey } = parseAddress(oxenRegtest, B.address)
    expect([keyring.keys.spendPublic, keyring.keys.viewPublic]).toEqual([spendKey, viewKey])
  })

  it('are all found from the spend key alone', () => {
    const keyring = keyringFromSpendKey(` ${B.spend_key}\n`)
    expect(hexOf(keyring)).toEqual(RECORDED)
    const { spendKey, viewKey } = parseAddress(oxenRegtest, B.address)
    expect([keyring.keys.spendPublic, keyring.keys.viewPublic]).toEqual([spendKey, viewKey])
    for (const text of ['', B.spend_key.slice(1), 'f'.repeat(64)])
      expect(() => keyringFromSpendKey(text)).toThrow(/key/)
  })

  it.each(['', '  '])('without a spend key (%j) are watch-only', (spendSecret) => {
    expect(hexOf(keyringFromKeys(oxenRegtest, { ...KEYS, spendSecret }))).toEqual({
      spendSecret: undefined,
      viewSecret: B.view_key,
    })
  })

  const { spendKey, viewKey } = parseAddress(oxenRegtest, B.address)
  const subaddress = formatAddress(oxenRegtest, { kind: 'subaddress', spendKey, viewKey, paymentId: undefined })
  it.each([
    ['of a subaddress', { address: subaddress }, "this address is subaddress; give the wallet's primary address"],
    ['of another wallet', { viewSecret: A.view_key }, 'the view key does not belong to this address'],
    ['of another wallet', { spendSecret: A.spend_key }, 'the spend key does not belong to this address'],
    ['in the wrong order', { viewSecret: B.spend_key }, 'the view key does not belong to this address'],
    ['that are too short', { viewSecret: B.view_key.slice(2) }, 'the view key is not 64 hex digits'],
    ['that are no hex', { spendSecret: `${B.spend_key.slice(1)}x` }, 'the spend key is not 64 hex digits'],
    ['that are missing', { viewSecret: '' }, 'the view key is not 64 hex digits'],
    ['that are too large', { viewSecret: ORDER }, 'the view key is not a key: its number is too large'],
    ['that are too large', { spendSecret: ORDER }, 'the spend key is not a key: its number is too large'],
  ])('%s are rejected: %j', (_, change, message) => {
    const error = errorOf(() => keyringFromKeys(oxenRegtest, { ...KEYS, ...change }))
    expect(error).toMatchObject({ name: 'KeyMismatchError', code: 'key-mismatch', message })
    // A cause would contain a part of the secret.
    expect(error).not.toHaveProperty('cause', expect.anything())
  })

  it('are rejected with an address of another network', () => {
    expect(() => keyringFromKeys(moneroRegtest, KEYS)).toThrow()
  })
})

describe('stored keys', () => {
  it('are read as they were written, also without a spend key', async () => {
    for (const spendSecret of [B.spend_key, '']) {
      const store = openMemoryStore()
      const keyring = keyringFromKeys(oxenRegtest, { ...KEYS, spendSecret })
      await putKeyring(store, keyring)
      expect(await getKeyring(store)).toEqual(keyring)
    }
  })

  it('of a multisig wallet are read as they were written, with the earlier secrets and the start of the scan', async () => {
    const store = openMemoryStore()
    const keyring = { ...multisigKeyring(), startOver: { restoreHeight: 5, restoreDate: 6 } }
    await putKeyring(store, keyring)
    expect(await getKeyring(store)).toEqual(keyring)
  })

  it('leave no copy: what was written and what was read is wiped', async () => {
    const copies: Uint8Array[] = []
    const below = openMemoryStore()
    const store: Store = {
      ...below,
      commit: async (changes, durability) => {
        expect(durability).toBe('strict')
        await below.commit(changes, durability)
        for (const { value } of changes) if (value !== undefined) copies.push(value)
      },
      get: async (table, key) => {
        const value = await below.get(table, key)
        if (value !== undefined) copies.push(value)
        return value
      },
    }
    await putKeyring(store, await keyringFromWords(B.mnemonic, ''))
    expect(hexOf(await getKeyring(store))).toEqual(RECORDED)
    expect(copies.map((copy) => copy.every((byte) => byte === 0))).toEqual([true, true])
  })

  it('are missing in an empty store', async () => {
    await expect(getKeyring(openMemoryStore())).rejects.toMatchObject({
      name: 'CborError',
      message: expect.stringContaining('has no keys'),
    })
  })

  const key = new Uint8Array(32)
  const good = { language: 'English', spendSecret: key, spendPublic: key, viewSecret: key, viewPublic: key }
  it.each([
    ['text', 'damaged'],
    ['nothing', null],
    ['a number', 7],
    ['a list', [key]],
    ['no view secret', { language: 'English', spendPublic: key, viewPublic: key }],
    ['a number as language', { ...good, language: 1 }],
    ['text as spend secret', { ...good, spendSecret: 'a' }],
    ['text as spend key', { ...good, spendPublic: 'a' }],
    ['text as view secret', { ...good, viewSecret: 'a' }],
    ['text as view key', { ...good, viewPublic: 'a' }],
    ['text as the account of a multisig wallet', { ...good, multisig: 'a' }],
  ])('are damaged if there is %s', async (_, record) => {
    const store = openMemoryStore()
    await store.commit([{ table: 'wallet', key: 'secrets', value: encodeCbor(record) }], 'strict')
    await expect(getKeyring(store)).rejects.toMatchObject({
      name: 'CborError',
      message: expect.stringContaining('are damaged'),
    })
  })

  it.each([
    { original: 'a', startOver: 'a' },
    { original: null, startOver: null },
    { original: {}, startOver: {} },
    { original: { spendSecret: key }, startOver: { restoreDate: 1 } },
    { original: { spendSecret: 'a', viewSecret: key }, startOver: { restoreHeight: '1', restoreDate: 1 } },
    { original: { spendSecret: key, viewSecret: 'a' }, startOver: { restoreHeight: 1, restoreDate: '1' } },
  ])('are read without earlier secrets and a start of the scan that are malformed: %j', async (fields) => {
    const store = openMemoryStore()
    await store.commit([{ table: 'wallet', key: 'secrets', value: encodeCbor({ ...good, ...fields }) }], 'strict')
    const { original, startOver, language } = await getKeyring(store)
    expect({ original, startOver, language }).toEqual({
      original: undefined,
      startOver: undefined,
      language: 'English',
    })
  })

  it('are damaged if the record cannot be read at all', async () => {
    const store = openMemoryStore()
    await store.commit([{ table: 'wallet', key: 'secrets', value: Uint8Array.of(0xff, 0xff) }], 'strict')
    await expect(getKeyring(store)).rejects.toMatchObject({ name: 'CborError' })
  })
})

describe('exported keys', () => {
  it('are the words and both secrets', async () => {
    const keyring = await keyringFromWords(B.mnemonic, '')
    expect(await revealKeyring(keyring)).toEqual({
      words: B.mnemonic,
      viewSecret: B.view_key,
      spendSecret: B.spend_key,
    })
  })

  it('have no words if the view secret is not that of the words, and no spend secret if the wallet is watch-only', async () => {
    const { keys } = await keyringFromWords(B.mnemonic, '')
    const other = { language: 'English', keys: { ...keys, viewSecret: fromHex(A.view_key) } }
    expect(await revealKeyring(other)).toEqual({ words: '', viewSecret: A.view_key, spendSecret: B.spend_key })
    const watchOnly = { language: 'English', keys: { ...keys, spendSecret: undefined } }
    expect(await revealKeyring(watchOnly)).toEqual({ words: '', viewSecret: B.view_key, spendSecret: '' })
  })

  it('of a multisig wallet are its seed, once its address is final, and the secrets of the participant', async () => {
    const secrets = { viewSecret: keyHex(4), spendSecret: keyHex(3) }
    expect(await revealKeyring(multisigKeyring())).toEqual({
      words: `0200000002000000${[3, 6, 4, 5, 7, 1, 2].map(keyHex).join('')}`,
      ...secrets,
    })
    expect(await revealKeyring(multisigKeyring({ isReady: false }))).toEqual({ words: '', ...secrets })
  })
})

it('overwrites both secrets of a keyring, and the view secret of a watch-only one', async () => {
  const keyring = await keyringFromWords(B.mnemonic, '')
  wipeKeyring(keyring)
  expect(hexOf(keyring)).toEqual({ spendSecret: '00'.repeat(32), viewSecret: '00'.repeat(32) })
  const watchOnly = keyringFromKeys(oxenRegtest, { ...KEYS, spendSecret: '' })
  wipeKeyring(watchOnly)
  expect(hexOf(watchOnly)).toEqual({ spendSecret: undefined, viewSecret: '00'.repeat(32) })
})

it('overwrites the secrets of a multisig wallet, and those of the wallet that it was', () => {
  const { keys, original, language } = multisigKeyring()
  const { viewSecret, signerSecret, shares } = keys.multisig
  wipeKeyring({ keys, original, language })
  expect([viewSecret, signerSecret, ...shares, original.spendSecret, original.viewSecret].map(toHex)).toEqual(
    Array.from({ length: 5 }, () => '00'.repeat(32)),
  )
})
