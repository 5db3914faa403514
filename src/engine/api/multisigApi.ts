// Multisig wallets: key exchange, infos, sets that several participants sign.

import type { TransferView } from '../../wallet/history/historyViews.ts'
import type { MultisigFirstRound, MultisigSetView } from '../../wallet/multisig/multisigViews.ts'
import type { SignedTransfer } from '../../wallet/offline/setViews.ts'

export type MultisigApi = {
  /**
   * Returns the message for the other participants of a multisig wallet, for the next round of the key exchange; empty if none is needed.
   * That of the first round contains a secret that only they may have.
   * @throws WatchOnlyError
   */
  multisigMessage(): Promise<string>
  /**
   * Turns the open wallet into a multisig wallet. Its state starts over, as its address changes.
   * @throws WatchOnlyError, KeyMessageError, KeyExchangeError
   */
  makeMultisig(round: MultisigFirstRound): Promise<void>
  /**
   * Completes a round of the key exchange of the open multisig wallet.
   * @param messages of the other participants for this round
   * @throws NotMultisigError, KeyMessageError, KeyExchangeError
   */
  exchangeMultisigKeys(messages: readonly string[]): Promise<void>
  /**
   * Returns this participant's info for the others: new nonces, which replace those exported before, and partial key images.
   * @throws NotMultisigError
   */
  exportMultisigInfo(): Promise<Uint8Array>
  /**
   * Imports infos of other participants; returns the number of outputs that all of them have.
   * @throws NotMultisigError, MultisigInfoError, MultisigImportError
   */
  importMultisigInfo(infos: readonly Uint8Array[]): Promise<number>
  /** Returns what a multisig set does, computed from the set and the keys of this wallet, and how many have signed it. */
  describeMultisigSet(bytes: Uint8Array): Promise<MultisigSetView>
  /** Signs a multisig set that another participant proposed; `txids` are empty until enough have signed. Nothing is sent. */
  signMultisigSet(bytes: Uint8Array): Promise<SignedTransfer>
  /** Records the payments of a multisig set durably, then relays them. Fails if the node refuses all of them. */
  submitMultisigSet(bytes: Uint8Array): Promise<readonly TransferView[]>
}
