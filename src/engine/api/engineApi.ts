// The API of the engine for the page. It crosses a worker boundary (Comlink), so every value is plain data that can be cloned. No secret
// leaves the engine except transaction keys, and the seed words and keys that the user requests with the password.

import type { AccountsApi } from './accountsApi.ts'
import type { CreationApi } from './creationApi.ts'
import type { EngineView } from './engineViews.ts'
import type { HistoryApi } from './historyApi.ts'
import type { LookupApi } from './lookupApi.ts'
import type { MultisigApi } from './multisigApi.ts'
import type { NodesApi } from './nodesApi.ts'
import type { OfflineApi } from './offlineApi.ts'
import type { OrdersApi } from './ordersApi.ts'
import type { PaymentsApi } from './paymentsApi.ts'
import type { ProofsApi } from './proofsApi.ts'
import type { ReloadApi } from './reloadApi.ts'
import type { ServiceApi } from './serviceApi.ts'
import type { WalletsApi } from './walletsApi.ts'

export type EngineApi = {
  /** Calls the listener immediately, and after changes at most a few times per second. */
  subscribe(listener: (view: EngineView) => void): Promise<void>
} & CreationApi &
  WalletsApi &
  AccountsApi &
  HistoryApi &
  ProofsApi &
  LookupApi &
  PaymentsApi &
  OrdersApi &
  OfflineApi &
  MultisigApi &
  ReloadApi &
  ServiceApi &
  NodesApi
