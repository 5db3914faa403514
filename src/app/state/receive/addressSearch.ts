// The search among the addresses of an account.
import type { AddressView } from '../../../wallet/accounts/accountViews.ts'

/**
 * Returns whether a search finds an address: by a part of its name or of the address, in upper or lower case, or by its number (`12`, `#12`).
 * @param name its label, or what the page calls it
 */
export const findsAddress = (
  search: string,
  { index, address }: Pick<AddressView, 'index' | 'address'>,
  name: string,
): boolean => {
  const words = search.trim().toLowerCase()
  return (
    name.toLowerCase().includes(words) ||
    words.replace('#', '') === String(index) ||
    // One or two digits or letters are in every address.
    (words.length > 2 && address.toLowerCase().includes(words))
  )
}
