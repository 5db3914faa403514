// Rescans: what is deleted, kept and repaired.
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { createEngine } from '../../../../src/engine/engine.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import { setLabel } from '../../../../src/wallet/accounts/addresses.ts'
import { setCoinLabel } from '../../../../src/wallet/funds/coinControl.ts'
import type { Wallet } from '../../../../src/wallet/open/wallet.ts'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import { changedOutput } from '../../../../src/wallet/state/packedOutput.ts'
import { rescanSpent } from '../../../../src/wallet/sync/rescan.ts'
import { vector } from '../../../support/data/vectors.ts'
import { resultOf } from '../../../support/rpc/wallet-calls.ts'
import { forkChain, mineOn } from '../../../support/wallet/chain-builder.ts'
import {
  BEGINNING,
  mortalStore,
  newWallet,
  openedIn,
  PASSWORD,
  restored,
  testHost,
} from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const chain = smallChain()
const NETWORK = 'oxen-regtest'

const outputsOf = ({ state }: Wallet): OwnedOutput[] =>
  [...state.ledger.outputs.values()].sort((a, b) => a.globalIndex - b.globalIndex)

const contentOf = (wallet: Wallet) => ({
  height: wallet.state.height,
  outputs: outputsOf(wallet),
  payments: [...wallet.state.ledger.payments].sort(([a], [b]) => (a < b ? -1 : 1)),
  balances: wallet.addressBalances(),
  marks: wallet.state.ledger.removedOutputs.size,
})

/** Some unspent outputs with their key images. */
const unspentOf = (wallet: Wallet): { readonly output: OwnedOutput; readonly keyImage: Uint8Array }[] =>
  outputsOf(wallet).flatMap((output) =>
    output.keyImage === undefined || output.spent !== undefined ? [] : [{ output, keyImage: output.keyImage }],
  )

const frozenIn = (wallet: Wallet): string[] =>
  outputsOf(wallet).flatMap(({ key, frozen }) => (frozen ? [toHex(key)] : []))

/** A wallet with two frozen outputs, an old one and a new one. */
const withFrozen = async (node: FakeNode, store = openMemoryStore()) => {
  const engine = await restored(testHost(node, store), NETWORK, wallets.B.keys.mnemonic)
  const wallet = openedIn(engine)
  const unspent = unspentOf(wallet)
  const chosen = [unspent[0], unspent.at(-1)].flatMap((one) => one ?? [])
  await wallet.setFrozen(
    chosen.map(({ keyImage }) => keyImage),
    true,
  )
  expect(frozenIn(wallet)).toHaveLength(2)
  return { engine, wallet, chosen }
}

