// Addresses as text for people: in groups, of which people compare the first and the last ones.

/** Characters of a group. */
const GROUP = 4
/** Groups of the beginning and of the end that a short address has. */
const SHOWN = 2

/** Returns the groups of an address; the last one may be shorter. */
export const addressGroups = (address: string): readonly string[] =>
  address.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []

/** Returns the first two and the last two groups of an address; a text that is hardly longer as it is. */
export const shortAddressGroups = (address: string): readonly [start: readonly string[], end: readonly string[]] => {
  const groups = addressGroups(address)
  return groups.length <= 2 * SHOWN ? [groups, []] : [groups.slice(0, SHOWN), groups.slice(-SHOWN)]
}

/** Returns the first two and the last two groups of an address: `LCZN bpkW … JCjZ 5ix`. */
export const shortAddress = (address: string): string => {
  const [start, end] = shortAddressGroups(address)
  if (end.length === 0) return address
  return [...start, '…', ...end].join(' ')
}
