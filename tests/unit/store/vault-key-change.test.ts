// A change of the password makes another vault key. Its records are sealed again while they are used, in every store, and a process that is
// killed at any step loses none of them.
import 'fake-indexeddb/auto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nextTurn } from '../../../src/async/nextTurn.ts'
import { utf8 } from '../../../src/bytes/bytes.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { MIN_PASSWORD_PARAMETERS } from '../../../src/crypto/ciphers/passwordKey.ts'
import { TamperedRecordError, WrongPasswordError } from '../../../src/store/errors.ts'
import { openIndexedDbStore } from '../../../src/store/indexedDbStore.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { createSealedStore, readAllRecords, type SealedStore } from '../../../src/store/sealedStore.ts'
import { openSqliteStore } from '../../../src/store/sqliteStore.ts'
import type { Store } from '../../../src/store/store.ts'
import { createVault, openVault, Vault } from '../../../src/store/vault.ts'
import { newVaultKey, openVaultKey } from '../../../src/store/vaultKey.ts'
import { seededRandom } from '../../support/random.ts'
import { openTestDatabase, type TestDatabase } from '../../support/store/postgres-server.ts'
import { mortalStore } from '../../support/wallet/engine-host.ts'

const random = seededRandom(5)
const options = { random, parameters: MIN_PASSWORD_PARAMETERS, minParameters: MIN_PASSWORD_PARAMETERS }
const PASSWORDS = { old: 'old password', new: 'new password' }

const directory = mkdtempSync(join(tmpdir(), 'faba-vault-key-'))
let postgres: TestDatabase
beforeAll(async () => {
  postgres = await openTestDatabase()
}, 60_000)
afterAll(async () => {
  await postgres.end()
  rmSync(directory, { recursive: true, force: true })
})

const STORES: readonly (readonly [string, () => Promise<Store>])[] = [
  ['memory', async () => openMemoryStore()],
  ['IndexedDB', () => openIndexedDbStore({ name: 'vault-key' })],
  ['SQLite', async () => openSqliteStore(join(directory, 'wallets.db'))],
  ['PostgreSQL', () => postgres.database.createStore('vault-key')],
]

/** More than two pages. */
const COUNT = 1200

const contentOf = async (store: Store): Promise<Map<string, string>> => {
  const content = new Map<string, string>()
  for (const table of ['a', 'b'])
    for (const [key, value] of await store.list(table)) content.set(`${table}/${key}`, toHex(value))
  return content
}

/** Creates a wallet with records in two tables. */
const filled = async (below: Store, count = COUNT): Promise<SealedStore> => {
  const store = createSealedStore(below, await createVault(below, 'w', PASSWORDS.old, options))
  const changes = Array.from({ length: count }, (_, i) => ({
    ...{ table: i % 3 === 0 ? 'a' : 'b', key: `key ${i}`, value: utf8(`value ${i}`) },
  }))
  await store.commit(changes, 'strict')
  return store
}

const openWith = async (below: Store, password: string): Promise<SealedStore> =>
  createSealedStore(below, await openVault(below, 'w', password, options))

const change = async (below: Store, store: SealedStore): Promise<void> =>
  store.changeKey(await newVaultKey(below, 'w', PASSWORDS, options))

it.each(STORES)('leaves all records readable, and none with the former key, in %s', async (_, open) => {
  const below = await open()
  const store = await filled(below)
  const content = await contentOf(store)
  expect(content.size).toBe(COUNT)
  const formerKey = await openVaultKey(below, 'w', PASSWORDS.old, options)
  const before = new Set((await below.list('wallet.w')).map(([name]) => name))

  await change(below, store)
  // Before any record is sealed again.
  expect(await contentOf(store)).toEqual(content)
  expect(await contentOf(await openWith(below, PASSWORDS.new))).toEqual(content)
  await expect(openWith(below, PASSWORDS.old)).rejects.toThrow(WrongPasswordError)
  const pending = store.reseal()
  // Meanwhile.
  await store.commit([{ table: 'a', key: 'key 3', value: utf8('later') }], 'strict')
  await store.commit([{ table: 'a', key: 'key 6' }], 'strict')
  expect(await store.get('b', 'key 1')).toEqual(utf8('value 1'))
  await pending
  content.set('a/key 3', toHex(utf8('later')))
  content.delete('a/key 6')
  expect(await contentOf(store)).toEqual(content)

  const after = await below.list('wallet.w')
  expect(after).toHaveLength(content.size)
  expect(after.filter(([name]) => before.has(name))).toEqual([])
  expect(await below.list('previous-keys')).toEqual([])
  expect(await contentOf(await openWith(below, PASSWORDS.new))).toEqual(content)
  const former = new Vault('w', formerKey, random)
  await expect(readAllRecords(below, former)).rejects.toThrow(TamperedRecordError)
  await store.close()
  await below.close()
})

