// The environment that a host (a page's worker, a process, a test) provides to the engine.

import type { Clock, Milliseconds, Schedule } from '../../async/time.ts'
import type { PasswordParameters } from '../../crypto/ciphers/passwordKey.ts'
import type { Random } from '../../crypto/random.ts'
import type { Scanner } from '../../crypto/scan/scanner.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import type { DeviceKeys } from '../../store/deviceKeys.ts'
import type { RetainingStore } from '../../store/retainingStore.ts'
import type { Store } from '../../store/store.ts'
import type { NonceTokenPlace } from '../multisig/nonceToken.ts'
import type { NodeSettings, WalletSettings } from './engineViews.ts'

export type EngineEnvironment = {
  readonly store: Store
  /** the store, if users and the browser can clear it while a wallet is open; omitted: they cannot */
  readonly retaining?: RetainingStore
  /** Returns whether another process writes to the store at present: the wallet does not change then. Omitted: no other process has it open. */
  readonly follows?: () => boolean
  /** settings that the host decides; they replace those of every wallet that opens, and are not stored */
  readonly settings?: Partial<WalletSettings>
  /** Returns a client of these nodes, which fails over between them. */
  readonly createNode: (nodes: NodeSettings) => NodeClient
  readonly createScanner: () => Promise<Scanner>
  readonly clock: Clock
  /** milliseconds from any moment, which no one sets; omitted: a clock that is set back delays locks */
  readonly monotonic?: Clock
  readonly schedule: Schedule
  readonly random: Random
  /** Returns how often the node of a wallet that opens is polled; undefined: on request only. Omitted for the default. */
  readonly pollInterval?: () => Milliseconds | undefined
  /** whether the user decides when a private chain was started anew; omitted: no, it is a reorganisation, as in wallet2 */
  readonly asksBeforeNewChain?: boolean
  /** Logs an internal error with its stack: one that is no `FabaError`. Users and callers do not see its message. */
  readonly report: (error: unknown) => void
  /** where the tokens of multisig nonces are stored, if the host has a place outside of the store */
  readonly nonceTokens?: NonceTokenPlace
  /** keys that open wallets after a reload of their tab, if users want that; omitted: a reload locks */
  readonly deviceKeys?: DeviceKeys
  /** cost of deriving the vault key; omitted for the default, lowered in tests */
  readonly passwordCost?: { readonly parameters: PasswordParameters; readonly minParameters: PasswordParameters }
}
