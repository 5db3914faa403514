// Changes of a list that show at once, before they are saved. A change that cannot be saved disappears again.

/** Returns the items with the change. It may be applied to items that have it already, and must then leave them as they are. */
export type Change<T> = (items: readonly T[]) => readonly T[]

export type PendingChanges<T> = {
  /** Returns the saved items with the changes that are not saved yet. */
  applyTo(saved: readonly T[]): readonly T[]
  /**
   * Shows a change while `save` runs, and until `refetch` has brought what was saved.
   * @throws what `save` throws; the change no longer shows then
   */
  run(change: Change<T>, save: () => Promise<void>): Promise<void>
}

/**
 * @param show renders the list again
 * @param refetch fetches what is saved; it does not throw
 */
export const createPendingChanges = <T>(show: () => void, refetch: () => Promise<void>): PendingChanges<T> => {
  const pending = new Set<Change<T>>()
  return {
    applyTo: (saved) => [...pending].reduce((items, change) => change(items), saved),
    run: async (change, save) => {
      pending.add(change)
      show()
      try {
        await save()
        await refetch()
      } finally {
        pending.delete(change)
        show()
      }
    },
  }
}