describe('a process that is killed', () => {
  it.each(['before', 'after'] as const)('%s any commit of a change loses no record', async (moment) => {
    const complete = mortalStore(openMemoryStore(), Number.POSITIVE_INFINITY, 'after')
    const whole = await filled(complete, 9)
    const content = await contentOf(whole)
    const first = complete.commits
    await change(complete, whole)
    await whole.reseal()
    expect(complete.commits - first).toBeGreaterThanOrEqual(3)
    for (let deadly = first + 1; deadly <= complete.commits; deadly++) {
      const below = openMemoryStore()
      const mortal = mortalStore(below, deadly, moment)
      const store = await filled(mortal, 9)
      await expect(change(mortal, store).then(() => store.reseal())).rejects.toThrow('killed')
      const isChanged = deadly > first + 1 || moment === 'after'
      const [valid, invalid] = isChanged ? [PASSWORDS.new, PASSWORDS.old] : [PASSWORDS.old, PASSWORDS.new]
      await expect(openWith(below, invalid)).rejects.toThrow(WrongPasswordError)
      const reopened = await openWith(below, valid)
      expect(await contentOf(reopened)).toEqual(content)
      await reopened.commit([{ table: 'a', key: 'new', value: utf8('new') }], 'strict')
      await reopened.reseal()
      expect(await contentOf(await openWith(below, valid))).toEqual(
        new Map([...content, ['a/new', toHex(utf8('new'))]]),
      )
      expect(await below.list('previous-keys')).toEqual([])
      expect(await below.list('wallet.w')).toHaveLength(content.size + 1)
    }
  })
})

it('keeps what is written and removed at any time meanwhile', async () => {
  const key = fc.integer({ min: 0, max: 11 }).map((i) => `key ${i}`)
  const step = fc.record({
    table: fc.constantFrom('a', 'b'),
    key,
    value: fc.option(fc.uint8Array(), { nil: undefined }),
  })
  const delays = fc.array(fc.nat(3), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.nat(8), delays, async (steps, at, delays) => {
      let accesses = 0
      /** Each access of the store takes some turns of the event loop. */
      const wait = async (): Promise<void> => {
        const turns = delays[accesses++ % delays.length] ?? 0
        for (let i = 0; i < turns; i++) await nextTurn()
      }
      const memory = openMemoryStore()
      const below: Store = {
        ...memory,
        get: async (table, key) => {
          await wait()
          return await memory.get(table, key)
        },
        commit: async (changes, durability) => {
          await wait()
          await memory.commit(changes, durability)
        },
        pages: async function* (table, prefix) {
          const records = await memory.list(table, prefix)
          for (let i = 0; i < records.length; i += 3) {
            yield records.slice(i, i + 3)
            await wait()
          }
        },
      }
      const model = await contentOf(await filled(memory, 12))
      const store = createSealedStore(below, await openVault(memory, 'w', PASSWORDS.old, options))
      const next = await newVaultKey(memory, 'w', PASSWORDS, options)
      let resealed: Promise<void> | undefined
      for (const [i, { table, key, value }] of steps.entries()) {
        if (i === at) resealed = store.changeKey(next).then(() => store.reseal())
        await store.commit([value === undefined ? { table, key } : { table, key, value }], 'relaxed')
        const name = `${table}/${key}`
        if (value === undefined) model.delete(name)
        else model.set(name, toHex(value))
        const read = await store.get(table, key)
        expect(read && toHex(read)).toBe(model.get(name))
        expect(await contentOf(store)).toEqual(model)
      }
      await resealed
      expect(await contentOf(store)).toEqual(model)
      if (resealed === undefined) return
      expect(await memory.list('previous-keys')).toEqual([])
      expect(await contentOf(await openWith(memory, PASSWORDS.new))).toEqual(model)
    }),
    { numRuns: 50 },
  )
})

it('loses no record whose removal could not be stored while records are sealed again', async () => {
  const below = openMemoryStore()
  let isFull = false
  const store = await filled({
    get: (table, key) => below.get(table, key),
    list: (table, prefix) => below.list(table, prefix),
    pages: (table, prefix) => below.pages(table, prefix),
    close: () => below.close(),
    commit: (changes, durability) =>
      isFull ? Promise.reject(new Error('no space')) : below.commit(changes, durability),
  })
  const content = await contentOf(store)
  await change(below, store)
  const pending = store.reseal()
  isFull = true
  const refused = [
    store.commit([{ table: 'a', key: 'key 3' }], 'strict'),
    store.commit([{ table: 'b', key: 'key 4', value: utf8('later') }], 'strict'),
  ]
  const outcomes = await Promise.allSettled([...refused, pending])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  isFull = false
  await store.reseal()
  expect(await contentOf(store)).toEqual(content)
  expect(await contentOf(await openWith(below, PASSWORDS.new))).toEqual(content)
})
