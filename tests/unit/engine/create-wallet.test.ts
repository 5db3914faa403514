// New and restored wallets: seed words, keys, restore heights, node addresses.
import { describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { RandomnessError } from '../../../src/crypto/random/random.ts'
import { NodeUrlError } from '../../../src/daemon/errors.ts'
import { parseNodeUrl } from '../../../src/daemon/nodeUrl.ts'
import type { NodeSettings } from '../../../src/engine/api/engineViews.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { vector } from '../../support/data/vectors.ts'
import {
  BEGINNING,
  newWallet,
  openedIn,
  PASSWORD,
  restored,
  testHost,
  viewOf,
} from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { smallChain } from '../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const chain = smallChain()
const short = chain.slice(0, 210)
const NETWORK = 'oxen-regtest'
const B = wallets.B.keys

const nodeOf = (blocks = short) => new FakeNode(oxenRegtest, blocks)

describe('a new wallet', () => {
  it('is created when some of its seed words are confirmed', async () => {
    const engine = createEngine(testHost(nodeOf()))
    const words = await engine.draftSeed('English')
    expect(words).toHaveLength(25)
    const back = [3, 17, 25].map((position) => ({ position, word: ` ${words[position - 1]?.toUpperCase()} ` }))
    await expect(engine.createWallet(newWallet(NETWORK), [{ position: 3, word: 'nonsense' }])).rejects.toThrow('word 3')
    expect((await viewOf(engine)).phase).toBe('closed')
    await engine.createWallet(newWallet(NETWORK, ' Savings '), back)
    const view = await viewOf(engine)
    expect(view).toMatchObject({ phase: 'open', wallets: [{ name: 'Savings', networkId: NETWORK, viewOnly: false }] })
    // No height is estimated on a chain without a block time.
    expect(view.wallet?.restoreHeight).toBe(0)
    expect((await engine.revealSecrets(PASSWORD)).words).toBe(words.join(' '))
    await expect(engine.createWallet(newWallet(NETWORK), back)).rejects.toThrow('create some first')
    await engine.closeWallet()
    const again = createEngine(testHost(nodeOf()))
    await again.restoreFromWords(newWallet(NETWORK), { words: words.join(' '), offset: '' }, BEGINNING)
    expect((await viewOf(again)).wallet?.address).toBe(view.wallet?.address)
    await again.closeWallet()
  })

  it('is created with a polyseed, which is shown again and restores it', async () => {
    const monero = 'monero-mainnet'
    const engine = createEngine(testHost(nodeOf()))
    expect(await engine.polyseedLanguages(NETWORK)).toEqual([])
    expect((await engine.polyseedLanguages(monero)).map(({ name }) => name)).toContain('Czech')
    const words = await engine.draftPolyseed(monero, 'Spanish')
    expect(words).toHaveLength(16)
    const back = [{ position: 16, word: words[15] ?? '' }]
    // Another network has no such words.
    await expect(engine.createWallet(newWallet(NETWORK), back)).rejects.toMatchObject({ code: 'draft-words' })
    await engine.createWallet(newWallet(monero), back)
    const { address } = (await viewOf(engine)).wallet ?? {}
    const secrets = await engine.revealSecrets(PASSWORD)
    expect(secrets).toMatchObject({ words: words.join(' '), needsPassphrase: false })
    await engine.closeWallet()
    for (const text of [secrets.words, secrets.olderWords]) {
      const again = createEngine(testHost(nodeOf()))
      await again.restoreFromWords(newWallet(monero), { words: text, offset: '' }, BEGINNING)
      expect((await viewOf(again)).wallet?.address).toBe(address)
      // What was restored is shown again.
      expect((await again.revealSecrets(PASSWORD)).words).toBe(text)
      await again.closeWallet()
    }
    await expect(engine.draftPolyseed(NETWORK, 'English')).rejects.toMatchObject({ details: { fault: 'coin' } })
    await expect(engine.draftPolyseed(monero, 'German')).rejects.toMatchObject({ details: { fault: 'language' } })
  })

  it('with a polyseed and a passphrase is restored by both only', async () => {
    const monero = 'monero-mainnet'
    const engine = createEngine(testHost(nodeOf()))
    const words = await engine.draftPolyseed(monero, 'English')
    const back = [{ position: 1, word: words[0] ?? '' }]
    const drafted = [await engine.draftAddress(monero, ''), await engine.draftAddress(monero, 'secret')]
    await expect(engine.createWallet(newWallet(monero), [{ position: 1, word: 'no' }], 'secret')).rejects.toThrow(
      'word 1',
    )
    await engine.createWallet(newWallet(monero), back, 'secret')
    const { address } = (await viewOf(engine)).wallet ?? {}
    expect(await engine.revealSecrets(PASSWORD)).toMatchObject({ words: words.join(' '), needsPassphrase: true })
    await engine.closeWallet()
    const addressBy = async (offset: string) => {
      const again = createEngine(testHost(nodeOf()))
      await again.restoreFromWords(newWallet(monero), { words: words.join(' '), offset }, BEGINNING)
      const restored = (await viewOf(again)).wallet?.address
      await again.closeWallet()
      return restored
    }
    expect(await addressBy('secret')).toBe(address)
    expect(await addressBy('')).not.toBe(address)
    // A backup sheet has the address before the wallet exists.
    expect(drafted).toEqual([await addressBy(''), address])
    await expect(engine.draftAddress(monero, '')).rejects.toMatchObject({ code: 'draft-words' })
  })

  it('is created when its words are typed decomposed, in capitals, without accents, or with their numbers', async () => {
    const engine = createEngine(testHost(nodeOf()))
    const words = await engine.draftSeed('German')
    const writings = [
      (word: string) => word.normalize('NFD'),
      (word: string) => word.toUpperCase(),
      (word: string) => word.normalize('NFD').replace(/\p{M}/gu, ''),
      (word: string, position: number) => `${position}. “${word}”\u200b`,
    ]
    const typed = words.map((word, at) => ({ position: at + 1, word: writings[at % 4]?.(word, at + 1) ?? '' }))
    await engine.createWallet(newWallet(NETWORK), typed)
    expect((await viewOf(engine)).phase).toBe('open')
    await engine.closeWallet()
  })

  it.each([
    ['no bytes', () => new Uint8Array()],
    ['zeros', (length: number) => new Uint8Array(length)],
  ])('gets no seed from a random source of %s', async (_, random) => {
    const engine = createEngine({ ...testHost(nodeOf()), random })
    await expect(engine.draftSeed('English')).rejects.toThrow(RandomnessError)
  })

  it('requires a name, a network and a node', async () => {
    const engine = createEngine(testHost(nodeOf()))
    const seed = { words: B.mnemonic, offset: '' }
    const good = newWallet(NETWORK)
    for (const [bad, why] of [
      [{ ...good, name: '  ' }, 'name'],
      [{ ...good, networkId: 'dogecoin' }, 'dogecoin'],
      [{ ...good, nodes: { urls: [' '], choice: 'order' as const, trusted: [] } }, 'node'],
    ] as const)
      await expect(engine.restoreFromWords(bad, seed, BEGINNING)).rejects.toThrow(why)
    await expect(engine.restoreFromWords(good, { words: 'abbey', offset: '' }, BEGINNING)).rejects.toThrow('25 words')
    expect(await viewOf(engine)).toMatchObject({ phase: 'closed', wallets: [] })
  })
})

describe('the name of a wallet', () => {
  const seed = { words: B.mnemonic, offset: '' }

  it('is refused if another wallet has it, in upper or lower case', async () => {
    const engine = createEngine(testHost(nodeOf()))
    await engine.restoreFromWords(newWallet(NETWORK, 'Savings'), seed, BEGINNING)
    await expect(engine.restoreFromWords(newWallet(NETWORK, ' savings '), seed, BEGINNING)).rejects.toMatchObject({
      code: 'wallet-name-taken',
      details: { name: 'Savings' },
    })
    // The open wallet stays open, and nothing was stored.
    expect(await viewOf(engine)).toMatchObject({ phase: 'open', wallets: [{ name: 'Savings' }] })
    await engine.restoreFromWords(newWallet(NETWORK, 'Lunch'), seed, BEGINNING)
    await expect(engine.renameWallet('SAVINGS')).rejects.toMatchObject({ code: 'wallet-name-taken' })
    // A wallet may change how its own name is written.
    await engine.renameWallet('LUNCH')
    expect((await viewOf(engine)).wallets.map(({ name }) => name)).toEqual(['LUNCH', 'Savings'])
    await engine.closeWallet()
  })
})

describe('a wallet from keys', () => {
  const keys = { address: B.address, viewSecret: B.view_key, spendSecret: B.spend_key }

  it('is the same as from seed words', async () => {
    const engine = createEngine(testHost(nodeOf()))
    await engine.restoreFromKeys(newWallet(NETWORK), keys, BEGINNING)
    expect((await viewOf(engine)).wallet?.address).toBe(B.address)
    expect(await engine.revealSecrets(PASSWORD)).toMatchObject({ viewSecret: B.view_key, spendSecret: B.spend_key })
    expect((await engine.revealSecrets(PASSWORD)).words.split(' ')).toHaveLength(25)
    await engine.closeWallet()
  })

  it('is rejected if the keys do not match, without the keys in the error', async () => {
    const engine = createEngine(testHost(nodeOf()))
    for (const [wrong, why] of [
      [{ ...keys, viewSecret: wallets.A.keys.view_key }, 'view key does not belong'],
      [{ ...keys, spendSecret: wallets.A.keys.spend_key }, 'spend key does not belong'],
      [{ ...keys, viewSecret: 'ff'.repeat(32) }, 'too large'],
      [{ ...keys, viewSecret: `${B.view_key.slice(0, 62)}zz` }, 'not 64 hex digits'],
    ] as const) {
      const error = await engine
        .restoreFromKeys(newWallet(NETWORK), wrong, BEGINNING)
        .catch((failure: Error) => failure)
      expect(error).toBeInstanceOf(Error)
      expect(String(error)).toContain(why)
      expect(String(error)).not.toContain(B.view_key.slice(0, 8))
    }
  })

  it('is watch-only without a spend key: it sees incoming payments and cannot pay', async () => {
    const engine = createEngine(testHost(nodeOf(chain)))
    await engine.restoreFromKeys(newWallet(NETWORK), { ...keys, spendSecret: '' }, BEGINNING)
    await engine.refresh()
    const full = await restored(testHost(nodeOf(chain)), NETWORK, B.mnemonic)
    const seen = openedIn(engine).state.ledger.outputs
    const owned = openedIn(full).state.ledger.outputs
    expect([...seen.keys()].sort()).toEqual([...owned.keys()].sort())
    for (const [id, output] of seen) {
      expect(output.keyImage).toBeUndefined()
      expect(output.amount).toBe(owned.get(id)?.amount)
    }
    expect((await viewOf(engine)).wallet?.viewOnly).toBe(true)
    const destinations = [{ address: wallets.A.keys.address, amount: 1n }]
    await expect(engine.prepareTransfer({ account: 0, destinations, priority: 1 })).rejects.toThrow('watch-only')
    expect(await engine.revealSecrets(PASSWORD)).toEqual({
      ...{ words: '', olderWords: '', needsPassphrase: false, viewSecret: B.view_key, spendSecret: '' },
      watchUri: `oxen_wallet:${B.address}?view_key=${B.view_key}&height=0`,
    })
    await engine.closeWallet()
    await full.closeWallet()
  })
})

it('rejects an invalid node address before storing it', async () => {
  const node = nodeOf()
  const host = {
    ...testHost(node),
    createNode: ({ urls }: NodeSettings) => {
      for (const url of urls) parseNodeUrl(url)
      return node
    },
  }
  const engine = createEngine(host)
  const seed = { words: B.mnemonic, offset: '' }
  const wallet = {
    ...newWallet(NETWORK),
    nodes: { urls: ['http://127.0.0.1:22023'], choice: 'order' as const, trusted: [] },
  }
  const bad = ['127.0.0.1:22023', 'ftp://host', 'http://user:secret@host', 'no address']
  for (const url of bad)
    await expect(
      engine.restoreFromWords(
        { ...wallet, nodes: { urls: [url], choice: 'order' as const, trusted: [] } },
        seed,
        BEGINNING,
      ),
    ).rejects.toThrow(NodeUrlError)
  expect(await viewOf(engine)).toMatchObject({ phase: 'closed', wallets: [] })
  await engine.restoreFromWords(wallet, seed, BEGINNING)
  for (const url of bad) {
    const changed = engine.changeSettings({
      nodes: { urls: [...wallet.nodes.urls, url], choice: 'order' as const, trusted: [] },
    })
    await expect(changed).rejects.toThrow(NodeUrlError)
    await expect(changed).rejects.not.toThrow('secret')
  }
  expect((await engine.settings()).nodes).toEqual(wallet.nodes)
  await engine.lock()
  const { lockedWallet } = await viewOf(engine)
  await engine.openWallet(lockedWallet?.id ?? '', PASSWORD)
  expect((await engine.settings()).nodes).toEqual(wallet.nodes)
  await engine.closeWallet()
})

it('detects a node of another network', async () => {
  const engine = createEngine(testHost(nodeOf()))
  await engine.restoreFromKeys(
    newWallet('oxen-mainnet'),
    { address: B.address, viewSecret: B.view_key, spendSecret: '' },
    BEGINNING,
  )
  await engine.refresh()
  expect(openedIn(engine).sync.state.problem).toBe('the node is on fakechain, but this wallet belongs to Oxen')
  await engine.closeWallet()
})

it('scans from a week before the top if the restore height exceeds the chain', async () => {
  const engine = createEngine(testHost(nodeOf(chain)))
  await engine.restoreFromWords(newWallet(NETWORK), { words: B.mnemonic, offset: '' }, { from: 'height', height: 9999 })
  await engine.refresh()
  expect((await viewOf(engine)).wallet).toMatchObject({ restoreHeight: 0, sync: { height: 336 } })
  expect(openedIn(engine).state.ledger.outputs.size).toBe(140)
  await engine.closeWallet()
})

it('does not scan blocks below the restore height', async () => {
  const node = nodeOf(chain)
  const engine = createEngine(testHost(node))
  await engine.restoreFromWords(newWallet(NETWORK), { words: B.mnemonic, offset: '' }, { from: 'height', height: 204 })
  await engine.refresh()
  const { state } = openedIn(engine)
  expect(state.blockIds.base).toBe(203)
  expect(Math.min(...[...state.ledger.outputs.values()].map(({ height }) => height))).toBe(204)
  await engine.rescan({ from: 'height', height: 300 })
  await engine.refresh()
  expect(openedIn(engine).state.blockIds.base).toBe(203)
  await engine.rescan({ from: 'beginning' })
  await engine.refresh()
  expect(openedIn(engine).state.ledger.outputs.size).toBe(140)
  await engine.closeWallet()
})
