// A store in memory, for tests and temporary wallets.

import { StoreLostError } from './errors.ts'
import type { Store } from './store.ts'
import { validateKey, validatePrefix, validateTable } from './storeNames.ts'

/** Opens an empty store; closing it deletes its records. */
export const openMemoryStore = (): Store => {
  let tables: Map<string, Map<string, Uint8Array>> | undefined = new Map()

  const opened = (): Map<string, Map<string, Uint8Array>> => {
    if (tables === undefined) throw new StoreLostError('the store is closed')
    return tables
  }

  const tableOf = (name: string): Map<string, Uint8Array> => {
    const known = opened().get(name)
    if (known !== undefined) return known
    const table = new Map<string, Uint8Array>()
    opened().set(name, table)
    return table
  }

  const list: Store['list'] = async (table, prefix = '') => {
    validateTable(table)
    validatePrefix(prefix)
    return [...(opened().get(table) ?? [])]
      .filter(([key]) => key.startsWith(prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, new Uint8Array(value)] as const)
  }

  return {
    get: async (table, key) => {
      validateTable(table)
      validateKey(key)
      const value = opened().get(table)?.get(key)
      return value === undefined ? undefined : new Uint8Array(value)
    },
    list,
    pages: async function* (table, prefix) {
      yield await list(table, prefix)
    },
    commit: async (changes) => {
      opened()
      for (const { table, key } of changes) {
        validateTable(table)
        validateKey(key)
      }
      for (const { table, key, value } of changes) {
        if (value === undefined) tableOf(table).delete(key)
        else tableOf(table).set(key, new Uint8Array(value))
      }
    },
    close: async () => {
      tables = undefined
    },
  }
}