describe('the state of frozen outputs', () => {
  it.each([
    ['from the beginning', { from: 'beginning' } as const],
    ['from a height', { from: 'height', height: 100 } as const],
  ])('survives a rescan %s', async (_, from) => {
    const { engine, wallet } = await withFrozen(new FakeNode(oxenRegtest, chain))
    const before = contentOf(wallet)
    await engine.rescan(from)
    await engine.refresh()
    expect(contentOf(wallet)).toEqual(before)
    await engine.closeWallet()
  })

  it('survives rescan_blockchain, soft and hard', async () => {
    const { engine, wallet } = await withFrozen(new FakeNode(oxenRegtest, chain))
    const before = contentOf(wallet)
    for (const hard of [false, true]) {
      await resultOf(engine, 'rescan_blockchain', { hard })
      expect(contentOf(wallet)).toEqual(before)
    }
    await engine.closeWallet()
  })

  it('survives a reorganisation that removes the outputs for a while', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    const { engine, wallet, chosen } = await withFrozen(node)
    await engine.changeSettings({ maxReorgDepth: 500 })
    const before = frozenIn(wallet)
    const fork = Math.min(...chosen.map(({ output }) => output.height))
    node.setChain(forkChain(oxenRegtest, chain, Math.max(205, fork), 200))
    await engine.refresh()
    expect(frozenIn(wallet).length).toBeLessThan(2)
    let longer = [...chain]
    while (longer.length <= node.chain.length) longer = mineOn(oxenRegtest, longer)
    node.setChain(longer)
    await engine.refresh()
    expect(frozenIn(wallet)).toEqual(before)
    expect(wallet.state.ledger.removedOutputs.size).toBe(0)
    await engine.closeWallet()
  })

  it('survives a kill at any moment of a rescan', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    node.pageSize = 60
    const store = openMemoryStore()
    const first = await withFrozen(node, store)
    await first.wallet.setNotes([{ txid: 'aa'.repeat(32), text: 'kept' }])
    const coin = toHex(first.chosen[0]?.output.key ?? new Uint8Array())
    await setCoinLabel(first.wallet.state, coin, 'kept')
    const before = contentOf(first.wallet)
    const id = first.engine.wallets[0]?.id ?? ''
    await first.engine.closeWallet()
    let killings = 0
    for (const deadly of [1, 2, 4, 7]) {
      for (const moment of ['before', 'after'] as const) {
        const mortal = mortalStore(store, deadly, moment)
        const engine = createEngine(testHost(node, mortal))
        await engine.openWallet(id, PASSWORD).catch(() => undefined)
        await engine.rescan(BEGINNING).then(
          () => engine.refresh(),
          () => undefined,
        )
        if (mortal.commits >= deadly) killings++
        await engine.closeWallet().catch(() => undefined)

        const survivor = createEngine(testHost(node, store))
        expect(mortal.commits).toBeLessThanOrEqual(deadly)
        await survivor.openWallet(id, PASSWORD)
        await survivor.refresh()
        expect(contentOf(openedIn(survivor))).toEqual(before)
        expect(openedIn(survivor).state.notes.get('aa'.repeat(32))).toBe('kept')
        expect((await survivor.coinsWithIds([coin]))[0]?.name).toBe('kept')
        await survivor.closeWallet()
      }
    }
    expect(killings).toBeGreaterThan(3)
  })
})

describe('a hard rescan', () => {
  it('keeps all that a user has typed', async () => {
    const { engine, wallet, chosen } = await withFrozen(new FakeNode(oxenRegtest, chain))
    await setLabel(wallet, { major: 0, minor: 0 }, 'mine')
    await wallet.setNotes([{ txid: 'aa'.repeat(32), text: 'a note' }])
    await setCoinLabel(wallet.state, toHex(chosen[0]?.output.key ?? new Uint8Array()), 'rent')
    await resultOf(engine, 'set_attribute', { key: 'k', value: 'v' })
    await resultOf(engine, 'add_address_book', { address: wallets.C.keys.address, description: 'C' })
    await resultOf(engine, 'tag_accounts', { tag: 't', accounts: [0] })
    const typed = (): unknown => {
      const { labels, notes, coinLabels, addressBook, tags, attributes } = wallet.state
      return structuredClone({ labels, notes, coinLabels, addressBook, tags, attributes })
    }
    const before = typed()
    expect(before).toMatchObject({ notes: new Map([['aa'.repeat(32), 'a note']]), addressBook: [{ description: 'C' }] })
    for (const hard of [false, true]) {
      await resultOf(engine, 'rescan_blockchain', { hard })
      expect(typed()).toEqual(before)
    }
    expect(frozenIn(wallet)).toHaveLength(2)
    await engine.closeWallet()
  })
})

it('titles accounts without a label in a hard rescan only, as wallet2 titles all', async () => {
  const engine = await restored(testHost(new FakeNode(oxenRegtest, chain)), NETWORK, wallets.B.keys.mnemonic)
  const wallet = openedIn(engine)
  await setLabel(wallet, { major: 0, minor: 0 }, '')
  await setLabel(wallet, { major: 2, minor: 0 }, 'shop')
  await resultOf(engine, 'create_account', {})
  const titles = () => wallet.state.labels.map(([title]) => title)
  const others = () => wallet.state.labels.map(([, ...minors]) => minors)
  const before = others()
  await resultOf(engine, 'rescan_blockchain', {})
  expect(titles()).toEqual(['', 'Untitled account', 'shop', ''])
  await resultOf(engine, 'rescan_blockchain', { hard: true })
  expect(titles()).toEqual(['Primary account', 'Untitled account', 'shop', 'Untitled account'])
  expect(others()).toEqual(before)
  await engine.closeWallet()
})

