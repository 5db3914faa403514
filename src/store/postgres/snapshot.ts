// All records of a wallet as of one commit, in memory.

import { StoreUnreadableError } from '../errors.ts'
import type { Row } from './databaseSession.ts'

export type Snapshot = {
  get(table: string, key: string): Uint8Array | undefined
  list(table: string, prefix: string): readonly (readonly [key: string, value: Uint8Array])[]
}

/**
 * Reads the rows of SELECT_SNAPSHOT.
 * @throws StoreUnreadableError for other rows
 */
export const readSnapshot = (rows: readonly Row[]): Snapshot => {
  const tables = new Map<string, Map<string, Uint8Array>>()
  for (const [, , , table, key, value] of rows) {
    // A wallet without records.
    if (table === undefined) continue
    if (typeof table !== 'string' || typeof key !== 'string' || !(value instanceof Uint8Array))
      throw new StoreUnreadableError('a record in the database has another form')
    const records = tables.get(table) ?? new Map<string, Uint8Array>()
    records.set(key, new Uint8Array(value))
    tables.set(table, records)
  }
  return {
    get: (table, key) => tables.get(table)?.get(key),
    list: (table, prefix) =>
      [...(tables.get(table) ?? [])].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1)),
  }
}
