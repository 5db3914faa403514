// Addresses as text for people.

/** Characters of the beginning and of the end that are shown. */
const SHOWN = { start: 8, end: 6 }

/** Returns the beginning and the end of an address. */
export const shortAddress = (address: string): string =>
  address.length <= SHOWN.start + SHOWN.end ? address : `${address.slice(0, SHOWN.start)}…${address.slice(-SHOWN.end)}`
