// What nodes reported about their chains, without proof.

import { equalBytes } from '../../bytes/bytes.ts'
import type { NodeInfo } from '../../daemon/nodeClient.ts'
import type { BlockIds } from '../state/blockIds.ts'

/** What nodes reported about their chains. */
export class NodeClaims {
  /** highest final block by URL; it binds only the node that reported it */
  readonly #final = new Map<string, number>()
  /** the newest block that a node had in common with the wallet, and its cumulative difficulty */
  #top: { readonly id: Uint8Array; readonly work: bigint } | undefined

  /** Records what a node on the wallet's chain reports: its top block is the wallet's. */
  record(url: string, { immutableHeight, topHash, cumulativeDifficulty }: NodeInfo): void {
    this.#final.set(url, Math.max(immutableHeight, this.#final.get(url) ?? 0))
    this.#top = cumulativeDifficulty === undefined ? undefined : { id: topHash, work: cumulativeDifficulty }
  }

  /** Returns the highest block that a node reported as final; 0 if it reported none. */
  finalHeight(url: string): number {
    return this.#final.get(url) ?? 0
  }

  /** Returns the cumulative difficulty of a chain of the wallet; undefined if no node reported it. */
  workOf(blockIds: BlockIds): bigint | undefined {
    const id = blockIds.idAt(blockIds.height - 1)
    return this.#top !== undefined && id !== undefined && equalBytes(id, this.#top.id) ? this.#top.work : undefined
  }
}
