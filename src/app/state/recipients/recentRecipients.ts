// The addresses that this wallet paid last, without those of contacts.
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { TransferView } from '../../../wallet/history/historyViews.ts'

export type RecentRecipient = {
  readonly address: string
  /** of the last payment to it, UNIX seconds */
  readonly timestamp: number
  /** of that payment; empty for none */
  readonly note: string
}

const MAX_RECIPIENTS = 5

/** Returns the recipients of payments, the latest first. */
export const recentRecipients = (
  transfers: readonly Pick<TransferView, 'direction' | 'destinations' | 'timestamp' | 'note'>[],
  contacts: readonly Pick<ContactView, 'address'>[],
): readonly RecentRecipient[] => {
  const known = new Set(contacts.map(({ address }) => address))
  const found = new Map<string, RecentRecipient>()
  for (const { direction, destinations, timestamp, note } of transfers)
    for (const { address } of direction === 'out' ? destinations : [])
      if (!known.has(address) && !found.has(address)) found.set(address, { address, timestamp, note })
  return [...found.values()].slice(0, MAX_RECIPIENTS)
}
