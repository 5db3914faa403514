// What begins anew when a private chain was started anew: the history of the old chain is put apart, and the new one is scanned.

import { toHex } from '../../bytes/hex.ts'
import { earlierTransfer, putEarlierChain } from '../../wallet/history/earlierChains.ts'
import { forAnotherChain } from '../../wallet/state/addressMarks.ts'
import { NO_STAKE_LOCKS } from '../../wallet/state/stakeLocks.ts'
import { scanAgain } from '../../wallet/sync/rescan.ts'
import type { OpenWallet } from './openWallet.ts'

/** Puts the history of the wallet's chain apart; does nothing if it has none. */
const putHistoryApart = async ({ wallet, store }: OpenWallet, endedAt: number): Promise<void> => {
  const transfers = wallet.transfers({}).map(earlierTransfer)
  const { blockIds, height } = wallet.state
  const top = blockIds.idAt(height - 1)
  if (transfers.length === 0 || top === undefined) return
  await putEarlierChain(store, { id: toHex(top), endedAt, height, balance: wallet.balance().total, transfers })
}

/**
 * Puts the history apart, forgets all payments and scans the node's chain from its beginning. Keys, labels, contacts and notes stay.
 * @param endedAt UNIX seconds
 */
export const beginAnew = async (opened: OpenWallet, endedAt: number): Promise<void> => {
  await putHistoryApart(opened, endedAt)
  const { state } = opened.wallet
  await scanAgain(opened.wallet, { from: 'beginning' }, (draft) => {
    for (const txid of state.ledger.payments.keys()) draft.removePayment(txid)
    for (const txid of state.ledger.removedPayments.keys()) draft.retainPayment(txid, undefined)
    return { imported: [], stakeLocks: NO_STAKE_LOCKS, addressMarks: forAnotherChain(state.addressMarks) }
  })
}
