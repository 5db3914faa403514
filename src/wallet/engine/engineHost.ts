// What an engine is handed by whoever hosts it: a page's worker, a process, a test.

import type { PasswordParameters } from '../../crypto/ciphers/passwordKey.ts'
import type { Random } from '../../crypto/random.ts'
import type { Scanner } from '../../crypto/scan/scanner.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import type { Store } from '../../store/store.ts'

/** Milliseconds since 1970. */
export type Clock = () => number

/** Calls back once after some milliseconds; returns what cancels it. */
export type Schedule = (callback: () => void, milliseconds: number) => () => void

export type EngineEnvironment = {
  readonly store: Store
  /** A client for a node's address; with several addresses, one that uses whichever works. */
  readonly createNode: (urls: readonly string[]) => NodeClient
  readonly createScanner: () => Promise<Scanner>
  readonly clock: Clock
  readonly schedule: Schedule
  readonly random: Random
  /** what opening a vault costs, where it is not the default: tests lower it */
  readonly passwordCost?: { readonly parameters: PasswordParameters; readonly minParameters: PasswordParameters }
}
