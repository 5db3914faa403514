// The life of wallets in an engine: made, restored, watched, locked, renamed, removed; and what their listeners are told.
import { describe, expect, test } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { NodeUrlError } from '../../../../src/daemon/errors.ts'
import { parseNodeUrl } from '../../../../src/daemon/transport.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import { ContactError } from '../../../../src/wallet/accounts/contacts.ts'
import { Engine } from '../../../../src/wallet/engine/engine.ts'
import type { EngineView } from '../../../../src/wallet/engine/engineViews.ts'
import { vector } from '../../../support/data/vectors.ts'
import { ChainNode, smallChain } from '../../../support/wallet/chain-node.ts'
import {
  BEGINNING,
  newWallet,
  openedIn,
  PASSWORD,
  restored,
  testHost,
  viewOf,
} from '../../../support/wallet/engine-host.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const chain = smallChain()
const short = chain.slice(0, 210)
const NETWORK = 'oxen-regtest'
const B = wallets.B.keys

const nodeOf = (blocks = short) => new ChainNode(oxenRegtest, blocks)

describe('a new wallet', () => {
  test('is made once some of its words are given back', async () => {
    const engine = new Engine(testHost(nodeOf()))
    const words = await engine.draftSeed('English')
    expect(words).toHaveLength(25)
    const back = [3, 17, 25].map((position) => ({ position, word: ` ${words[position - 1]?.toUpperCase()} ` }))
    await expect(engine.createWallet(newWallet(NETWORK), [{ position: 3, word: 'nonsense' }])).rejects.toThrow('word 3')
    expect((await viewOf(engine)).phase).toBe('closed')
    await engine.createWallet(newWallet(NETWORK, ' Savings '), back)
    const view = await viewOf(engine)
    expect(view).toMatchObject({ phase: 'open', wallets: [{ name: 'Savings', networkId: NETWORK, viewOnly: false }] })
    // Heights are not estimated where blocks come at will.
    expect(view.wallet?.restoreHeight).toBe(0)
    expect((await engine.revealSecrets(PASSWORD)).words).toBe(words.join(' '))
    await expect(engine.createWallet(newWallet(NETWORK), back)).rejects.toThrow('create some first')
    await engine.closeWallet()
    const again = new Engine(testHost(nodeOf()))
    await again.restoreFromWords(newWallet(NETWORK), { words: words.join(' '), offset: '' }, BEGINNING)
    expect((await viewOf(again)).wallet?.address).toBe(view.wallet?.address)
    await again.closeWallet()
  })

  test('needs a name, a network and a node', async () => {
    const engine = new Engine(testHost(nodeOf()))
    const seed = { words: B.mnemonic, offset: '' }
    const good = newWallet(NETWORK)
    for (const [bad, why] of [
      [{ ...good, name: '  ' }, 'name'],
      [{ ...good, networkId: 'dogecoin' }, 'dogecoin'],
      [{ ...good, nodes: { urls: [' '] } }, 'node'],
    ] as const)
      await expect(engine.restoreFromWords(bad, seed, BEGINNING)).rejects.toThrow(why)
    await expect(engine.restoreFromWords(good, { words: 'abbey', offset: '' }, BEGINNING)).rejects.toThrow('25 words')
    expect(await viewOf(engine)).toMatchObject({ phase: 'closed', wallets: [] })
  })
})

