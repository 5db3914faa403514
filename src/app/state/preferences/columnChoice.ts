// The columns of a table that the user wants to see on this device.
import { type Accessor, createSignal } from 'solid-js'
import { readPreference, writePreference } from './preferences.ts'

export type ColumnChoice = {
  readonly chosen: Accessor<ReadonlySet<string>>
  choose(id: string, isShown: boolean): void
}

/**
 * Returns the choice of columns of a table.
 * @param table a name that is stored
 * @param initial ids of the columns that are shown at first
 */
export const createColumnChoice = (table: string, initial: readonly string[]): ColumnChoice => {
  const key = `faba.columns.${table}`
  const stored = readPreference(key)
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(
    new Set(stored === '' ? initial : stored.split(' ').filter((id) => id !== '-')),
  )
  return {
    chosen,
    choose: (id, isShown) => {
      const next = new Set(chosen())
      if (isShown) next.add(id)
      else next.delete(id)
      setChosen(next)
      // A stored text that is empty would mean the columns of the beginning.
      writePreference(key, [...next].join(' ') || '-')
    },
  }
}
