// Persistent storage of wallets: tables of small opaque records. sealedStore.ts encrypts secrets before they reach a store. A commit is
// atomic: if the process is killed, either all of its changes are stored, or none.

/** One change of a commit; removes the record if there is no value. */
export type StoreChange = { readonly table: string; readonly key: string; readonly value?: Uint8Array }

/**
 * Durability of a commit: `strict` returns after the data are on disk (keys, payments), `relaxed` lets the system choose the time
 * (sync progress, which a rescan recovers). Both are atomic.
 */
export type Durability = 'strict' | 'relaxed'

/** A record of a table. The value is a copy, which belongs to the caller. */
export type StoredRecord = readonly [key: string, value: Uint8Array]

/** Implemented with IndexedDB (browser), SQLite and PostgreSQL (Node), and memory (tests, temporary wallets). */
export type Store = {
  /** Returns a copy of the value of a record; undefined if it does not exist. */
  get(table: string, key: string): Promise<Uint8Array | undefined>
  /** Returns the records of a table whose keys begin with `prefix` (all by default), in ascending order of keys. */
  list(table: string, prefix?: string): Promise<readonly StoredRecord[]>
  /**
   * Returns the same records in parts, so that few of a large table are in memory at a time, and in any order. Changes that are committed
   * meanwhile may be missing.
   */
  pages(table: string, prefix?: string): AsyncIterable<readonly StoredRecord[]>
  /** Applies all changes in one transaction. */
  commit(changes: readonly StoreChange[], durability: Durability): Promise<void>
  close(): Promise<void>
}

/** A store whose records others can clear while it is open. */
export type ClearableStore = Store & {
  /** Sets the listener that is called whenever the records were cleared. Every operation throws StoreClearedError from then on. */
  onCleared(listener: () => void): void
  /** Lets the cleared store be used again. It is empty. */
  startAnew(): Promise<void>
}
