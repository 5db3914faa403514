// Which blocks were made here, or handed in, and have not become another node's: what a node that follows has to hand up. Kept with the
// chain, so that they are not forgotten when the process ends before it got round to that.

import * as v from 'valibot'
import { fromHex, toHex } from '../../bytes/hex.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import { type PersistedPart, PersistedStateError } from '../node/persistedState.ts'

const ids = v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)))

/** Whether a node has a block, on the main chain or beside it. */
export const hasBlock = ({ chain, alternatives }: DevelopmentNode, id: Uint8Array): boolean =>
  chain.heightOf(id) !== undefined || alternatives.has(id)

/** Ids of blocks of a node's own. */
export class LocalBlocks implements PersistedPart {
  #ids = new Set<string>()
  #areTheirs = false

  /** Notes what is submitted to a node from now on, and is kept with it. Whoever writes the node down begins to listen later. */
  constructor(node: DevelopmentNode) {
    node.persisted.add('ownBlocks', this)
    node.listen((event) => {
      if (event.kind === 'submitted' && !this.#areTheirs && hasBlock(node, event.id)) this.#ids.add(toHex(event.id))
    })
  }

  /** Does something that takes blocks of the other node: they are not noted. */
  ignoring<T>(work: () => T): T {
    this.#areTheirs = true
    try {
      return work()
    } finally {
      this.#areTheirs = false
    }
  }

  get all(): readonly Uint8Array[] {
    return [...this.#ids].map((id) => fromHex(id))
  }

  /** Forgets those that are not to be kept. */
  retain(isToBeKept: (id: Uint8Array) => boolean): void {
    for (const id of this.#ids) if (!isToBeKept(fromHex(id))) this.#ids.delete(id)
  }

  save(): readonly string[] {
    return [...this.#ids]
  }

  /** @throws PartError */
  restore(saved: unknown): void {
    const read = v.safeParse(ids, saved)
    if (!read.success)
      throw new PersistedStateError(`what was saved of own blocks cannot be read: ${v.summarize(read.issues)}`)
    this.#ids = new Set(read.output)
  }
}