test('what is no address of a node is refused before it is stored', async () => {
  const node = nodeOf()
  const host = {
    ...testHost(node),
    createNode: (urls: readonly string[]) => {
      for (const url of urls) parseNodeUrl(url)
      return node
    },
  }
  const engine = new Engine(host)
  const seed = { words: B.mnemonic, offset: '' }
  const wallet = { ...newWallet(NETWORK), nodes: { urls: ['http://127.0.0.1:22023'] } }
  const bad = ['127.0.0.1:22023', 'ftp://host', 'http://user:secret@host', 'no address']
  for (const url of bad)
    await expect(engine.restoreFromWords({ ...wallet, nodes: { urls: [url] } }, seed, BEGINNING)).rejects.toThrow(
      NodeUrlError,
    )
  expect(await viewOf(engine)).toMatchObject({ phase: 'closed', wallets: [] })
  await engine.restoreFromWords(wallet, seed, BEGINNING)
  for (const url of bad) {
    const changed = engine.changeSettings({ nodes: { urls: [...wallet.nodes.urls, url] } })
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

test('a scanner that died does not keep keys alive', async () => {
  const host = testHost(nodeOf())
  const createScanner = async () => ({
    ...(await host.createScanner()),
    close: () => Promise.reject(new Error('the scanner died')),
  })
  const engine = new Engine({ ...host, createScanner })
  await engine.restoreFromWords(newWallet(NETWORK), { words: B.mnemonic, offset: '' }, BEGINNING)
  const { keys } = openedIn(engine)
  await expect(engine.lock()).rejects.toThrow('the scanner died')
  expect(keys.spendSecret).toEqual(new Uint8Array(32))
  expect(keys.viewSecret).toEqual(new Uint8Array(32))
  expect(await viewOf(engine)).toMatchObject({ phase: 'locked' })
})

describe('keys', () => {
  const keys = { address: B.address, viewSecret: B.view_key, spendSecret: B.spend_key }

  test('restore the same wallet as words', async () => {
    const engine = new Engine(testHost(nodeOf()))
    await engine.restoreFromKeys(newWallet(NETWORK), keys, BEGINNING)
    expect((await viewOf(engine)).wallet?.address).toBe(B.address)
    expect(await engine.revealSecrets(PASSWORD)).toMatchObject({ viewSecret: B.view_key, spendSecret: B.spend_key })
    expect((await engine.revealSecrets(PASSWORD)).words.split(' ')).toHaveLength(25)
    await engine.closeWallet()
  })

  test('that do not belong together are refused, and never repeated', async () => {
    const engine = new Engine(testHost(nodeOf()))
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

  test('without a spend key watch: they see what comes, and cannot pay', async () => {
    const engine = new Engine(testHost(nodeOf(chain)))
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
    expect(await engine.revealSecrets(PASSWORD)).toEqual({ words: '', viewSecret: B.view_key, spendSecret: '' })
    await engine.closeWallet()
    await full.closeWallet()
  })
})

describe('locks', () => {
  test('a locked wallet has no keys, and opens with its password alone', async () => {
    const node = nodeOf()
    const engine = await restored(testHost(node), NETWORK, B.mnemonic)
    const wallet = openedIn(engine)
    const balance = wallet.balance()
    await engine.lock()
    expect(wallet.keys.spendSecret?.every((byte) => byte === 0)).toBe(true)
    expect(wallet.keys.viewSecret.every((byte) => byte === 0)).toBe(true)
    const view = await viewOf(engine)
    expect(view).toMatchObject({ phase: 'locked', lockedWallet: { name: 'Test' }, wallet: undefined })
    await expect(engine.transfers({})).rejects.toThrow('no wallet is open')
    const id = view.lockedWallet?.id ?? ''
    await expect(engine.openWallet(id, 'wrong')).rejects.toThrow('the password is wrong')
    expect((await viewOf(engine)).phase).toBe('locked')
    const asked = node.calls.length
    await engine.openWallet(id, PASSWORD)
    expect(openedIn(engine).balance()).toEqual(balance)
    await engine.refresh()
    expect(openedIn(engine).balance()).toEqual(balance)
    expect(node.calls.slice(asked)).not.toContain('blocks')
    await engine.closeWallet()
  })

  test('come by themselves when nobody uses the wallet', async () => {
    const host = testHost(nodeOf())
    const engine = await restored(host, NETWORK, B.mnemonic)
    await engine.changeSettings({ lockMinutes: 2 })
    host.time.advance(119_000)
    await engine.setNote('ab'.repeat(32), 'still here')
    host.time.advance(119_000)
    expect(engine.wallet).toBeDefined()
    host.time.advance(1000)
    await engine.closeWallet().catch(() => undefined)
    expect(engine.wallet).toBeUndefined()
  })

  test('a password is changed in one step', async () => {
    const host = testHost(nodeOf())
    const engine = await restored(host, NETWORK, B.mnemonic)
    const id = (await viewOf(engine)).wallet?.id ?? ''
    await expect(engine.changePassword('wrong', 'new')).rejects.toThrow('the password is wrong')
    await engine.changePassword(PASSWORD, 'new')
    await engine.closeWallet()
    await expect(engine.openWallet(id, PASSWORD)).rejects.toThrow('the password is wrong')
    await engine.openWallet(id, 'new')
    await engine.closeWallet()
  })
})

test('several wallets rest beside each other, one is open', async () => {
  const host = testHost(nodeOf())
  const engine = await restored(host, NETWORK, B.mnemonic)
  await engine.restoreFromWords(
    newWallet(NETWORK, 'Another'),
    { words: wallets.C.keys.mnemonic, offset: '' },
    BEGINNING,
  )
  const view = await viewOf(engine)
  expect(view.wallets.map(({ name }) => name)).toEqual(['Another', 'Test'])
  expect(view.wallet?.address).toBe(wallets.C.keys.address)
  const [, test] = view.wallets
  await engine.openWallet(test?.id ?? '', PASSWORD)
  expect((await viewOf(engine)).wallet?.address).toBe(B.address)
  await engine.renameWallet('Renamed')
  expect((await viewOf(engine)).wallets.map(({ name }) => name)).toEqual(['Another', 'Renamed'])
  await expect(engine.removeWallet(view.wallets[0]?.id ?? '', 'wrong')).rejects.toThrow('the password is wrong')
  await engine.removeWallet(view.wallets[0]?.id ?? '', PASSWORD)
  await engine.removeWallet(test?.id ?? '', PASSWORD)
  expect(await viewOf(engine)).toMatchObject({ phase: 'closed', wallets: [] })
  expect(await host.store.list(`wallet.${test?.id}`)).toEqual([])
  await expect(engine.openWallet(test?.id ?? '', PASSWORD)).rejects.toThrow('there is no wallet')
})

test('what rests in the store tells neither keys nor what a wallet owns', async () => {
  const store = openMemoryStore()
  const engine = await restored(testHost(nodeOf(), store), NETWORK, B.mnemonic)
  const id = (await viewOf(engine)).wallet?.id ?? ''
  const [output] = openedIn(engine).state.ledger.outputs.values()
  const secrets = [
    Buffer.from(B.view_key, 'hex'),
    Buffer.from(B.spend_key, 'hex'),
    output?.key,
    output?.txid,
    output?.keyImage,
  ]
  await engine.closeWallet()
  for (const table of [`wallet.${id}`, 'vaults', 'wallets'])
    for (const [key, value] of await store.list(table))
      for (const secret of secrets) {
        expect(Buffer.from(value).includes(Buffer.from(secret ?? ''))).toBe(false)
        expect(key).not.toContain(Buffer.from(secret ?? '').toString('hex'))
      }
})

test('accounts, addresses, labels and notes are there again after a restart', async () => {
  const store = openMemoryStore()
  const engine = await restored(testHost(nodeOf(), store), NETWORK, B.mnemonic)
  const before = (await engine.addresses(0)).length
  const fresh = await engine.createSubaddress(0, 'Rent')
  expect(fresh).toMatchObject({ account: 0, index: before, label: 'Rent', used: false, balance: 0n })
  const account = await engine.createAccount('Business')
  await engine.setLabel(account.index, 0, 'Firm')
  await expect(engine.setLabel(0, 5000, 'nothing')).rejects.toThrow('create it first')
  await expect(engine.createSubaddress(77, '')).rejects.toThrow('there is no account 77')
  const [newest] = await engine.transfers({ limit: 1 })
  await engine.setNote(newest?.txid ?? '', 'for the roof')
  await engine.closeWallet()
  const again = new Engine(testHost(nodeOf(), store, 2))
  await again.openWallet((await viewOf(again)).wallets[0]?.id ?? '', PASSWORD)
  expect((await again.addresses(0)).at(-1)).toMatchObject({ address: fresh.address, label: 'Rent' })
  expect((await viewOf(again)).wallet?.accounts.at(-1)).toMatchObject({ label: 'Firm', address: account.address })
  expect((await again.transfers({ limit: 1 }))[0]?.note).toBe('for the roof')
  await again.closeWallet()
})

test('contacts are kept, and changed only as they were seen', async () => {
  const store = openMemoryStore()
  const engine = await restored(testHost(nodeOf(), store), NETWORK, B.mnemonic)
  const { address } = await engine.createSubaddress(0, '')
  expect(await engine.contacts()).toEqual([])
  await expect(engine.addContact({ name: ' ', address })).rejects.toThrow('give the contact a name')
  await expect(engine.addContact({ name: 'Ann', address: `${address}1` })).rejects.toThrow(ContactError)
  const before = (await viewOf(engine)).wallet?.revision ?? 0
  await engine.addContact({ name: ' Ann ', address })
  await engine.addContact({ name: 'Ben', address: B.address })
  expect((await viewOf(engine)).wallet?.revision).toBe(before + 2)
  const [ann, ben] = await engine.contacts()
  if (ann === undefined || ben === undefined) throw new Error('both were kept')
  expect(ann).toEqual({ index: 0, name: 'Ann', address, paymentId: '' })
  await engine.changeContact(ann, { name: 'Anna', address })
  await expect(engine.changeContact(ann, { name: 'Anne', address })).rejects.toThrow('changed meanwhile')
  await engine.removeContact({ ...ann, name: 'Anna' })
  // Ben moved up: who saw him as the second one does not remove whoever comes to stand there.
  await expect(engine.removeContact(ben)).rejects.toThrow('changed meanwhile')
  await engine.closeWallet()
  const again = new Engine(testHost(nodeOf(), store, 2))
  await again.openWallet((await viewOf(again)).wallets[0]?.id ?? '', PASSWORD)
  expect(await again.contacts()).toEqual([{ ...ben, index: 0 }])
  // An id that a program put beside the address stays with that address only.
  const { wallet } = again
  if (wallet === undefined) throw new Error('a wallet is open')
  await wallet.state.update('strict', () => ({
    addressBook: [{ address: B.address, description: '', paymentId: new Uint8Array(32).fill(7) }],
  }))
  const [old] = await again.contacts()
  if (old === undefined) throw new Error('the entry was kept')
  expect(old).toEqual({ index: 0, name: '', address: B.address, paymentId: '07'.repeat(32) })
  await again.changeContact(old, { name: 'Ben', address: B.address })
  expect((await again.contacts())[0]?.paymentId).toBe(old.paymentId)
  await again.changeContact({ ...old, name: 'Ben' }, { name: 'Ben', address })
  expect(await again.contacts()).toEqual([{ index: 0, name: 'Ben', address, paymentId: '' }])
  await again.closeWallet()
})

test('history is newest first, by account and limit', async () => {
  const engine = await restored(testHost(nodeOf(chain)), NETWORK, B.mnemonic)
  const all = await engine.transfers({})
  expect(all.map(({ height }) => height)).toEqual(all.map(({ height }) => height).toSorted((a, b) => b - a))
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(await engine.transfers({ limit: 3 })).toEqual(all.slice(0, 3))
  expect(await engine.transfers({ account: 1 })).toEqual(all.filter(({ account }) => account === 1))
  await engine.closeWallet()
})

test('destinations are understood, or said to be wrong', async () => {
  const engine = await restored(testHost(nodeOf()), NETWORK, B.mnemonic)
  const uri = await engine.paymentUri({
    address: B.address,
    amount: 1_500_000_000n,
    recipientName: 'Ann',
    description: 'Lunch & tea',
  })
  expect(await engine.parseDestination(` ${uri} `)).toEqual({
    valid: true,
    address: B.address,
    kind: 'standard',
    amount: 1_500_000_000n,
    recipientName: 'Ann',
    description: 'Lunch & tea',
  })
  expect(await engine.parseDestination(B.address)).toMatchObject({ valid: true, amount: undefined })
  expect(await engine.parseDestination(`${B.address}x`)).toMatchObject({ valid: false })
  const withId = await engine.parseDestination(`oxen:${B.address}?tx_payment_id=420fa29b2d9a49f5&tx_amount=1`)
  expect(withId).toMatchObject({ valid: false, reason: expect.stringContaining('420fa29b2d9a49f5') })
  const priorities = await engine.priorities()
  expect(priorities.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  await engine.closeWallet()
})

describe('listeners', () => {
  test('are told at once, then at most four times per second', async () => {
    const node = nodeOf(chain)
    node.pageSize = 5
    const host = testHost(node)
    const engine = new Engine(host)
    const seen: EngineView[] = []
    await engine.subscribe((view) => {
      seen.push(view)
    })
    expect(seen).toHaveLength(1)
    await engine.restoreFromWords(newWallet(NETWORK), { words: B.mnemonic, offset: '' }, BEGINNING)
    expect(seen.at(-1)?.phase).toBe('open')
    await engine.refresh()
    // The clock stood: opening and no more was told.
    const told = seen.length
    expect(told).toBeLessThan(4)
    host.time.advance(250)
    expect(seen).toHaveLength(told + 1)
    expect(seen.at(-1)?.wallet?.sync).toMatchObject({ phase: 'synced', height: 336 })
    const { revision } = seen.at(-1)?.wallet ?? { revision: 0 }
    await engine.createSubaddress(0, '')
    host.time.advance(250)
    expect(seen.at(-1)?.wallet?.revision).toBeGreaterThan(revision)
    await engine.lock()
    expect(seen.at(-1)?.phase).toBe('locked')
  })
})

describe('the wallet RPC', () => {
  const call = async (engine: Engine, method: string, params: unknown = {}) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
    const response = await createWalletRpc(engine)(new Request('http://page/json_rpc', { method: 'POST', body }))
    return await response.json()
  }

  test('answers only while a wallet is open and its settings allow it', async () => {
    const engine = await restored(testHost(nodeOf()), NETWORK, B.mnemonic)
    for (const method of ['get_version', 'get_height', 'get_balance', 'get_address', 'get_transfers', 'transfer'])
      expect((await call(engine, method)).error).toMatchObject({ code: -13, message: 'No wallet file' })
    await engine.changeSettings({ rpcEnabled: true })
    expect(await call(engine, 'get_version')).toEqual({
      jsonrpc: '2.0',
      id: 7,
      version: 65553,
      result: { version: 65553 },
    })
    expect((await call(engine, 'getheight')).result.height).toBe(210)
    expect((await call(engine, 'transfer')).error).toMatchObject({ code: -20 })
    expect((await call(engine, 'get_address', { account_index: 99 })).error).toMatchObject({ code: -14 })
    expect((await call(engine, 'get_address', { address_index: [99] })).error).toMatchObject({ code: -15 })
    const destinations = [{ address: 'nobody', amount: 5 }]
    expect((await call(engine, 'transfer', { destinations })).error).toMatchObject({ code: -2 })
    await engine.lock()
    expect((await call(engine, 'get_height')).error).toMatchObject({ code: -13, message: 'No wallet file' })
  })
})

describe('a wallet that closes while it is asked', () => {
  test('gives out no address made of wiped keys', async () => {
    const engine = await restored(testHost(nodeOf()), NETWORK, B.mnemonic)
    const creating = engine.createSubaddress(0, 'late').catch((error: Error) => error)
    await engine.lock()
    const result = await creating
    if (!(result instanceof Error)) {
      await engine.openWallet((await viewOf(engine)).lockedWallet?.id ?? '', PASSWORD)
      expect((await engine.addresses(0)).map(({ address }) => address)).toContain(result.address)
    }
    await engine.closeWallet()
  })

  test('prepares nothing', async () => {
    const engine = await restored(testHost(nodeOf(chain)), NETWORK, B.mnemonic)
    const destinations = [{ address: wallets.A.keys.address, amount: 1_000_000_000n }]
    const preparing = engine.prepareTransfer({ account: 0, destinations, priority: 1 }).catch((error: Error) => error)
    await engine.lock()
    expect(String(await preparing)).toContain('no wallet is open')
  })
})

test('a node of another network is told apart', async () => {
  const engine = new Engine(testHost(nodeOf()))
  await engine.restoreFromKeys(
    newWallet('oxen-mainnet'),
    { address: B.address, viewSecret: B.view_key, spendSecret: '' },
    BEGINNING,
  )
  await engine.refresh()
  expect(openedIn(engine).sync.state.problem).toBe('the node is on fakechain, but this wallet belongs to Oxen')
  await engine.closeWallet()
})

test('an estimate beyond the chain begins a week before its top', async () => {
  const engine = new Engine(testHost(nodeOf(chain)))
  await engine.restoreFromWords(newWallet(NETWORK), { words: B.mnemonic, offset: '' }, { from: 'height', height: 9999 })
  await engine.refresh()
  expect((await viewOf(engine)).wallet).toMatchObject({ restoreHeight: 0, sync: { height: 336 } })
  expect(openedIn(engine).state.ledger.outputs.size).toBe(140)
  await engine.closeWallet()
})

test('a restore height leaves out what came before', async () => {
  const node = nodeOf(chain)
  const engine = new Engine(testHost(node))
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
