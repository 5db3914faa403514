// Which addresses of an account a list shows, and in which order.
import type { AddressView } from '../../../wallet/accounts/accountViews.ts'
import { findsAddress } from './addressSearch.ts'

/** Hidden addresses are in none of these but their own. */
export type AddressShow = 'all' | 'unused' | 'used' | 'hidden'

/** By what addresses are sorted: number, name, what they received, or when they received last. */
export type AddressOrder = {
  readonly by: 'number' | 'name' | 'received' | 'date'
  readonly isDescending: boolean
}

/** The order as long as the user chooses no other one: the newest address first. */
export const NEWEST_ADDRESS_FIRST: AddressOrder = { by: 'number', isDescending: true }

export type AddressQuery = { readonly show: AddressShow; readonly order: AddressOrder; readonly search: string }

/** Returns the numbers of addresses that the filters show. */
export const addressCounts = (addresses: readonly AddressView[]): { readonly [show in AddressShow]: number } => {
  const shown = addresses.filter(({ place }) => place !== 'hidden')
  const used = shown.filter((address) => address.used).length
  return { all: shown.length, unused: shown.length - used, used, hidden: addresses.length - shown.length }
}

const compareValues = (a: number | bigint, b: number | bigint): number => (a === b ? 0 : a < b ? -1 : 1)

/** A search among all addresses finds hidden ones too. */
const isShown = ({ used, place }: AddressView, { show, search }: AddressQuery): boolean => {
  if (show === 'hidden') return place === 'hidden'
  if (place === 'hidden') return show === 'all' && search.trim() !== ''
  return show === 'all' || used === (show === 'used')
}

/**
 * Returns the addresses of a query: those that are pinned first, equal ones newest first.
 * @param nameOf what the page calls an address
 */
export const listAddresses = (
  addresses: readonly AddressView[],
  query: AddressQuery,
  nameOf: (address: AddressView) => string,
): readonly AddressView[] => {
  const { order, search } = query
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  const compare: { readonly [by in AddressOrder['by']]: (a: AddressView, b: AddressView) => number } = {
    number: (a, b) => a.index - b.index,
    name: (a, b) => collator.compare(nameOf(a), nameOf(b)),
    received: (a, b) => compareValues(a.received, b.received),
    date: (a, b) => a.lastUsed - b.lastUsed,
  }
  const rank = ({ place }: AddressView): number => (place === 'pinned' ? 0 : 1)
  const sign = order.isDescending ? -1 : 1
  return addresses
    .filter((address) => isShown(address, query))
    .filter((address) => search.trim() === '' || findsAddress(search, address, nameOf(address)))
    .sort((a, b) => rank(a) - rank(b) || sign * compare[order.by](a, b) || b.index - a.index)
}
