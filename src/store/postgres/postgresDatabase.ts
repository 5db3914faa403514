// A PostgreSQL database of wallets. All locks and commits of the process are those of one connection: when it is lost, the process leads no
// wallet. Wallets without a leader are taken over by any process that has them open, within about a second.

import { SerialQueue } from '../../async/serialQueue.ts'
import { type Milliseconds, type Schedule, scheduleTimer } from '../../async/time.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { StoreBlockedError, StoreLostError, StoreNameError, StoreUnreadableError } from '../errors.ts'
import { DatabaseSession } from './databaseSession.ts'
import { type DatabaseAddress, databaseName } from './postgresAddress.ts'
import { migrateDatabase } from './postgresSchema.ts'
import { PostgresStore, type StoreHost } from './postgresStore.ts'
import { ReaderPool } from './readerPool.ts'
import { SnapshotPool } from './snapshotPool.ts'
import { DELETE_WALLET, HAS_RECORDS, INSERT_WALLET, SELECT_WALLET, walletRowOf } from './walletRow.ts'

/** Between two attempts to take over wallets; the connection is tested as often. */
const TAKEOVER_INTERVAL_MS: Milliseconds = 1000

/** Returns the names of the wallets whose locks were free, which this session has now. */
const TRY_LOCKS =
  'SELECT name FROM unnest($1::text[], $2::bigint[]) AS wallet (name, lock) WHERE pg_try_advisory_lock(lock)'

const UNLOCK = 'SELECT pg_advisory_unlock($1::bigint)::text'

/** @throws StoreNameError unless PostgreSQL stores the name unchanged */
const validateWallet = (wallet: string): void => {
  if (wallet === '' || wallet.includes('\0') || !wallet.isWellFormed())
    throw new StoreNameError('the name of a wallet is empty or not valid Unicode')
}

export type DatabaseOptions = {
  readonly address: DatabaseAddress
  readonly password: string
  /** names this process for the others, such as `host:port (process 7)` */
  readonly label: string
  /** receives the loss of the connection and its return */
  readonly report: (message: string) => void
  readonly schedule?: Schedule
}

export class PostgresDatabase {
  readonly #options: DatabaseOptions
  readonly #readers: ReaderPool
  readonly #snapshots: SnapshotPool
  readonly #stores = new Map<string, PostgresStore>()
  /** locks, takeovers and losses, one at a time */
  readonly #locking = new SerialQueue()
  #writer: DatabaseSession
  #cancel: () => void = () => undefined
  #isLost = false
  /** why a wallet could not be led, which is reported once */
  #lastFailure = ''
  /** a takeover is about to begin */
  #isWaiting = false
  #isClosed = false

  private constructor(options: DatabaseOptions, writer: DatabaseSession) {
    this.#options = options
    this.#writer = writer
    this.#readers = new ReaderPool(() => this.#connect())
    this.#snapshots = new SnapshotPool(() => this.#connect())
    this.#schedule()
  }

  /**
   * Connects to the database, and creates or migrates its tables.
   * @throws StoreLostError if it does not respond, StoreUnreadableError if it refuses, StoreVersionError if it is newer than the program
   */
  static async open(options: DatabaseOptions): Promise<PostgresDatabase> {
    const session = await DatabaseSession.open(options.address, options.password)
    try {
      await migrateDatabase(session, databaseName(options.address))
      return new PostgresDatabase(options, session)
    } catch (error) {
      session.abort()
      throw error
    }
  }

  get name(): string {
    return databaseName(this.#options.address)
  }

  #connect(): Promise<DatabaseSession> {
    return DatabaseSession.open(this.#options.address, this.#options.password)
  }

  get #host(): StoreHost {
    return {
      name: this.name,
      label: this.#options.label,
      read: (statement, parameters) => this.#readers.query(statement, parameters),
      inSnapshot: (task) => this.#snapshots.run(task),
      reconnect: () => this.#takeOverSoon(),
      release: (store) => this.#release(store),
    }
  }

