// The store of a browser: one IndexedDB database that all tabs of the origin share. Which tab may write is decided above, by
// the lock of the engine's owner; two tabs with the database open do no harm to each other.

import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { StoreBlockedError, StoreFullError, StoreLostError, StoreUnreadableError, StoreVersionError } from './errors.ts'
import type { Store } from './store.ts'
import { prefixUpperBound, validateKey, validatePrefix, validateTable } from './storeNames.ts'

const RECORDS = 'records'

type Upgrade = {
  readonly database: IDBPDatabase
  readonly transaction: IDBPTransaction<unknown, string[], 'versionchange'>
}

/** One step from a version of the schema to the next. */
export type IndexedDbMigration = (upgrade: Upgrade) => void | Promise<void>

/** Records in one object store, by table and key. A migration, once released, never changes; later ones are added. */
export const INDEXED_DB_MIGRATIONS: readonly IndexedDbMigration[] = [
  ({ database }) => {
    database.createObjectStore(RECORDS)
  },
]

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const toStoreError = (error: unknown): unknown => {
  switch (nameOf(error)) {
    case 'QuotaExceededError':
      return new StoreFullError('the browser gives no more room to this page: free some, then try again')
    case 'InvalidStateError':
      return new StoreLostError('the connection to the browser’s store is gone: open the page again')
    case 'UnknownError':
    case 'DataError':
    case 'NotFoundError':
    case 'AbortError':
      return new StoreUnreadableError(`the browser’s store does not work: ${messageOf(error)}`)
    default:
      return error
  }
}

/**
 * Opens the database, which is made or brought to the newest schema where needed.
 * @throws StoreBlockedError when another tab holds it in an older version, StoreVersionError when it is newer than the program,
 *   StoreUnreadableError when the browser has none to give (private windows of some browsers)
 */
export const openIndexedDbStore = async (
  options: { readonly name?: string; readonly migrations?: readonly IndexedDbMigration[] } = {},
): Promise<Store> => {
  const { name = 'faba', migrations = INDEXED_DB_MIGRATIONS } = options
  let lost: string | undefined

  const open = (): Promise<IDBPDatabase> =>
    new Promise((resolve, reject) => {
      let refused = false
      openDB(name, migrations.length, {
        upgrade: async (database, from, _to, transaction) => {
          for (const migrate of migrations.slice(from)) await migrate({ database, transaction })
        },
        blocked: () => {
          refused = true
          reject(new StoreBlockedError('another tab runs an older version of this page: close it, then try again'))
        },
        blocking: (_current, _blocked, event) => {
          lost = 'a newer version of this page took the store over: open the page again'
          // The event comes from the connection that is in the way.
          ;(event.target as IDBDatabase).close()
        },
        terminated: () => {
          lost = 'the browser closed its store, perhaps because the data of this page were cleared: open the page again'
        },
      }).then((opened) => {
        // It opens in the end when the other tab goes; by then nobody waits for it.
        if (refused) opened.close()
        else resolve(opened)
      }, reject)
    })

  let database: IDBPDatabase
  try {
    database = await open()
  } catch (error) {
    if (error instanceof StoreBlockedError) throw error
    if (nameOf(error) === 'VersionError')
      throw new StoreVersionError('the wallets were last opened by a newer version of this page: open that one')
    throw new StoreUnreadableError(`the browser’s store cannot be opened: ${messageOf(error)}`)
  }

  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    if (lost !== undefined) throw new StoreLostError(lost)
    try {
      return await work()
    } catch (error) {
      throw toStoreError(error)
    }
  }

  return {
    get: async (table, key) => {
      validateTable(table)
      validateKey(key)
      return await attempt(async () => await database.get(RECORDS, [table, key]))
    },
    list: async (table, prefix = '') => {
      validateTable(table)
      validatePrefix(prefix)
      return await attempt(async () => {
        const range = IDBKeyRange.bound([table, prefix], [table, prefixUpperBound(prefix)])
        const { store } = database.transaction(RECORDS)
        const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
        // Keys are written by commit alone, as pairs of texts.
        return keys.map((pair, i) => [(pair as [string, string])[1], values[i]] as const)
      })
    },
    commit: async (changes, durability) => {
      for (const { table, key } of changes) {
        validateTable(table)
        validateKey(key)
      }
      await attempt(async () => {
        const transaction = database.transaction(RECORDS, 'readwrite', { durability })
        const { store } = transaction
        try {
          for (const { table, key, value } of changes) {
            // A view would be stored with all of the memory it is on, so a copy is.
            const change =
              value === undefined ? store.delete([table, key]) : store.put(new Uint8Array(value), [table, key])
            // The transaction tells when a change fails.
            change.catch(() => undefined)
          }
        } catch (error) {
          transaction.abort()
          await transaction.done.catch(() => undefined)
          throw error
        }
        await transaction.done
      })
    },
    close: async () => {
      lost = 'the store is closed'
      database.close()
    },
  }
}
