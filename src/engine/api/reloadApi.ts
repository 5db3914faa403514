// Wallets that stay unlocked when their tab reloads.

import type { ReloadHalf } from './engineViews.ts'

export type ReloadApi = {
  /**
   * Opens the wallet of this tab again after a reload, if the user allowed that and the half of the tab opens it in time. Every copy of a key
   * that an earlier engine left is removed: a half opens a wallet once. Returns
   * whether the wallet is open.
   */
  resumeAfterReload(saved: ReloadHalf): Promise<boolean>
  /** Returns what the tab needs after a reload; undefined if the open wallet locks then. */
  reloadHalf(): Promise<ReloadHalf | undefined>
  /** Returns whether the open wallet stays unlocked when its tab reloads; undefined if the browser cannot do that. */
  staysUnlocked(): Promise<boolean | undefined>
  /** Lets the open wallet stay unlocked when its tab reloads, after verifying its password. @throws WrongPasswordError, ReloadUnsupportedError */
  stayUnlocked(password: string): Promise<void>
  /** Lets the open wallet lock when its tab reloads. */
  lockOnReload(): Promise<void>
}
