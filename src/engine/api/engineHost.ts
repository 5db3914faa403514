// The environment that a host (a page's worker, a process, a test) provides to the engine.

import type { Clock } from '../../async/time.ts'
import type { PasswordParameters } from '../../crypto/ciphers/passwordKey.ts'
import type { Scanner } from '../../crypto/scan/scanner.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import type { RelayTarget } from '../../daemon/nodeHealth.ts'
import type { DeviceKeys } from '../../store/deviceKeys.ts'
import type { RetainingStore } from '../../store/retainingStore.ts'
import type { Store } from '../../store/store.ts'
import type { WalletHost } from '../../wallet/open/walletHost.ts'
import type { NodeSettings, WalletSettings } from './engineViews.ts'

export type EngineEnvironment = WalletHost & {
  readonly store: Store
  /** the store, if users and the browser can clear it while a wallet is open; omitted: they cannot */
  readonly retaining?: RetainingStore
  /** settings that the host decides; they replace those of every wallet that opens, and are not stored */
  readonly settings?: Partial<WalletSettings>
  /** Returns a client of these nodes, which fails over between them. */
  readonly createNode: (nodes: NodeSettings, relayTo: RelayTarget) => NodeClient
  readonly createScanner: () => Promise<Scanner>
  /** milliseconds of a monotonic clock; omitted: a clock that is set back delays locks */
  readonly monotonic?: Clock
  /** keys that open wallets after a reload of their tab, if users want that; omitted: a reload locks */
  readonly deviceKeys?: DeviceKeys
  /** cost of deriving the vault key; omitted for the default, lowered in tests */
  readonly passwordCost?: { readonly parameters: PasswordParameters; readonly minParameters: PasswordParameters }
}
