// The nodes of the wallet: their health, their chain as far as the user decides about it, and the methods of a development node.

import { FabaError } from '../../errors/fabaError.ts'
import { readEarlierChains } from '../../wallet/history/earlierChains.ts'
import type { NodesApi } from '../api/nodesApi.ts'
import { beginAnew } from '../session/beginAnew.ts'
import type { EngineCore } from '../session/engineCore.ts'

/** The method is none of a development node. */
export class DevelopmentMethodError extends FabaError {
  override readonly name = 'DevelopmentMethodError'
  readonly code = 'development-method'
}

/** Returns the part of the engine that `NodesApi` declares. */
export const nodesActions = (core: EngineCore): NodesApi => ({
  async nodeHealth() {
    return core.manager.requireOpened().wallet.sync.node.health?.() ?? []
  },

  async callDevelopmentNode(method, params) {
    const { sync } = core.manager.use().wallet
    const { node } = sync
    if (!method.startsWith('dev_') || node.developmentCall === undefined)
      throw new DevelopmentMethodError(`${method} is no method of a development node`)
    const result = await node.developmentCall(method, params)
    await sync.refresh()
    return result
  },

  beginAnew() {
    return core.manager.runSerially(() => beginAnew(core.manager.use(), Math.floor(core.environment.clock() / 1000)))
  },

  async earlierChains() {
    return readEarlierChains(core.manager.requireOpened().store)
  },
})
