// The entries of a pool with their indexes, so that no lookup walks through all entries.

import { toHex } from '../../bytes/hex.ts'
import { type ClaimOf, ConflictIndex } from '../records/conflictIndex.ts'
import { compareDatabaseOrder, comparePriority, type PoolEntry, type PoolEntryUpdate } from './poolEntry.ts'
import { SortedList } from './sortedList.ts'

/** Entries by id, by conflicts, in database order and by priority, and their total weight. Ids are in hex. */
export class PoolIndex {
  readonly conflicts: ConflictIndex
  readonly #entries = new Map<string, PoolEntry>()
  readonly #byDatabaseOrder = new SortedList(compareDatabaseOrder)
  readonly #byPriority = new SortedList(comparePriority)
  #weight = 0

  constructor(claimOf: ClaimOf) {
    this.conflicts = new ConflictIndex(claimOf)
  }

  get size(): number {
    return this.#entries.size
  }

  /** The total weight. */
  get weight(): number {
    return this.#weight
  }

  /** In order of arrival. */
  get byId(): ReadonlyMap<string, PoolEntry> {
    return this.#entries
  }

  /** In the order of monerod's database. */
  get byDatabaseOrder(): readonly PoolEntry[] {
    return this.#byDatabaseOrder.items
  }

  /** In the order in which a block template takes them. */
  get byPriority(): readonly PoolEntry[] {
    return this.#byPriority.items
  }

  /** Adds an entry that is not in the pool yet. */
  add(entry: PoolEntry): void {
    this.#entries.set(toHex(entry.parsed.id), entry)
    this.conflicts.add(entry.parsed)
    this.#byDatabaseOrder.add(entry)
    this.#byPriority.add(entry)
    this.#weight += entry.parsed.weight
  }

  remove(id: string): PoolEntry | undefined {
    const entry = this.#entries.get(id)
    if (entry === undefined) return undefined
    this.#entries.delete(id)
    this.conflicts.remove(entry.parsed)
    this.#byDatabaseOrder.remove(entry)
    this.#byPriority.remove(entry)
    this.#weight -= entry.parsed.weight
    return entry
  }

  /** Updates an entry if it is in the pool. */
  update(id: string, change: PoolEntryUpdate): void {
    const former = this.#entries.get(id)
    if (former === undefined) return
    const entry = { ...former, ...change }
    this.#entries.set(id, entry)
    this.#byDatabaseOrder.replace(former, entry)
    this.#byPriority.replace(former, entry)
  }

  /** Replaces all entries; of two with the same id the later one counts. */
  reset(entries: Iterable<PoolEntry>): void {
    this.#entries.clear()
    this.conflicts.clear()
    this.#weight = 0
    for (const entry of entries) this.#entries.set(toHex(entry.parsed.id), entry)
    for (const { parsed } of this.#entries.values()) {
      this.conflicts.add(parsed)
      this.#weight += parsed.weight
    }
    this.#byDatabaseOrder.reset(this.#entries.values())
    this.#byPriority.reset(this.#entries.values())
  }
}
