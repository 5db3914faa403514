// Which addresses of an account a list shows, and in which order.
import type { AddressView } from '../../../wallet/accounts/accountViews.ts'
import { findsAddress } from './addressSearch.ts'

export type AddressShow = 'all' | 'unused' | 'used'

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
  const used = addresses.filter((address) => address.used).length
  return { all: addresses.length, unused: addresses.length - used, used }
}

const compareValues = (a: number | bigint, b: number | bigint): number => (a === b ? 0 : a < b ? -1 : 1)

/**
 * Returns the addresses of a query; equal ones are newest first.
 * @param nameOf what the page calls an address
 */
export const listAddresses = (
  addresses: readonly AddressView[],
  { show, order, search }: AddressQuery,
  nameOf: (address: AddressView) => string,
): readonly AddressView[] => {
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  const compare: { readonly [by in AddressOrder['by']]: (a: AddressView, b: AddressView) => number } = {
    number: (a, b) => a.index - b.index,
    name: (a, b) => collator.compare(nameOf(a), nameOf(b)),
    received: (a, b) => compareValues(a.received, b.received),
    date: (a, b) => a.lastUsed - b.lastUsed,
  }
  const sign = order.isDescending ? -1 : 1
  return addresses
    .filter(({ used }) => show === 'all' || used === (show === 'used'))
    .filter((address) => search.trim() === '' || findsAddress(search, address, nameOf(address)))
    .sort((a, b) => sign * compare[order.by](a, b) || b.index - a.index)
}
