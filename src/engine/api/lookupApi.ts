// The open wallet: transactions by their id, raw transactions, and whose an address is.

import type { AddressPlace, RawTransactionView, TransactionSearch } from '../../wallet/lookup/lookupViews.ts'

export type LookupApi = {
  /**
   * Finds a transaction of this wallet by its id, also in blocks that were scanned without it. A node that is asked learns the id; one that the
   * user runs also the key images, by which spent coins are known.
   * @throws HexError, TransactionMissingError, OlderTransactionError
   */
  findTransaction(txid: string): Promise<TransactionSearch>
  /**
   * Reads a raw transaction in hex. No node is asked, and its signatures are not verified.
   * @throws RawTransactionError
   */
  describeRawTransaction(text: string): Promise<RawTransactionView>
  /**
   * Submits a raw transaction through the node; `known`: the node already has it.
   * @throws RawTransactionError, RawTransactionRefusedError
   */
  submitRawTransaction(text: string): Promise<'sent' | 'known'>
  /** Returns whose an address is, or the address in a payment link. */
  addressPlace(text: string): Promise<AddressPlace>
}
