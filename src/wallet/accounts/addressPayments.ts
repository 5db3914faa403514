// The payments that an address of the wallet received, for the screen that shows this address.

import { sumAmounts } from '../../coin/amount.ts'
import type { Entry } from '../history/history.ts'
import type { AddressPayment } from '../history/historyViews.ts'
import type { Wallet } from '../open/wallet.ts'
import type { SubaddressIndex } from '../state/outputFields.ts'

/** Latest payments that are returned. */
const MAX_PAYMENTS = 50

/** Returns what one address received of a transfer, which can pay several addresses of the account. */
const amountTo = (minor: number, { amount, minors, outputs }: Entry): bigint =>
  minors.length === 1 ? amount : sumAmounts(outputs.filter(({ subaddress }) => subaddress.minor === minor))

/** Returns the latest payments to an address, newest first, without block rewards. */
export const addressPaymentsOf = (wallet: Wallet, { major, minor }: SubaddressIndex): AddressPayment[] => {
  const received = wallet.history.entries.filter(
    ({ direction, kind, account, minors }) =>
      direction === 'in' && kind === 'transfer' && account === major && minors.includes(minor),
  )
  return received.slice(0, MAX_PAYMENTS).map((entry) => {
    const { txid, confirmations, paymentId, timestamp, doubleSpendSeen } = wallet.transferView(entry)
    return {
      ...{ txid, confirmations, paymentId, timestamp, doubleSpendSeen },
      account: major,
      index: minor,
      amount: amountTo(minor, entry),
      state: entry.height === undefined ? 'pool' : 'confirmed',
      isApproved: wallet.state.blinks.has(txid),
    }
  })
}
