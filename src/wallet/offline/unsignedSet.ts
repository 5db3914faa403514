// Makes unsigned sets: a watch-only wallet builds a payment, and its copy with the spend key signs it (wallet2: dump_tx_to_str).

import { sumAmounts } from '../../coin/amount.ts'
import { formatTransferSet } from '../../coin/sealed-exports/transferSetFile.ts'
import { transactionId } from '../../coin/transactions/transactionHash.ts'
import type { UnsignedTransferSet } from '../../coin/transfer-sets/transferSet.ts'
import { knownOutputs, outputsToExport } from '../exchange/outputExchange.ts'
import type { Wallet } from '../open/wallet.ts'
import type { BuiltTransaction } from '../spend/build.ts'
import { readableConstructionOf } from '../spend/construction.ts'
import { draftWeight } from '../spend/draft.ts'
import type { Destination, PaymentIntent } from '../spend/intent.ts'
import { discardBuilt } from '../spend/prepare.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import type { WalletState } from '../state/walletState.ts'
import { checkTransfers } from './checkedTransfer.ts'
import { unsignedPurpose } from './setPurpose.ts'

/** A transaction of an unsigned set. Amounts in atomic units. */
export type UnsignedTransaction = {
  /** hash of the transaction without amounts and proofs; the signed transaction has another id */
  readonly hash: Uint8Array
  readonly weight: number
  readonly fee: bigint
  readonly destinations: readonly Destination[]
  readonly change: bigint
  readonly inputs: readonly OwnedOutput[]
}

/** An unsigned set, encrypted for the copies of this wallet. */
export type UnsignedPayment = { readonly transactions: readonly UnsignedTransaction[]; readonly bytes: Uint8Array }

/** Returns a built transaction as its maker sees it. */
export const unsignedTransaction = ({ plan, draft, amounts, change, fee }: BuiltTransaction): UnsignedTransaction => ({
  hash: transactionId(draft.skeleton),
  weight: draftWeight(draft, fee.total),
  fee: fee.total,
  destinations: plan.recipients.map(({ text }, i) => ({ address: text, amount: amounts[i] ?? 0n })),
  change,
  inputs: draft.inputs.map(({ output }) => output),
})

/** Returns a function that finds the position of an output among those of the wallet. */
export const positionsOf = (state: WalletState): ((output: OwnedOutput) => number) => {
  const positions = new Map(knownOutputs(state).map(({ output }, position) => [output, position]))
  return (output) => positions.get(output) ?? 0
}

/**
 * Builds a payment and returns it as an unsigned set, which it checks as the signer will.
 * @throws what `Payments.build` throws, UnsafeTransferSetError
 */
export const makeUnsignedSet = async (wallet: Wallet, intent: PaymentIntent): Promise<UnsignedPayment> => {
  const { network, keys, state, random } = wallet
  const { job, transactions: built } = await wallet.payments.build(intent)
  try {
    const positionOf = positionsOf(state)
    const transactions = built.map((one) => readableConstructionOf(job, one, positionOf))
    await wallet.inSlices(checkTransfers(wallet, transactions, unsignedPurpose))
    const outputs = await outputsToExport(wallet, { from: 'needed' })
    const set: UnsignedTransferSet = { transactions, outputs }
    return {
      transactions: built.map(unsignedTransaction),
      bytes: await formatTransferSet(network.transferSets.unsigned, keys, set, random),
    }
  } finally {
    discardBuilt(built)
  }
}

/** Returns what an unsigned payment costs: amounts and fees in atomic units. */
export const unsignedCost = ({ transactions }: UnsignedPayment): { readonly amount: bigint; readonly fee: bigint } => ({
  amount: transactions.reduce((sum, { destinations }) => sum + sumAmounts(destinations), 0n),
  fee: transactions.reduce((sum, { fee }) => sum + fee, 0n),
})
