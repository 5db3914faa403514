// Whether an address that someone names is one of the wallet.

import { equalBytes } from '../../bytes/bytes.ts'
import { AddressError, parseAddress, subaddressAt } from '../../coin/addresses/address.ts'
import type { Wallet } from '../open/wallet.ts'
import type { OwnAddress } from './accountViews.ts'

/** Returns the place of an address in the wallet, integrated ones included; undefined for those of others, and for what is no address. */
export const ownAddressOf = (wallet: Wallet, text: string): OwnAddress | undefined => {
  try {
    const { spendKey, viewKey } = parseAddress(wallet.network, text)
    const index = wallet.indexOf(spendKey)
    // Anyone can write an address with the spend key of another: its payments would arrive nowhere.
    if (index === undefined || !equalBytes(subaddressAt(wallet.keys, index.major, index.minor).viewKey, viewKey))
      return undefined
    const { major: account, minor } = index
    return { account, index: minor, label: wallet.state.labels[account]?.[minor] ?? '' }
  } catch (error) {
    if (error instanceof AddressError) return undefined
    throw error
  }
}
