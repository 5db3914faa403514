// Blocks that were mined here or submitted to this node and are not on the upstream node's chain: those that are relayed to it. They are
// part of the persisted state, so that a restart does not lose them.

import * as v from 'valibot'
import { fromHex, toHex } from '../../bytes/hex.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import { type PersistedPart, PersistedStateError } from '../node/persistedState.ts'

const ids = v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)))

/** Whether a node has a block, on the main chain or as an alternative block. */
export const hasBlock = ({ chain, alternatives }: DevelopmentNode, id: Uint8Array): boolean =>
  chain.heightOf(id) !== undefined || alternatives.has(id)

/** Ids of the local blocks of a node. */
export class LocalBlocks implements PersistedPart {
  #ids = new Set<string>()
  #isIgnoring = false

  /** Records blocks submitted from now on. Must be created before the node's storage listens, which writes what is recorded. */
  constructor(node: DevelopmentNode) {
    node.persisted.add('ownBlocks', this)
    node.listen((event) => {
      if (event.kind === 'submitted' && !this.#isIgnoring && hasBlock(node, event.id)) this.#ids.add(toHex(event.id))
    })
  }

  /** Runs `work` without recording the blocks that it submits, which come from the upstream node. */
  ignoring<T>(work: () => T): T {
    this.#isIgnoring = true
    try {
      return work()
    } finally {
      this.#isIgnoring = false
    }
  }

  get all(): readonly Uint8Array[] {
    return [...this.#ids].map((id) => fromHex(id))
  }

  /** Removes all blocks for which `isKept` is false. */
  retain(isKept: (id: Uint8Array) => boolean): void {
    for (const id of this.#ids) if (!isKept(fromHex(id))) this.#ids.delete(id)
  }

  save(): readonly string[] {
    return [...this.#ids]
  }

  /** @throws PersistedStateError */
  restore(saved: unknown): void {
    const read = v.safeParse(ids, saved)
    if (!read.success) throw new PersistedStateError(`the saved local blocks are invalid: ${v.summarize(read.issues)}`)
    this.#ids = new Set(read.output)
  }
}
