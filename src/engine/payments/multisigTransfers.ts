// Payments of multisig wallets as the page uses them: sets as bytes, which the user carries between the participants.

import { toHex } from '../../bytes/hex.ts'
import type { TransferView } from '../../wallet/history/historyViews.ts'
import type { MultisigSetView } from '../../wallet/multisig/multisigViews.ts'
import { ownSigner, readyAccount } from '../../wallet/multisig/multisigWallet.ts'
import { describeTransfers, parseMultisigSet } from '../../wallet/multisig/readSet.ts'
import { signMultisigSet } from '../../wallet/multisig/signSet.ts'
import { completePayments, submitPayments } from '../../wallet/multisig/submitSet.ts'
import { hasKey } from '../../wallet/multisig-keys/keySets.ts'
import type { SignedTransfer } from '../../wallet/offline/setViews.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import { submittedTransfers } from './offlineTransfers.ts'

/**
 * Returns what a multisig set does, and who has signed it.
 * @throws what `parseMultisigSet` throws
 */
export const describeMultisigTransfer = async (wallet: Wallet, bytes: Uint8Array): Promise<MultisigSetView> => {
  const parsed = await parseMultisigSet(wallet, bytes)
  const account = readyAccount(wallet)
  const { signers } = parsed.set
  return {
    signatures: signers.length,
    threshold: account.threshold,
    isSigned: hasKey(signers, ownSigner(account)),
    transfers: describeTransfers(wallet, parsed),
  }
}

/**
 * Signs a multisig set.
 * @throws what `parseMultisigSet` and `signMultisigSet` throw
 */
export const signMultisigTransfer = async (wallet: Wallet, bytes: Uint8Array): Promise<SignedTransfer> => {
  const signed = await signMultisigSet(wallet, await parseMultisigSet(wallet, bytes))
  return { bytes: signed.bytes, txids: signed.txids.map(toHex) }
}

/**
 * Submits a multisig set that enough participants have signed; returns its entries of the history.
 * @throws PaymentRefusedError if the node refuses all transactions, what `completePayments` and `submitPayments` throw
 */
export const submitMultisigTransfer = async (wallet: Wallet, bytes: Uint8Array): Promise<TransferView[]> => {
  const payments = await completePayments(wallet, await parseMultisigSet(wallet, bytes))
  return submittedTransfers(wallet, await submitPayments(wallet, payments))
}
