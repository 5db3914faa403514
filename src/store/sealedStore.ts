// The store of one wallet: its vault lies between the wallet and the store that all wallets share.

import type { Store, StoreChange } from './store.ts'
import { validateKey, validatePrefix, validateTable } from './storeNames.ts'
import { recordsTable, type Vault } from './vault.ts'

/**
 * A wallet's own store: values and keys of its records are sealed before they reach `store`. Closing it closes the vault and
 * leaves `store`, which others share, open. Calls throw TamperedRecordError where a record is not what the wallet wrote.
 */
export const createSealedStore = (store: Store, vault: Vault): Store => {
  const below = recordsTable(vault.walletId)
  const place = (table: string, name: string): string => `${table}/${name}`

  return {
    get: async (table, key) => {
      validateTable(table)
      validateKey(key)
      const name = vault.nameOf(table, key)
      const sealed = await store.get(below, place(table, name))
      return sealed === undefined ? undefined : vault.open(table, name, sealed)[1]
    },
    list: async (table, prefix = '') => {
      validateTable(table)
      validatePrefix(prefix)
      const start = place(table, '')
      const found = await store.list(below, start)
      return found
        .map(([at, sealed]) => vault.open(table, at.slice(start.length), sealed))
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
    },
    commit: async (changes, durability) => {
      const sealed = changes.map(({ table, key, value }): StoreChange => {
        validateTable(table)
        validateKey(key)
        const name = vault.nameOf(table, key)
        const at = { table: below, key: place(table, name) }
        return value === undefined ? at : { ...at, value: vault.seal(table, key, value, name) }
      })
      await store.commit(sealed, durability)
    },
    close: async () => vault.close(),
  }
}
