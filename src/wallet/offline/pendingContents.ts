// Compares a pending transaction with the wallet and with what `checkTransfer` computed of it: inputs that the wallet owns, and a
// transaction that pays what its construction data says.

import { compareBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Transaction } from '../../coin/transactions/transaction.ts'
import { transactionWeight } from '../../coin/transactions/weight.ts'
import type { PendingTransaction } from '../../coin/transfer-sets/transferSet.ts'
import type { Wallet } from '../open/wallet.ts'
import type { SpentInput } from '../spend/draft.ts'
import { PAYMENT, type Purpose } from '../spend/purpose.ts'
import { type Intention, SelfCheckError, verifyContents } from '../spend/verify.ts'
import {
  type CheckedInput,
  type CheckedTransfer,
  highestFee,
  type SetReader,
  type UnsafeSetFault,
  UnsafeTransferSetError,
} from './checkedTransfer.ts'

/** What the comparison needs of a wallet. */
export type PendingReader = SetReader & Pick<Wallet, 'random'>

/** An input that the wallet knows, with its key image. */
export type KnownInput = CheckedInput & SpentInput & { readonly isSpent: boolean; readonly isFrozen: boolean }

const refuse: (fault: UnsafeSetFault, what: string) => never = (fault, what) => {
  throw new UnsafeTransferSetError(fault, `the set is refused: ${what}`)
}

/**
 * Returns the inputs in the transaction's order, with their key images. The wallet must know the outputs.
 * @param fail throws the error for an output whose key image is unknown
 * @throws UnsafeTransferSetError
 */
export const knownInputs = (
  { state }: { readonly state: { readonly ledger: Pick<Wallet['state']['ledger'], 'countedOutputs'> } },
  { inputs }: CheckedTransfer,
  fail: () => never,
): KnownInput[] => {
  const known = new Map(Array.from(state.ledger.countedOutputs(), (output) => [toHex(output.key), output]))
  return inputs
    .map((input) => {
      const owned = known.get(toHex(input.key))
      if (owned === undefined || owned.amount !== input.amount)
        return refuse('unknown', `this wallet does not know the output ${toHex(input.key)}; refresh`)
      const { keyImage = fail(), spent, frozen } = owned
      return { ...input, keyImage, isSpent: spent !== undefined, isFrozen: frozen }
    })
    .sort((a, b) => compareBytes(b.keyImage, a.keyImage))
}

/** Returns what a transaction must contain. */
const intentionOf = (
  wallet: PendingReader,
  { txKey, additionalTxKeys }: Pick<PendingTransaction, 'txKey' | 'additionalTxKeys'>,
  transfer: CheckedTransfer,
  inputs: readonly KnownInput[],
  transaction: Transaction,
  purpose: Purpose,
): Intention => {
  const { recipients, change, changePayee, changePosition, account, fee, burn, paymentId, data } = transfer
  const outputs: Intention['outputs'][number][] = recipients.map(({ payee, amount }) => ({
    payee,
    amount,
    change: false,
  }))
  if (changePayee !== undefined && changePosition !== undefined)
    outputs.splice(changePosition, 0, { payee: changePayee, amount: change, change: true })
  return {
    network: wallet.network,
    ...{ inputs, outputs, account, fee, paymentId, purpose },
    keys: { main: txKey, additional: additionalTxKeys },
    wallet: wallet.keys,
    burn: burn ?? 0n,
    lowestFee: 0n,
    highestFee: highestFee(wallet, transactionWeight(transaction), outputs.length, purpose),
    unlockTime: data.unlockTime,
  }
}

/**
 * Compares a transaction, without its ring signatures, with what its construction data says of it.
 * @throws UnsafeTransferSetError
 */
export const checkContents = (
  wallet: PendingReader,
  pending: Pick<PendingTransaction, 'txKey' | 'additionalTxKeys'>,
  transfer: CheckedTransfer,
  inputs: readonly KnownInput[],
  transaction: Transaction,
  purpose: Purpose = PAYMENT,
): void => {
  try {
    const intention = intentionOf(wallet, pending, transfer, inputs, transaction, purpose)
    verifyContents(transaction, intention, wallet.random)
  } catch (error) {
    if (error instanceof SelfCheckError) refuse('form', error.details.fault)
    throw error
  }
}
