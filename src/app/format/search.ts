// Texts that a search finds.

/** Returns a text without what need not be typed: capital letters, accents and soft hyphens. */
export const searchable = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\u00ad]/gu, '')
    .toLocaleLowerCase()

/** Returns whether a text has every typed word. */
export const matchesSearch = (text: string, typed: string): boolean => {
  const found = searchable(text)
  return searchable(typed)
    .split(/\s+/)
    .every((word) => found.includes(word))
}
