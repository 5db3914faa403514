// State that is stored, dumped and captured together with chain and pool, as named parts.

import * as v from 'valibot'
import type { CborValue } from '../../bytes/cbor.ts'
import { FabaError } from '../../errors/fabaError.ts'

/** A part of a node's state. */
export type PersistedPart = {
  readonly save: () => CborValue
  /**
   * Restores what `save` returned.
   * @throws PersistedStateError if the value has another form
   */
  readonly restore: (saved: CborValue) => void
}

/** A saved part that has another form than expected. */
export class PersistedStateError extends FabaError {
  override readonly name = 'PersistedStateError'
  readonly code = 'persisted-state'
}

/** Saved parts by name. */
export type SavedParts = { readonly [name: string]: CborValue }

/** The parts of one node. */
export class PersistedState {
  readonly #parts = new Map<string, PersistedPart>()

  /** Adds a part under a unique name. */
  add(name: string, part: PersistedPart): void {
    this.#parts.set(name, part)
  }

  save(): SavedParts {
    return Object.fromEntries([...this.#parts].map(([name, part]) => [name, part.save()]))
  }

  /** @throws PersistedStateError */
  restore(saved: SavedParts): void {
    for (const [name, part] of this.#parts) if (saved[name] !== undefined) part.restore(saved[name])
  }
}

/** Creates a part whose saved form a schema describes. */
export const persistedPart = <Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
  save: () => v.InferInput<Schema> & CborValue,
  restore: (saved: v.InferOutput<Schema>) => void,
): PersistedPart => ({
  save,
  restore: (saved) => {
    const { success, output, issues } = v.safeParse(schema, saved)
    if (!success) throw new PersistedStateError(`the saved ${name} is invalid: ${v.summarize(issues)}`)
    restore(output)
  },
})
