// What the steps of the sync share: the wallet's state, the node that is followed, and the signal that ends the sync.

import type { Clock } from '../../async/time.ts'
import { untilAborted } from '../../async/untilAborted.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import type { OutputScanner } from '../scan/outputScanner.ts'
import type { WalletState } from '../state/walletState.ts'

export type SyncContext = {
  readonly network: Network
  readonly state: WalletState
  readonly outputScanner: OutputScanner
  readonly clock: Clock
  readonly node: NodeClient
  readonly signal: AbortSignal
}

/**
 * Waits for a node's response, or until the sync ends.
 * @throws StoppedError
 */
export const awaitNode = <T>({ signal }: Pick<SyncContext, 'signal'>, response: Promise<T>): Promise<T> =>
  untilAborted(response, signal)