  /** Returns whether a wallet has records in a table. */
  async hasRecords(wallet: string, table: string): Promise<boolean> {
    validateWallet(wallet)
    return (await this.#readers.query(HAS_RECORDS, [wallet, table])).length > 0
  }

  /**
   * Opens the store of a wallet, as its leader if it has none; undefined if there is no such wallet.
   * @throws StoreBlockedError if this process has it open
   */
  async openStore(wallet: string): Promise<PostgresStore | undefined> {
    validateWallet(wallet)
    const [row] = await this.#readers.query(SELECT_WALLET, [wallet])
    const found = walletRowOf(row)
    if (found === undefined) return undefined
    if (this.#isClosed) throw new StoreLostError(`the connection to ${this.name} was closed`)
    if (this.#stores.has(wallet))
      throw new StoreBlockedError(`this process has the wallet "${wallet}" open at another path: close it there first`)
    const store = new PostgresStore(wallet, this.#host, found)
    this.#stores.set(wallet, store)
    try {
      await this.#takeOver()
      // This process has read nothing of the wallet yet.
      store.acceptLead()
      return store
    } catch (error) {
      await store.close()
      throw error
    }
  }

  /**
   * Creates the store of a wallet, or opens that of an interrupted creation.
   * @throws StoreBlockedError if another process has it open
   */
  async createStore(wallet: string): Promise<PostgresStore> {
    validateWallet(wallet)
    await this.#locking.run(() => this.#writer.query(INSERT_WALLET, [wallet]))
    const store = await this.openStore(wallet)
    if (store === undefined) throw new StoreUnreadableError(`${this.name} does not keep the wallet "${wallet}"`)
    if (store.leads) return store
    const failure = store.notLeading()
    await store.close()
    throw new StoreBlockedError(`another process has the wallet "${wallet}" open`, { cause: failure })
  }

  /** Removes a wallet that this process leads, with its records, and closes its store. */
  async removeStore(store: PostgresStore): Promise<void> {
    const epoch = store.epoch
    await this.#locking.run(() => this.#writer.query(DELETE_WALLET, [store.wallet, String(epoch)]))
    await store.close()
  }

  #schedule(): void {
    const { schedule = scheduleTimer } = this.#options
    this.#cancel()
    this.#cancel = schedule(() => this.#takeOverSoon(), TAKEOVER_INTERVAL_MS)
  }

  #takeOverSoon(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#takeOver()
      .then(() => this.#reportLoss(false))
      .catch((error: unknown) => this.#reportLoss(true, error))
      .finally(() => {
        if (!this.#isClosed) this.#schedule()
      })
  }

  #reportLoss(isLost: boolean, error?: unknown): void {
    if (isLost === this.#isLost || this.#isClosed) return
    this.#isLost = isLost
    const reason = error instanceof Error ? error.message : String(error)
    this.#options.report(isLost ? `no wallet can be changed: ${reason}` : `${this.name} responds again`)
  }

  /** Takes the locks that are free, on a new connection if the last one is lost. */
  #takeOver(): Promise<void> {
    return this.#locking.run(async () => {
      this.#isWaiting = false
      if (this.#isClosed) return
      if (!this.#writer.isOpen) {
        for (const store of this.#stores.values()) store.suspend()
        this.#writer = await this.#connect()
      }
      const session = this.#writer
      const waiting = [...this.#stores.values()].filter(({ leads, isSuspended }) => !leads || isSuspended)
      const names = waiting.map(({ wallet }) => wallet)
      const rows = await session.query(TRY_LOCKS, [names, waiting.map(({ lockKey }) => lockKey)])
      const taken = new Set(rows.map(([name]) => name))
      for (const store of waiting)
        try {
          await this.#settle(store, taken.has(store.wallet), session)
        } catch (error) {
          // A wallet that cannot be led does not stop the others.
          if (error instanceof StoreLostError || !(error instanceof FabaError)) throw error
          await session.query(UNLOCK, [store.lockKey])
          if (error.message !== this.#lastFailure) this.#options.report(error.message)
          this.#lastFailure = error.message
        }
    })
  }

  async #settle(store: PostgresStore, hasLock: boolean, session: DatabaseSession): Promise<void> {
    if (!hasLock) {
      if (store.isSuspended) await store.checkSuspension()
    } else if (this.#stores.get(store.wallet) === store) await store.lead(session)
    else await session.query(UNLOCK, [store.lockKey])
  }

  /** Gives up the lock of a wallet. Its store is forgotten if it is closed. */
  async #release(store: PostgresStore): Promise<void> {
    if (store.isClosed && this.#stores.get(store.wallet) === store) this.#stores.delete(store.wallet)
    await this.#locking.run(async () => {
      // With a lost connection the lock is lost too.
      if (this.#writer.isOpen) await this.#writer.query(UNLOCK, [store.lockKey]).catch(() => undefined)
    })
  }

  /** Closes all stores and connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#stores.values()].map((store) => store.close()))
    this.#isClosed = true
    this.#cancel()
    await this.#locking.idle()
    await Promise.all([this.#readers.close(), this.#snapshots.close(), this.#writer.close()])
  }
}
