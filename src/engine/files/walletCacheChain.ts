// The scanned chain as it is written to the cache of wallet2, which continues to scan after it: block ids, outputs and received payments.

import { toHex } from '../../bytes/hex.ts'
import { serializePrefix } from '../../coin/transactions/transactionBytes.ts'
import type { WrittenCache, WrittenChain, WrittenOutput, WrittenReceipt } from '../../coin/wallet-caches/walletCache.ts'
import { partialPrefixOf } from '../../wallet/exchange/outputExchange.ts'
import { type Entry, groupByAddress, incomingEntries } from '../../wallet/history/history.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import type { OwnedOutput, Payment } from '../../wallet/state/ledger.ts'
import { isWatchOnly } from '../../wallet/state/outputSecrets.ts'

const LONG_PAYMENT_ID = 32

/** Returns a payment id as caches contain it: 32 bytes, zeros if there is none. */
export const cachedPaymentId = (paymentId: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(LONG_PAYMENT_ID)
  bytes.set(paymentId)
  return bytes
}

/** Returns whether a payment spends its inputs in a cache. wallet2 finds those of others in the txpool itself. */
const isOwnPending = (payment: Payment | undefined): boolean => payment?.state === 'pending' && payment.isOwn

const spentHeightOf = ({ state }: Wallet, { spent }: OwnedOutput): number | undefined => {
  if (spent === undefined || spent.height !== undefined) return spent?.height
  return isOwnPending(state.ledger.payments.get(toHex(spent.txid))) ? 0 : undefined
}

const writtenOutput = (wallet: Wallet, output: OwnedOutput): WrittenOutput => {
  const { key, keyImage, frozen, height, txid, indexInTx, globalIndex, mask, amount, confidential, subaddress } = output
  const isUnknown = keyImage === undefined
  return {
    ...{ key, keyImage, frozen, height, txid, indexInTx, globalIndex, mask, amount, confidential, subaddress },
    requested: isUnknown && isWatchOnly(wallet.keys),
    partial: isUnknown && wallet.keys.multisig !== undefined,
    spentHeight: spentHeightOf(wallet, output),
    prefix: serializePrefix(partialPrefixOf(wallet.network, output)),
  }
}

/** Returns what a transaction of a block paid to an address. */
const receiptsOf = (entry: Entry): WrittenReceipt[] => {
  const { txid, amount, fee, height, unlockTime, timestamp, kind } = entry
  const [minor] = entry.minors
  if (height === undefined || minor === undefined) return []
  const amounts = entry.outputs.map((output) => output.amount)
  const paymentId = cachedPaymentId(entry.paymentId)
  const received = { txid, paymentId, amount, amounts, fee, height, unlockTime, timestamp }
  return [{ ...received, coinbase: kind === 'miner', subaddress: { major: entry.account, minor } }]
}

/** Returns the chain that the wallet has scanned; undefined if wallet2 must scan it: from the beginning, or again. */
export const writtenChain = (wallet: Wallet): WrittenChain | undefined => {
  const { network, state } = wallet
  const { blockIds, lastReward } = state
  if (state.height === 0 || state.rescanAdvised) return undefined
  return {
    ...{ genesisId: network.genesisId, start: blockIds.start, ids: blockIds.recent(), lastReward },
    outputs: Array.from(state.ledger.countedOutputs(), (output) => writtenOutput(wallet, output)),
    receipts: groupByAddress(incomingEntries(network, state)).flatMap((entry) => receiptsOf(entry)),
  }
}

/** Returns the frozen marks of outputs, also of those that a rescan has not found again yet. */
export const frozenMarks = ({ ledger }: Wallet['state']): WrittenCache['frozen'] => {
  const marks = new Map<string, boolean>()
  for (const [key, { frozen }] of ledger.removedOutputs) marks.set(key, frozen)
  for (const { key, frozen } of ledger.outputs.values()) marks.set(toHex(key), frozen)
  return marks
}
