// Where wallets rest. A store is a set of tables of small records, opaque to it: whatever is secret was sealed above
// (sealedStore.ts). A commit is atomic: after a kill either all of its changes are there, or none.

/** One change of a commit; without a value the record is removed. */
export type StoreChange = { readonly table: string; readonly key: string; readonly value?: Uint8Array }

/**
 * How hard a commit presses on the disk: `strict` returns when the bytes rest there (keys, payments), `relaxed` leaves the
 * moment to the system (sync progress, which a rescan recovers). Atomic either way.
 */
export type Durability = 'strict' | 'relaxed'

/** Implemented over IndexedDB (browser), SQLite (Node) and memory (tests, throw-away wallets). */
export type Store = {
  /** The record's value, or undefined. */
  get(table: string, key: string): Promise<Uint8Array | undefined>
  /** All records of a table whose keys begin with `prefix` (all when left out), in ascending order of keys. */
  list(table: string, prefix?: string): Promise<readonly (readonly [key: string, value: Uint8Array])[]>
  /** Applies all changes in one transaction. */
  commit(changes: readonly StoreChange[], durability: Durability): Promise<void>
  close(): Promise<void>
}
