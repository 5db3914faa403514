// The storage of a browser is cleared while a wallet is open: the wallet goes on in memory, can be locked, shows its seed words, is saved as a backup,
// and is written back as it was.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { openIndexedDbStore } from '../../../src/store/indexedDbStore.ts'
import { RetainingStore } from '../../../src/store/retainingStore.ts'
import { readState } from '../../../src/wallet/state/walletStateStore.ts'
import { vector } from '../../support/data/vectors.ts'
import { deleteDatabase, failPuts } from '../../support/store/clear-indexed-db.ts'
import { openedIn, PASSWORD, restored, type TestHost, testHost, viewOf } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { smallChain } from '../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const B = wallets.B.keys
const blocks = smallChain()
const TXID = 'ab'.repeat(32)

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  return () => vi.unstubAllGlobals()
})

const browserHost = async (node: FakeNode, seed = 1): Promise<TestHost> => {
  const store = new RetainingStore(await openIndexedDbStore(), (error) => expect(error).toBeUndefined())
  return { ...testHost(node, store, seed), retaining: store }
}

/** An engine with a wallet in which the user has typed something of each kind. */
const usedWallet = async (): Promise<{ engine: Engine; node: FakeNode; host: TestHost }> => {
  const node = new FakeNode(oxenRegtest, blocks.slice(0, 150))
  const host = await browserHost(node)
  const engine = await restored(host, 'oxen-regtest', B.mnemonic)
  await engine.setLabel(0, 0, 'Shop')
  await engine.createAccount('Savings')
  await engine.addContact({ name: 'Cy', address: wallets.C.keys.address, note: 'Plumber' })
  const { index } = await engine.createSubaddress(0, 'Old')
  await engine.setAddressPlace(0, 0, 'pinned')
  await engine.setAddressPlace(0, index, 'hidden')
  await engine.setNote(TXID, 'For the piano')
  const [coin] = openedIn(engine).state.shownOutputs()
  await engine.setCoinLabel(toHex(coin?.key ?? new Uint8Array()), 'Rent')
  await engine.changeSettings({ lockMinutes: 30, maxFeeRatio: 4 })
  await openedIn(engine).state.update('strict', () => ({ attributes: [{ key: 'k', value: 'v' }], blinks: [TXID] }))
  return { engine, node, host }
}

const contentOf = async (engine: Engine) => {
  const wallet = openedIn(engine)
  const { state } = wallet
  return {
    ...{ labels: state.labels, addressBook: state.addressBook, notes: [...state.notes], height: state.height },
    ...{ coinLabels: [...state.coinLabels], addressMarks: state.addressMarks },
    ...{ attributes: [...state.attributes], blinks: [...state.blinks], restoreHeight: state.restoreHeight },
    ...{ transfers: wallet.transfers({}), balance: wallet.balance(), settings: await engine.settings() },
    secrets: await engine.revealSecrets(PASSWORD),
  }
}

const clear = async (engine: Engine): Promise<void> => {
  await deleteDatabase()
  await expect.poll(async () => (await viewOf(engine)).storageCleared).toBe(true)
  // The state of the wallet follows, in the order of all operations.
  await engine.verifyPassword(PASSWORD)
  await engine.changeSettings({})
}

const idOf = async (engine: Engine): Promise<string> => (await viewOf(engine)).wallets[0]?.id ?? ''

it('shows seed words, saves a backup, scans and unlocks after its storage was cleared', async () => {
  const { engine, node } = await usedWallet()
  const before = await contentOf(engine)
  await clear(engine)
  expect(await contentOf(engine)).toEqual(before)
  await expect(engine.revealSecrets('wrong')).rejects.toMatchObject({ code: 'wrong-password' })
  node.setChain(blocks.slice(0, 210))
  await engine.refresh()
  const after = await contentOf(engine)
  expect(after.height).toBe(210)
  const file = await engine.exportBackup(PASSWORD)
  await engine.lock()
  expect(await viewOf(engine)).toMatchObject({ phase: 'locked', storageCleared: true })
  await engine.openWallet(await idOf(engine), PASSWORD)
  expect(await contentOf(engine)).toEqual(after)

  const other = createEngine(testHost(node, undefined, 2))
  await other.restoreBackup(file, PASSWORD, '')
  expect(await contentOf(other)).toEqual(after)
})

it('is written back, and opens as it was with its password', async () => {
  const { engine, node } = await usedWallet()
  const before = await contentOf(engine)
  const stored = await readState(engine.manager.requireOpened().store)
  await clear(engine)
  expect(await readState(engine.manager.requireOpened().store)).toEqual(stored)
  await engine.setNote(TXID, 'For the violin')
  await engine.changePassword(PASSWORD, 'another horse')
  const recover = failPuts()
  await expect(engine.writeBack()).rejects.toMatchObject({ code: 'store-full' })
  expect(await viewOf(engine)).toMatchObject({ phase: 'open', storageCleared: true })
  recover()
  await engine.writeBack()
  expect(await viewOf(engine)).toMatchObject({ phase: 'open', storageCleared: false })
  await engine.changePassword('another horse', PASSWORD)
  expect(await contentOf(engine)).toEqual({ ...before, notes: [[TXID, 'For the violin']] })

  const reloaded = createEngine(await browserHost(node, 2))
  await reloaded.openWallet(await idOf(reloaded), PASSWORD)
  expect(await contentOf(reloaded)).toEqual({ ...before, notes: [[TXID, 'For the violin']] })
})

it('is cleared a second time, and written back again', async () => {
  const { engine } = await usedWallet()
  const before = await contentOf(engine)
  for (let i = 0; i < 2; i++) {
    await clear(engine)
    await engine.writeBack()
    expect(await contentOf(engine)).toEqual(before)
  }
})

it('says that the wallets are lost after the storage was cleared without an open one, until one is added', async () => {
  const { engine } = await usedWallet()
  const file = await engine.exportBackup(PASSWORD)
  await engine.lock()
  await deleteDatabase()
  await expect.poll(async () => (await viewOf(engine)).wallets).toEqual([])
  expect(await viewOf(engine)).toMatchObject({ phase: 'closed', storageCleared: false, walletsLost: true })
  await engine.restoreBackup(file, PASSWORD, '')
  expect(await viewOf(engine)).toMatchObject({ phase: 'open', walletsLost: false })
})

it('saves a backup and shows seed words while the storage is full', async () => {
  const { engine } = await usedWallet()
  engine.manager.requireOpened().backup = { createdAt: 1, isBackedUp: false, quietUntil: 0 }
  const recover = failPuts()
  await expect(engine.setNote(TXID, 'lost')).rejects.toMatchObject({ code: 'store-full' })
  expect((await engine.revealSecrets(PASSWORD)).words).toBe(B.mnemonic)
  expect(await engine.exportBackup(PASSWORD)).toBeInstanceOf(Uint8Array)
  recover()
})
