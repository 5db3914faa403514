// The connection of a store to its IndexedDB database. It opens again after the browser closed it, or a page of this origin deleted the database:
// its fencing token shows whether the records still exist.

import { deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { type Milliseconds, scheduleTimer } from '../async/time.ts'
import { withTimeout } from '../async/withTimeout.ts'
import { StoreBlockedError, StoreClearedError, StoreLostError, StoreUnreadableError } from './errors.ts'

/** The object store of all records. */
export const RECORDS_STORE = 'records'

/** Key of the newest fencing token, a number. No table has an empty name. */
const FENCING_TOKEN_KEY = ['', 'fencing token']

/** Delays of the attempts to open the database again. It cannot be opened while the browser clears it. */
const REOPENING_DELAYS_MS: readonly Milliseconds[] = [0, 200, 1000, 3000, 10_000]

/** Time for the operations of a connection to end after the browser closed it, and for the database to open again. */
const INTERRUPTION_TIMEOUT_MS: Milliseconds = 10_000

type Upgrade = {
  readonly database: IDBPDatabase
  readonly transaction: IDBPTransaction<unknown, string[], 'versionchange'>
}

/** Upgrades the schema by one version. */
export type IndexedDbMigration = (upgrade: Upgrade) => void | Promise<void>

/** What happens to an open connection. */
type ConnectionEvents = {
  /** a newer version of the page upgrades the database: this connection is closed */
  readonly replaced: () => void
  /** the browser closed the connection, or the database is being deleted */
  readonly interrupted: () => void
}

/** Opens the database, or rejects if another tab has it open in an older version. */
const openDatabase = (
  name: string,
  migrations: readonly IndexedDbMigration[],
  events: ConnectionEvents,
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
      blocking: (_current, next, event) => {
        // The event's target is the connection that blocks the upgrade or the deletion.
        ;(event.target as IDBDatabase).close()
        if (next === null) events.interrupted()
        else events.replaced()
      },
      terminated: () => events.interrupted(),
    }).then((opened) => {
      // The database still opens when the other tab closes; the promise is rejected by then.
      if (isBlocked) opened.close()
      else resolve(opened)
    }, reject)
  })

const isQuotaError = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError'

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
    if (isQuotaError(error)) return last
    throw error
  }
}

/** Returns whether a database has the object store; another page of the origin may have created one without it. */
const hasRecords = (database: IDBPDatabase): boolean => database.objectStoreNames.contains(RECORDS_STORE)

const closedError = (): Error => new StoreLostError('the store is closed')

const clearedError = (): Error =>
  new StoreClearedError('the data of this page were cleared, for example in the settings of the browser')

const interruptedError = (): Error =>
  new StoreUnreadableError('the browser closed its storage, and does not open it again: reload the page')

export class IndexedDbConnection {
  readonly #name: string
  readonly #migrations: readonly IndexedDbMigration[]
  /** undefined while it is interrupted */
  #database: IDBPDatabase | undefined
  #token: number | undefined
  /** makes the error of every use; undefined while the connection can be used, or opens again */
  #failure: (() => Error) | undefined
  #reopening: Promise<void> | undefined
  /** reject the operations that have not ended: after an interruption some may never do */
  readonly #pending = new Set<(error: Error) => void>()
  #cleared: () => void = () => undefined

  private constructor(name: string, migrations: readonly IndexedDbMigration[]) {
    this.#name = name
    this.#migrations = migrations
  }

  /** Opens the database and takes the next fencing token. Throws the errors of IndexedDB, and StoreBlockedError. */
  static async open(name: string, migrations: readonly IndexedDbMigration[]): Promise<IndexedDbConnection> {
    const connection = new IndexedDbConnection(name, migrations)
    connection.#database = await connection.#open()
    connection.#token = await takeFencingToken(connection.#database)
    return connection
  }

  /** Calls the listener whenever the records turn out to be cleared. */
  onCleared(listener: () => void): void {
    this.#cleared = listener
  }

