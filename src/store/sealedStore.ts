// The store of one wallet: its vault encrypts the records of the wallet in a store that all wallets share.

import { nextTurn } from '../async/nextTurn.ts'
import { SerialQueue } from '../async/serialQueue.ts'
import { wipe } from '../bytes/bytes.ts'
import { VaultExistsError } from './errors.ts'
import { previousKeyRemoval } from './previousKey.ts'
import type { Durability, Store, StoreChange, StoredRecord } from './store.ts'
import { validateKey, validatePrefix, validateTable } from './storeNames.ts'
import { recordsTable, type Vault } from './vault.ts'
import type { NewVaultKey } from './vaultKey.ts'

const sharedKey = (table: string, name: string): string => `${table}/${name}`

/** Returns table and name of a key in the table that holds all records of a wallet. */
const partsOf = (shared: string): readonly [table: string, name: string] => {
  const [table = '', name = ''] = shared.split('/')
  return [table, name]
}

/**
 * The store of a wallet: values are encrypted and keys are hashed before they reach `store`. Closing it closes the vault; `store`, which
 * other wallets share, stays open. Reads throw TamperedRecordError if a record fails authentication.
 */
export class SealedStore implements Store {
  readonly #store: Store
  readonly #vault: Vault
  readonly #sharedTable: string
  /** Commits, and the steps by which records are sealed again, run one after the other. */
  readonly #queue = new SerialQueue()
  /** running iterations of pages, which must not miss a record that gets another name */
  #iterations = 0
  #resealing: Promise<void> | undefined

  constructor(store: Store, vault: Vault) {
    this.#store = store
    this.#vault = vault
    this.#sharedTable = recordsTable(vault.walletId)
  }

  #openAll(table: string, found: readonly StoredRecord[]): StoredRecord[] {
    return found.map(([key, sealed]) => this.#vault.open(table, key.slice(sharedKey(table, '').length), sealed))
  }

