// Every single change of a value: a number by one, a flag, a bit of bytes, an item of a list dropped, doubled or swapped. Values are plain
// data; a change is named by its path.

import { keccak256 } from '../../../src/crypto/hash/keccak.ts'

/** A value with one change. */
export type Change<T> = {
  /** the path, with `*` for any item of a list (an item with a `field` counts by that name), and the kind of change unless by one step */
  readonly pattern: string
  /** the exact path */
  readonly path: string
  readonly changed: T
}

const FIXED_LENGTHS: readonly number[] = [8, 16, 32, 64]

type Step = { readonly name: string | number; readonly pattern: string }

type Edit = { readonly steps: readonly Step[]; readonly how: string; readonly value: unknown }

const here = (how: string, value: unknown): Edit => ({ steps: [], how, value })

/** Returns the number plus one, minus one, and zero. */
const numberEdits = (value: number): Edit[] =>
  [value + 1, ...(value > 0 ? [value - 1] : []), ...(value > 1 ? [0] : [])].map((each) => here('', each))

const bigintEdits = (value: bigint): Edit[] =>
  [value + 1n, ...(value > 0n ? [value - 1n] : []), ...(value > 1n ? [0n] : [])].map((each) => here('', each))

/** Returns a number below `count`, derived from the path and the seed. */
const drawn = (count: number, ...seed: readonly string[]): number => {
  const digest = keccak256(new TextEncoder().encode(seed.join('/')))
  return new DataView(digest.buffer, digest.byteOffset).getUint32(0, true) % count
}

const byteEdits = (bytes: Uint8Array, seed: string): Edit[] => {
  if (bytes.length === 0) return []
  const bit = drawn(8 * bytes.length, seed)
  const flipped = bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
  const isFixed = FIXED_LENGTHS.includes(bytes.length)
  return [here('', flipped), ...(isFixed ? [] : [here(' shorter', bytes.slice(0, -1))])]
}

const listEdits = (items: readonly unknown[]): Edit[] => {
  const [first, second] = items
  if (items.length === 0) return []
  return [
    here(' dropped', items.slice(0, -1)),
    here(' doubled', [first, ...items]),
    ...(items.length > 1 ? [here(' swapped', [second, first, ...items.slice(2)])] : []),
  ]
}

/** Returns the pattern of an item of a list. */
const patternOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'field' in item ? String(item.field) : '*'

const editsOf = (value: unknown, seed: string): Edit[] => {
  const inside = (step: Step, child: unknown, rebuild: (child: unknown) => unknown): Edit[] =>
    editsOf(child, `${seed}/${step.name}`).map(({ steps, how, value: edited }) => ({
      steps: [step, ...steps],
      how,
      value: rebuild(edited),
    }))
  if (typeof value === 'number') return numberEdits(value)
  if (typeof value === 'bigint') return bigintEdits(value)
  if (typeof value === 'boolean') return [here('', !value)]
  if (value instanceof Uint8Array) return byteEdits(value, seed)
  if (Array.isArray(value))
    return [
      ...listEdits(value),
      ...value.flatMap((item, i) =>
        inside({ name: i, pattern: patternOf(item) }, item, (edited) => value.with(i, edited)),
      ),
    ]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) =>
    inside({ name, pattern: name }, child, (edited) => ({ ...value, [name]: edited })),
  )
}

/** Returns all single changes of a value. The seed determines which bit of bytes changes. */
export const changesOf = <T>(value: T, seed: string): Change<T>[] =>
  editsOf(value, seed).map(({ steps, how, value: changed }) => ({
    pattern: steps.map(({ pattern }) => pattern).join('.') + how,
    path: steps.map(({ name }) => name).join('.') + how,
    // It has the shape of `value`.
    changed: changed as T,
  }))

/** Returns up to `most` changes of each pattern, drawn by the seed. */
export const sampleOfEach = <T extends { readonly pattern: string }>(
  changes: readonly T[],
  most: number,
  seed: string,
): T[] =>
  [...Map.groupBy(changes, ({ pattern }) => pattern)].flatMap(([pattern, group]) => {
    if (group.length <= most) return group
    const start = drawn(group.length, seed, pattern)
    const stride = Math.max(1, Math.floor(group.length / most))
    return Array.from({ length: most }, (_, i) => group[(start + i * stride) % group.length]).filter(
      (change) => change !== undefined,
    )
  })
