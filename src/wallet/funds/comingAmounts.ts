// What balances count before it is in a block, by the rules of a family.

import { parseAddress } from '../../coin/addresses/address.ts'
import type { Network } from '../../coin/networks/network.ts'
import { pooledOutputs } from '../history/history.ts'
import { type ComingAmount, pendingChange } from '../state/balance.ts'
import type { Payment } from '../state/ledger.ts'
import type { SubaddressIndex } from '../state/outputFields.ts'
import type { WalletState } from '../state/walletState.ts'

/** What finds the address of a spend key; undefined if the key is not the wallet's. */
type IndexOf = (spendKey: Uint8Array) => SubaddressIndex | undefined

/** Returns what a payment pays to addresses of its own account. What it pays to other accounts is in the txpool. */
const returnedBy = (network: Network, indexOf: IndexOf, { account, destinations }: Payment): ComingAmount[] =>
  destinations.flatMap(({ address, amount }) => {
    const subaddress = indexOf(parseAddress(network, address).spendKey)
    return subaddress?.major === account ? [{ subaddress, amount, change: true }] : []
  })

/**
 * Returns what lenient balances count although it is in no block: the change of pending payments, and on networks that count unmined
 * payments also what pending payments pay to their own account, and payments in the txpool (wallet2 0.18: balance_per_subaddress).
 */
export const comingAmounts = (
  network: Network,
  { ledger, pool }: Pick<WalletState, 'ledger' | 'pool'>,
  indexOf: IndexOf,
): readonly ComingAmount[] => {
  const change = pendingChange(ledger)
  if (!network.countsUnmined) return change
  const payments = [...ledger.pending].flatMap((id) => ledger.payments.get(id) ?? [])
  return [
    ...change,
    ...payments.flatMap((payment) => returnedBy(network, indexOf, payment)),
    ...pooledOutputs({ ledger, pool }),
  ]
}
