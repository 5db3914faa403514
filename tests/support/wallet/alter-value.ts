// Alters one place of a value, for tests of altered sets.

import fc from 'fast-check'

/** How a value is altered. */
type Alteration = { readonly how: number; readonly amount: bigint }

export const alteration: fc.Arbitrary<Alteration> = fc.record({
  how: fc.nat(7),
  amount: fc.oneof(fc.bigInt(1n, 9n), fc.bigInt(1n, 1n << 63n)),
})

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && !Array.isArray(value)

type Path = readonly (string | number)[]

const entriesOf = (value: unknown): readonly (readonly [string | number, unknown])[] =>
  Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : []

/** Returns the places of a value that can be altered: itself and those of its members. */
export const placesIn = (value: unknown): Path[] => [
  [],
  ...entriesOf(value).flatMap(([name, member]) => placesIn(member).map((path) => [name, ...path])),
]

/** Returns a place without its positions in lists. */
export const fieldOf = (path: Path): string => path.filter((name) => typeof name === 'string').join('.')

const alterHere = (value: unknown, { how, amount }: Alteration): unknown => {
  if (typeof value === 'bigint') return [value + amount, value > amount ? value - amount : 0n, amount, 0n][how % 4]
  if (typeof value === 'number') return [value + 1, Math.max(0, value - 1), Number(amount & 0xffn), 0][how % 4]
  if (typeof value === 'boolean') return !value
  if (value instanceof Uint8Array) {
    if (value.length === 0) return Uint8Array.of(how)
    const at = Number(amount % BigInt(value.length))
    return value.with(at, (value[at] ?? 0) ^ (1 << how))
  }
  if (!Array.isArray(value) || value.length === 0) return value
  const i = Number(amount % BigInt(value.length))
  if (how % 3 === 0) return value.toSpliced(i, 1)
  return how % 3 === 1 ? [...value, value[i]] : value.toReversed()
}

/** Returns a value with one place altered. */
export const alter = (value: unknown, [name, ...path]: Path, alteration: Alteration): unknown => {
  if (name === undefined) return alterHere(value, alteration)
  if (Array.isArray(value)) return value.with(Number(name), alter(value[Number(name)], path, alteration))
  return isRecord(value) ? { ...value, [name]: alter(value[name], path, alteration) } : value
}
