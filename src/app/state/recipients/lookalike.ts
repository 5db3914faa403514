// Addresses that resemble known ones. People compare the beginning and the end of an address; thieves make addresses that agree there
// ("address poisoning") and put them into the clipboard, a message, or a QR code.

/** Characters at the beginning and at the end that agree, in upper or lower case, in addresses that are mistaken for each other. */
const ALIKE = { start: 4, end: 3 }

const isAlike = (a: string, b: string): boolean => {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()]
  return (
    first.slice(0, ALIKE.start) === second.slice(0, ALIKE.start) && first.slice(-ALIKE.end) === second.slice(-ALIKE.end)
  )
}

/**
 * Returns the first known address that another one can be mistaken for; undefined if there is none, or if the address is itself known.
 * By chance, less than one pair of addresses in a hundred million is alike.
 */
export const lookalikeOf = <T extends { readonly address: string }>(
  address: string,
  known: readonly T[],
): T | undefined =>
  known.some((each) => each.address === address) ? undefined : known.find((each) => isAlike(each.address, address))
