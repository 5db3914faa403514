// A store that survives the clearing of the one below: it retains the few records without which the open wallet cannot be unlocked, and goes on
// in memory until its records are written back.

import { SerialQueue } from '../async/serialQueue.ts'
import { openMemoryStore } from './memoryStore.ts'
import type { ClearableStore, Durability, Store, StoreChange, StoredRecord } from './store.ts'

/** The records of a table whose keys begin with `prefix`. */
export type RecordRange = { readonly table: string; readonly prefix: string }

const nameOf = ({ table, key }: StoreChange): string => `${table}\n${key}`

/** Retained records are as they were stored: those of wallets are encrypted. */
export class RetainingStore implements Store {
  readonly #stored: ClearableStore
  #ranges: readonly RecordRange[] = []
  /** by table and key */
  readonly #retained = new Map<string, StoreChange>()
  /** what replaces the cleared store; undefined unless it was cleared while records were retained */
  #memory: Store | undefined
  /** the tables with records in memory */
  readonly #tables = new Set<string>()
  readonly #commits = new SerialQueue()
  #cleared: () => void = () => undefined

  /** @param report receives the failure to use a cleared store again */
  constructor(stored: ClearableStore, report: (error: unknown) => void) {
    this.#stored = stored
    stored.onCleared(() => void this.#leaveStored().catch(report))
  }

  /** Whether the records are in memory only. */
  get isInMemory(): boolean {
    return this.#memory !== undefined
  }

  /** Sets the listener that is called after the store was cleared, when it can be used again: in memory if records were retained, else empty. */
  onCleared(listener: () => void): void {
    this.#cleared = listener
  }

  /** Retains the present and later records of these ranges, and no others. */
  async retain(ranges: readonly RecordRange[]): Promise<void> {
    this.release()
    const found = await Promise.all(
      ranges.map(async ({ table, prefix }) =>
        (await this.list(table, prefix)).map(([key, value]): StoreChange => ({ table, key, value })),
      ),
    )
    this.#ranges = ranges
    this.#remember(found.flat())
  }

  /** Retains no records from now on. */
  release(): void {
    this.#ranges = []
    this.#retained.clear()
  }

  #remember(changes: readonly StoreChange[]): void {
    for (const change of changes) {
      if (!this.#ranges.some(({ table, prefix }) => change.table === table && change.key.startsWith(prefix))) continue
      if (change.value === undefined) this.#retained.delete(nameOf(change))
      else this.#retained.set(nameOf(change), change)
    }
  }

  async #leaveStored(): Promise<void> {
    if (this.#memory !== undefined) return
    if (this.#retained.size === 0) await this.#stored.startAnew()
    else await this.#goOnInMemory(openMemoryStore())
    this.#cleared()
  }

  async #goOnInMemory(memory: Store): Promise<void> {
    const retained = [...this.#retained.values()]
    await memory.commit(retained, 'strict')
    for (const { table } of retained) this.#tables.add(table)
    this.#memory = memory
  }

  /**
   * Writes the records in memory to the cleared store, in one commit, and uses it again.
   * @throws errors of the store; the records stay in memory then
   */
  async writeBack(): Promise<void> {
    await this.#commits.run(async () => {
      const memory = this.#memory
      if (memory === undefined) return
      await this.#stored.startAnew()
      const tables = [...this.#tables].map(async (table) =>
        (await memory.list(table)).map(([key, value]): StoreChange => ({ table, key, value })),
      )
      await this.#stored.commit((await Promise.all(tables)).flat(), 'strict')
      this.#memory = undefined
      this.#tables.clear()
      await memory.close()
    })
  }

  get #backing(): Store {
    return this.#memory ?? this.#stored
  }

  /** Returns the retained record if the stored one cannot be read; the next commit reports why. */
  async get(table: string, key: string): Promise<Uint8Array | undefined> {
    try {
      return await this.#backing.get(table, key)
    } catch (error) {
      const value = this.#retained.get(nameOf({ table, key }))?.value
      if (value === undefined) throw error
      return new Uint8Array(value)
    }
  }

  list(table: string, prefix?: string): Promise<readonly StoredRecord[]> {
    return this.#backing.list(table, prefix)
  }

  pages(table: string, prefix?: string): AsyncIterable<readonly StoredRecord[]> {
    return this.#backing.pages(table, prefix)
  }

  async commit(changes: readonly StoreChange[], durability: Durability): Promise<void> {
    await this.#commits.run(async () => {
      await this.#backing.commit(changes, durability)
      if (this.#memory !== undefined) for (const { table } of changes) this.#tables.add(table)
      this.#remember(changes)
    })
  }

  async close(): Promise<void> {
    await this.#memory?.close()
    await this.#stored.close()
  }
}
