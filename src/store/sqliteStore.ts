// The store under Node: one SQLite file with mode 0600.

import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { describeFileError } from '../errors/systemErrors.ts'
import { StoreBlockedError, StoreFullError, StoreLostError, StoreUnreadableError, StoreVersionError } from './errors.ts'
import { RECORDS_PER_PAGE, readPages } from './recordPages.ts'
import { describeSqliteError } from './sqliteErrors.ts'
import type { Durability, Store, StoreChange, StoredRecord } from './store.ts'
import { prefixUpperBound, validateKey, validatePrefix, validateTable } from './storeNames.ts'

/** Each migration upgrades the schema by one version. Released migrations never change; new ones are appended. */
export const SQLITE_MIGRATIONS: readonly string[] = [
  'CREATE TABLE records ("table" TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY ("table", key)) WITHOUT ROWID',
]

/** With a write-ahead log, FULL syncs to disk at each commit, NORMAL only at checkpoints. */
const SYNCHRONOUS: { readonly [durability in Durability]: string } = { strict: 'FULL', relaxed: 'NORMAL' }

const toStoreError = (error: unknown, path: string): unknown => {
  const described = describeSqliteError(error, path)
  switch (described?.fault) {
    case undefined:
      return error
    case 'locked':
      return new StoreBlockedError(`another process is writing to ${path}: close it, then try again`, { cause: error })
    case 'full':
      return new StoreFullError(`the disk of ${path} is full`, { cause: error })
    case 'unusable':
      return new StoreUnreadableError(`${path} cannot be used: ${described?.reason}`, { cause: error })
  }
}

const inTransaction = <T>(database: DatabaseSync, work: () => T): T => {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

const schemaVersion = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'])

/** @throws StoreVersionError if the file is newer than the program */
const checkVersion = (database: DatabaseSync, migrations: readonly string[], path: string): void => {
  const version = schemaVersion(database)
  if (version > migrations.length)
    throw new StoreVersionError(
      `${path} has version ${version}, this program supports versions up to ${migrations.length}: use a newer program`,
    )
}

const migrate = (database: DatabaseSync, migrations: readonly string[], path: string): void =>
  inTransaction(database, () => {
    checkVersion(database, migrations, path)
    const version = schemaVersion(database)
    for (const step of migrations.slice(version)) database.exec(step)
    database.exec(`PRAGMA user_version = ${migrations.length}`)
  })

const expectText = (value: unknown): string => {
  if (typeof value !== 'string') throw new StoreUnreadableError('a key in the store is not a text')
  return value
}

const expectBytes = (value: unknown): Uint8Array => {
  if (!(value instanceof Uint8Array)) throw new StoreUnreadableError('a value in the store is not a byte array')
  return value
}

/** @param row key and value */
const recordOf = (row: { readonly [column: number]: unknown }): StoredRecord => [
  expectText(row[0]),
  expectBytes(row[1]),
]

export type SqliteOptions = {
  readonly migrations?: readonly string[]
  /** maximum wait of a commit for another process that writes; 5 s by default */
  readonly busyTimeoutMs?: number
  /** locks the file for other processes until it is closed */
  readonly exclusive?: boolean
}

/** Creates the file and its folder if they do not exist. Only the owner can read them. */
const createPrivateFile = (path: string): void => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
    chmodSync(path, 0o600)
  } catch (error) {
    const reason = describeFileError(error)
    if (reason === undefined) throw error
    throw new StoreUnreadableError(`${path} cannot be written: ${reason}`, { cause: error })
  }
}

/** Prepares a statement whose rows are arrays: objects take longer. */
const prepareForArrays = (database: DatabaseSync, sql: string): StatementSync => {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  return statement
}

