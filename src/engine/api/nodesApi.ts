// The nodes of the wallet: their health, their chain as far as the user decides about it, and the methods of a development node.

import type { DevelopmentParams, NodeHealth } from '../../daemon/nodeHealth.ts'
import type { JsonValue } from '../../jsonrpc/json.ts'
import type { EarlierChain } from '../../wallet/history/historyViews.ts'

export type NodesApi = {
  /** Returns the state of each node of the settings, in their order; empty in offline mode. */
  nodeHealth(): Promise<readonly NodeHealth[]>
  /**
   * Calls a method of the development node in use, whose name begins with `dev_`, and polls the node; returns the result.
   * @throws DevelopmentMethodError for other methods, NodeError
   */
  callDevelopmentNode(method: string, params: DevelopmentParams): Promise<JsonValue>
  /** Puts the history of a chain that the node no longer has apart, and follows the node's chain from its beginning. */
  beginAnew(): Promise<void>
  /** Returns the histories that were put apart, the last one first. */
  earlierChains(): Promise<readonly EarlierChain[]>
}
