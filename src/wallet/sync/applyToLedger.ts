// Applies scanned transactions to the ledger: a transaction adds outputs, spends others, confirms a payment or fails rivals.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { sumAmounts, wrapAmount } from '../../coin/amount.ts'
import { absoluteOffsets } from '../../coin/transactions/transaction.ts'
import { orderOf } from '../scan/paymentOrder.ts'
import { type ChainTransaction, chainTransactionFee, type TransactionBatch } from '../scan/scanBatch.ts'
import type { OwnedOutput, Payment } from '../state/ledger.ts'
import type { LedgerDraft } from '../state/ledgerDraft.ts'
import { changedOutput } from '../state/packedOutput.ts'
import { spentOutputOf } from '../state/sharedKeys.ts'
import { type ReceivedOutputs, type ScannedTransaction, scannedTransaction } from './outputScanner.ts'

/** The outputs of the wallet that a transaction spends. */
type Spending = {
  /** account of the last input if they belong to several, as in wallet2 */
  readonly account: number
  readonly subaddresses: readonly number[]
  readonly amount: bigint
  readonly keyImages: readonly Uint8Array[]
  /** global indices of the ring of each key image */
  readonly rings: readonly (readonly number[])[]
}

/** Returns the ring of an input of a transaction, as global indices; empty if no chain has it. */
const ringOf = (source: ChainTransaction, keyImage: Uint8Array): number[] => {
  const input = source.transaction().inputs.find((one) => one.kind === 'key' && equalBytes(one.keyImage, keyImage))
  return input?.kind === 'key' ? (absoluteOffsets(input.keyOffsets) ?? []) : []
}

const spendingOf = (draft: LedgerDraft, source: ChainTransaction): Spending | undefined => {
  const inputs: OwnedOutput[] = []
  const rings: number[][] = []
  for (const keyImage of source.keyImages) {
    const owned = draft.withKeyImage(keyImage)
    if (owned.length === 0) continue
    const ring = ringOf(source, keyImage)
    const spent = spentOutputOf(owned, { height: source.height, ring })
    if (spent === undefined) continue
    inputs.push(spent)
    rings.push(ring)
  }
  const last = inputs.at(-1)
  if (last === undefined) return undefined
  const minors = new Set(inputs.map(({ subaddress }) => subaddress.minor))
  return {
    account: last.subaddress.major,
    subaddresses: [...minors].sort((a, b) => a - b),
    amount: wrapAmount(sumAmounts(inputs)),
    keyImages: inputs.flatMap(({ keyImage }) => (keyImage === undefined ? [] : [keyImage.slice()])),
    rings,
  }
}

const changeOf = (received: readonly OwnedOutput[], account: number): bigint =>
  wrapAmount(sumAmounts(received.filter(({ subaddress }) => subaddress.major === account)))

/** Returns whether the recipients of a payment are known, and its known inputs paid them all. */
const paidRecipients = ({ amountIn, change, fee, destinations }: Payment): boolean =>
  destinations.length > 0 && amountIn === change + fee + sumAmounts(destinations)

/**
 * Returns whether an output returned to the account that made a payment. A payment without change that was not made here has inputs
 * that this wallet does not know (`knownChange`), unless it has paid them to its recipients: what it returned is listed as received.
 */
export const isChange = (payment: Payment, { subaddress }: Pick<OwnedOutput, 'subaddress'>): boolean =>
  subaddress.major === payment.account && (payment.change > 0n || payment.isOwn || paidRecipients(payment))

/**
 * Returns the change of a payment that was not made here: what returned to its account, or 0 if the known inputs do not cover that and
 * the fee. Then others of its inputs are unknown, for example older than the restore height. What its recipients got is no change, also
 * if an address of the account is among them: balances count that besides.
 */
const knownChange = (
  { source, received }: ScannedTransaction,
  { account, amount }: Spending,
  destinations: Payment['destinations'],
): bigint => {
  const returned = changeOf(received, account)
  const spent = amount - chainTransactionFee(source)
  if (spent < returned) return 0n
  const kept = spent - sumAmounts(destinations)
  return destinations.length > 0 && kept >= 0n && kept < returned ? kept : returned
}

