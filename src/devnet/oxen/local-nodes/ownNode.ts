// What a node is by itself: its keys, and what the programs beside a service node report to it.

import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { concat } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import { reduce32 } from '../../../crypto/curve/scalar.ts'
import type { ServiceNode } from '../service-nodes/serviceNodes.ts'

/** Bytes of both keys are as they are told. */
export type KeyPair = { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array }

export type NodeKeys = {
  /** by which a service node is registered; undefined for a node that is none */
  readonly service: KeyPair | undefined
  /** secret: the seed and the public key, 64 bytes */
  readonly ed25519: KeyPair
  readonly x25519: KeyPair
}

/** Keys of a service node, all out of one seed of 32 bytes. */
export const serviceNodeKeys = (seed: Uint8Array): NodeKeys => {
  const { head, pointBytes: publicKey } = ed25519.utils.getExtendedPublicKey(seed)
  return {
    service: { publicKey, secretKey: reduce32(head) },
    ed25519: { publicKey, secretKey: concat(seed, publicKey) },
    x25519: { publicKey: x25519.getPublicKey(head), secretKey: head },
  }
}

/** Keys of a node that is no service node. */
export const plainNodeKeys = (seed: Uint8Array): NodeKeys => ({ ...serviceNodeKeys(seed), service: undefined })

/** Whether a node's storage server was reached, as another one reports. */
export type Reachability = { readonly isReachable: boolean /** UNIX seconds; 0 for never */; readonly since: number }

const UNHEARD: Reachability = { isReachable: true, since: 0 }

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
    return report?.registrationHeight === registrationHeight ? report : UNHEARD
  }
}
