// The phase of the sync as the user sees it: every reason why the wallet does not follow its node has a name of its own.
import type { SyncState } from '../../../wallet/sync/syncViews.ts'
import { STORAGE_ERRORS } from '../../format/serviceErrors.ts'
import { t } from '../../text/text.ts'

/**
 * - `stopped`, `outdated`: only the user, or only a newer program, can follow the node's chain
 * - `other-network`: the node serves another network
 * - `replaced`: a private chain was started anew, and the user has not decided yet
 * - `behind`: the node knows fewer blocks than the wallet
 * - `busy`: the node is overloaded, or does not serve wallets now
 * - `untrusted`: the node sends false or unusable data
 * - `on-request`: a program has turned the polls of the node off, or made them rare
 * - `storage`: the wallet cannot be stored
 * - `offline-mode`: the user chose to work without a node
 * - `offline`: no response, or an unknown reason
 */
export type SyncPhase =
  | SyncState['phase']
  | 'stopped'
  | 'outdated'
  | 'other-network'
  | 'replaced'
  | 'behind'
  | 'busy'
  | 'untrusted'
  | 'on-request'
  | 'storage'
  | 'offline-mode'

/** Blocks that a node may lack without a remark. */
const MAX_LAG = 3

/** Milliseconds between two polls of the node, above which a wallet is not up to date by itself. */
const MAX_POLL_INTERVAL_MS = 600_000

/** The phase for the code of an error. */
const phases: Readonly<Partial<Record<string, SyncPhase>>> = {
  'wrong-network': 'other-network',
  'offline-mode': 'offline-mode',
  'chain-replaced': 'replaced',
  'node-behind': 'behind',
  'node-busy': 'busy',
  'node-refused': 'busy',
  'node-response': 'untrusted',
  'inconsistent-response': 'untrusted',
  'altered-transaction': 'untrusted',
  'transaction-missing': 'untrusted',
  chain: 'untrusted',
  format: 'untrusted',
}

const isStorageCode = (code: string): code is keyof typeof STORAGE_ERRORS => Object.hasOwn(STORAGE_ERRORS, code)

/** Returns why the wallet cannot be stored; empty unless the phase is `storage`. */
export const storageProblemText = ({ problemCode }: Pick<SyncState, 'problemCode'>): string =>
  isStorageCode(problemCode) ? t(STORAGE_ERRORS[problemCode]) : ''

/** Returns the phase that the user sees. */
export const syncPhase = (sync: SyncState): SyncPhase => {
  if (sync.unknownFork !== undefined) return 'outdated'
  if (sync.splitHeight !== undefined) return 'stopped'
  if (sync.phase === 'offline' && isStorageCode(sync.problemCode)) return 'storage'
  if (sync.phase === 'offline') return phases[sync.problemCode] ?? 'offline'
  if (sync.phase === 'synced' && sync.nodeHeight > 0 && sync.height - sync.nodeHeight > MAX_LAG) return 'behind'
  const { pollInterval = Number.POSITIVE_INFINITY } = sync
  return sync.phase === 'synced' && pollInterval > MAX_POLL_INTERVAL_MS ? 'on-request' : sync.phase
}
