// The node of a wallet as its settings choose it: the nodes of the list, or none in offline mode.

import type { NodeClient } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { EngineEnvironment } from '../api/engineHost.ts'
import type { WalletSettings } from '../api/engineViews.ts'

/** The operation requires a node, and the user chose to work offline. */
export class OfflineModeError extends FabaError {
  override readonly name = 'OfflineModeError'
  readonly code = 'offline-mode'

  constructor() {
    super('the wallet works offline: no request leaves this device until offline mode is turned off')
  }
}

const refuse = (): Promise<never> => Promise.reject(new OfflineModeError())

/** A client that sends nothing: every call is rejected. */
const offlineNode = (url: string): NodeClient => {
  const fields = { url, distrust: undefined, health: undefined, developmentCall: refuse }
  // Every other member of NodeClient is a method that returns a promise.
  return new Proxy(fields as object as NodeClient, {
    get: (target, name) => (name in target ? Reflect.get(target, name) : refuse),
  })
}

/**
 * Creates the client of a wallet's nodes.
 * @throws NodeUrlError if an address is invalid, also in offline mode
 */
export const createWalletNode = (
  environment: Pick<EngineEnvironment, 'createNode'>,
  { nodes, relayTo, offline }: Pick<WalletSettings, 'nodes' | 'relayTo' | 'offline'>,
): NodeClient => {
  const node = environment.createNode(nodes, relayTo)
  return offline ? offlineNode(node.url) : node
}
