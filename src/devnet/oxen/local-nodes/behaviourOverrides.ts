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
const absencesBefore = (height: number, absences: Behaviour['absences']): Behaviour['absences'] =>
  absences
    .filter(({ from }) => from < height)
    .map(({ from, until = height }) => ({ from, until: Math.min(until, height) }))

const NORMAL_BEHAVIOUR: Behaviour = { restartedAt: 0, absences: [] }

/** Where held service nodes are until they move. */
export const DEFAULT_ADDRESS = '127.0.0.1'

/** Behaviour of service nodes by their keys. */
export class BehaviourOverrides {
  readonly #overrides = new Map<string, Behaviour>()

  of(key: Uint8Array): Behaviour {
    // Asked of every service node with every block.
    return (this.#overrides.size === 0 ? undefined : this.#overrides.get(toHex(key))) ?? NORMAL_BEHAVIOUR
  }

  /** Where a node is, as far as it was told. */
  addressOf(key: Uint8Array): string {
    return this.of(key).moved?.to ?? DEFAULT_ADDRESS
  }

  /** Has a node prove no more that it runs. `now`: UNIX seconds. */
  stopUptimeProofs(key: Uint8Array, now: number): void {
    this.update(key, { silentSince: this.of(key).silentSince ?? now })
  }

  /** Has a node prove again that it runs, at once and each hour from then on. `now`: UNIX seconds. */
  resumeUptimeProofs(key: Uint8Array, now: number): void {
    if (this.of(key).silentSince !== undefined) this.update(key, { silentSince: undefined, restartedAt: now })
  }

  /** Has a node sign nothing from a height on. */
  stopSigning(key: Uint8Array, height: number): void {
    const before = absencesBefore(height, this.of(key).absences)
    const last = before.at(-1)
    const absences =
      last?.until === height ? [...before.slice(0, -1), { from: last.from }] : [...before, { from: height }]
    this.update(key, { absences })
  }

  /** Has a node sign again from a height on. */
  resumeSigning(key: Uint8Array, height: number): void {
    this.update(key, { absences: absencesBefore(height, this.of(key).absences) })
  }

  /** Has a node be at another address, from which it proves at once that it runs. `now`, and `seen` of its last proof: UNIX seconds. */
  changeAddress(key: Uint8Array, to: string, { now, seen }: { readonly now: number; readonly seen: number }): void {
    const from = this.addressOf(key)
    const { silentSince, restartedAt } = this.of(key)
    if (to === from) return
    this.update(key, { moved: { from, seen, to, at: now }, restartedAt: silentSince === undefined ? now : restartedAt })
  }

  /** Changes how a node behaves. */
  update(key: Uint8Array, change: Partial<Behaviour>): void {
    this.#overrides.set(toHex(key), { ...this.of(key), ...change })
  }

  /** Has a node do again what it should. */
  clear(key: Uint8Array): void {
    this.#overrides.delete(toHex(key))
  }

  /** Whether a node signs what comes at a height. */
  isSigningAt(key: Uint8Array, height: number): boolean {
    return !this.of(key).absences.some(({ from, until = Number.POSITIVE_INFINITY }) => from <= height && height < until)
  }

  /** Whether any node signs nothing at some heights. */
  get hasAbsences(): boolean {
    return [...this.#overrides.values()].some(({ absences }) => absences.length > 0)
  }

  /** As kept and loaded with the node. */
  get part(): PersistedPart {
    return persistedPart(
      'behaviour of service nodes',
      v.array(v.tuple([v.string(), behaviour])),
      () => [...this.#overrides],
      (saved) => {
        this.#overrides.clear()
        for (const [key, told] of saved) this.#overrides.set(key, { ...NORMAL_BEHAVIOUR, ...told })
      },
    )
  }
}
