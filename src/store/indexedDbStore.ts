// The store in a browser: one IndexedDB database, shared by all tabs of the origin. The engine's Web Lock selects the tab that
// writes; several tabs may have the database open. A tab that was suspended while another one took the lock may not know it yet, so that
// the database itself refuses its writes: each store takes a fencing token when it is opened, and only the newest one may write.

import type { IDBPDatabase } from 'idb'
import { StoreBlockedError, StoreFullError, StoreLostError, StoreUnreadableError, StoreVersionError } from './errors.ts'
import { IndexedDbConnection, type IndexedDbMigration, RECORDS_STORE } from './indexedDbConnection.ts'
import { RECORDS_PER_PAGE, readPages } from './recordPages.ts'
import type { ClearableStore, Durability, StoreChange, StoredRecord } from './store.ts'
import { prefixUpperBound, validateKey, validatePrefix, validateTable } from './storeNames.ts'

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

/** Applies changes in one transaction. */
const writeChanges = (
  connection: IndexedDbConnection,
  changes: readonly StoreChange[],
  durability: Durability,
): Promise<void> =>
  connection.use(async (database) => {
    const transaction = database.transaction(RECORDS_STORE, 'readwrite', { durability })
    const { store } = transaction
    try {
      await connection.checkToken(transaction)
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
  })

class IndexedDbStore implements ClearableStore {
  readonly #connection: IndexedDbConnection

  constructor(connection: IndexedDbConnection) {
    this.#connection = connection
  }

  onCleared(listener: () => void): void {
    this.#connection.onCleared(listener)
  }

  async startAnew(): Promise<void> {
    await this.#attempt(() => this.#connection.startAnew())
  }

  async get(table: string, key: string): Promise<Uint8Array | undefined> {
    validateTable(table)
    validateKey(key)
    return await this.#attempt(() => this.#connection.use((database) => database.get(RECORDS_STORE, [table, key])))
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
    const read = async (database: IDBPDatabase): Promise<readonly StoredRecord[]> => {
      const { store } = database.transaction(RECORDS_STORE)
      const [keys, values] = await Promise.all([store.getAllKeys(range, count), store.getAll(range, count)])
      // Only `commit` writes keys, as pairs of strings.
      return keys.map((pair, i) => [(pair as [string, string])[1], values[i]] as const)
    }
    return await this.#attempt(() => this.#connection.use(read))
  }

  async commit(changes: readonly StoreChange[], durability: Durability): Promise<void> {
    for (const { table, key } of changes) {
      validateTable(table)
      validateKey(key)
    }
    await this.#attempt(() => writeChanges(this.#connection, changes, durability))
  }

  async close(): Promise<void> {
    this.#connection.close()
  }

  /** Runs `work` with the errors of stores. */
  async #attempt<T>(work: () => Promise<T>): Promise<T> {
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
): Promise<ClearableStore> => {
  const { name = 'faba', migrations = INDEXED_DB_MIGRATIONS } = options
  try {
    return new IndexedDbStore(await IndexedDbConnection.open(name, migrations))
  } catch (error) {
    if (error instanceof StoreBlockedError) throw error
    if (errorName(error) === 'VersionError')
      throw new StoreVersionError('a newer version of this page has changed the store: open that version', {
        cause: error,
      })
    throw new StoreUnreadableError(`the browser’s storage cannot be opened: ${errorMessage(error)}`, { cause: error })
  }
}