  async #open(): Promise<IDBPDatabase> {
    const database = await openDatabase(this.#name, this.#migrations, {
      replaced: () =>
        this.#fail(() => new StoreLostError('a newer version of this page uses the store now: reload the page')),
      interrupted: () => {
        // The event of a connection that was replaced by now comes late.
        if (this.#database !== database) return
        const pending = [...this.#pending]
        scheduleTimer(() => {
          for (const reject of pending) reject(interruptedError())
        }, INTERRUPTION_TIMEOUT_MS)
        this.#database = undefined
        this.#reopenSoon(REOPENING_DELAYS_MS)
      },
    })
    return database
  }

  /** Opens the database again after the first of these delays, and after the others while that fails. Uses try it too, and report the failure. */
  #reopenSoon([delay, ...later]: readonly Milliseconds[]): void {
    if (delay === undefined) return
    scheduleTimer(() => {
      if (this.#failure === undefined && this.#database === undefined)
        this.#reopen().catch(() => this.#reopenSoon(later))
    }, delay)
  }

  #fail(failure: () => Error): void {
    this.#failure ??= failure
  }

  /** Opens the database again, unless that is under way. */
  #reopen(): Promise<void> {
    const timeOut = (): never => {
      throw interruptedError()
    }
    this.#reopening ??= withTimeout(this.#openAgain(), INTERRUPTION_TIMEOUT_MS, timeOut).finally(() => {
      this.#reopening = undefined
    })
    return this.#reopening
  }

  async #openAgain(): Promise<void> {
    const database = await this.#open()
    const token: number | undefined = hasRecords(database)
      ? await database.get(RECORDS_STORE, FENCING_TOKEN_KEY)
      : undefined
    if (this.#failure !== undefined) database.close()
    else {
      this.#database = database
      this.#compare(token)
    }
  }

  /** Compares the stored fencing token with that of this connection. */
  #compare(stored: number | undefined): void {
    if (stored === this.#token) return
    if (stored === undefined) {
      this.#fail(clearedError)
      this.#cleared()
    } else this.#fail(() => new StoreLostError('another tab uses the store now: nothing was written; reload the page'))
  }

  /**
   * Runs `work` on the database, which is opened before if the browser closed it. `work` runs again if the connection turns out to be closed.
   * @throws StoreLostError, StoreClearedError, the errors of IndexedDB, and what `work` throws
   */
  async use<T>(work: (database: IDBPDatabase) => Promise<T>): Promise<T> {
    const database = await this.#usable()
    try {
      return await this.#run(work, database)
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'InvalidStateError') throw error
      // The event that reports the end of the connection comes later.
      if (this.#database === database) this.#database = undefined
      return await work(await this.#usable())
    }
  }

  async #run<T>(work: (database: IDBPDatabase) => Promise<T>, database: IDBPDatabase): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#pending.add(reject)
    work(database).then(resolve, reject)
    try {
      return await promise
    } finally {
      this.#pending.delete(reject)
    }
  }

  async #usable(): Promise<IDBPDatabase> {
    this.#requireUsable()
    if (this.#database === undefined) await this.#reopen()
    this.#requireUsable()
    if (this.#database === undefined) throw closedError()
    return this.#database
  }

  #requireUsable(): void {
    if (this.#failure !== undefined) throw this.#failure()
  }

  /**
   * Checks in a transaction that this connection may write.
   * @throws StoreLostError if a newer one has been opened, StoreClearedError if the records were cleared
   */
  async checkToken({
    store,
  }: Pick<IDBPTransaction<unknown, [typeof RECORDS_STORE], 'readwrite'>, 'store'>): Promise<void> {
    const stored: number | undefined = await store.get(FENCING_TOKEN_KEY)
    if (stored === this.#token) return
    if (stored === undefined) this.#compare(stored)
    else throw new StoreLostError('another tab uses the store now: nothing was written; reload the page')
    this.#requireUsable()
  }

  /** Makes the cleared database, which has no records, usable again. */
  async startAnew(): Promise<void> {
    if (this.#failure !== clearedError) return
    this.#database ??= await this.#open()
    if (!hasRecords(this.#database)) {
      this.#database.close()
      await deleteDB(this.#name)
      this.#database = await this.#open()
    }
    this.#token = await takeFencingToken(this.#database)
    this.#failure = undefined
  }

  close(): void {
    this.#failure = closedError
    this.#database?.close()
  }
}
