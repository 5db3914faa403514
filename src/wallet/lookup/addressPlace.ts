// Whose an address is: the account and index of an own one, or that the wallet does not watch it.

import { ownAddressOf } from '../accounts/ownAddress.ts'
import { parseDestination } from '../accounts/parseDestination.ts'
import type { Wallet } from '../open/wallet.ts'
import type { AddressPlace } from './lookupViews.ts'

/** Returns the place of an address, or of that in a payment link. An own address beyond those that the wallet watches counts as foreign. */
export const addressPlaceOf = (wallet: Wallet, text: string): AddressPlace => {
  const parsed = parseDestination(wallet.network, text)
  if (!parsed.valid) return { kind: 'invalid', invalid: parsed }
  const place = ownAddressOf(wallet, parsed.address)
  if (place === undefined) return { kind: 'foreign', watched: wallet.watchedCount }
  const isIssued = place.index < (wallet.state.labels[place.account]?.length ?? 0)
  return { kind: 'own', place, form: parsed.kind, isIssued }
}
