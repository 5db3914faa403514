// The files of wallet2 that the page saves: another wallet that is made from them has what the user typed.
import { describe, expect, it } from 'vitest'
import { utf8 } from '../../../src/bytes/bytes.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { openKeysFile, sealKeysFile } from '../../../src/coin/wallet-files/keysFileCipher.ts'
import { currentSlowHashes, useSlowHashes } from '../../../src/crypto/hash/slowHashes.ts'
import { systemRandom } from '../../../src/crypto/random/random.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import type { Wallet } from '../../../src/wallet/open/wallet.ts'
import { newWallet, PASSWORD, testHost } from '../../support/wallet/engine-host.ts'

const ADDRESS = '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A'

const begin = async (networkId: string) => {
  const nowhere = createNodeClient({ url: 'http://127.0.0.1:1', fetch: async () => Promise.reject(new Error('none')) })
  const engine = createEngine(testHost(nowhere, openMemoryStore()))
  await engine.draftSeed('English')
  await engine.createWallet(newWallet(networkId), [])
  return engine
}

const open = ({ wallet }: { readonly wallet: Wallet | undefined }): Wallet => {
  if (wallet === undefined) throw new TypeError('no wallet is open')
  return wallet
}

const typedIn = ({ state }: Wallet) => {
  const { labels, notes, tags, addressBook, attributes } = state
  return { labels, notes: [...notes], tags, addressBook, attributes: [...attributes] }
}

describe('the saved files of wallet2', () => {
  it('restore what the user typed', async () => {
    const engine = await begin('monero-regtest')
    await open(engine).state.update('strict', () => ({
      labels: [['Primary account', 'shop é'], ['second']],
      tags: { ofAccounts: ['', 'travel'], descriptions: new Map([['travel', 'summer']]) },
      notes: [{ txid: 'ab'.repeat(32), text: 'räksmörgås' }],
      addressBook: [{ address: ADDRESS, paymentId: new Uint8Array(), description: 'donations' }],
      attributes: [{ key: 'ünicode', value: 'välue' }],
    }))
    const typed = typedIn(open(engine))
    const files = await engine.exportWalletFiles(PASSWORD)
    await engine.restoreFromKeysFile({ ...newWallet('monero-regtest'), name: 'again' }, files, PASSWORD)
    expect(typedIn(open(engine))).toEqual(typed)
    await engine.closeWallet()
  })

  it('have the default priority of the keys file from which the wallet was made', async () => {
    const engine = await begin('monero-regtest')
    const made = await engine.exportWalletFiles(PASSWORD)
    const { members, fileKey } = await openKeysFile(made.keys, PASSWORD)
    const chosen = { default_priority: '3', auto_low_priority: '0' }
    const keys = sealKeysFile(new Map([...members, ...Object.entries(chosen)]), fileKey, systemRandom)
    await engine.restoreFromKeysFile(
      { ...newWallet('monero-regtest'), name: 'again' },
      { keys, cache: undefined },
      PASSWORD,
    )
    const saved = await openKeysFile((await engine.exportWalletFiles(PASSWORD)).keys, PASSWORD)
    expect([...saved.members]).toEqual(expect.arrayContaining(Object.entries(chosen)))
    expect((await engine.priorities()).filter(({ isDefault }) => isDefault)).toMatchObject([{ value: 3 }])
    await engine.closeWallet()
  })

  it('take one slow hash of the password', async () => {
    const engine = await begin('monero-regtest')
    const hashed: string[] = []
    const hashes = currentSlowHashes()
    const cryptonight = (data: Uint8Array): Promise<Uint8Array> => {
      hashed.push(toHex(data))
      return hashes.cryptonight(data)
    }
    useSlowHashes({ ...hashes, cryptonight })
    try {
      const { keys, cache } = await engine.exportWalletFiles(PASSWORD)
      expect([keys.length > 0, cache !== undefined]).toEqual([true, true])
    } finally {
      useSlowHashes(hashes)
    }
    expect(hashed.filter((data) => data === toHex(utf8(PASSWORD)))).toHaveLength(1)
    await engine.closeWallet()
  })

  it('have no cache in a family whose caches are only read', async () => {
    const engine = await begin('oxen-regtest')
    expect((await engine.exportWalletFiles(PASSWORD)).cache).toBeUndefined()
    await engine.closeWallet()
  })
})
