// How much two words differ, to find what a person meant to type.

/**
 * Returns the Levenshtein distance of two words: the smallest number of letters to insert, delete or replace.
 *
 * @example
 * editDistance('abbot', 'about') // 2
 */
export const editDistance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries())
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    row = next
  }
  return row.at(-1) ?? 0
}
