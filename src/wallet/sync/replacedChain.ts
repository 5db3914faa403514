// A private chain that was started anew: the node's chain and ours share no block but genesis. The new chain has none of the wallet's
// outputs and payments, so the wallet keeps its history until the user chooses to begin anew.

import type { Network } from '../../coin/networks/network.ts'
import type { NodeInfo } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { BlockIds } from '../state/blockIds.ts'
import type { SyncContext } from './syncContext.ts'

/** The node's chain has none of the wallet's blocks but genesis. */
export class ChainReplacedError extends FabaError<{ readonly nodeHeight: number; readonly height: number }> {
  override readonly name = 'ChainReplacedError'
  readonly code = 'chain-replaced'

  constructor(nodeHeight: number, height: number) {
    super(
      `the node has another chain of ${nodeHeight} blocks, which shares none of the ${height} blocks of this wallet: it was started anew. Nothing was changed. Begin anew to follow it`,
      { details: { nodeHeight, height } },
    )
  }
}

/** Returns whether a network is a private chain (regtest, development nodes). Both families name them alike. */
export const isPrivateChain = ({ netType }: Pick<Network, 'netType'>): boolean => netType === 'fakechain'

/**
 * Checks that the node's chain has blocks of ours, if the host requires it. Chains of public networks are never started anew: other
 * blocks of them are a reorganisation.
 * @param sharedHeight number of the node's blocks that are ours, genesis included
 * @throws ChainReplacedError
 */
export const assertSharedChain = (
  { network, asksBeforeNewChain }: Pick<SyncContext, 'network' | 'asksBeforeNewChain'>,
  info: Pick<NodeInfo, 'height'>,
  blockIds: Pick<BlockIds, 'height'>,
  sharedHeight: number,
): void => {
  if (!asksBeforeNewChain || !isPrivateChain(network)) return
  if (sharedHeight <= 1 && blockIds.height > 1) throw new ChainReplacedError(info.height, blockIds.height)
}
