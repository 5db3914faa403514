// What a node is by itself: its keys, and what the programs beside a service node report to it.

import { toHex } from '../../../bytes/hex.ts'
import type { NodeKeys } from '../service-nodes/nodeKeys.ts'
import type { ServiceNode } from '../service-nodes/serviceNodes.ts'

/** Whether a node's storage server was reached, as another one reports. */
export type Reachability = { readonly isReachable: boolean /** UNIX seconds; 0 for never */; readonly since: number }

const UNREPORTED: Reachability = { isReachable: true, since: 0 }

/** The node itself, with what it is told while it runs. */
export class OwnNode {
  readonly keys: NodeKeys
  /** UNIX seconds; 0 for never */
  lastStoragePing = 0
  /** that the storage server told; 0 for none */
  storagePort = 0
  /** UNIX seconds; 0 for never */
  lastLokinetPing = 0
  /** by key in hex, each with the height at which the node was registered that it is about */
  readonly #reachability = new Map<string, Reachability & { readonly registrationHeight: number }>()

  constructor(keys: NodeKeys) {
    this.keys = keys
  }

  /** Takes a report about a service node. */
  report({ key, registrationHeight }: ServiceNode, isReachable: boolean, now: number): void {
    this.#reachability.set(toHex(key), { isReachable, since: now, registrationHeight })
  }

  /** What was reported about a service node since it was registered. */
  reachabilityOf({ key, registrationHeight }: ServiceNode): Reachability {
    const report = this.#reachability.get(toHex(key))
    return report?.registrationHeight === registrationHeight ? report : UNREPORTED
  }
}
