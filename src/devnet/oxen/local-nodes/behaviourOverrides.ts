// How service nodes behave where a developer told them to: whether they prove that they run and sign when it is their turn, from which
// address, and whether quorums judge them. Whoever was told nothing does what it should, and is judged where this node holds its keys.

import * as v from 'valibot'
import { toHex } from '../../../bytes/hex.ts'
import { type PersistedPart, persistedPart } from '../../node/persistedState.ts'

const natural = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const behaviour = v.object({
  /** UNIX seconds since when it proves nothing; undefined while it does */
  silentSince: v.optional(natural),
  /** UNIX seconds of the first proof after it was silent, or moved; 0 for never */
  restartedAt: natural,
  /** heights at which it signs nothing; the last without end while it does not */
  absences: v.array(v.object({ from: natural, until: v.optional(natural) })),
  /** where it was before it moved last, with the time of its last proof from there; undefined while it has not moved */
  moved: v.optional(v.object({ from: v.string(), seen: natural, to: v.string(), at: natural })),
  /** whether quorums judge it; as they do by themselves where undefined */
  isJudged: v.optional(v.boolean()),
})

/** Of one service node. */
export type Behaviour = v.InferOutput<typeof behaviour>

/** Absences before a height: later ones were on blocks that are gone. */
const upTo = (height: number, absences: Behaviour['absences']): Behaviour['absences'] =>
  absences
    .filter(({ from }) => from < height)
    .map(({ from, until = height }) => ({ from, until: Math.min(until, height) }))

const AS_IT_SHOULD: Behaviour = { restartedAt: 0, absences: [] }

/** Where held service nodes are until they move. */
export const HOME = '127.0.0.1'

/** Behaviour of service nodes by their keys. */
export class Conduct {
  readonly #told = new Map<string, Behaviour>()

  of(key: Uint8Array): Behaviour {
    // Asked of every service node with every block.
    return (this.#told.size === 0 ? undefined : this.#told.get(toHex(key))) ?? AS_IT_SHOULD
  }

  /** Where a node is, as far as it was told. */
  addressOf(key: Uint8Array): string {
    return this.of(key).moved?.to ?? HOME
  }

  /** Has a node prove no more that it runs. `now`: UNIX seconds. */
  silence(key: Uint8Array, now: number): void {
    this.change(key, { silentSince: this.of(key).silentSince ?? now })
  }

  /** Has a node prove again that it runs, at once and each hour from then on. `now`: UNIX seconds. */
  speak(key: Uint8Array, now: number): void {
    if (this.of(key).silentSince !== undefined) this.change(key, { silentSince: undefined, restartedAt: now })
  }

  /** Has a node sign nothing from a height on. */
  leave(key: Uint8Array, height: number): void {
    const before = upTo(height, this.of(key).absences)
    const last = before.at(-1)
    const absences =
      last?.until === height ? [...before.slice(0, -1), { from: last.from }] : [...before, { from: height }]
    this.change(key, { absences })
  }

  /** Has a node sign again from a height on. */
  comeBack(key: Uint8Array, height: number): void {
    this.change(key, { absences: upTo(height, this.of(key).absences) })
  }

  /** Has a node be at another address, from which it proves at once that it runs. `now`, and `seen` of its last proof: UNIX seconds. */
  move(key: Uint8Array, to: string, { now, seen }: { readonly now: number; readonly seen: number }): void {
    const from = this.addressOf(key)
    const { silentSince, restartedAt } = this.of(key)
    if (to === from) return
    this.change(key, { moved: { from, seen, to, at: now }, restartedAt: silentSince === undefined ? now : restartedAt })
  }

  /** Changes how a node behaves. */
  change(key: Uint8Array, change: Partial<Behaviour>): void {
    this.#told.set(toHex(key), { ...this.of(key), ...change })
  }

  /** Has a node do again what it should. */
  forget(key: Uint8Array): void {
    this.#told.delete(toHex(key))
  }

  /** Whether a node signs what comes at a height. */
  isPresent(key: Uint8Array, height: number): boolean {
    return !this.of(key).absences.some(({ from, until = Number.POSITIVE_INFINITY }) => from <= height && height < until)
  }

  /** Whether any node signs nothing at some heights. */
  get hasAbsences(): boolean {
    return [...this.#told.values()].some(({ absences }) => absences.length > 0)
  }

  /** As kept and loaded with the node. */
  get part(): PersistedPart {
    return persistedPart(
      'behaviour of service nodes',
      v.array(v.tuple([v.string(), behaviour])),
      () => [...this.#told],
      (saved) => {
        this.#told.clear()
        for (const [key, told] of saved) this.#told.set(key, { ...AS_IT_SHOULD, ...told })
      },
    )
  }
}
