// The state of the development node itself as a service node: its keys, pings of storage server and lokinet, reachability reports.

import { toHex } from '../../../bytes/hex.ts'
import type { NodeKeys } from '../service-nodes/nodeKeys.ts'
import type { ServiceNode } from '../service-nodes/serviceNodes.ts'

/** A reachability report about a node's storage server. */
export type Reachability = { readonly isReachable: boolean /** UNIX seconds; 0 for never */; readonly since: number }

const UNREPORTED: Reachability = { isReachable: true, since: 0 }

/** The node's own keys and the reports it received while running. */
export class OwnNode {
  readonly keys: NodeKeys
  /** UNIX seconds; 0 for never */
  lastStoragePing = 0
  /** port reported by the storage server; 0 for none */
  storagePort = 0
  /** UNIX seconds; 0 for never */
  lastLokinetPing = 0
  /** by service node key in hex, with the registration height of the reported node */
  readonly #reachability = new Map<string, Reachability & { readonly registrationHeight: number }>()

  constructor(keys: NodeKeys) {
    this.keys = keys
  }

  /** Records a reachability report about a service node. */
  report({ key, registrationHeight }: ServiceNode, isReachable: boolean, now: number): void {
    this.#reachability.set(toHex(key), { isReachable, since: now, registrationHeight })
  }

  /** Returns the last report about a service node since its registration. */
  reachabilityOf({ key, registrationHeight }: ServiceNode): Reachability {
    const report = this.#reachability.get(toHex(key))
    return report?.registrationHeight === registrationHeight ? report : UNREPORTED
  }
}
