// Submits multisig sets that enough participants have signed (wallet2: commit_tx).

import type { PendingTransaction } from '../../coin/transfer-sets/transferSet.ts'
import type { CheckedTransfer } from '../offline/checkedTransfer.ts'
import { checkContents } from '../offline/pendingContents.ts'
import { paymentOf } from '../offline/submitSet.ts'
import type { Wallet } from '../open/wallet.ts'
import type { RelayedTransaction } from '../spend/payments.ts'
import { SelfCheckError, verifyRingSignatures } from '../spend/verify.ts'
import type { Payment } from '../state/ledger.ts'
import { MultisigSetError, readyAccount } from './multisigWallet.ts'
import { multisigInputs, type ParsedMultisigSet } from './readSet.ts'

/** Returns a payment whose transaction and ring signatures were verified. */
const verifiedPayment = (wallet: Wallet, pending: PendingTransaction, transfer: CheckedTransfer): Payment => {
  const { transaction, txKey, additionalTxKeys } = pending
  const inputs = multisigInputs(wallet, transfer)
  checkContents(wallet, pending, transfer, inputs, transaction)
  try {
    verifyRingSignatures(transaction, inputs)
  } catch (error) {
    if (error instanceof SelfCheckError) throw new MultisigSetError('failed', error.details.fault, { cause: error })
    throw error
  }
  const keys = { main: txKey.slice(), additional: additionalTxKeys.map((key) => key.slice()) }
  return paymentOf(pending, transfer, wallet.moment.now, keys)
}

/**
 * Returns the payments of a set that enough participants have signed, after verifying them as nodes do. Nothing is recorded.
 * @throws NotMultisigError, MultisigSetError, UnsafeTransferSetError, MultisigInfoNeededError
 */
export const completePayments = async (
  wallet: Wallet,
  { set, transfers }: ParsedMultisigSet,
): Promise<readonly Payment[]> => {
  if (set.signers.length < readyAccount(wallet).threshold)
    throw new MultisigSetError('incomplete', 'Not enough signers signed this transaction.')
  const payments = await wallet.mapInSlices(transfers, (transfer, i) => {
    const pending = set.transactions[i]
    return pending === undefined ? [] : [verifiedPayment(wallet, pending, transfer)]
  })
  return payments.flat()
}

/**
 * Records the payments of a set durably, all or none, then relays them. A payment that is recorded already is relayed again.
 * @throws PaymentOutdatedError, FrozenCoinError; nothing was recorded then
 */
export const submitPayments = (wallet: Wallet, payments: readonly Payment[]): Promise<readonly RelayedTransaction[]> =>
  wallet.payments.commitSigned(payments, () => undefined)
