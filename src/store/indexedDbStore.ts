// The store in a browser: one IndexedDB database, shared by all tabs of the origin. The engine's Web Lock selects the tab that
// writes; several tabs may have the database open. A tab that was suspended while another one took the lock may not know it yet, so that
// the database itself refuses its writes: each store takes a fencing token when it is opened, and only the newest one may write.

import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { StoreBlockedError, StoreFullError, StoreLostError, StoreUnreadableError, StoreVersionError } from './errors.ts'
import { RECORDS_PER_PAGE, readPages } from './recordPages.ts'
import type { Durability, Store, StoreChange, StoredRecord } from './store.ts'
import { prefixUpperBound, validateKey, validatePrefix, validateTable } from './storeNames.ts'

const RECORDS_STORE = 'records'

/** Key of the newest fencing token, a number. No table has an empty name. */
const FENCING_TOKEN_KEY = ['', 'fencing token']

type Upgrade = {
  readonly database: IDBPDatabase
  readonly transaction: IDBPTransaction<unknown, string[], 'versionchange'>
}

/** Upgrades the schema by one version. */
export type IndexedDbMigration = (upgrade: Upgrade) => void | Promise<void>

/** One object store holds all records, by table and key. Released migrations never change; new ones are appended. */
export const INDEXED_DB_MIGRATIONS: readonly IndexedDbMigration[] = [
  ({ database }) => {
    database.createObjectStore(RECORDS_STORE)
  },
]

const errorName = (error: unknown): string => (error instanceof Error ? error.name : '')

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const toStoreError = (error: unknown): unknown => {
  switch (errorName(error)) {
    case 'QuotaExceededError':
      return new StoreFullError('the storage of the browser is full: free some disk space, then try again', {
        cause: error,
      })
    case 'InvalidStateError':
      return new StoreLostError('the connection to the browser’s storage was closed: reload the page', { cause: error })
    case 'UnknownError':
    case 'DataError':
    case 'NotFoundError':
    case 'AbortError':
      return new StoreUnreadableError(`the browser’s storage failed: ${errorMessage(error)}`, { cause: error })
    default:
      return error
  }
}

/** The state of a connection that its events change. */
type Connection = {
  /** why the connection was closed; undefined while it is open */
  lostReason: string | undefined
}

/** Opens the database, or rejects if another tab has it open in an older version. Its events close `connection`. */
const openConnection = (
  name: string,
  migrations: readonly IndexedDbMigration[],
  connection: Connection,
): Promise<IDBPDatabase> =>
  new Promise((resolve, reject) => {
    let isBlocked = false
    openDB(name, migrations.length, {
      upgrade: async (database, from, _to, transaction) => {
        for (const migrate of migrations.slice(from)) await migrate({ database, transaction })
      },
      blocked: () => {
        isBlocked = true
        reject(new StoreBlockedError('another tab runs an older version of this page: close it, then try again'))
      },
      blocking: (_current, _blocked, event) => {
        connection.lostReason = 'a newer version of this page uses the store now: reload the page'
        // The event's target is the connection that blocks the upgrade.
        ;(event.target as IDBDatabase).close()
      },
      terminated: () => {
        connection.lostReason =
          'the browser closed the store, for example because the data of this page were cleared: reload the page'
      },
    }).then((opened) => {
      // The database still opens when the other tab closes; the promise is rejected by then.
      if (isBlocked) opened.close()
      else resolve(opened)
    }, reject)
  })

/** Stores the next fencing token and returns it: from then on stores with earlier ones cannot write. */
const takeFencingToken = async (database: IDBPDatabase): Promise<number | undefined> => {
  const transaction = database.transaction(RECORDS_STORE, 'readwrite')
  const { store } = transaction
  const last: number | undefined = await store.get(FENCING_TOKEN_KEY)
  const token = (last ?? 0) + 1
  try {
    await Promise.all([store.put(token, FENCING_TOKEN_KEY), transaction.done])
    return token
  } catch (error) {
    // A wallet can still be read while the storage is full; no store can write then.
    if (errorName(error) === 'QuotaExceededError') return last
    throw error
  }
}

/**
 * Applies changes in one transaction.
 * @throws StoreLostError if a newer store has been opened
 */
