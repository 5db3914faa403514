// What the engine provides to an open wallet.

import type { Clock, Milliseconds, Schedule } from '../../async/time.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { Random } from '../../crypto/random/random.ts'
import type { CompactHost } from '../../daemon/compactHost.ts'
import type { NonceTokenPlace } from '../state/nonceToken.ts'

export type WalletHost = {
  readonly clock: Clock
  readonly schedule: Schedule
  readonly random: Random
  /** Returns how often the node of a wallet that opens is polled; undefined: on request only. Omitted for the default. */
  readonly pollInterval?: () => Milliseconds | undefined
  /** whether the user decides when a private chain was started anew; omitted: no, it is a reorganisation, as in wallet2 */
  readonly asksBeforeNewChain?: boolean
  /**
   * Returns the host of the compact chain of a network for the setting `compactUrl`, the same one each time; undefined, or omitted: all blocks come from
   * nodes.
   */
  readonly compact?: (network: Network, compactUrl: string) => CompactHost | undefined
  /** Returns whether another process writes to the store at present: the wallet does not change then. Omitted: no other process has it open. */
  readonly follows?: () => boolean
  /** Logs an internal error with its stack: one that is no `FabaError`. Users and callers do not see its message. */
  readonly report: (error: unknown) => void
  /** where the tokens of multisig nonces are stored, if the host has a place outside of the store */
  readonly nonceTokens?: NonceTokenPlace
}
