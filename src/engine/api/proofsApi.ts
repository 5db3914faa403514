// The open wallet: proofs of payments, of balances and of ownership, signed messages, and transactions as the node has them.

import type { ProofCheck, ProofVerdict, ReserveClaim, TransactionContent } from '../../wallet/proofs/proofViews.ts'

export type ProofsApi = {
  /**
   * Proves that a transaction paid an address: as its receiver if the address belongs to this wallet, else as its sender.
   * @throws ProofError, AddressError
   */
  provePayment(request: { readonly txid: string; readonly address: string; readonly message: string }): Promise<string>
  /**
   * Proves that this wallet made a transaction.
   * @throws ProofError
   */
  proveSpend(request: { readonly txid: string; readonly message: string }): Promise<string>
  /**
   * Proves what the wallet has. The proof reveals coins and when they are spent.
   * @throws ProofError
   */
  proveReserve(request: { readonly claim: ReserveClaim; readonly message: string }): Promise<string>
  /**
   * Signs a text with the spend key of an address.
   * @throws WatchOnlyError
   */
  signMessage(request: { readonly text: string; readonly account: number; readonly address: number }): Promise<string>
  /**
   * Verifies a proof or a signature that someone else made.
   * @throws ProofError, ProofTextError, AddressError, HexError
   */
  checkProof(check: ProofCheck): Promise<ProofVerdict>
  /**
   * Returns a transaction with the members of its rings. The node learns that the user asks for it.
   * @throws TransactionUnknownError, ProofError
   */
  transactionContent(txid: string): Promise<TransactionContent>
}
