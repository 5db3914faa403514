// The store of one wallet: its vault encrypts the records of the wallet in a store that all wallets share.

import type { Store, StoreChange, StoredRecord } from './store.ts'
import { validateKey, validatePrefix, validateTable } from './storeNames.ts'
import { recordsTable, type Vault } from './vault.ts'

/**
 * Creates the store of a wallet: values are encrypted and keys are hashed before they reach `store`. Closing it closes the vault;
 * `store`, which other wallets share, stays open. Reads throw TamperedRecordError if a record fails authentication.
 */
export const createSealedStore = (store: Store, vault: Vault): Store => {
  const sharedTable = recordsTable(vault.walletId)
  const sharedKey = (table: string, name: string): string => `${table}/${name}`
  const openAll = (table: string, found: readonly StoredRecord[]): StoredRecord[] =>
    found.map(([key, sealed]) => vault.open(table, key.slice(sharedKey(table, '').length), sealed))

  return {
    get: async (table, key) => {
      validateTable(table)
      validateKey(key)
      const name = vault.nameOf(table, key)
      const sealed = await store.get(sharedTable, sharedKey(table, name))
      return sealed === undefined ? undefined : vault.open(table, name, sealed)[1]
    },
    list: async (table, prefix = '') => {
      validateTable(table)
      validatePrefix(prefix)
      return openAll(table, await store.list(sharedTable, sharedKey(table, '')))
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
    },
    pages: async function* (table, prefix = '') {
      validateTable(table)
      validatePrefix(prefix)
      for await (const page of store.pages(sharedTable, sharedKey(table, '')))
        yield openAll(table, page).filter(([key]) => key.startsWith(prefix))
    },
    commit: async (changes, durability) => {
      const sealed = changes.map(({ table, key, value }): StoreChange => {
        validateTable(table)
        validateKey(key)
        const name = vault.nameOf(table, key)
        const change = { table: sharedTable, key: sharedKey(table, name) }
        return value === undefined ? change : { ...change, value: vault.seal(table, key, value, name) }
      })
      await store.commit(sealed, durability)
    },
    close: async () => vault.close(),
  }
}

/** A record of a wallet, decrypted. */
export type WalletRecord = { readonly table: string; readonly key: string; readonly value: Uint8Array }

/**
 * Returns all records of a wallet, as one commit left them. They contain secrets, which the caller wipes.
 * @throws TamperedRecordError if a record fails authentication
 */
export const readAllRecords = async (store: Store, vault: Vault): Promise<readonly WalletRecord[]> => {
  const records = await store.list(recordsTable(vault.walletId))
  return records.map(([sharedKey, sealed]) => {
    const [table = '', name = ''] = sharedKey.split('/')
    const [key, value] = vault.open(table, name, sealed)
    return { table, key, value }
  })
}
