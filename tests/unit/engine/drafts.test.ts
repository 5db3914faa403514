// What the user has begun to enter stays with the wallet, encrypted, over a lock.
import { expect, it } from 'vitest'
import { utf8 } from '../../../src/bytes/bytes.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { DRAFT_LIFETIME } from '../../../src/engine/vault/walletDrafts.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { recordsTable } from '../../../src/store/vault.ts'
import { newWallet, PASSWORD, testHost } from '../../support/wallet/engine-host.ts'

const TEXT = 'a draft of a payment to Landlord'

const begin = async () => {
  const store = openMemoryStore()
  const nowhere = createNodeClient({ url: 'http://127.0.0.1:1', fetch: async () => Promise.reject(new Error('none')) })
  const host = testHost(nowhere, store)
  const engine = createEngine(host)
  await engine.draftSeed('English')
  await engine.createWallet(newWallet('oxen-regtest'), [])
  return { engine, store, host }
}

const idOf = (engine: Engine): string => engine.wallets[0]?.id ?? ''

it('keeps drafts over a lock, and nothing of them in clear', async () => {
  const { engine, store } = await begin()
  expect(await engine.keptDrafts()).toBe('')
  await Promise.all([engine.keepDrafts(idOf(engine), TEXT), engine.lock()])
  const hex = toHex(utf8('Landlord'))
  const records = await store.list(recordsTable(idOf(engine)))
  expect(records.length).toBeGreaterThan(0)
  for (const [, value] of records) expect(toHex(value)).not.toContain(hex)
  await engine.openWallet(idOf(engine), PASSWORD)
  expect(await engine.keptDrafts()).toBe(TEXT)
  await engine.keepDrafts(idOf(engine), '')
  expect(await engine.keptDrafts()).toBe('')
  await engine.closeWallet()
})

it('keeps no drafts of another wallet, and none without an open one', async () => {
  const { engine } = await begin()
  await engine.keepDrafts('another', TEXT)
  expect(await engine.keptDrafts()).toBe('')
  await engine.closeWallet()
  await expect(engine.keepDrafts('another', TEXT)).rejects.toMatchObject({ code: 'no-wallet' })
})

it('forgets drafts after a day, and after the clock was set back', async () => {
  const { engine, host } = await begin()
  await engine.keepDrafts(idOf(engine), TEXT)
  host.time.setClock(1000 * (DRAFT_LIFETIME - 1))
  await engine.openWallet(idOf(engine), PASSWORD)
  expect(await engine.keptDrafts()).toBe(TEXT)
  host.time.setClock(1000)
  await engine.openWallet(idOf(engine), PASSWORD)
  expect(await engine.keptDrafts()).toBe('')
  host.time.setClock(-2000 * DRAFT_LIFETIME)
  await engine.openWallet(idOf(engine), PASSWORD)
  expect(await engine.keptDrafts()).toBe('')
  await engine.closeWallet()
})
