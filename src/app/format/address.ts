// Addresses as text for people: in groups, of which people compare the first and the last ones.

/** Characters of a group. */
const GROUP = 4
/** How many groups at the beginning and at the end people compare; a short address has no others. */
const COMPARED = 2

/** Returns the groups of an address; the last one may be shorter. */
export const addressGroups = (address: string): readonly string[] =>
  address.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []

/** Whether people compare a group, by its index among all. */
export const isCompared = (index: number, count: number): boolean => index < COMPARED || index >= count - COMPARED

/** Returns the first two and the last two groups of an address: `LCZN bpkW … JCjZ 5ix`; a text that has no others as it is. */
export const shortAddress = (address: string): string => {
  const groups = addressGroups(address)
  if (groups.length <= 2 * COMPARED) return address
  return [...groups.slice(0, COMPARED), '…', ...groups.slice(-COMPARED)].join(' ')
}
