// The node's chain, as far as the user decides about it.

import { readEarlierChains } from '../../state/earlierChains.ts'
import type { NodesApi } from '../api/nodesApi.ts'
import { beginAnew } from '../beginAnew.ts'
import type { EngineCore } from '../engineCore.ts'

/** Returns the part of the engine that `NodesApi` declares. */
export const nodesActions = (core: EngineCore): NodesApi => ({
  beginAnew() {
    return core.manager.runSerially(() => beginAnew(core.manager.use(), Math.floor(core.environment.clock() / 1000)))
  },

  async earlierChains() {
    return readEarlierChains(core.manager.requireOpened().store)
  },
})
