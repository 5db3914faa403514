// The API of the engine for the page. It crosses a worker boundary (Comlink), so every value is plain data that can be cloned. No secret
// leaves the engine except transaction keys, and the seed words and keys that the user requests with the password.

import type { AccountsApi } from './api/accountsApi.ts'
import type { CreationApi } from './api/creationApi.ts'
import type { HistoryApi } from './api/historyApi.ts'
import type { MultisigApi } from './api/multisigApi.ts'
import type { NodesApi } from './api/nodesApi.ts'
import type { OfflineApi } from './api/offlineApi.ts'
import type { OrdersApi } from './api/ordersApi.ts'
import type { PaymentsApi } from './api/paymentsApi.ts'
import type { ProofsApi } from './api/proofsApi.ts'
import type { ReloadApi } from './api/reloadApi.ts'
import type { ServiceApi } from './api/serviceApi.ts'
import type { WalletsApi } from './api/walletsApi.ts'
import type { EngineView } from './engineViews.ts'

export type EngineApi = {
  /** Calls the listener immediately, and after changes at most a few times per second. */
  subscribe(listener: (view: EngineView) => void): Promise<void>
} & CreationApi &
  WalletsApi &
  AccountsApi &
  HistoryApi &
  ProofsApi &
  PaymentsApi &
  OrdersApi &
  OfflineApi &
  MultisigApi &
  ReloadApi &
  ServiceApi &
  NodesApi
