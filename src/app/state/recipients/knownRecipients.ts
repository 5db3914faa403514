// The addresses that the user knows: contacts, and those that this wallet paid.
import type { TransferView } from '../../../wallet/history/historyViews.ts'

/** An address that the user knows; the name of a contact, or empty. */
export type KnownRecipient = { readonly address: string; readonly name: string }

/** Returns contacts first, then paid addresses, the latest first. Failed payments count for nothing. */
export const knownRecipients = (
  contacts: readonly KnownRecipient[],
  transfers: readonly Pick<TransferView, 'direction' | 'state' | 'destinations'>[],
): readonly KnownRecipient[] => {
  const paid = transfers.flatMap(({ direction, state, destinations }) =>
    direction === 'out' && state !== 'failed' ? destinations : [],
  )
  const addresses = new Set(paid.map(({ address }) => address))
  return [
    ...contacts.map(({ address, name }) => ({ address, name })),
    ...[...addresses].map((address) => ({ address, name: '' })),
  ]
}
