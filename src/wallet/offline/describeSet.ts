// What an unsigned set does, for the user to read before it is signed (wallet2: describe_transfer). Every value is computed by
// `checkTransfers`; the set's own claims are not shown.

import { formatAddress, subaddressAt } from '../../coin/addresses/address.ts'
import { sumAmounts } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import { parseTransferSet } from '../../coin/sealed-exports/transferSetFile.ts'
import { outputUnlockTime, type Transaction } from '../../coin/transactions/transaction.ts'
import { parseTransaction } from '../../coin/transactions/transactionBytes.ts'
import { transactionWeight } from '../../coin/transactions/weight.ts'
import type { Wallet } from '../open/wallet.ts'
import type { Destination } from '../spend/intent.ts'
import { requireFullKeys } from '../spend/paymentContext.ts'
import type { Payment } from '../state/ledger.ts'
import { type CheckedTransfer, checkTransfers, type SetReader } from './checkedTransfer.ts'
import { orderInSet, unsignedPurpose } from './setPurpose.ts'
import type { SourceDescription, TransferDescription, UnsignedDescription } from './setViews.ts'
import { spentCoinsOf } from './spentCoins.ts'

/** Sums payments to the same address. */
export const sumByAddress = (payments: readonly Destination[]): Destination[] => {
  const sums = new Map<string, bigint>()
  for (const { address, amount } of payments) sums.set(address, (sums.get(address) ?? 0n) + amount)
  return Array.from(sums, ([address, amount]) => ({ address, amount }))
}

/** Returns numbers above 0, each once. */
const distinct = (times: readonly bigint[]): bigint[] => [...new Set(times.filter((time) => time > 0n))]

/** Returns the unlock times of described transactions, each once; none for 0. */
export const unlockTimesOf = (transfers: readonly Pick<TransferDescription, 'unlockTime'>[]): bigint[] =>
  distinct(transfers.map(({ unlockTime }) => unlockTime))

/** Returns the unlock times of the outputs of payments, each once; none for 0. They are read from the bytes that a node receives. */
export const unlockTimesIn = (network: Network, payments: readonly Pick<Payment, 'blob'>[]): bigint[] =>
  distinct(
    payments.flatMap(({ blob }) => {
      const transaction = parseTransaction(network, blob)
      return transaction.outputs.map((_, i) => outputUnlockTime(transaction, i))
    }),
  )

/** Returns the spent outputs of a checked transaction. */
const describeSources = ({ data, inputs }: CheckedTransfer): SourceDescription[] =>
  data.sources.flatMap(({ members, realPosition, confidential }, i) => {
    const [real, input] = [members[realPosition], inputs[i]]
    if (real === undefined || input === undefined) return []
    const { globalIndex, key, commitment } = real
    return [{ amount: input.amount, globalIndex, confidential, key, commitment }]
  })

/**
 * Returns what a checked transaction does.
 * @param built the transaction, if the set has it
 */
export const describeTransfer = (
  { network, keys }: Pick<SetReader, 'network' | 'keys'>,
  transfer: CheckedTransfer,
  built?: Transaction,
): TransferDescription => {
  const { data, purpose, account, inputs, recipients, change, changePayee, fee, paymentId } = transfer
  const amountIn = sumAmounts(inputs)
  return {
    ...{ amountIn, amountOut: amountIn - fee, change, fee, paymentId },
    sources: describeSources(transfer),
    weight: built && transactionWeight(built),
    ringSize: Math.min(...inputs.map(({ ring }) => ring.members.length)),
    unlockTime: data.unlockTime,
    recipients: sumByAddress(recipients),
    changeAddress: change > 0n ? formatAddress(network, subaddressAt(keys, account, 0)) : '',
    dummyOutputs: change === 0n && changePayee !== undefined ? 1 : 0,
    extra: data.extra,
    order: orderInSet(network, purpose),
  }
}

/**
 * Returns what the transactions of an unsigned set do.
 * @throws WatchOnlyError, TransferSetError, UnsafeTransferSetError
 */
export const describeUnsignedSet = async (
  wallet: Wallet,
  bytes: Uint8Array,
): Promise<readonly UnsignedDescription[]> => {
  const { network } = wallet
  const keys = requireFullKeys(wallet.keys)
  const { transactions } = await parseTransferSet(network, network.transferSets.unsigned, keys, bytes)
  const transfers = await wallet.inSlices(checkTransfers(wallet, transactions, unsignedPurpose))
  return await wallet.mapInSlices(transfers, (transfer) => ({
    ...describeTransfer(wallet, transfer),
    spentCoins: spentCoinsOf(wallet, transfer),
  }))
}
