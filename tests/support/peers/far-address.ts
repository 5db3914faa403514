// Addresses that a wallet has not created yet, from its view key.

import { fromHex } from '../../../src/bytes/hex.ts'
import { formatAddress, parseAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import type { Network } from '../../../src/coin/networks/network.ts'

/** @param viewKey hex */
export const farAddress = (
  network: Network,
  { address, viewKey }: { readonly address: string; readonly viewKey: string },
  major: number,
  minor: number,
): string => {
  const { spendKey: spendPublic, viewKey: viewPublic } = parseAddress(network, address)
  const keys = { spendPublic, viewPublic, viewSecret: fromHex(viewKey) }
  return formatAddress(network, subaddressAt(keys, major, minor))
}
