// The store under Node: one SQLite file, readable by its owner alone.

import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreBlockedError, StoreFullError, StoreLostError, StoreUnreadableError, StoreVersionError } from './errors.ts'
import type { Durability, Store } from './store.ts'
import { prefixUpperBound, validateKey, validatePrefix, validateTable } from './storeNames.ts'

/** Steps of SQL from one version of the schema to the next. Once released, one never changes; later ones are added. */
export const SQLITE_MIGRATIONS: readonly string[] = [
  'CREATE TABLE records ("table" TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY ("table", key)) WITHOUT ROWID',
]

const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
const SQLITE_FULL = 13

/** Under a write-ahead log FULL waits for the disk at each commit, NORMAL only when the log is worked in. */
const SYNCHRONOUS: { readonly [durability in Durability]: string } = { strict: 'FULL', relaxed: 'NORMAL' }

const toStoreError = (error: unknown, path: string): unknown => {
  if (!(error instanceof Error)) return error
  if (!('errcode' in error) || typeof error.errcode !== 'number') return error
  switch (error.errcode & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return new StoreBlockedError(`another process is writing to ${path}: close it, then try again`)
    case SQLITE_FULL:
      return new StoreFullError(`the disk of ${path} is full`)
    default:
      return new StoreUnreadableError(`${path} cannot be used: ${error.message}`)
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

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'])

const migrate = (database: DatabaseSync, migrations: readonly string[], path: string): void =>
  inTransaction(database, () => {
    const version = versionOf(database)
    if (version > migrations.length)
      throw new StoreVersionError(
        `${path} has version ${version}, this program knows up to ${migrations.length}: use a newer one`,
      )
    for (const step of migrations.slice(version)) database.exec(step)
    database.exec(`PRAGMA user_version = ${migrations.length}`)
  })

const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new StoreUnreadableError('a key in the store is no text')
  return value
}

const bytesOf = (value: unknown): Uint8Array => {
  if (!(value instanceof Uint8Array)) throw new StoreUnreadableError('a value in the store is no byte array')
  return value
}

export type SqliteOptions = {
  readonly migrations?: readonly string[]
  /** how long a commit waits for another process that is writing */
  readonly busyTimeoutMs?: number
  /** no other process gets at the file until it is closed */
  readonly exclusive?: boolean
}

/**
 * Opens the file at `path`, which is made (with its folder) or brought to the newest schema where needed. Its mode is set to 0600.
 * @throws StoreVersionError when it is newer than the program, StoreBlockedError when another process does not let go of it,
 *   StoreUnreadableError when it is no store or cannot be written
 */
export const openSqliteStore = (path: string, options: SqliteOptions = {}): Store => {
  const { migrations = SQLITE_MIGRATIONS, busyTimeoutMs = 5000, exclusive = false } = options

  const attempt = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw toStoreError(error, path)
    }
  }

  const opened = attempt(() => {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      closeSync(openSync(path, 'a', 0o600))
      chmodSync(path, 0o600)
    } catch (error) {
      throw new StoreUnreadableError(
        `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
    const database = new DatabaseSync(path, { timeout: busyTimeoutMs })
    try {
      if (exclusive) database.exec('PRAGMA locking_mode = EXCLUSIVE')
      // What is replaced, such as a key under an old password, is overwritten.
      database.exec(
        'PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON; PRAGMA fullfsync = ON; PRAGMA synchronous = FULL',
      )
      migrate(database, migrations, path)
      return {
        database,
        get: database.prepare('SELECT value FROM records WHERE "table" = ? AND key = ?'),
        list: database.prepare(
          'SELECT key, value FROM records WHERE "table" = ? AND key >= ? AND key < ? ORDER BY key',
        ),
        put: database.prepare(
          'INSERT INTO records VALUES (?, ?, ?) ON CONFLICT ("table", key) DO UPDATE SET value = excluded.value',
        ),
        remove: database.prepare('DELETE FROM records WHERE "table" = ? AND key = ?'),
      }
    } catch (error) {
      database.close()
      throw error
    }
  })
  let synchronous: Durability = 'strict'

  const use = <T>(work: (store: typeof opened) => T): T => {
    if (!opened.database.isOpen) throw new StoreLostError(`${path} is closed`)
    return attempt(() => work(opened))
  }

  return {
    get: async (table, key) => {
      validateTable(table)
      validateKey(key)
      return use(({ get }) => {
        const row = get.get(table, key)
        return row === undefined ? undefined : bytesOf(row['value'])
      })
    },
    list: async (table, prefix = '') => {
      validateTable(table)
      validatePrefix(prefix)
      return use(({ list }) =>
        list
          .all(table, prefix, prefixUpperBound(prefix))
          .map((row) => [textOf(row['key']), bytesOf(row['value'])] as const),
      )
    },
    commit: async (changes, durability) => {
      for (const { table, key } of changes) {
        validateTable(table)
        validateKey(key)
      }
      use(({ database, put, remove }) => {
        if (synchronous !== durability) {
          database.exec(`PRAGMA synchronous = ${SYNCHRONOUS[durability]}`)
          synchronous = durability
        }
        inTransaction(database, () => {
          for (const { table, key, value } of changes) {
            if (value === undefined) remove.run(table, key)
            else put.run(table, key, value)
          }
        })
      })
    },
    close: async () => {
      if (opened.database.isOpen) opened.database.close()
    },
  }
}
