// The view of an engine without an open wallet.
import type { EngineView, WalletSummary } from '../api/engineViews.ts'

/** Returns what the page shows while no wallet is open. */
export const closedView = (wallets: readonly WalletSummary[]): EngineView => ({
  phase: 'closed',
  wallets,
  wallet: undefined,
  lockedWallet: undefined,
  approvalRequest: undefined,
  paymentsAllowed: false,
  paymentStep: undefined,
  storageCleared: false,
  walletsLost: false,
})
