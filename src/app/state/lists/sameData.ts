// Plain data that is fetched again and has not changed keeps its identity, so that nothing that shows it is rendered again.

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Returns whether two plain values have equal members at every depth. */
export const isSameData = (a: unknown, b: unknown): boolean => {
  if (!isObject(a) || !isObject(b)) return Object.is(a, b)
  const names = Object.keys(a)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameData(a[name], b[name]))
  )
}

/** Returns the new items, with each equal one in place of its copy. `idOf` returns what identifies an item. */
export const keepSame = <T>(
  old: readonly T[],
  fetched: readonly T[],
  idOf: (item: T) => string | number,
): readonly T[] => {
  const known = new Map(old.map((item) => [idOf(item), item]))
  return fetched.map((item) => {
    const before = known.get(idOf(item))
    return before !== undefined && isSameData(before, item) ? before : item
  })
}
