// When the user is reminded of a backup: by what is known of the wallet, and not again for a week.
import { describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine } from '../../../../src/engine/engine.ts'
import {
  getBackupFacts,
  isBackupDue,
  postponeBackup,
  putBackupFacts,
  RESTORED,
  recordBackup,
} from '../../../../src/engine/vault/backupFacts.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import { firstMultisigMessage } from '../../../../src/wallet/multisig-keys/keyExchange.ts'
import { seededRandom } from '../../../support/random.ts'
import { newWallet, PASSWORD, testHost, viewOf } from '../../../support/wallet/engine-host.ts'
import { participants } from '../../../support/wallet/multisig/multisig-exchange.ts'

const NOW = 1_700_000_000
const WEEK = 7 * 86_400
const UNCONFIRMED = { createdAt: NOW, isBackedUp: false, quietUntil: 0 }
const OWN = { viewOnly: false }

describe('a reminder of a backup', () => {
  it('is due for keys that only this device has', () => {
    expect(isBackupDue(OWN, undefined, UNCONFIRMED, NOW)).toBe(true)
    expect(isBackupDue(OWN, { isReady: true }, UNCONFIRMED, NOW)).toBe(true)
  })

  it('is not due with a backup, for a watch-only wallet, or before a multisig wallet has its keys', () => {
    expect(isBackupDue(OWN, undefined, RESTORED, NOW)).toBe(false)
    expect(isBackupDue({ viewOnly: true }, undefined, UNCONFIRMED, NOW)).toBe(false)
    expect(isBackupDue(OWN, { isReady: false }, UNCONFIRMED, NOW)).toBe(false)
  })

  it('is quiet for a week if the user wants none now', () => {
    const quiet = { isBackedUp: false, quietUntil: NOW + WEEK }
    expect(isBackupDue(OWN, undefined, quiet, NOW + WEEK - 1)).toBe(false)
    expect(isBackupDue(OWN, undefined, quiet, NOW + WEEK)).toBe(true)
  })
})

describe('what a wallet knows of its backup', () => {
  it('survives a restart', async () => {
    const holder = { store: openMemoryStore(), backup: UNCONFIRMED }
    await putBackupFacts(holder.store, holder.backup)
    await postponeBackup(holder, NOW)
    expect(await getBackupFacts(holder.store)).toEqual({ ...UNCONFIRMED, quietUntil: NOW + WEEK })
    await recordBackup(holder)
    expect(await getBackupFacts(holder.store)).toEqual(holder.backup)
    expect(holder.backup.isBackedUp).toBe(true)
  })

  it('is that of a restored wallet where nothing was recorded', async () => {
    expect(await getBackupFacts(openMemoryStore())).toEqual(RESTORED)
  })
})

describe('a wallet of the engine', () => {
  const nowhere = createNodeClient({ url: 'http://127.0.0.1:1', fetch: async () => Promise.reject(new Error('none')) })
  const begin = async (confirms: boolean) => {
    const engine = createEngine(testHost(nowhere, openMemoryStore()))
    const words = await engine.draftSeed('English')
    await engine.createWallet(newWallet('oxen-regtest'), confirms ? [{ position: 3, word: words[2] ?? '' }] : [])
    return engine
  }
  const isDue = async (engine: Parameters<typeof viewOf>[0]) => (await viewOf(engine)).wallet?.backupDue

  it('whose words were confirmed is backed up, and knows when it was created', async () => {
    const engine = await begin(true)
    expect(await isDue(engine)).toBe(false)
    const { wallet } = await viewOf(engine)
    expect(wallet?.createdAt).toBeGreaterThan(0)
    expect(wallet?.restoreDate).toBe(wallet?.createdAt)
    await engine.closeWallet()
  })

  it.each([
    ['words were shown', 'revealSecrets'],
    ['backup file was saved', 'exportBackup'],
    ['keys file was saved', 'exportKeysFile'],
    ['files were saved', 'exportWalletFiles'],
  ] as const)('whose %s needs no reminder any more; a wrong password changes nothing', async (_, method) => {
    const engine = await begin(false)
    expect(await isDue(engine)).toBe(true)
    await expect(engine[method]('wrong')).rejects.toMatchObject({ code: 'wrong-password' })
    expect(await isDue(engine)).toBe(true)
    await engine[method](PASSWORD)
    expect(await isDue(engine)).toBe(false)
    await engine.lock()
    await engine.openWallet(engine.wallets[0]?.id ?? '', PASSWORD)
    expect(await isDue(engine)).toBe(false)
    await engine.closeWallet()
  })

  it('that was restored is backed up, from a backup that was saved before anything else too', async () => {
    const engine = await begin(false)
    const file = await engine.exportBackup(PASSWORD)
    await engine.restoreBackup(file, PASSWORD, 'again')
    expect(await isDue(engine)).toBe(false)
    await engine.closeWallet()
  })

  it('with new multisig keys needs a backup of them', async () => {
    const engine = await begin(true)
    await engine.postponeBackupReminder()
    const [own] = participants(1, seededRandom(3))
    if (own === undefined) throw new Error('no participant')
    const messages = [firstMultisigMessage(oxenRegtest, own, seededRandom(4))]
    await engine.makeMultisig({ messages, threshold: 2 })
    expect((await viewOf(engine)).wallet).toMatchObject({ multisig: { isReady: true }, backupDue: true })
    await engine.postponeBackupReminder()
    expect(await isDue(engine)).toBe(false)
    await engine.closeWallet()
  })
})
