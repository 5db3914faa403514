// The middle of a list of numbers.

/** The median, rounded down between two; 0 of an empty list. */
export const medianOf = (values: readonly number[]): number => {
  if (values.length === 0) return 0
  const sorted = Float64Array.from(values).sort()
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : Math.floor(((sorted[middle - 1] ?? 0) + upper) / 2)
}
