// The settings of the open wallet, as the engine keeps them.
import { type Accessor, createResource } from 'solid-js'
import type { WalletSettings } from '../../wallet/engine/engineApi.ts'
import { useSession } from './session.tsx'

export type LiveSettings = {
  /** undefined until they were read */
  readonly settings: Accessor<WalletSettings | undefined>
  change(change: Partial<WalletSettings>): Promise<void>
}

export const createSettings = (): LiveSettings => {
  const { engine } = useSession()
  const [settings, { refetch }] = createResource(() => engine.settings())
  return {
    settings: () => settings.latest,
    change: async (change) => {
      await engine.changeSettings(change)
      await refetch()
    },
  }
}
