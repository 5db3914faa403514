// The open wallet of an engine, and what the engine learns of it.

import type { SealedStore } from '../../store/sealedStore.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import type { WalletSettings, WalletSummary } from '../api/engineViews.ts'
import type { BackupFacts } from '../vault/backupFacts.ts'

/** The open wallet with its store, list entry and settings. */
export type OpenWallet = {
  readonly wallet: Wallet
  readonly store: SealedStore
  summary: WalletSummary
  settings: WalletSettings
  backup: BackupFacts
  /** hash of the stored keys, if other processes have the wallet open; else empty */
  keysHash: Uint8Array
  /** hash of the stored vault key, if other processes have the wallet open; else empty */
  vaultHash: Uint8Array
}

/** Callbacks of the wallet manager. */
export type WalletManagerEvents = {
  /** an ordinary change */
  soon(): void
  /** an urgent change */
  now(): void
  /** the open wallet is closed, locked, removed or replaced */
  left(): void
  /** Shows nothing of the changes of some work before its end. */
  hold(work: () => Promise<void>): Promise<void>
}
