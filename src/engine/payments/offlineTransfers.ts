// Offline signing as the page uses it: sets as bytes, which the user carries between the copies of a wallet.

import { toHex } from '../../bytes/hex.ts'
import { sumAmounts } from '../../coin/amount.ts'
import type { TransferView } from '../../wallet/history/historyViews.ts'
import { proposeMultisigSet } from '../../wallet/multisig/proposeSet.ts'
import { PaymentRefusedError } from '../../wallet/node/relay.ts'
import { sumByAddress, unlockTimesIn } from '../../wallet/offline/describeSet.ts'
import type { SignedTransfer, SignedTransferDescription, UnsignedTransfer } from '../../wallet/offline/setViews.ts'
import { discardSigned, signUnsignedSet } from '../../wallet/offline/signSet.ts'
import { requireUnspentByNode } from '../../wallet/offline/spentCoins.ts'
import { readSignedSet, submitSignedSet } from '../../wallet/offline/submitSet.ts'
import { makeUnsignedSet, unsignedCost } from '../../wallet/offline/unsignedSet.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import type { PaymentIntent } from '../../wallet/spend/intent.ts'
import type { RelayedTransaction } from '../../wallet/spend/payments.ts'

/**
 * Builds a payment in a watch-only wallet, or proposes one in a multisig wallet.
 * @throws what `makeUnsignedSet` or `proposeMultisigSet` throws
 */
export const prepareUnsigned = async (wallet: Wallet, intent: PaymentIntent): Promise<UnsignedTransfer> => {
  const isMultisig = wallet.keys.multisig !== undefined
  const payment = await (isMultisig ? proposeMultisigSet(wallet, intent) : makeUnsignedSet(wallet, intent))
  return {
    transactions: payment.transactions.length,
    ...unsignedCost(payment),
    destinations: payment.transactions.flatMap(({ destinations }) => destinations),
    bytes: payment.bytes,
  }
}

/**
 * Signs an unsigned set.
 * @throws what `signUnsignedSet` throws
 */
export const signTransfers = async (wallet: Wallet, bytes: Uint8Array): Promise<SignedTransfer> => {
  const signed = await signUnsignedSet(wallet, bytes)
  discardSigned(signed.transactions)
  return { bytes: signed.bytes, txids: signed.transactions.map(({ txid }) => toHex(txid)) }
}

/**
 * Returns what a signed set pays.
 * @throws what `readSignedSet` throws
 */
export const describeSignedSet = async (wallet: Wallet, bytes: Uint8Array): Promise<SignedTransferDescription> => {
  const { payments } = await readSignedSet(wallet, bytes)
  const destinations = sumByAddress(payments.flatMap((payment) => payment.destinations))
  const fee = payments.reduce((sum, payment) => sum + payment.fee, 0n)
  const unlockTimes = unlockTimesIn(wallet.network, payments)
  return { transactions: payments.length, amount: sumAmounts(destinations), fee, destinations, unlockTimes }
}

/**
 * Returns the entries of the history for submitted transactions.
 * @throws PaymentRefusedError if the node refused all of them
 */
export const submittedTransfers = (wallet: Wallet, relayed: readonly RelayedTransaction[]): TransferView[] => {
  const refusals = relayed.flatMap(({ result }) => (result.state === 'refused' ? [result] : []))
  if (refusals.length === relayed.length)
    throw new PaymentRefusedError(refusals[0]?.reason ?? '', {
      doubleSpend: refusals.some((each) => each.doubleSpend),
    })
  return wallet.transfersOf(relayed.map(({ txid }) => txid))
}

/**
 * Submits a signed set; returns its entries of the history.
 * @throws PaymentRefusedError if the node refuses all transactions, what `readSignedSet`, `requireUnspentByNode` and `submitSignedSet`
 * throw
 */
export const submitTransfers = async (wallet: Wallet, bytes: Uint8Array): Promise<TransferView[]> => {
  const set = await readSignedSet(wallet, bytes)
  await requireUnspentByNode(wallet, set)
  return submittedTransfers(wallet, await submitSignedSet(wallet, set))
}
