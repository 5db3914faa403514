// What the wallet paid to its contacts.

import type { Wallet } from '../open/wallet.ts'
import type { ContactPayments } from './accountViews.ts'

/** Returns what was paid to each contact that was paid. Payments that failed do not count. */
export const contactPayments = (wallet: Wallet): ContactPayments[] => {
  const contacts = new Set(wallet.state.addressBook.map(({ address }) => address))
  const sums = new Map<string, ContactPayments>()
  for (const { direction, state, destinations, made, timestamp } of wallet.history.entries) {
    if (direction !== 'out' || state === 'failed') continue
    for (const { address, amount } of destinations) {
      if (!contacts.has(address)) continue
      const { paid, lastPaid } = sums.get(address) ?? { paid: 0n, lastPaid: 0 }
      sums.set(address, { address, paid: paid + amount, lastPaid: Math.max(lastPaid, made ?? timestamp) })
    }
  }
  return [...sums.values()]
}
