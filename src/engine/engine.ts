// The engine: serves the page and the wallet RPC. Each part of `EngineApi` is implemented by a file in `actions`.

import { accountsActions } from './actions/accountsActions.ts'
import { creationActions } from './actions/creationActions.ts'
import { historyActions } from './actions/historyActions.ts'
import { lookupActions } from './actions/lookupActions.ts'
import { multisigActions } from './actions/multisigActions.ts'
import { nodesActions } from './actions/nodesActions.ts'
import { offlineActions } from './actions/offlineActions.ts'
import { ordersActions } from './actions/ordersActions.ts'
import { paymentsActions } from './actions/paymentsActions.ts'
import { proofsActions } from './actions/proofsActions.ts'
import { reloadActions } from './actions/reloadActions.ts'
import { serviceActions } from './actions/serviceActions.ts'
import { walletsActions } from './actions/walletsActions.ts'
import type { EngineApi } from './api/engineApi.ts'
import type { EngineEnvironment } from './api/engineHost.ts'
import { EngineCore } from './session/engineCore.ts'

export type Engine = EngineCore & EngineApi

/** Creates an engine, which has no open wallet at first. */
export const createEngine = (host: EngineEnvironment): Engine => {
  const core = new EngineCore(host)
  return Object.assign(
    core,
    creationActions(core),
    walletsActions(core),
    accountsActions(core),
    historyActions(core),
    proofsActions(core),
    lookupActions(core),
    paymentsActions(core),
    ordersActions(core),
    offlineActions(core),
    multisigActions(core),
    reloadActions(core),
    serviceActions(core),
    nodesActions(core),
  )
}
