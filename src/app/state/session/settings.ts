// The settings of the open wallet, as the engine stores them.
import { type Accessor, createSignal } from 'solid-js'
import { SerialQueue } from '../../../async/serialQueue.ts'
import type { EngineApi } from '../../../engine/api/engineApi.ts'
import type { NodeSettings, WalletSettings } from '../../../engine/api/engineViews.ts'
import { createFetched } from '../requests/fetched.ts'
import { useSession } from './session.tsx'

/** Gets the nodes as they are stored, and returns what differs; undefined without a change. */
export type NodesChange = (stored: NodeSettings) => Partial<NodeSettings> | undefined

export type LiveSettings = {
  /** undefined until they are read */
  readonly settings: Accessor<WalletSettings | undefined>
  /** whether they were read, or could not be read */
  readonly loaded: Accessor<boolean>
  /** why they could not be read; empty without an error */
  readonly problem: Accessor<string>
  change(change: Partial<WalletSettings>): Promise<void>
  changeNodes(change: NodesChange): Promise<void>
}

/** Counts the changes that the page makes: every part of it that shows settings reads them again. */
const [changes, setChanges] = createSignal(1)

/** Stores a change of the settings of the open wallet. */
export const changeSettings = async (engine: EngineApi, change: Partial<WalletSettings>): Promise<void> => {
  await engine.changeSettings(change)
  setChanges(changes() + 1)
}

const nodeChanges = new SerialQueue()

/** Stores a change of the nodes of the open wallet, after the changes of its nodes before. */
export const changeNodes = (engine: EngineApi, change: NodesChange): Promise<void> =>
  nodeChanges.run(async () => {
    const { nodes } = await engine.settings()
    const changed = change(nodes)
    if (changed !== undefined) await changeSettings(engine, { nodes: { ...nodes, ...changed } })
  })

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
    changeNodes: async (change) => {
      await changeNodes(engine, change)
      await stored.refetch()
    },
  }
}
