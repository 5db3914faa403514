// The settings of the open wallet, as the engine stores them.
import { type Accessor, createSignal } from 'solid-js'
import type { EngineApi } from '../../wallet/engine/engineApi.ts'
import type { WalletSettings } from '../../wallet/engine/engineViews.ts'
import { createFetched } from './fetched.ts'
import { useSession } from './session.tsx'

export type LiveSettings = {
  /** undefined until they are read */
  readonly settings: Accessor<WalletSettings | undefined>
  /** whether they were read, or could not be read */
  readonly loaded: Accessor<boolean>
  /** why they could not be read; empty without an error */
  readonly problem: Accessor<string>
  change(change: Partial<WalletSettings>): Promise<void>
}

/** Counts the changes that the page makes: every part of it that shows settings reads them again. */
const [changes, setChanges] = createSignal(1)

/** Stores a change of the settings of the open wallet. */
export const changeSettings = async (engine: EngineApi, change: Partial<WalletSettings>): Promise<void> => {
  await engine.changeSettings(change)
  setChanges(changes() + 1)
}

/** Reads the settings, and reads them again after each change. */
export const createSettings = (): LiveSettings => {
  const { engine } = useSession()
  const stored = createFetched(changes, () => engine.settings())
  return {
    settings: stored.value,
    loaded: stored.loaded,
    problem: stored.problem,
    change: async (change) => {
      await changeSettings(engine, change)
      await stored.refetch()
    },
  }
}