describe('a watch-only wallet', () => {
  it('keeps imported key images, and finds spends with them', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    const full = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    const images = new Map(outputsOf(openedIn(full)).map(({ key, keyImage }) => [toHex(key), keyImage]))
    const unspent = openedIn(full).balance().total
    const { address, view_key: viewSecret } = wallets.B.keys
    const engine = createEngine(testHost(node))
    await engine.restoreFromKeys(newWallet(NETWORK), { address, viewSecret, spendSecret: '' }, BEGINNING)
    await engine.refresh()
    const wallet = openedIn(engine)
    expect(wallet.balance().total).toBeGreaterThan(unspent)
    await wallet.state.update('strict', (draft) => {
      for (const output of draft.outputs())
        draft.putOutput(changedOutput(output, { keyImage: images.get(toHex(output.key)) }))
      return undefined
    })
    await rescanSpent(wallet)
    expect(wallet.balance().total).toBe(unspent)
    expect(outputsOf(wallet).every(({ keyImage }) => keyImage !== undefined)).toBe(true)
    expect(wallet.state.ledger.removedOutputs.size).toBe(0)
    await full.closeWallet()
    await engine.closeWallet()
  })
})

describe('rescan_spent', () => {
  it('repairs missed spends and spends that never happened', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    const wallet = openedIn(engine)
    const before = contentOf(wallet)
    const [free] = unspentOf(wallet)
    const gone = outputsOf(wallet).find(({ spent }) => spent !== undefined)
    if (free === undefined || gone?.spent === undefined) throw new Error('the recording lacks outputs')
    const { spent } = gone
    await wallet.state.update('strict', (draft) => {
      draft.putOutput(changedOutput(gone, { spent: undefined }))
      draft.putOutput(changedOutput(free.output, { spent }))
      return undefined
    })
    expect(contentOf(wallet)).not.toEqual(before)
    await resultOf(engine, 'rescan_spent', {})
    expect(contentOf(wallet)).toEqual(before)
    node.calls.length = 0
    await resultOf(engine, 'rescan_spent', {})
    expect(node.calls).toEqual(['keyImageStatus'])
    await engine.closeWallet()
  })
})

describe('a wallet that is closed', () => {
  it('does not follow the chain during a rescan', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    node.pageSize = 30
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    const wallet = openedIn(engine)
    const rescanning = wallet.rescan(BEGINNING).then(
      () => 'done',
      () => 'refused',
    )
    const refreshing = wallet.sync.refresh()
    await engine.closeWallet()
    expect(['done', 'refused']).toContain(await rescanning)
    await refreshing
    const { length } = node.calls
    await wallet.sync.refresh()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(node.calls).toHaveLength(length)
    await expect(wallet.rescan(BEGINNING)).rejects.toThrow('closed')
  })

  it('lets a running refresh end before a rescan', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    let answer: (() => void) | undefined
    const info = node.info.bind(node)
    node.info = async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return await info()
    }
    const refreshing = resultOf(engine, 'refresh', {})
    while (answer === undefined) await new Promise((resolve) => setTimeout(resolve, 1))
    await engine.closeWallet()
    expect(await refreshing).toMatchObject({ blocks_fetched: 0 })
    answer()
  })

  it('makes a refresh wait for a running rescan', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    const wallet = openedIn(engine)
    const rescanning = wallet.rescan(BEGINNING)
    await wallet.sync.refresh()
    expect(wallet.state.height).toBe(chain.length)
    await rescanning
    await engine.closeWallet()
  })
})
