// What the steps of the sync share: the wallet's state, the node that is followed, and the signal that ends the sync.

import type { Clock } from '../../async/time.ts'
import { untilAborted } from '../../async/untilAborted.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { Random } from '../../crypto/random/random.ts'
import type { CompactHost } from '../../daemon/compactHost.ts'
import { NodeRefusedError } from '../../daemon/errors.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import type { WalletState } from '../state/walletState.ts'
import type { NodeClaims } from './nodeClaims.ts'
import type { OutputScanner } from './outputScanner.ts'

export type SyncContext = {
  readonly network: Network
  readonly state: WalletState
  readonly outputScanner: OutputScanner
  readonly clock: Clock
  readonly random: Random
  readonly node: NodeClient
  /** what nodes reported about their chains */
  readonly claims: NodeClaims
  /** a host of the compact chain, from which older blocks come; undefined if all come from the node */
  readonly compact?: CompactHost | undefined
  /** blocks that a reorganisation replaces at most */
  readonly maxReorgDepth: number
  /** whether the user decides what becomes of the wallet when a private chain was started anew; else that is a reorganisation */
  readonly asksBeforeNewChain: boolean
  readonly signal: AbortSignal
}

/**
 * Waits for a node's response, or until the sync ends.
 * @throws StoppedError
 */
export const awaitNode = <T>({ signal }: Pick<SyncContext, 'signal'>, response: Promise<T>): Promise<T> =>
  untilAborted(response, signal)

/** Returns a node's response, or nothing if the node refuses the request; it stays usable for others. */
export const unlessRefused = async <T>(response: Promise<readonly T[]>): Promise<readonly T[]> => {
  try {
    return await response
  } catch (error) {
    if (error instanceof NodeRefusedError) return []
    throw error
  }
}
