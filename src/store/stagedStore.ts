// A store whose changes are made one by one and stored in one commit: what is interrupted leaves nothing behind.

import { openMemoryStore } from './memoryStore.ts'
import type { Store, StoreChange } from './store.ts'

/** Has nothing but its own changes until they are published; afterwards it is the store that they were published to. */
export type StagedStore = Store & {
  /** Stores the changes so far in one commit, with strict durability. */
  publish(): Promise<void>
}

/** Creates a staged store for records that `store` does not have yet. Closing it leaves `store` open. */
export const createStagedStore = (store: Store): StagedStore => {
  const staging = openMemoryStore()
  /** the last change of each record */
  const changes = new Map<string, StoreChange>()
  let current = staging

  const stage: Store['commit'] = async (added, durability) => {
    await staging.commit(added, durability)
    for (const change of added) changes.set(`${change.table}/${change.key}`, change)
  }

  return {
    get: (table, key) => current.get(table, key),
    list: (table, prefix) => current.list(table, prefix),
    pages: (table, prefix) => current.pages(table, prefix),
    commit: (added, durability) => (current === staging ? stage(added, durability) : store.commit(added, durability)),
    publish: async () => {
      await store.commit([...changes.values()], 'strict')
      current = store
      changes.clear()
      await staging.close()
    },
    close: () => staging.close(),
  }
}
