// All that waits in a pool, each in every order that somebody asks for, so that nobody has to look through all of it.

import { toHex } from '../../bytes/hex.ts'
import { type ClaimOf, ConflictIndex } from './conflictIndex.ts'
import { compareDatabaseOrder, comparePriority, type PoolEntry, type PoolEntryUpdate } from './poolEntry.ts'
import { SortedList } from './sortedList.ts'

/** Entries by id, by what they claim, by place and by worth, and what they weigh. Ids in hex. */
export class PoolIndex {
  readonly conflicts: ConflictIndex
  readonly #entries = new Map<string, PoolEntry>()
  readonly #byPlace = new SortedList(compareDatabaseOrder)
  readonly #byWorth = new SortedList(comparePriority)
  #weight = 0

  constructor(claimOf: ClaimOf) {
    this.conflicts = new ConflictIndex(claimOf)
  }

  get size(): number {
    return this.#entries.size
  }

  /** Of all together. */
  get weight(): number {
    return this.#weight
  }

  /** In the order in which they came. */
  get byId(): ReadonlyMap<string, PoolEntry> {
    return this.#entries
  }

  /** In the order of the reference's database. */
  get byDatabaseOrder(): readonly PoolEntry[] {
    return this.#byPlace.items
  }

  /** What a block takes first, first. */
  get byPriority(): readonly PoolEntry[] {
    return this.#byWorth.items
  }

  /** Puts in one that is not there yet. */
  add(entry: PoolEntry): void {
    this.#entries.set(toHex(entry.parsed.id), entry)
    this.conflicts.add(entry.parsed)
    this.#byPlace.add(entry)
    this.#byWorth.add(entry)
    this.#weight += entry.parsed.weight
  }

  remove(id: string): PoolEntry | undefined {
    const entry = this.#entries.get(id)
    if (entry === undefined) return undefined
    this.#entries.delete(id)
    this.conflicts.remove(entry.parsed)
    this.#byPlace.remove(entry)
    this.#byWorth.remove(entry)
    this.#weight -= entry.parsed.weight
    return entry
  }

  /** Notes something of one, should it be there. */
  update(id: string, note: PoolEntryUpdate): void {
    const former = this.#entries.get(id)
    if (former === undefined) return
    const entry = { ...former, ...note }
    this.#entries.set(id, entry)
    this.#byPlace.replace(former, entry)
    this.#byWorth.replace(former, entry)
  }

  /** Makes it these; of two with one id the later one. */
  reset(entries: Iterable<PoolEntry>): void {
    this.#entries.clear()
    this.conflicts.clear()
    this.#weight = 0
    for (const entry of entries) this.#entries.set(toHex(entry.parsed.id), entry)
    for (const { parsed } of this.#entries.values()) {
      this.conflicts.add(parsed)
      this.#weight += parsed.weight
    }
    this.#byPlace.reset(this.#entries.values())
    this.#byWorth.reset(this.#entries.values())
  }
}
