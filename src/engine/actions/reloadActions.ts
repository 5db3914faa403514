// Wallets that stay unlocked when their tab reloads.

import type { ReloadApi } from '../api/reloadApi.ts'
import type { EngineCore } from '../session/engineCore.ts'

/** Returns the part of the engine that `ReloadApi` declares. */
export const reloadActions = ({ manager }: EngineCore): ReloadApi => ({
  resumeAfterReload(saved) {
    return manager.resume(saved)
  },

  async reloadHalf() {
    return manager.reloadUnlock.half
  },

  async staysUnlocked() {
    const { reloadUnlock } = manager
    return reloadUnlock.isSupported ? await reloadUnlock.isEnabled(manager.requireOpened().summary.id) : undefined
  },

  stayUnlocked(password) {
    return manager.stayUnlocked(password)
  },

  lockOnReload() {
    return manager.runSerially(() => manager.reloadUnlock.disable(manager.use().summary.id))
  },
})
