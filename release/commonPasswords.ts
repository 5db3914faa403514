// Makes the list of common passwords of @zxcvbn-ts/language-common, which is in the order of their frequency, small enough for the page.

/** The four thousand passwords that are used most find weak ones, at a twelfth of the size of the whole list. */
const COMMON_PASSWORDS = 4000

/** Returns the entries of a list in which a capital letter begins an entry, and says how many characters it shares with the one before it. */
const unpackList = (packed: string): string[] => {
  let entry = ''
  return [...packed.matchAll(/([A-Z])([^A-Z]*)/g)].map(([, shared = 'A', rest = '']) => {
    entry = entry.slice(0, shared.charCodeAt(0) - 65) + rest
    return entry
  })
}

const packList = (entries: readonly string[]): string =>
  entries
    .map((entry, i) => {
      const before = entries[i - 1] ?? ''
      let shared = 0
      while (shared < 25 && shared < before.length && before[shared] === entry[shared]) shared += 1
      return String.fromCharCode(65 + shared) + entry.slice(shared)
    })
    .join('')

/** Sorts ranks 1, 2–3, 4–7, 8–15, … each by themselves: a list half as long when packed, and no rank is wrong by more than a factor of two. */
const sortOctaves = (ranked: readonly string[]): readonly string[] => {
  const sorted: string[] = []
  for (let size = 1; sorted.length < ranked.length; size *= 2)
    sorted.push(...ranked.slice(sorted.length, sorted.length + size).sort())
  return sorted
}

/** Returns the packed list of the passwords that are used most, in about the order of their frequency, from the packed list of all. */
export const shortenList = (packed: string): string =>
  packList(sortOctaves(unpackList(packed).slice(0, COMMON_PASSWORDS)))
