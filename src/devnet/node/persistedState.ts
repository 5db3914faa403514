// What a development node remembers beside chain and pool: how its clock was moved, when it mines, whether there is a quorum,
// whether blocks have to prove work.

import * as v from 'valibot'
import type { CborValue } from '../../bytes/cbor.ts'
import type { Miner } from '../mining/miner.ts'
import type { DevelopmentNode } from './developmentNode.ts'

/** Something that remembers more than chain and pool do, and is kept and loaded with them. */
export type PersistedPart = {
  readonly save: () => CborValue
  /**
   * Takes back what was saved.
   * @throws PartError when it is not of its making
   */
  readonly restore: (saved: CborValue) => void
}

/** What was saved of a part cannot be read. */
export class PersistedStateError extends Error {
  override readonly name = 'PartError'
}

/** What persisted remember, by their names. */
export type SavedParts = { readonly [name: string]: CborValue }

/** The persisted of one node. */
export class PersistedState {
  readonly #parts = new Map<string, PersistedPart>()

  /** Has something kept and loaded with the node, under a name of its own. */
  add(name: string, part: PersistedPart): void {
    this.#parts.set(name, part)
  }

  save(): SavedParts {
    return Object.fromEntries([...this.#parts].map(([name, part]) => [name, part.save()]))
  }

  /** @throws PartError */
  restore(saved: SavedParts): void {
    for (const [name, part] of this.#parts) if (saved[name] !== undefined) part.restore(saved[name])
  }
}

/** A part of one form. */
export const persistedPart = <Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
  save: () => v.InferInput<Schema> & CborValue,
  restore: (saved: v.InferOutput<Schema>) => void,
): PersistedPart => ({
  save,
  restore: (saved) => {
    const { success, output, issues } = v.safeParse(schema, saved)
    if (!success) throw new PersistedStateError(`what was saved of the ${name} cannot be read: ${v.summarize(issues)}`)
    restore(output)
  },
})

const seconds = v.pipe(v.number(), v.safeInteger())

const clockSetting = v.object({ offset: seconds, next: v.optional(seconds) })

const miningMode = v.variant('kind', [
  v.object({ kind: v.literal('manual') }),
  v.object({ kind: v.literal('auto') }),
  v.object({ kind: v.literal('interval'), milliseconds: v.pipe(seconds, v.minValue(1)) }),
])

const mining = v.object({ mode: miningMode, session: v.optional(v.string()) })

const work = v.object({
  isChecked: v.boolean(),
  difficulty: v.union([v.pipe(v.bigint(), v.minValue(1n)), v.literal('adjusted')]),
})

/** Has a node's clock, quorum, proof of work and miner kept and loaded with it. */
export const persistNodeParts = (node: DevelopmentNode, miner: Miner): void => {
  const { time, persisted } = node
  persisted.add(
    'clock',
    persistedPart(
      'clock',
      clockSetting,
      () => ({ ...time.setting }),
      ({ offset, next }) => {
        time.setting = { offset, next }
      },
    ),
  )
  persisted.add(
    'work',
    persistedPart(
      'work',
      work,
      () => ({ ...node.chain.work.setting }),
      (setting) => {
        node.chain.work.setting = setting
      },
    ),
  )
  persisted.add(
    'quorum',
    persistedPart(
      'quorum',
      v.boolean(),
      () => node.hasQuorum,
      (present) => {
        node.hasQuorum = present
      },
    ),
  )
  persisted.add(
    'mining',
    persistedPart(
      'mining',
      mining,
      () => ({ mode: miner.session?.before ?? miner.mode, session: miner.session?.address }),
      ({ mode, session }) => {
        miner.setMode(mode)
        if (session !== undefined) miner.startSession(session)
      },
    ),
  )
}