/** Returns a payment made by another copy of this wallet, with what was recorded of it. */
const foundPayment = (
  draft: LedgerDraft,
  scanned: ScannedTransaction,
  spending: Spending,
  created: number,
): Payment => {
  const { source } = scanned
  const recorded = draft.takePaymentData(toHex(source.txid))
  const destinations = recorded?.destinations ?? []
  const { account, subaddresses, amount, keyImages, rings } = spending
  return {
    txid: source.txid.slice(),
    state: 'pending',
    kind: source.extra.isStake ? 'stake' : 'transfer',
    order: orderOf(source.extra.fields, chainTransactionFee(source)),
    ...{ account, subaddresses, keyImages, rings },
    amountIn: amount,
    fee: chainTransactionFee(source),
    change: knownChange(scanned, spending, destinations),
    destinations,
    paymentId: source.extra.longPaymentId?.slice() ?? recorded?.paymentId ?? new Uint8Array(),
    unlockTime: source.transaction().unlockTime,
    keys: recorded?.keys,
    blink: false,
    created: recorded?.created ?? created,
    isOwn: false,
    blob: new Uint8Array(),
    relayed: true,
    reverted: false,
    absences: 0,
    height: undefined,
    timestamp: undefined,
  }
}

/** Fails pending payments whose inputs this transaction spent. */
const failRivals = (draft: LedgerDraft, source: ChainTransaction): void => {
  const spent = new Set(source.keyImages.map(toHex))
  for (const payment of draft.pending()) {
    if (equalBytes(payment.txid, source.txid)) continue
    if (payment.keyImages.some((keyImage) => spent.has(toHex(keyImage)))) draft.markFailed(payment)
  }
}

/** Applies a mined transaction. */
export const applyMined = (draft: LedgerDraft, scanned: ScannedTransaction, height: number): void => {
  const { source, received } = scanned
  const spending = spendingOf(draft, source)
  const pending = draft.hasPayments ? draft.payment(toHex(source.txid)) : undefined
  const mined = { state: 'confirmed', relayed: true, reverted: false, height, timestamp: source.timestamp } as const
  let payment: Payment | undefined
  if (spending !== undefined) {
    failRivals(draft, source)
    // What is known of a payment made elsewhere may have grown since it was found in the txpool.
    const known =
      pending?.isOwn === true ? pending : foundPayment(draft, scanned, spending, pending?.created ?? source.timestamp)
    const returned = changeOf(received, spending.account)
    payment = {
      ...known,
      ...mined,
      // If everything except the fee came back, nothing was paid to others.
      change: spending.amount === returned + chainTransactionFee(source) ? returned : known.change,
      unlockTime: source.transaction().unlockTime,
    }
    draft.putPayment(payment)
    draft.markInputsSpent({ ...known, keyImages: spending.keyImages }, height)
  } else if (pending !== undefined) {
    // The inputs are unknown: a watch-only wallet, or a ledger during a rescan.
    draft.putPayment({ ...pending, ...mined })
  }
  for (const found of received) {
    const output = draft.withRetainedData(found)
    const change = payment !== undefined && isChange(payment, output)
    draft.putOutput(changedOutput(output, { change, spent: waitingSpend(draft, output) }))
  }
}

/**
 * Applies the transactions of mined blocks that concern the wallet, in their order: those that pay it, spend its outputs, or are its
 * payments.
 */
export const applyBlocks = (draft: LedgerDraft, batch: TransactionBatch, received: ReceivedOutputs): void => {
  const isKnown = (prefix: number): boolean => draft.hasKeyImagePrefix(prefix)
  for (const [i, { height = 0 }] of batch.sources.entries()) {
    const isPayment = draft.hasPayments && draft.payment(toHex(batch.txid(i))) !== undefined
    if (isPayment || received.has(i) || batch.someKeyImage(i, isKnown))
      applyMined(draft, scannedTransaction(batch, i, received), height)
  }
}

/** Returns the pending spend of an output that a reorganisation had removed temporarily. */
const waitingSpend = (draft: LedgerDraft, { keyImage }: OwnedOutput): OwnedOutput['spent'] => {
  if (keyImage === undefined) return undefined
  const [twin] = draft.withKeyImage(keyImage)
  return twin?.spent ?? draft.pendingSpend(keyImage)
}

/** Records a pool transaction that spends outputs of the wallet but was not made here as a pending payment. */
export const applyPooled = (draft: LedgerDraft, scanned: ScannedTransaction, now: number): void => {
  const { source } = scanned
  if (draft.payment(toHex(source.txid)) !== undefined) return
  const spending = spendingOf(draft, source)
  if (spending === undefined) return
  const payment = foundPayment(draft, scanned, spending, now)
  draft.putPayment(payment)
  draft.markInputsSpent(payment, undefined)
}
