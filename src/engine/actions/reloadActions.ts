// Wallets that stay unlocked when their tab reloads.

import type { ReloadApi } from '../api/reloadApi.ts'
import type { EngineCore } from '../session/engineCore.ts'

/** Returns the part of the engine that `ReloadApi` declares. */
export const reloadActions = ({ manager }: EngineCore): ReloadApi => ({
  resumeAfterReload(saved) {
    return manager.resume(saved)
  },

  async reloadHalf() {
    return manager.current.reloadUnlock.half
  },

  async staysUnlocked() {
    const { reloadUnlock } = manager.current
    return reloadUnlock.isSupported ? await reloadUnlock.isEnabled(manager.requireOpened().summary.id) : undefined
  },

  stayUnlocked(password) {
    return manager.stayUnlocked(password)
  },

  lockOnReload() {
    return manager.runSerially(() => manager.current.reloadUnlock.disable(manager.use().summary.id))
  },
})