  async #getByName(table: string, name: string): Promise<Uint8Array | undefined> {
    const sealed = await this.#store.get(this.#sharedTable, sharedKey(table, name))
    return sealed === undefined ? undefined : this.#vault.open(table, name, sealed)[1]
  }

  async get(table: string, key: string): Promise<Uint8Array | undefined> {
    validateTable(table)
    validateKey(key)
    const name = this.#vault.nameOf(table, key)
    const previous = this.#vault.previousNameOf(table, key)
    const found = await this.#getByName(table, name)
    if (found !== undefined || previous === undefined) return found
    // The record may be sealed again between the two reads.
    return (await this.#getByName(table, previous)) ?? (await this.#getByName(table, name))
  }

  async list(table: string, prefix = ''): Promise<readonly StoredRecord[]> {
    validateTable(table)
    validatePrefix(prefix)
    return this.#openAll(table, await this.#store.list(this.#sharedTable, sharedKey(table, '')))
      .filter(([key]) => key.startsWith(prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1))
  }

  async *pages(table: string, prefix = ''): AsyncIterable<readonly StoredRecord[]> {
    validateTable(table)
    validatePrefix(prefix)
    this.#iterations++
    try {
      for await (const page of this.#store.pages(this.#sharedTable, sharedKey(table, '')))
        yield this.#openAll(table, page).filter(([key]) => key.startsWith(prefix))
    } finally {
      this.#iterations--
    }
  }

  /** Returns the changes of the shared table by which a record gets a value, or is removed. */
  #sealed({ table, key, value }: StoreChange): StoreChange[] {
    validateTable(table)
    validateKey(key)
    const name = this.#vault.nameOf(table, key)
    const previous = this.#vault.previousNameOf(table, key)
    const change = { table: this.#sharedTable, key: sharedKey(table, name) }
    const sealed = value === undefined ? change : { ...change, value: this.#vault.seal(table, key, value, name) }
    return previous === undefined ? [sealed] : [sealed, { table: this.#sharedTable, key: sharedKey(table, previous) }]
  }

  commit(changes: readonly StoreChange[], durability: Durability): Promise<void> {
    return this.#queue.run(async () => {
      await this.#store.commit(
        changes.flatMap((change) => this.#sealed(change)),
        durability,
      )
    })
  }

  /**
   * Stores another vault key, which is wiped, and seals with it from then on. Records that are sealed already must be sealed again: see `reseal`.
   * @throws VaultExistsError while records of an earlier key must be sealed again
   */
  changeKey({ vaultKey, changes }: NewVaultKey): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#vault.hasPrevious) throw new VaultExistsError('an earlier vault key is still in use')
      await this.#store.commit(changes, 'strict')
      this.#vault.changeKey(vaultKey)
    })
  }

  /**
   * Seals all records of the previous vault key again, a page at a time, then removes that key. The wallet can be used meanwhile. Ends early if
   * the store is closed; another call, after the next opening, goes on where it ended.
   */
  reseal(): Promise<void> {
    this.#resealing ??= this.#resealAll().finally(() => {
      this.#resealing = undefined
    })
    return this.#resealing
  }

  async #resealAll(): Promise<void> {
    const vault = this.#vault
    if (!vault.hasPrevious) return
    let moved: number
    do {
      moved = 0
      for await (const page of this.#store.pages(this.#sharedTable)) {
        while (this.#iterations > 0) await nextTurn()
        if (vault.isClosed) return
        moved += await this.#queue.run(() => this.#resealPage(page))
        // Commits that wait come first.
        await nextTurn()
      }
      // The last pass has found none.
    } while (moved > 0)
    if (vault.isClosed) return
    await this.#queue.run(async () => {
      await this.#store.commit([previousKeyRemoval(vault.walletId)], 'strict')
      vault.forgetPrevious()
    })
  }

  /** Opens a record of a page that is sealed with the previous vault key, as it is now; undefined if there is none any more. */
  async #openPrevious([shared, listed]: StoredRecord): Promise<WalletRecord | undefined> {
    const [table, name] = partsOf(shared)
    const found = this.#vault.openPrevious(table, name, listed)
    if (found === undefined) return undefined
    wipe(found[1])
    // A commit may have replaced it since the page was read.
    const sealed = await this.#store.get(this.#sharedTable, shared)
    const record = sealed === undefined ? undefined : this.#vault.openPrevious(table, name, sealed)
    return record === undefined ? undefined : { table, key: record[0], value: record[1] }
  }

  /** Returns the number of records of a page that were, or are still, sealed with the previous vault key. */
  async #resealPage(page: readonly StoredRecord[]): Promise<number> {
    // An iteration has begun meanwhile: another pass follows.
    if (this.#iterations > 0) return page.length
    const changes: StoreChange[] = []
    const values: Uint8Array[] = []
    for (const listed of page) {
      const record = await this.#openPrevious(listed)
      if (record === undefined) continue
      changes.push(...this.#sealed(record))
      values.push(record.value)
    }
    wipe(...values)
    if (changes.length > 0) await this.#store.commit(changes, 'strict')
    return values.length
  }

  async close(): Promise<void> {
    this.#vault.close()
  }
}

/** Creates the store of a wallet. */
export const createSealedStore = (store: Store, vault: Vault): SealedStore => new SealedStore(store, vault)

/** A record of a wallet, decrypted. */
export type WalletRecord = { readonly table: string; readonly key: string; readonly value: Uint8Array }

/**
 * Returns all records of a wallet, as one commit left them. They contain secrets, which the caller wipes.
 * @throws TamperedRecordError if a record fails authentication
 */
export const readAllRecords = async (store: Store, vault: Vault): Promise<readonly WalletRecord[]> => {
  const records = await store.list(recordsTable(vault.walletId))
  return records.map(([shared, sealed]) => {
    const [table, name] = partsOf(shared)
    const [key, value] = vault.open(table, name, sealed)
    return { table, key, value }
  })
}
