// Behaviour overrides of service nodes, set by the developer: whether a node sends uptime proofs and signs, its public address, and whether
// quorums test it. Nodes without an override behave normally, and are tested if this node holds their keys.

import * as v from 'valibot'
import { toHex } from '../../../bytes/hex.ts'
import { type PersistedPart, persistedPart } from '../../node/persistedState.ts'

const natural = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const behaviour = v.object({
  /** since when the node sends no uptime proofs, UNIX seconds; undefined while it sends them */
  silentSince: v.optional(natural),
  /** time of the first proof after proofs were stopped or the address changed, UNIX seconds; 0 for never */
  restartedAt: natural,
  /** height ranges in which the node signs nothing; the last one is open while it does not sign */
  absences: v.array(v.object({ from: natural, until: v.optional(natural) })),
  /** the last address change, with the time of the last proof from the old address; undefined if there was none */
  moved: v.optional(v.object({ from: v.string(), seen: natural, to: v.string(), at: natural })),
  /** whether quorums test the node; the default applies if undefined */
  isJudged: v.optional(v.boolean()),
})

/** The behaviour of one service node. */
export type Behaviour = v.InferOutput<typeof behaviour>

/** Returns the absences before a height; later ones belong to popped blocks. */
const absencesBefore = (height: number, absences: Behaviour['absences']): Behaviour['absences'] =>
  absences
    .filter(({ from }) => from < height)
    .map(({ from, until = height }) => ({ from, until: Math.min(until, height) }))

const NORMAL_BEHAVIOUR: Behaviour = { restartedAt: 0, absences: [] }

/** Public address of local service nodes without an override. */
export const DEFAULT_ADDRESS = '127.0.0.1'

/** Behaviour overrides by service node key. */
export class BehaviourOverrides {
  readonly #overrides = new Map<string, Behaviour>()

  of(key: Uint8Array): Behaviour {
    // Called for every service node with every block.
    return (this.#overrides.size === 0 ? undefined : this.#overrides.get(toHex(key))) ?? NORMAL_BEHAVIOUR
  }

  /** Returns the public address of a node. */
  addressOf(key: Uint8Array): string {
    return this.of(key).moved?.to ?? DEFAULT_ADDRESS
  }

  /** Stops the uptime proofs of a node. `now`: UNIX seconds. */
  stopUptimeProofs(key: Uint8Array, now: number): void {
    this.update(key, { silentSince: this.of(key).silentSince ?? now })
  }

  /** Resumes the uptime proofs of a node, at once and then each hour. `now`: UNIX seconds. */
  resumeUptimeProofs(key: Uint8Array, now: number): void {
    if (this.of(key).silentSince !== undefined) this.update(key, { silentSince: undefined, restartedAt: now })
  }

  /** Stops a node from signing, from a height on. */
  stopSigning(key: Uint8Array, height: number): void {
    const before = absencesBefore(height, this.of(key).absences)
    const last = before.at(-1)
    const absences =
      last?.until === height ? [...before.slice(0, -1), { from: last.from }] : [...before, { from: height }]
    this.update(key, { absences })
  }

  /** Lets a node sign again, from a height on. */
  resumeSigning(key: Uint8Array, height: number): void {
    this.update(key, { absences: absencesBefore(height, this.of(key).absences) })
  }

  /** Changes the public address of a node, which sends a proof from there at once. `now` and `seen` (time of its last proof): UNIX seconds. */
  changeAddress(key: Uint8Array, to: string, { now, seen }: { readonly now: number; readonly seen: number }): void {
    const from = this.addressOf(key)
    const { silentSince, restartedAt } = this.of(key)
    if (to === from) return
    this.update(key, { moved: { from, seen, to, at: now }, restartedAt: silentSince === undefined ? now : restartedAt })
  }

  /** Changes some of a node's overrides. */
  update(key: Uint8Array, change: Partial<Behaviour>): void {
    this.#overrides.set(toHex(key), { ...this.of(key), ...change })
  }

  /** Removes the overrides of a node. */
  clear(key: Uint8Array): void {
    this.#overrides.delete(toHex(key))
  }

  /** Returns whether a node signs at a height. */
  isSigningAt(key: Uint8Array, height: number): boolean {
    return !this.of(key).absences.some(({ from, until = Number.POSITIVE_INFINITY }) => from <= height && height < until)
  }

  /** Whether any node has an absence. */
  get hasAbsences(): boolean {
    return [...this.#overrides.values()].some(({ absences }) => absences.length > 0)
  }

  /** The overrides as part of the node's persisted state. */
  get part(): PersistedPart {
    return persistedPart(
      'behaviour of service nodes',
      v.array(v.tuple([v.string(), behaviour])),
      () => [...this.#overrides],
      (saved) => {
        this.#overrides.clear()
        for (const [key, override] of saved) this.#overrides.set(key, { ...NORMAL_BEHAVIOUR, ...override })
      },
    )
  }
}
