// The settings of the open wallet, as the engine stores them.
import type { Accessor } from 'solid-js'
import type { WalletSettings } from '../../wallet/engine/engineViews.ts'
import { createFetched } from './fetched.ts'
import { useSession } from './session.tsx'

export type LiveSettings = {
  /** undefined until they are read */
  readonly settings: Accessor<WalletSettings | undefined>
  /** why they could not be read; empty without an error */
  readonly problem: Accessor<string>
  change(change: Partial<WalletSettings>): Promise<void>
}

/** Reads the settings, and reads them again after each change. */
export const createSettings = (): LiveSettings => {
  const { engine } = useSession()
  const stored = createFetched(true, () => engine.settings())
  return {
    settings: stored.value,
    problem: stored.problem,
    change: async (change) => {
      await engine.changeSettings(change)
      await stored.refetch()
    },
  }
}
