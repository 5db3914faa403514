// What serves the open wallet: settings, approval requests of pages, the node.

import type { RestoreFrom } from '../../wallet/sync/syncViews.ts'
import type { ApprovalDecision } from './approvalRequest.ts'
import type { WalletSettings } from './engineViews.ts'

export type ServiceApi = {
  /** Decides a request of a page. Allowing the export of a secret requires the password; otherwise it is ignored. */
  decideApproval(id: string, decision: ApprovalDecision, password: string): Promise<void>
  /** Revokes the permission for payments of this session. */
  revokePaymentPermission(): Promise<void>
  /** Locks the open wallet if it was not used for the time of its settings: timers are late after the device slept. */
  lockIfDue(): Promise<void>
  settings(): Promise<WalletSettings>
  changeSettings(settings: Partial<WalletSettings>): Promise<void>
  /** Polls the node immediately. */
  refresh(): Promise<void>
  /** Polls the node by itself again, at the default interval. */
  resumeAutoRefresh(): Promise<void>
  /** Discards scan results and scans again. */
  rescan(from: RestoreFrom): Promise<void>
  /** Mines blocks to the main address; development nodes only. Returns what the balance grew by: the chain may reward others. */
  mine(blocks: number): Promise<bigint>
  faucet(amount: bigint): Promise<void>
}
