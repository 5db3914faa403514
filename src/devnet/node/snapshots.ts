// Snapshots of a development node: what it was at a moment, kept in memory to go back to.

import type { AlternativeBlock } from '../chain/alternativeBlocks.ts'
import type { StoredBlock } from '../chain/storedBlock.ts'
import type { PoolState } from '../txpool/poolEntry.ts'
import type { NodeState } from './nodeState.ts'
import type { SavedParts } from './persistedState.ts'

/** What a node is at one moment, to go back to while it runs. */
export type NodeSnapshot = {
  readonly blocks: readonly StoredBlock[]
  readonly pool: PoolState
  readonly alternatives: readonly AlternativeBlock[]
  readonly parts: SavedParts
}

/** A snapshot that is not there, or one too many. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError'
}

const MOST = 100

/** Snapshots of one node, by ids that count up and are not used again. */
export class Snapshots {
  readonly #node: NodeState
  readonly #states = new Map<number, NodeSnapshot>()
  #last = 0

  constructor(node: NodeState) {
    this.#node = node
  }

  /** Ids of the snapshots that one can go back to, in order. */
  get ids(): readonly number[] {
    return [...this.#states.keys()]
  }

  /**
   * Keeps what the node is now; answers the id.
   * @throws SnapshotError
   */
  take(): number {
    if (this.#states.size >= MOST)
      throw new SnapshotError(`at most ${MOST} snapshots are kept: go back to an earlier one`)
    this.#last++
    this.#states.set(this.#last, this.#node.capture())
    return this.#last
  }

  /**
   * Makes the node what it was. The snapshot and all that were taken after it are gone then.
   * @throws SnapshotError
   */
  revert(id: number): void {
    const state = this.#states.get(id)
    if (state === undefined)
      throw new SnapshotError(
        this.#states.size === 0
          ? `there is no snapshot ${id}, nor any other`
          : `there is no snapshot ${id}; there are ${this.ids.join(', ')}`,
      )
    this.#node.restore(state)
    for (const other of this.ids) if (other >= id) this.#states.delete(other)
  }
}