const prepareStatements = (database: DatabaseSync) => ({
  get: database.prepare('SELECT value FROM records WHERE "table" = ? AND key = ?'),
  list: prepareForArrays(
    database,
    'SELECT key, value FROM records WHERE "table" = ? AND key >= ? AND key < ? ORDER BY key',
  ),
  page: prepareForArrays(
    database,
    `SELECT key, value FROM records WHERE "table" = ? AND key >= ? AND key < ? ORDER BY key LIMIT ${RECORDS_PER_PAGE}`,
  ),
  put: database.prepare(
    'INSERT INTO records VALUES (?, ?, ?) ON CONFLICT ("table", key) DO UPDATE SET value = excluded.value',
  ),
  remove: database.prepare('DELETE FROM records WHERE "table" = ? AND key = ?'),
})

type OpenDatabase = ReturnType<typeof prepareStatements> & { readonly database: DatabaseSync }

/** Opens and migrates the database, and prepares its statements. */
const openDatabase = (path: string, options: SqliteOptions): OpenDatabase => {
  const { migrations = SQLITE_MIGRATIONS, busyTimeoutMs = 5000, exclusive = false } = options
  createPrivateFile(path)
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs })
  try {
    if (exclusive) database.exec('PRAGMA locking_mode = EXCLUSIVE')
    // Before any setting that changes the file; checked again when it is migrated.
    checkVersion(database, migrations, path)
    // secure_delete overwrites replaced data, such as the vault key sealed with an old password.
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON; PRAGMA fullfsync = ON; PRAGMA synchronous = FULL',
    )
    migrate(database, migrations, path)
    return { database, ...prepareStatements(database) }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Runs `work` with the errors of stores. */
const attempt = <T>(path: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw toStoreError(error, path)
  }
}

class SqliteStore implements Store {
  readonly #path: string
  readonly #opened: OpenDatabase
  #synchronous: Durability = 'strict'

  constructor(path: string, opened: OpenDatabase) {
    this.#path = path
    this.#opened = opened
  }

  async get(table: string, key: string): Promise<Uint8Array | undefined> {
    validateTable(table)
    validateKey(key)
    return this.#use(({ get }) => {
      const row = get.get(table, key)
      return row === undefined ? undefined : expectBytes(row['value'])
    })
  }

  async list(table: string, prefix = ''): Promise<readonly StoredRecord[]> {
    validateTable(table)
    validatePrefix(prefix)
    return this.#use(({ list }) => list.all(table, prefix, prefixUpperBound(prefix)).map(recordOf))
  }

  pages(table: string, prefix = ''): AsyncIterable<readonly StoredRecord[]> {
    return readPages(table, prefix, (start, end) => this.#use(({ page }) => page.all(table, start, end).map(recordOf)))
  }

  async commit(changes: readonly StoreChange[], durability: Durability): Promise<void> {
    for (const { table, key } of changes) {
      validateTable(table)
      validateKey(key)
    }
    this.#use(({ database, put, remove }) => {
      if (this.#synchronous !== durability) {
        database.exec(`PRAGMA synchronous = ${SYNCHRONOUS[durability]}`)
        this.#synchronous = durability
      }
      inTransaction(database, () => {
        for (const { table, key, value } of changes) {
          if (value === undefined) remove.run(table, key)
          else put.run(table, key, value)
        }
      })
    })
  }

  async close(): Promise<void> {
    if (this.#opened.database.isOpen) this.#opened.database.close()
  }

  #use<T>(work: (opened: OpenDatabase) => T): T {
    if (!this.#opened.database.isOpen) throw new StoreLostError(`${this.#path} is closed`)
    return attempt(this.#path, () => work(this.#opened))
  }
}

/**
 * Opens the file at `path`; creates it (with its folder) or migrates it to the newest schema if needed. Sets its mode to 0600.
 * @throws StoreVersionError if it is newer than the program, StoreBlockedError if another process holds its lock,
 *   StoreUnreadableError if it is not a store or cannot be written
 */
export const openSqliteStore = (path: string, options: SqliteOptions = {}): Store =>
  new SqliteStore(
    path,
    attempt(path, () => openDatabase(path, options)),
  )
