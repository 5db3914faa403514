// Finds a transaction of the wallet by its id, also below the restore height or to addresses that were not watched when its block was scanned.

import { equalBytes } from '../../bytes/bytes.ts'
import type { Wallet } from '../open/wallet.ts'
import { rescanSpent } from '../sync/rescan.ts'
import { scanTransactions } from '../sync/scanTransactions.ts'
import type { TransactionSearch } from './lookupViews.ts'

/** Returns whether the history has a transaction. */
export const isKnownTransaction = ({ history }: Wallet, txid: Uint8Array): boolean =>
  history.entries.some((entry) => equalBytes(entry.txid, txid))

/**
 * Finds a transaction: in the history, or else by the node, which learns its id.
 * @param owner of the node: one that the user runs may also learn the key images of the wallet, so that a transaction older than others is scanned
 * @throws TransactionMissingError if the node does not know it; OlderTransactionError if the node is of another and the wallet knows a
 * transaction as recent, which could have spent its outputs; ChainError, NodeError
 */
export const findTransaction = async (
  wallet: Wallet,
  txid: Uint8Array,
  owner: 'user' | 'other',
): Promise<TransactionSearch> => {
  if (isKnownTransaction(wallet, txid)) return 'known'
  await scanTransactions(wallet, [txid], owner === 'user' ? 'any' : 'newest own')
  if (!isKnownTransaction(wallet, txid)) return 'foreign'
  if (owner === 'user') await rescanSpent(wallet)
  return 'found'
}
