// The txpool between blocks: incoming transactions, and what became of our pending payments.

import type { Milliseconds } from '../../async/time.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
import { hardForkAt, type Network } from '../../coin/networks/network.ts'
import type { TransactionParts } from '../../coin/transactions/transactionBytes.ts'
import { visitPrunedTransaction, visitTransaction } from '../../coin/transactions/transactionVisitor.ts'
import type { NodeTransaction } from '../../daemon/nodeClient.ts'
import { noteRelayed, relay } from '../node/relay.ts'
import { TransactionBatch } from '../scan/scanBatch.ts'
import { changedOutput } from '../state/packedOutput.ts'
import type { WalletState } from '../state/walletState.ts'
import { applyPooled, isChange } from './applyToLedger.ts'
import { awaitNode, type SyncContext, unlessRefused } from './syncContext.ts'
import { verifiedParts } from './verifyTransactions.ts'

/** Transactions per request. */
const REQUEST_SIZE = 100
/**
 * Between two checks of a payment that the txpool lacks: txpools of several nodes differ for a moment, and public nodes hide a transaction
 * until it has spread.
 */
const ABSENCE_INTERVAL: Milliseconds = 20_000
/** Payments that are not relayed again are forgotten, or fail, after so many absences in a row. */
const MAX_ABSENCES = 2

/**
 * Brings the wallet up to date with the txpool, after a pass over the blocks.
 * @param ids the txpool as it was before the newest blocks were requested
 * @param received those of its transactions that came with the ids; others are requested
 * @throws NodeError, ChainError
 */
export const followTxpool = async (
  context: SyncContext,
  ids: readonly Uint8Array[],
  received: readonly NodeTransaction[] = [],
): Promise<void> => {
  const present = new Set(ids.map(toHex))
  forgetGone(context.state, present)
  await reviveFailed(context.state, present)
  await scanNew(context, present, received)
  await recordBlinks(context, present)
  await checkPending(context, present)
}

/**
 * Scans new transactions of the txpool. Those that are gone from it may be in a block that is not known yet: they are checked after
 * blocks only.
 * @throws NodeError, ChainError
 */
export const scanNewTransactions = async (
  context: SyncContext,
  ids: readonly Uint8Array[],
  received: readonly NodeTransaction[] = [],
): Promise<void> => {
  const present = new Set(ids.map(toHex))
  await reviveFailed(context.state, present)
  await scanNew(context, present, received)
  await recordBlinks(context, present)
}

const forgetGone = (state: WalletState, present: ReadonlySet<string>): void => {
  const { entries, seen } = state.pool
  for (const id of seen) if (!present.has(id)) seen.delete(id)
  for (const id of entries.keys())
    if (!present.has(id)) {
      entries.delete(id)
      state.touch()
    }
}

/** Makes failed payments that the txpool has pending again: it has spent their inputs (wallet2: process_unconfirmed_transfer). */
const reviveFailed = async (state: WalletState, present: ReadonlySet<string>): Promise<void> => {
  const found = [...present].filter((id) => state.ledger.payments.get(id)?.state === 'failed')
  if (found.length === 0) return
  await state.update('strict', (draft) => {
    for (const id of found) {
      const payment = draft.payment(id)
      if (payment?.state === 'failed') draft.revivePayment(payment)
    }
    return undefined
  })
}

const scanNew = async (
  context: SyncContext,
  present: ReadonlySet<string>,
  received: readonly NodeTransaction[],
): Promise<void> => {
  const { state, node, signal } = context
  const isNew = (id: Uint8Array): boolean => !state.pool.seen.has(toHex(id))
  if (received.some(({ id }) => isNew(id))) await applyNew(context, received, isNew)
  if (signal.aborted) return
  for (const { id } of received) state.pool.seen.add(toHex(id))
  const fresh = [...present].filter((id) => !state.pool.seen.has(id))
  for (let start = 0; start < fresh.length; start += REQUEST_SIZE) {
    const ids = fresh.slice(start, start + REQUEST_SIZE)
    const bytes = ids.map((id) => fromHex(id))
    const answer = await awaitNode(context, node.transactions(bytes, signal))
    await applyNew(context, answer, (id) => present.has(toHex(id)))
    if (signal.aborted) return
    for (const id of ids) state.pool.seen.add(id)
  }
}

/** Scans those transactions of a response that are in the txpool, and keeps what concerns the wallet. */
const applyNew = async (
  context: SyncContext,
  answer: readonly NodeTransaction[],
  isPresent: (id: Uint8Array) => boolean,
): Promise<void> => {
  const { state, outputScanner, clock, signal } = context
  const pooled = answer.filter(({ inPool, id }) => inPool && isPresent(id))
  const scanned = await outputScanner.scanPooled(sharedBatchOf(context, answer, pooled), signal)
  if (signal.aborted) return
  await state.update('relaxed', (draft) => {
    for (const transaction of scanned) applyPooled(draft, transaction, Math.floor(clock() / 1000))
    return undefined
  })
  for (const { source, received } of scanned) {
    if (received.length === 0) continue
    const id = toHex(source.txid)
    const payment = state.ledger.payments.get(id)
    const doubleSpendSeen = pooled.find((transaction) => toHex(transaction.id) === id)?.doubleSpendSeen ?? false
    const marked = received.map((output) =>
      changedOutput(output, { change: payment !== undefined && isChange(payment, output) }),
    )
    state.pool.entries.set(id, { source, received: marked, doubleSpendSeen })
    state.touch()
  }
}