const writeChanges = async (
  database: IDBPDatabase,
  token: number | undefined,
  changes: readonly StoreChange[],
  durability: Durability,
): Promise<void> => {
  const transaction = database.transaction(RECORDS_STORE, 'readwrite', { durability })
  const { store } = transaction
  try {
    if ((await store.get(FENCING_TOKEN_KEY)) !== token)
      throw new StoreLostError('another tab uses the store now: nothing was written; reload the page')
    for (const { table, key, value } of changes) {
      // Copies the value: a view would be stored with its whole underlying buffer.
      const change = value === undefined ? store.delete([table, key]) : store.put(new Uint8Array(value), [table, key])
      // `transaction.done` reports failed changes.
      change.catch(() => undefined)
    }
  } catch (error) {
    transaction.abort()
    await transaction.done.catch(() => undefined)
    throw error
  }
  await transaction.done
}

class IndexedDbStore implements Store {
  readonly #database: IDBPDatabase
  readonly #fencingToken: number | undefined
  readonly #connection: Connection

  constructor(database: IDBPDatabase, fencingToken: number | undefined, connection: Connection) {
    this.#database = database
    this.#fencingToken = fencingToken
    this.#connection = connection
  }

  async get(table: string, key: string): Promise<Uint8Array | undefined> {
    validateTable(table)
    validateKey(key)
    return await this.#attempt(async () => await this.#database.get(RECORDS_STORE, [table, key]))
  }

  async list(table: string, prefix = ''): Promise<readonly StoredRecord[]> {
    validateTable(table)
    validatePrefix(prefix)
    return await this.#read(IDBKeyRange.bound([table, prefix], [table, prefixUpperBound(prefix)]))
  }

  pages(table: string, prefix = ''): AsyncIterable<readonly StoredRecord[]> {
    return readPages(table, prefix, (start, end) =>
      this.#read(IDBKeyRange.bound([table, start], [table, end]), RECORDS_PER_PAGE),
    )
  }

  /** Returns the records of a range, the first `count` ones if it is given. */
  async #read(range: IDBKeyRange, count?: number): Promise<readonly StoredRecord[]> {
    return await this.#attempt(async () => {
      const { store } = this.#database.transaction(RECORDS_STORE)
      const [keys, values] = await Promise.all([store.getAllKeys(range, count), store.getAll(range, count)])
      // Only `commit` writes keys, as pairs of strings.
      return keys.map((pair, i) => [(pair as [string, string])[1], values[i]] as const)
    })
  }

  async commit(changes: readonly StoreChange[], durability: Durability): Promise<void> {
    for (const { table, key } of changes) {
      validateTable(table)
      validateKey(key)
    }
    await this.#attempt(async () => await writeChanges(this.#database, this.#fencingToken, changes, durability))
  }

  async close(): Promise<void> {
    this.#connection.lostReason = 'the store is closed'
    this.#database.close()
  }

  /** Runs `work` with the errors of stores. */
  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    const { lostReason } = this.#connection
    if (lostReason !== undefined) throw new StoreLostError(lostReason)
    try {
      return await work()
    } catch (error) {
      throw toStoreError(error)
    }
  }
}

/**
 * Opens the database for writing; stores that were opened earlier can only read from then on. Creates it or migrates it to the newest schema if needed.
 * @throws StoreBlockedError if another tab has it open in an older version, StoreVersionError if it is newer than the program,
 *   StoreUnreadableError if the browser provides no storage (private windows of some browsers)
 */
export const openIndexedDbStore = async (
  options: { readonly name?: string; readonly migrations?: readonly IndexedDbMigration[] } = {},
): Promise<Store> => {
  const { name = 'faba', migrations = INDEXED_DB_MIGRATIONS } = options
  const connection: Connection = { lostReason: undefined }
  try {
    const database = await openConnection(name, migrations, connection)
    return new IndexedDbStore(database, await takeFencingToken(database), connection)
  } catch (error) {
    if (error instanceof StoreBlockedError) throw error
    if (errorName(error) === 'VersionError')
      throw new StoreVersionError('a newer version of this page has changed the store: open that version', {
        cause: error,
      })
    throw new StoreUnreadableError(`the browser’s storage cannot be opened: ${errorMessage(error)}`, { cause: error })
  }
}
