// Wallets that stay unlocked when their tab reloads: both halves open a copy of the key, once and in time, and every lock removes it.
import { blake2b } from '@noble/hashes/blake2.js'
import { beforeEach, expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import type { ReloadHalf } from '../../../src/engine/api/engineViews.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import type { DeviceKeys } from '../../../src/store/deviceKeys.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import type { Store } from '../../../src/store/store.ts'
import { vector } from '../../support/data/vectors.ts'
import { openedIn, PASSWORD, restored, type TestHost, testHost, viewOf } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { smallChain } from '../../support/wallet/recorded-chains.ts'

const { mnemonic } = vector('oxen/chain-small/wallets.json').wallets.B.keys
const node = new FakeNode(oxenRegtest, smallChain().slice(0, 20))

/** Keys of a device in memory. */
const memoryDeviceKeys = (): DeviceKeys & { readonly names: () => readonly string[] } => {
  const keys = new Map<string, Uint8Array>()
  let made = 0
  const computeWith = (key: Uint8Array, input: Uint8Array): Uint8Array => blake2b(input, { key, dkLen: 32 })
  return {
    create: async (name, input) => {
      const key = new Uint8Array(32).fill(++made)
      keys.set(name, key)
      return computeWith(key, input)
    },
    compute: async (name, input) => {
      const key = keys.get(name)
      return key && computeWith(key, input)
    },
    remove: async (name) => void keys.delete(name),
    names: () => [...keys.keys()],
  }
}

let store: Store
let deviceKeys: ReturnType<typeof memoryDeviceKeys>
let host: TestHost & { readonly deviceKeys: DeviceKeys }
let engine: Engine
let id: string

/** Returns the half that the page keeps. */
const requireHalf = async (): Promise<ReloadHalf> => {
  const half = await engine.reloadHalf()
  if (half === undefined) throw new Error('the engine has no half')
  return half
}

/** Starts another engine on the same device, as a reload does: the first one ends without closing its wallet. */
const reload = (milliseconds = 1000): Engine => {
  host.time.now += milliseconds
  return createEngine({ ...testHost(node, store), clock: host.time.clock, deviceKeys })
}

/** Returns the copies of keys in the store, as text. */
const copies = async (): Promise<string> =>
  (await store.list('reloads')).map(([key, value]) => `${key}: ${value.length > 40 ? 'copy' : 'none'}`).join()

beforeEach(async () => {
  store = openMemoryStore()
  deviceKeys = memoryDeviceKeys()
  host = { ...testHost(node, store), deviceKeys }
  engine = await restored(host, 'oxen-regtest', mnemonic)
  id = (await viewOf(engine)).wallet?.id ?? ''
})

it('is off by default, and needs the password', async () => {
  expect(await engine.staysUnlocked()).toBe(false)
  expect(await engine.reloadHalf()).toBeUndefined()
  await expect(engine.stayUnlocked('wrong')).rejects.toThrow('the password is wrong')
  expect(await engine.staysUnlocked()).toBe(false)
  expect([await copies(), deviceKeys.names()]).toEqual(['', []])
  const without = createEngine(testHost(node, store))
  await without.openWallet(id, PASSWORD)
  expect(await without.staysUnlocked()).toBeUndefined()
  await expect(without.stayUnlocked(PASSWORD)).rejects.toThrow('cannot keep a key')
})

it('opens the wallet after a reload, once, and prepares for the next one', async () => {
  const balance = openedIn(engine).balance()
  await engine.stayUnlocked(PASSWORD)
  const half = await requireHalf()
  const second = reload()
  expect(await second.resumeAfterReload(half)).toBe(true)
  expect(openedIn(second).balance()).toEqual(balance)
  expect(await second.staysUnlocked()).toBe(true)
  const next = await second.reloadHalf()
  expect(next?.half).not.toBe(half.half)
  // The first half opens nothing any more, and spoils the copy: one attempt each.
  const third = reload()
  expect(await third.resumeAfterReload(half)).toBe(false)
  expect((await viewOf(third)).phase).toBe('closed')
  expect(await reload().resumeAfterReload(next ?? half)).toBe(false)
  expect([await copies(), deviceKeys.names()]).toEqual([`${id}: none`, []])
  // The setting stays: the password prepares for the next reload.
  await third.openWallet(id, PASSWORD)
  engine = third
  expect(await reload().resumeAfterReload(await requireHalf())).toBe(true)
})

it.each([
  [
    'another half',
    (half: ReloadHalf) => ({ ...half, half: half.half.replace(/^../, (byte) => (byte === '00' ? '01' : '00')) }),
  ],
  ['a half that is no data', (half: ReloadHalf) => ({ ...half, half: 'zz' })],
  ['another wallet', (half: ReloadHalf) => ({ ...half, walletId: 'other' })],
])('opens nothing with %s', async (_, change) => {
  await engine.stayUnlocked(PASSWORD)
  const half = await requireHalf()
  const second = reload()
  expect(await second.resumeAfterReload(change(half))).toBe(false)
  expect(second.wallet).toBeUndefined()
  expect(await reload().resumeAfterReload(half)).toBe(false)
})

it('opens nothing without the key of the device, or the copy', async () => {
  await engine.stayUnlocked(PASSWORD)
  const half = await requireHalf()
  const [[, record] = []] = await store.list('reloads')
  await deviceKeys.remove(id)
  expect(await reload().resumeAfterReload(half)).toBe(false)
  // A copy that was saved elsewhere opens nothing later: its key is gone.
  await store.commit([{ table: 'reloads', key: id, value: record ?? new Uint8Array() }], 'strict')
  await deviceKeys.create(id, new Uint8Array(32))
  expect(await reload().resumeAfterReload(half)).toBe(false)
})

it('expires a minute after the engine ended, and when the clock is set back', async () => {
  await engine.stayUnlocked(PASSWORD)
  const half = await requireHalf()
  expect(await reload(60_000).resumeAfterReload(half)).toBe(false)
  const second = reload()
  await second.openWallet(id, PASSWORD)
  engine = second
  const next = await requireHalf()
  expect(await reload(-1000).resumeAfterReload(next)).toBe(false)
})

it('lasts while the engine runs, but no longer than the wallet stays unlocked', async () => {
  await engine.changeSettings({ lockMinutes: 5 })
  await engine.stayUnlocked(PASSWORD)
  const half = await requireHalf()
  const settle = async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += 10_000) {
      host.time.advance(10_000)
      // Renewals are queued.
      await engine.staysUnlocked().catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  await settle(280_000)
  // 20 s before the lock: the copy lasts as long.
  expect(engine.wallet).toBeDefined()
  expect(await reload(19_000).resumeAfterReload(half)).toBe(true)
})

it('does not outlive the time until the lock', async () => {
  await engine.changeSettings({ lockMinutes: 0.5 })
  await engine.stayUnlocked(PASSWORD)
  const half = await requireHalf()
  // Nothing is left of half a minute; a minute is not over.
  expect(await reload(30_000).resumeAfterReload(half)).toBe(false)
})

it.each([
  ['a lock', () => engine.lock()],
  [
    'a timed lock',
    async () => {
      host.time.advance(16 * 60_000)
      await engine.closeWallet().catch(() => undefined)
    },
  ],
  ['the end of the wallet', () => engine.closeWallet()],
  ['a change of the password', () => engine.changePassword(PASSWORD, 'another one')],
  ['the setting', () => engine.lockOnReload()],
  ['a removal', () => engine.removeWallet(id, PASSWORD)],
])('is removed by %s', async (_, remove) => {
  await engine.stayUnlocked(PASSWORD)
  const half = await requireHalf()
  expect(await copies()).toBe(`${id}: copy`)
  await remove()
  expect(await copies()).not.toContain('copy')
  expect(deviceKeys.names()).toEqual([])
  expect(await engine.reloadHalf()).toBeUndefined()
  expect(await reload().resumeAfterReload(half)).toBe(false)
  // No timer brings it back.
  host.time.advance(120_000)
  await new Promise((resolve) => setTimeout(resolve))
  expect(await copies()).not.toContain('copy')
})

it('keeps a wallet usable, and locks it, when the device has no keys any more', async () => {
  await engine.stayUnlocked(PASSWORD)
  const broken: DeviceKeys = {
    create: () => Promise.reject(new Error('no keys')),
    compute: () => Promise.reject(new Error('no keys')),
    remove: () => Promise.reject(new Error('no keys')),
  }
  const environment = { ...testHost(node, store), deviceKeys: broken }
  const second = createEngine(environment)
  await second.openWallet(id, PASSWORD)
  expect(second.wallet).toBeDefined()
  expect(await second.reloadHalf()).toBeUndefined()
  await second.lock()
  expect(second.wallet).toBeUndefined()
})

it('never shows the half or the key in what it reports', async () => {
  await engine.stayUnlocked(PASSWORD)
  const half = await requireHalf()
  await engine.lock()
  expect(JSON.stringify(host.reported)).not.toContain(half.half)
})
