// Watch-only wallets and their copies with the spend key: unsigned and signed sets, outputs, key images.

import type { KeyImageImportView } from '../../wallet/exchange/exchangeViews.ts'
import type { TransferView } from '../../wallet/history/historyViews.ts'
import type {
  SignedTransfer,
  SignedTransferDescription,
  UnsignedDescription,
  UnsignedTransfer,
} from '../../wallet/offline/setViews.ts'
import type { SweepRequest, TransferRequest } from './paymentsApi.ts'

export type OfflineApi = {
  /**
   * Builds a payment in a watch-only wallet, for its copy with the spend key to sign, or proposes one in a multisig wallet, for the other
   * participants. Nothing is sent.
   */
  prepareUnsignedTransfer(request: TransferRequest): Promise<UnsignedTransfer>
  /** Builds or proposes a payment of everything that the account of such a wallet can spend to one address. */
  prepareUnsignedSweep(request: SweepRequest): Promise<UnsignedTransfer>
  /** Returns what the transactions of an unsigned set do, computed from the set and the keys of this wallet. */
  describeUnsignedSet(bytes: Uint8Array): Promise<readonly UnsignedDescription[]>
  /** Signs an unsigned set of a watch-only copy. Nothing is sent. Fails if this wallet has found a coin of it spent. */
  signUnsignedSet(bytes: Uint8Array): Promise<SignedTransfer>
  /** Returns what a signed set pays, compared with the coins of this wallet. */
  describeSignedSet(bytes: Uint8Array): Promise<SignedTransferDescription>
  /**
   * Records the payments of a signed set durably, then relays them. Fails if the node refuses all of them, or reports that other
   * transactions have spent their coins, which this wallet knows then.
   */
  submitSignedSet(bytes: Uint8Array): Promise<readonly TransferView[]>
  /** Exports the outputs of this wallet for its copy with the spend key. */
  exportOutputs(): Promise<Uint8Array>
  /** Imports the outputs of a watch-only copy; returns the number of known outputs. */
  importOutputs(bytes: Uint8Array): Promise<number>
  /** Exports signed key images for a watch-only copy, which finds out with them which coins are spent. */
  exportKeyImages(): Promise<Uint8Array>
  importKeyImages(bytes: Uint8Array): Promise<KeyImageImportView>
}
