// A store whose records are cleared while it is open: by the browser, by a page that deletes the database or empties it. And a connection that the
// browser closes while the records stay.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import { StoreClearedError, StoreFullError, StoreLostError, StoreUnreadableError } from '../../../src/store/errors.ts'
import { IndexedDbConnection } from '../../../src/store/indexedDbConnection.ts'
import { INDEXED_DB_MIGRATIONS, openIndexedDbStore } from '../../../src/store/indexedDbStore.ts'
import { RetainingStore } from '../../../src/store/retainingStore.ts'
import {
  clearRecords,
  closeConnections,
  deleteDatabase,
  failPuts,
  trackConnections,
} from '../../support/store/clear-indexed-db.ts'

const value = Uint8Array.of(1)
const record = { table: 'a', key: 'k', value }

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  const stopTracking = trackConnections()
  return () => {
    stopTracking()
    vi.unstubAllGlobals()
  }
})

const CLEARINGS = [
  ['deletes its database', deleteDatabase],
  ['empties its database', clearRecords],
  [
    'has the browser clear it',
    async () => {
      await clearRecords()
      closeConnections()
    },
  ],
] as const

for (const [how, clear] of CLEARINGS) {
  it(`refuses everything after a page ${how}, until it starts anew`, async () => {
    const store = await openIndexedDbStore()
    const cleared = vi.fn<() => void>()
    store.onCleared(cleared)
    await store.commit([record], 'strict')
    await clear()
    await expect(store.commit([record], 'strict')).rejects.toThrow(StoreClearedError)
    await expect(store.get('a', 'k')).rejects.toThrow(StoreClearedError)
    await expect(store.list('a')).rejects.toThrow(StoreClearedError)
    expect(cleared).toHaveBeenCalledTimes(1)
    await store.startAnew()
    expect(await store.list('a')).toEqual([])
    await store.commit([record], 'strict')
    expect(await store.get('a', 'k')).toEqual(value)
    await clear()
    await expect(store.commit([record], 'strict')).rejects.toThrow(StoreClearedError)
    expect(cleared).toHaveBeenCalledTimes(2)
    await store.close()
  })

  it(`goes on in memory after a page ${how}, and writes back`, async () => {
    const store = new RetainingStore(await openIndexedDbStore(), (error) => expect(error).toBeUndefined())
    const { promise: cleared, resolve } = Promise.withResolvers<void>()
    store.onCleared(resolve)
    await store.commit([record, { ...record, key: 'kept' }, { ...record, key: 'kept too' }], 'strict')
    await store.retain([{ table: 'a', prefix: 'kept' }])
    await store.commit([{ table: 'a', key: 'kept', value: Uint8Array.of(2) }], 'strict')
    await clear()
    await store.commit([record], 'relaxed').catch(() => undefined)
    await cleared
    expect(store.isInMemory).toBe(true)
    expect(await store.list('a')).toEqual([
      ['kept', Uint8Array.of(2)],
      ['kept too', value],
    ])
    await store.commit(
      [
        { table: 'b', key: 'new', value },
        { table: 'a', key: 'kept too' },
      ],
      'strict',
    )
    await store.writeBack()
    expect(store.isInMemory).toBe(false)
    const again = await openIndexedDbStore()
    expect(await again.list('a')).toEqual([['kept', Uint8Array.of(2)]])
    expect(await again.list('b')).toEqual([['new', value]])
    for (const each of [store, again]) await each.close()
  })
}

it('goes on after the browser closed the connection, if the records are there', async () => {
  const store = await openIndexedDbStore()
  const cleared = vi.fn<() => void>()
  store.onCleared(cleared)
  await store.commit([record], 'strict')
  for (let i = 0; i < 3; i++) {
    closeConnections()
    expect(await store.get('a', 'k')).toEqual(value)
    closeConnections()
    await store.commit([record], 'strict')
  }
  expect(cleared).not.toHaveBeenCalled()
})

it('does not take a store that another tab owns for a cleared one', async () => {
  const suspended = await openIndexedDbStore()
  const cleared = vi.fn<() => void>()
  suspended.onCleared(cleared)
  await openIndexedDbStore()
  closeConnections()
  await expect(suspended.get('a', 'k')).rejects.toThrow(StoreLostError)
  expect(cleared).not.toHaveBeenCalled()
})

it('starts anew after a clearing if nothing is retained', async () => {
  const store = new RetainingStore(await openIndexedDbStore(), (error) => expect(error).toBeUndefined())
  const { promise: cleared, resolve } = Promise.withResolvers<void>()
  store.onCleared(resolve)
  await store.commit([record], 'strict')
  await deleteDatabase()
  await cleared
  expect(store.isInMemory).toBe(false)
  await store.commit([{ ...record, key: 'other' }], 'strict')
  expect(await store.list('a')).toEqual([['other', value]])
})

it('keeps the records in memory while they cannot be written back', async () => {
  const store = new RetainingStore(await openIndexedDbStore(), (error) => expect(error).toBeUndefined())
  const { promise: cleared, resolve } = Promise.withResolvers<void>()
  store.onCleared(resolve)
  await store.commit([record], 'strict')
  await store.retain([{ table: 'a', prefix: '' }])
  await deleteDatabase()
  await cleared
  const recover = failPuts()
  await expect(store.writeBack()).rejects.toThrow(StoreFullError)
  expect(store.isInMemory).toBe(true)
  expect(await store.get('a', 'k')).toEqual(value)
  recover()
  await store.writeBack()
  expect(await store.get('a', 'k')).toEqual(value)
  expect(store.isInMemory).toBe(false)
})

it('writes back what is committed meanwhile', async () => {
  const store = new RetainingStore(await openIndexedDbStore(), (error) => expect(error).toBeUndefined())
  const { promise: cleared, resolve } = Promise.withResolvers<void>()
  store.onCleared(resolve)
  await store.commit([record], 'strict')
  await store.retain([{ table: 'a', prefix: '' }])
  await deleteDatabase()
  await cleared
  const keys = Array.from({ length: 20 }, (_, i) => `key ${i}`)
  const commits = keys.map((key) => store.commit([{ table: 'c', key, value }], 'relaxed'))
  await Promise.all([store.writeBack(), ...commits, store.commit([{ table: 'a', key: 'k' }], 'strict')])
  const again = await openIndexedDbStore()
  expect((await again.list('c')).map(([key]) => key).sort()).toEqual([...keys].sort())
  expect(await again.list('a')).toEqual([])
})

it('ends an operation that the browser forgot when it closed the connection', async () => {
  const connection = await IndexedDbConnection.open('faba', INDEXED_DB_MIGRATIONS)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const forgotten = connection.use(() => new Promise<never>(() => undefined)).catch((error: unknown) => error)
  await connection.use((database) => database.get('records', ['a', 'k']))
  closeConnections()
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(await forgotten).toBeInstanceOf(StoreUnreadableError)
  expect(await connection.use((database) => database.get('records', ['a', 'k']))).toBeUndefined()
  connection.close()
})
