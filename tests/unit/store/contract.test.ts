// The contract of stores, tested on every implementation.
import 'fake-indexeddb/auto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MIN_PASSWORD_PARAMETERS } from '../../../src/crypto/ciphers/passwordKey.ts'
import { StoreLostError, StoreNameError, VaultClosedError } from '../../../src/store/errors.ts'
import { openIndexedDbStore } from '../../../src/store/indexedDbStore.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { createSealedStore } from '../../../src/store/sealedStore.ts'
import { openSqliteStore } from '../../../src/store/sqliteStore.ts'
import type { Store } from '../../../src/store/store.ts'
import { createVault, openVault } from '../../../src/store/vault.ts'
import { seededRandom } from '../../support/random.ts'
import { openTestDatabase, type TestDatabase } from '../../support/store/postgres-server.ts'

const directory = mkdtempSync(join(tmpdir(), 'faba-store-'))

let postgres: TestDatabase

beforeAll(async () => {
  postgres = await openTestDatabase()
}, 60_000)

afterAll(async () => {
  await postgres.end()
  rmSync(directory, { recursive: true, force: true })
})

let counter = 0
const fresh = (): string => `store-${++counter}`
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)
const vaultOptions = {
  random: seededRandom(1),
  parameters: MIN_PASSWORD_PARAMETERS,
  minParameters: MIN_PASSWORD_PARAMETERS,
}

/** Opens a new store; if it is persistent, `reopen` opens it again after it is closed. */
type OpenStore = () => Promise<{ readonly store: Store; readonly reopen?: () => Promise<Store> }>

const sealed = async (): ReturnType<OpenStore> => {
  const below = openMemoryStore()
  const store = createSealedStore(below, await createVault(below, 'w', 'password', vaultOptions))
  return { store, reopen: async () => createSealedStore(below, await openVault(below, 'w', 'password', vaultOptions)) }
}

const implementations: { readonly [name: string]: OpenStore } = {
  memory: async () => ({ store: openMemoryStore() }),
  IndexedDB: async () => {
    const name = fresh()
    const open = () => openIndexedDbStore({ name })
    return { store: await open(), reopen: open }
  },
  SQLite: async () => {
    const path = join(directory, fresh(), 'wallets.db')
    return { store: openSqliteStore(path), reopen: async () => openSqliteStore(path) }
  },
  PostgreSQL: async () => {
    const wallet = fresh()
    return { store: await postgres.database.createStore(wallet), reopen: () => postgres.database.createStore(wallet) }
  },
  'a vault': sealed,
}

