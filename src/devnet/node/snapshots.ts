// Snapshots of a development node, kept in memory.

import { FabaError } from '../../errors/fabaError.ts'
import type { NodeSnapshot, NodeState } from './nodeState.ts'

/** An unknown snapshot, or one above the maximum number. */
export class SnapshotError extends FabaError {
  override readonly name = 'SnapshotError'
  readonly code = 'snapshot'
}

const MAX_SNAPSHOTS = 100

/** Snapshots of one node. Ids count up from 1 and are never reused. */
export class Snapshots {
  readonly #state: NodeState
  readonly #snapshots = new Map<number, NodeSnapshot>()
  #lastId = 0

  constructor(state: NodeState) {
    this.#state = state
  }

  /** Ids of the snapshots that exist, ascending. */
  get ids(): readonly number[] {
    return [...this.#snapshots.keys()]
  }

  /**
   * Takes a snapshot; returns its id.
   * @throws SnapshotError
   */
  take(): number {
    if (this.#snapshots.size >= MAX_SNAPSHOTS)
      throw new SnapshotError(`at most ${MAX_SNAPSHOTS} snapshots are kept: revert to an earlier one`)
    this.#lastId++
    this.#snapshots.set(this.#lastId, this.#state.capture())
    return this.#lastId
  }

  /**
   * Restores a snapshot, and deletes it and all later ones.
   * @throws SnapshotError
   */
  revert(id: number): void {
    const snapshot = this.#snapshots.get(id)
    if (snapshot === undefined)
      throw new SnapshotError(
        this.#snapshots.size === 0
          ? `there is no snapshot ${id}; no snapshots exist`
          : `there is no snapshot ${id}; existing ones: ${this.ids.join(', ')}`,
      )
    this.#state.restore(snapshot)
    for (const other of this.ids) if (other >= id) this.#snapshots.delete(other)
  }
}
