// The node's chain, as far as the user decides about it.

import type { EarlierChain } from '../engineViews.ts'

export type NodesApi = {
  /** Puts the history of a chain that the node no longer has apart, and follows the node's chain from its beginning. */
  beginAnew(): Promise<void>
  /** Returns the histories that were put apart, the last one first. */
  earlierChains(): Promise<readonly EarlierChain[]>
}