describe.each(Object.entries(implementations))('a store in %s', (_name, openStore) => {
  it('returns committed values, across tables', async () => {
    const { store } = await openStore()
    expect(await store.get('a', 'k')).toBeUndefined()
    expect(await store.list('a')).toEqual([])
    await store.commit(
      [
        { table: 'a', key: 'k', value: bytes(1) },
        { table: 'b', key: 'k', value: bytes(2) },
        { table: 'b', key: 'empty', value: bytes() },
      ],
      'strict',
    )
    expect(await store.get('a', 'k')).toEqual(bytes(1))
    expect(await store.get('b', 'k')).toEqual(bytes(2))
    expect(await store.get('b', 'empty')).toEqual(bytes())
    expect(await store.get('c', 'k')).toBeUndefined()
  })

  it('applies the changes of a commit in order', async () => {
    const { store } = await openStore()
    await store.commit([{ table: 'a', key: 'k', value: bytes(1) }], 'relaxed')
    await store.commit(
      [
        { table: 'a', key: 'k', value: bytes(2) },
        { table: 'a', key: 'k' },
        { table: 'a', key: 'l' },
        { table: 'a', key: 'l', value: bytes(3) },
        { table: 'a', key: 'l', value: bytes(4) },
      ],
      'relaxed',
    )
    expect(await store.list('a')).toEqual([['l', bytes(4)]])
  })

  it('lists by prefix, in ascending order of keys', async () => {
    const { store } = await openStore()
    const keys = ['b', 'a~', 'a', 'a1', 'A', 'a 1', 'a10', 'a2', '~', ' ', '%', 'a_']
    await store.commit(
      keys.map((key, i) => ({ table: 't', key, value: bytes(i) })),
      'strict',
    )
    const listed = async (prefix?: string) => (await store.list('t', prefix)).map(([key]) => key)
    expect(await listed()).toEqual([' ', '%', 'A', 'a', 'a 1', 'a1', 'a10', 'a2', 'a_', 'a~', 'b', '~'])
    expect(await listed('a')).toEqual(['a', 'a 1', 'a1', 'a10', 'a2', 'a_', 'a~'])
    expect(await listed('a1')).toEqual(['a1', 'a10'])
    expect(await listed('~')).toEqual(['~'])
    expect(await listed('x')).toEqual([])
  })

  it('stores and returns copies', async () => {
    const { store } = await openStore()
    const memory = new Uint8Array(1000)
    const value = memory.subarray(10, 13)
    value.set([1, 2, 3])
    await store.commit([{ table: 'a', key: 'k', value }], 'strict')
    value.fill(9)
    const got = await store.get('a', 'k')
    expect(got).toEqual(bytes(1, 2, 3))
    got?.fill(7)
    expect(await store.get('a', 'k')).toEqual(bytes(1, 2, 3))
    const [record] = await store.list('a')
    record?.[1].fill(8)
    expect(await store.get('a', 'k')).toEqual(bytes(1, 2, 3))
  })

  it('rejects invalid names without changes', async () => {
    const { store } = await openStore()
    for (const [table, key] of [
      ['', 'k'],
      ['a b', 'k'],
      ['a/b', 'k'],
      ['a', ''],
      ['a', 'é'],
      ['a', '\n'],
      ['a', 'x'.repeat(301)],
    ] as const) {
      const good = { table: 'a', key: 'good', value: bytes(1) }
      await expect(store.commit([good, { table, key, value: bytes(1) }], 'strict')).rejects.toThrow(StoreNameError)
      await expect(store.get(table, key)).rejects.toThrow(StoreNameError)
    }
    for (const table of ['', 'a b', 'a/b']) await expect(store.list(table)).rejects.toThrow(StoreNameError)
    await expect(store.list('a', '\u007f')).rejects.toThrow(StoreNameError)
    expect(await store.list('a')).toEqual([])
  })

  it('returns the records of a table in pages, each once, also those of a prefix', async () => {
    const { store } = await openStore()
    const records = Array.from({ length: 1203 }, (_, i) => [`${i % 3} ${i}`, bytes(i % 256, i >> 8)] as const)
    await store.commit(
      records.map(([key, value]) => ({ table: 't', key, value })),
      'relaxed',
    )
    await store.commit([{ table: 't', key: '1', value: bytes(9) }], 'relaxed')
    for (const prefix of ['', '1', '1 ', '7']) {
      const found: (readonly [string, Uint8Array])[] = []
      for await (const page of store.pages('t', prefix)) found.push(...page)
      expect(found.toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual(await store.list('t', prefix))
    }
    for await (const page of store.pages('u')) expect(page).toEqual([])
  })

  it('rejects calls after it is closed', async () => {
    const { store } = await openStore()
    await store.close()
    await store.close()
    const error = await store.get('a', 'k').catch((reason: unknown) => reason)
    expect(error instanceof StoreLostError || error instanceof VaultClosedError, String(error)).toBe(true)
    await expect(store.commit([{ table: 'a', key: 'k', value: bytes(1) }], 'strict')).rejects.toThrow()
  })

  it('persists when reopened', async () => {
    const { store, reopen } = await openStore()
    if (reopen === undefined) return
    await store.commit([{ table: 'a', key: 'k', value: bytes(1) }], 'strict')
    await store.commit([{ table: 'a', key: 'l', value: bytes(2) }], 'relaxed')
    await store.close()
    const again = await reopen()
    expect(await again.list('a')).toEqual([
      ['k', bytes(1)],
      ['l', bytes(2)],
    ])
    await again.close()
  })

  it('behaves as a sorted map for any commits', async () => {
    const change = fc.record({
      table: fc.constantFrom('s', 't'),
      key: fc.string({ unit: fc.constantFrom('a', 'b', '~', ' '), minLength: 1, maxLength: 3 }),
      value: fc.option(fc.uint8Array({ maxLength: 20 }), { nil: undefined }),
    })
    const commits = fc.array(fc.array(change, { maxLength: 8 }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(commits, fc.constantFrom('', 'a', '~', 'ab'), async (all, prefix) => {
        const { store } = await openStore()
        const model = new Map<string, Uint8Array>()
        for (const changes of all) {
          await store.commit(
            changes.map(({ table, key, value }) => (value === undefined ? { table, key } : { table, key, value })),
            'relaxed',
          )
          for (const { table, key, value } of changes) {
            if (value === undefined) model.delete(table + key)
            else model.set(table + key, value)
          }
        }
        const expected = [...model]
          .filter(([key]) => key.startsWith(`t${prefix}`))
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, value]) => [key.slice(1), new Uint8Array(value)])
        const found = await store.list('t', prefix)
        expect(found.map(([key, value]) => [key, new Uint8Array(value)])).toEqual(expected)
        await store.close()
      }),
      { numRuns: 15 },
    )
  })
})
