// Persistent stores: migrations, other processes and tabs, kills.
import 'fake-indexeddb/auto'
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { decodeCbor } from '../../../src/bytes/cbor.ts'
import {
  StoreBlockedError,
  StoreFullError,
  StoreLostError,
  StoreUnreadableError,
  StoreVersionError,
} from '../../../src/store/errors.ts'
import { INDEXED_DB_MIGRATIONS, openIndexedDbStore } from '../../../src/store/indexedDbStore.ts'
import { openSqliteStore, SQLITE_MIGRATIONS } from '../../../src/store/sqliteStore.ts'
import { RECORDS_PER_COMMIT } from '../../support/store/store-writer.ts'

const directory = mkdtempSync(join(tmpdir(), 'faba-store-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const value = Uint8Array.of(1)
const record = { table: 'a', key: 'k', value }

describe('SQLite', () => {
  let path: string
  let counter = 0
  beforeEach(() => {
    path = join(directory, `${++counter}`, 'wallets.db')
  })

  it('restricts its files to their owner', async () => {
    const store = openSqliteStore(path)
    await store.commit([record], 'strict')
    for (const file of [path, `${path}-wal`, `${path}-shm`])
      if (existsSync(file)) expect(statSync(file).mode & 0o777, file).toBe(0o600)
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
    await store.close()
    chmodSync(path, 0o644)
    await openSqliteStore(path).close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('migrates an older file once and preserves its records', async () => {
    const old = openSqliteStore(path)
    await old.commit([record], 'strict')
    await old.close()
    const newer = [...SQLITE_MIGRATIONS, `INSERT INTO records VALUES ('a', 'migrated', x'02')`]
    for (let i = 0; i < 2; i++) {
      const store = openSqliteStore(path, { migrations: newer })
      expect(await store.list('a')).toEqual([
        ['k', value],
        ['migrated', Uint8Array.of(2)],
      ])
      await store.close()
    }
    expect(() => openSqliteStore(path)).toThrow(StoreVersionError)
  })

  it('does not change a file when a migration fails', async () => {
    const old = openSqliteStore(path)
    await old.commit([record], 'strict')
    await old.close()
    const broken = [...SQLITE_MIGRATIONS, 'DELETE FROM records', 'nonsense']
    expect(() => openSqliteStore(path, { migrations: broken })).toThrow(StoreUnreadableError)
    const store = openSqliteStore(path)
    expect(await store.get('a', 'k')).toEqual(value)
    await store.close()
  })

  it('rejects a file that is not a store or cannot be created', () => {
    const other = join(directory, 'other.db')
    writeFileSync(other, 'something else entirely, long enough to be looked at'.repeat(100))
    expect(() => openSqliteStore(other)).toThrow(StoreUnreadableError)
    expect(() => openSqliteStore(join(other, 'below.db'))).toThrow(StoreUnreadableError)
  })

  it('serves two processes, and reports a lock that is not released', async () => {
    const one = openSqliteStore(path, { busyTimeoutMs: 100 })
    const two = openSqliteStore(path)
    await one.commit([record], 'relaxed')
    expect(await two.get('a', 'k')).toEqual(value)
    await two.commit([{ table: 'a', key: 'k' }], 'strict')
    expect(await one.get('a', 'k')).toBeUndefined()
    await two.close()
    const holder = new DatabaseSync(path)
    holder.exec('BEGIN IMMEDIATE')
    await expect(one.commit([record], 'strict')).rejects.toThrow(StoreBlockedError)
    holder.exec('ROLLBACK')
    holder.close()
    await one.commit([record], 'strict')
    expect(await one.get('a', 'k')).toEqual(value)
    await one.close()
  })

  it.each(['strict', 'relaxed'])('has all changes of a %s commit or none after a kill', async (durability) => {
    for (let kill = 0; kill < 4; kill++) {
      const script = join(import.meta.dirname, '../../support/store/store-writer.ts')
      const child: ChildProcess = spawn(process.execPath, [script, path, durability], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let output = ''
      const enough = new Promise<void>((resolve) => {
        child.stdout?.on('data', (data: Buffer) => {
          output += data.toString()
          if (output.split('\n').length > 5 + 7 * kill) resolve()
        })
      })
      const gone = new Promise<void>((resolve) => child.on('exit', () => resolve()))
      await Promise.race([enough, gone])
      child.kill('SIGKILL')
      await gone
      const store = openSqliteStore(path)
      const records = (await Promise.all(['t0', 't1', 't2'].map((table) => store.list(table)))).flat()
      await store.close()
      expect(records).toHaveLength(RECORDS_PER_COMMIT)
      // Records of the writer.
      const commits = new Set(records.map(([, bytes]) => (decodeCbor(bytes) as { commit: number }).commit))
      expect(commits.size).toBe(1)
      const last = Number(output.trimEnd().split('\n').at(-1))
      expect([...commits][0]).toBeGreaterThanOrEqual(last)
      expect([...commits][0]).toBeLessThanOrEqual(last + 1)
    }
  })
})

describe('IndexedDB', () => {
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    return () => vi.unstubAllGlobals()
  })

  const addAnother = [
    ...INDEXED_DB_MIGRATIONS,
    ({ database }: { database: { createObjectStore(name: string): unknown } }) => {
      database.createObjectStore('another')
    },
  ]

  it('may be open in two tabs, of which the later one writes', async () => {
    const one = await openIndexedDbStore()
    const two = await openIndexedDbStore()
    await two.commit([record], 'strict')
    expect(await one.get('a', 'k')).toEqual(value)
    await two.close()
    expect(await one.get('a', 'k')).toEqual(value)
  })

  it('refuses writes of a tab that was suspended while another one took over, for good', async () => {
    const suspended = await openIndexedDbStore()
    await suspended.commit([record], 'strict')
    const owner = await openIndexedDbStore()
    await owner.commit([{ ...record, value: Uint8Array.of(9) }], 'strict')
    for (const changes of [[record], [{ table: 'a', key: 'k' }], [{ ...record, key: 'other' }], []])
      for (const durability of ['strict', 'relaxed'] as const)
        await expect(suspended.commit(changes, durability)).rejects.toThrow(StoreLostError)
    expect(await owner.list('a')).toEqual([['k', Uint8Array.of(9)]])
    await owner.close()
    await expect(suspended.commit([record], 'strict')).rejects.toThrow(/another tab uses the store now/)
    await suspended.close()
    const next = await openIndexedDbStore()
    await next.commit([record], 'strict')
    expect(await next.get('a', 'k')).toEqual(value)
  })

  it('writes a commit whole or not at all while another tab takes over', async () => {
    for (let delay = 0; delay < 12; delay++) {
      const one = await openIndexedDbStore()
      const changes = ['x', 'y', 'z'].map((key) => ({ table: `${delay}`, key, value }))
      const committing = one.commit(changes, 'strict').then(
        () => 3,
        (error: unknown) => {
          expect(error).toBeInstanceOf(StoreLostError)
          return 0
        },
      )
      for (let i = 0; i < delay; i++) await Promise.resolve()
      const two = await openIndexedDbStore()
      const seen = await two.list(`${delay}`)
      expect(seen).toHaveLength(await committing)
      await expect(one.commit(changes, 'relaxed')).rejects.toThrow(StoreLostError)
      for (const store of [one, two]) await store.close()
    }
  })

  it('can be read while the storage is full', async () => {
    const before = await openIndexedDbStore()
    await before.commit([record], 'strict')
    await before.close()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no space', 'QuotaExceededError')
    })
    const store = await openIndexedDbStore()
    expect(await store.get('a', 'k')).toEqual(value)
    await expect(store.commit([record], 'strict')).rejects.toThrow(StoreFullError)
    put.mockRestore()
    await store.commit([record], 'strict')
  })

  it('stores a view without its underlying buffer', async () => {
    const store = await openIndexedDbStore()
    await store.commit([{ table: 'a', key: 'k', value: new Uint8Array(100_000).subarray(5, 8) }], 'strict')
    expect((await store.get('a', 'k'))?.buffer.byteLength).toBe(3)
  })

  it('is migrated by a newer version; the older one reports the lost connection', async () => {
    const old = await openIndexedDbStore()
    await old.commit([record], 'strict')
    const newer = await openIndexedDbStore({ migrations: addAnother })
    expect(await newer.get('a', 'k')).toEqual(value)
    await expect(old.get('a', 'k')).rejects.toThrow(StoreLostError)
    await expect(old.commit([record], 'strict')).rejects.toThrow(StoreLostError)
    await newer.close()
    await expect(openIndexedDbStore()).rejects.toThrow(StoreVersionError)
  })

  it('reports another tab that keeps an older version open', async () => {
    const olderTab = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('faba', 1)
      request.onupgradeneeded = () => request.result.createObjectStore('records')
      request.onsuccess = () => resolve(request.result)
    })
    await expect(openIndexedDbStore({ migrations: addAnother })).rejects.toThrow(StoreBlockedError)
    olderTab.close()
    const store = await openIndexedDbStore({ migrations: addAnother })
    await store.commit([record], 'strict')
    await store.close()
  })

  it('commits with the requested durability', async () => {
    const store = await openIndexedDbStore()
    const spy = vi.spyOn(Object.getPrototypeOf(await rawDatabase()), 'transaction')
    await store.commit([record], 'strict')
    await store.commit([record], 'relaxed')
    expect(spy.mock.calls.map((call) => call[2])).toEqual([{ durability: 'strict' }, { durability: 'relaxed' }])
    spy.mockRestore()
  })

  const rawDatabase = (): Promise<IDBDatabase> =>
    new Promise((resolve) => {
      const request = indexedDB.open('faba')
      request.onsuccess = () => resolve(request.result)
    })

  it('reports a browser without storage', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('not in this window', 'SecurityError')
      },
    })
    await expect(openIndexedDbStore()).rejects.toThrow(StoreUnreadableError)
  })
})