/**
 * Records which of our unmined transactions are blinks. All blinks are requested, whenever the txpool has a transaction: the node does not
 * learn whether one is ours, or which. wallet2 requests them with each poll too.
 */
const recordBlinks = async (context: SyncContext, present: ReadonlySet<string>): Promise<void> => {
  const { network, state, node, signal } = context
  if (!network.hasBlink || present.size === 0) return
  const approved = new Set((await unlessRefused(awaitNode(context, node.blinkHashes(signal)))).map(toHex))
  const open = [...state.pool.entries.keys(), ...state.ledger.pending]
  const blinks = open.filter((id) => present.has(id) && approved.has(id) && !state.blinks.has(id))
  if (blinks.length > 0) await state.update('relaxed', () => ({ blinks }))
}

/** What was parsed of a response, by what of it: wallets that share a response (sharedNode.ts) parse it once. */
const parsedAnswers = new WeakMap<readonly NodeTransaction[], Map<string, TransactionBatch>>()

/**
 * Returns transactions of a response for the scanner, as another wallet has parsed them if one has.
 * @throws ChainError if a transaction has another id than the node reports
 */
const sharedBatchOf = (
  context: SyncContext,
  answer: readonly NodeTransaction[],
  pooled: readonly NodeTransaction[],
): TransactionBatch => {
  const { network, state } = context
  const parsed = parsedAnswers.get(answer) ?? new Map<string, TransactionBatch>()
  parsedAnswers.set(answer, parsed)
  const key = [network.id, hardForkAt(network, state.height), ...pooled.map(({ id }) => toHex(id))].join(' ')
  const batch = parsed.get(key) ?? batchOf(context, pooled)
  parsed.set(key, batch)
  return batch
}

/**
 * Parses a transaction of the txpool; undefined if it cannot be read. A node that hides a transaction achieves as much, and none of its
 * other transactions depends on it.
 * @throws ChainError if it has another id than the node reports
 */
const readablePartsOf = (network: Network, answer: NodeTransaction): TransactionParts | undefined => {
  try {
    return verifiedParts(network, answer)
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

/** @throws ChainError if a transaction has another id than the node reports */
const batchOf = ({ network, state, clock }: SyncContext, pooled: readonly NodeTransaction[]): TransactionBatch => {
  const batch = new TransactionBatch(network)
  const blockVersion = hardForkAt(network, state.height)
  for (const answer of pooled) {
    const { id, blob, pruned, receivedTimestamp } = answer
    const parts = readablePartsOf(network, answer)
    if (parts === undefined) continue
    const visit = pruned ? visitPrunedTransaction : visitTransaction
    const { extra } = visit(network, blob, batch.read(blob))
    batch.add(id, extra, {
      coinbase: false,
      outputIndices: [],
      height: undefined,
      timestamp: receivedTimestamp ?? Math.floor(clock() / 1000),
      blockVersion,
      bytes: blob,
      parse: () => parts.transaction,
    })
  }
  return batch
}

/**
 * Checks every pending payment: recorded as relayed if the txpool has it, relayed again or given up if not. One that was in a block is
 * never relayed again here: a node that hides the block would learn which payments belong to one wallet. It is given up at once if no
 * txpool had it since, as wallet2 forgets it with the block.
 */
const checkPending = async (context: SyncContext, present: ReadonlySet<string>): Promise<void> => {
  const { state, clock, signal } = context
  const { missed } = state.pool
  for (const id of [...state.ledger.pending]) {
    const payment = state.ledger.payments.get(id)
    if (payment === undefined || signal.aborted) continue
    if (present.has(id)) {
      missed.delete(id)
      if (!payment.relayed || payment.absences > 0) await noteRelayed(state, id)
    } else if (payment.isOwn && !payment.reverted) {
      // Its absence proves little: inputs freed too early would be spent a second time while it still arrives. So the same bytes
      // are relayed again, and only a node that rejects them makes the payment fail.
      const isDue = clock() - (missed.get(id) ?? clock()) >= ABSENCE_INTERVAL
      if (!missed.has(id) || isDue) missed.set(id, clock())
      if (!payment.relayed || isDue) await awaitNode(context, relay(context, payment, 'repeated'))
    } else if (!payment.relayed || clock() - (missed.get(id) ?? Number.NEGATIVE_INFINITY) >= ABSENCE_INTERVAL) {
      missed.set(id, clock())
      await recordAbsence(state, id)
    }
  }
}

/** Records that a payment which the wallet does not relay again is not in the txpool. */
const recordAbsence = (state: WalletState, id: string): Promise<void> =>
  state.update('strict', (draft) => {
    const payment = draft.payment(id)
    if (payment?.state !== 'pending') return undefined
    const absences = payment.absences + 1
    if (payment.relayed && absences < MAX_ABSENCES) draft.putPayment({ ...payment, absences })
    else if (payment.isOwn) draft.markFailed(payment)
    // A failed attempt of another copy of this wallet is not part of our history.
    else draft.withdrawPayment(payment)
    return undefined
  })
