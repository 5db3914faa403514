// The records of a whole state, for a store that has lost them.

import { fromHex } from '../../bytes/hex.ts'
import type { StoreChange } from '../../store/store.ts'
import { LedgerDraft } from './ledgerDraft.ts'
import { emptyState, type WalletStateData } from './walletStateData.ts'
import { stateChanges } from './walletStateStore.ts'

/**
 * Returns the changes that write a whole state to an empty store. What is only ever read from the store is not in it: the transactions of payments,
 * remembered rings, and output counts.
 */
export const wholeState = ({ ledger, fields, ...data }: WalletStateData): StoreChange[] => {
  const none = emptyState()
  const draft = new LedgerDraft(none.ledger)
  for (const output of ledger.outputs.values()) draft.putOutput(output)
  for (const payment of ledger.payments.values()) draft.putPayment(payment)
  for (const [key, removed] of ledger.removedOutputs) draft.retainOutput(fromHex(key), removed)
  for (const [txid, removed] of ledger.removedPayments) draft.retainPayment(txid, removed)
  return stateChanges(none, draft, {
    ...fields,
    notes: Array.from(data.notes, ([txid, text]) => ({ txid, text })),
    coinLabels: Array.from(data.coinLabels, ([key, text]) => ({ key, text })),
    attributes: Array.from(data.attributes, ([key, value]) => ({ key, value })),
    blinks: [...data.blinks],
    outputInfos: data.outputInfos,
    signedKeys: data.signedKeys,
    importedInfos: data.importedInfos,
  })
}
