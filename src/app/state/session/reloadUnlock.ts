// Whether the open wallet stays unlocked when its tab reloads, and what the tab needs for that.
import { type Accessor, createEffect, createSignal, on } from 'solid-js'
import type { EngineApi } from '../../../engine/api/engineApi.ts'
import type { EngineView, ReloadHalf } from '../../../engine/api/engineViews.ts'
import { reportInternal } from '../../host/device/reportInternal.ts'
import { saveHalfForReload } from '../../host/engine/reloadHalf.ts'
import { createFetched } from '../requests/fetched.ts'

/** Counts changes of the setting. */
const [changes, setChanges] = createSignal(0)

/** Keeps the half of the open wallet in the memory of the page, and saves it when the page is reloaded. */
export const keepReloadHalf = (view: EngineView, engine: EngineApi): void => {
  let half: ReloadHalf | undefined
  const openId = (): string | undefined => (view.phase === 'open' ? view.wallet?.id : undefined)
  createEffect(
    on([openId, changes], ([id]) => {
      half = undefined
      if (id === undefined) return
      engine
        .reloadHalf()
        .then((next) => {
          if (openId() === id) half = next
        })
        .catch(reportInternal)
    }),
  )
  saveHalfForReload(() => half)
}

export type ReloadSetting = {
  /** undefined until it is read, and if the browser cannot do that */
  readonly staysUnlocked: Accessor<boolean | undefined>
  /** whether it was read, or could not be read */
  readonly loaded: Accessor<boolean>
  readonly problem: Accessor<string>
  /** @throws WrongPasswordError, ReloadUnsupportedError */
  stayUnlocked(password: string): Promise<void>
  lockOnReload(): Promise<void>
}

/** Reads the setting of the open wallet, and reads it again after each change. */
export const createReloadSetting = (engine: EngineApi): ReloadSetting => {
  const stored = createFetched(true, () => engine.staysUnlocked())
  const changed = async (): Promise<void> => {
    setChanges((count) => count + 1)
    await stored.refetch()
  }
  return {
    staysUnlocked: stored.value,
    loaded: stored.loaded,
    problem: stored.problem,
    stayUnlocked: async (password) => {
      await engine.stayUnlocked(password)
      await changed()
    },
    lockOnReload: async () => {
      await engine.lockOnReload()
      await changed()
    },
  }
}
