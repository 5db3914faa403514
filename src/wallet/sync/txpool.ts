// The transaction pool, between blocks: what is on its way to us, and what became of our own payments.

import { fromHex, toHex } from '../../bytes/hex.ts'
import { hardForkAt, type Network } from '../../coin/networks/network.ts'
import { parsePrunedTransaction, parseTransaction } from '../../coin/transactions/transactionBytes.ts'
import { visitPrunedTransaction, visitTransaction } from '../../coin/transactions/transactionVisitor.ts'
import { NodeRefusedError } from '../../daemon/errors.ts'
import type { NodeClient, NodeTransaction } from '../../daemon/nodeClient.ts'
import type { Clock } from '../engine/engineHost.ts'
import type { OutputScanner } from '../scan/outputScanner.ts'
import { lazily, TransactionBatch } from '../scan/scanBatch.ts'
import { noteRelayed, relay } from '../spend/relay.ts'
import type { WalletState } from '../state/walletState.ts'
import { applyPooled } from './applyToLedger.ts'

export type PoolHost = {
  readonly network: Network
  readonly state: WalletState
  readonly outputScanner: OutputScanner
  readonly node: NodeClient
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly ask: <T>(answer: Promise<T>) => Promise<T>
}

/** Transactions asked for at once. */
const CHUNK = 100
/**
 * Milliseconds between looks at a payment that the pool lacks: pools of several nodes differ for a moment, and public nodes hide a
 * transaction until it has spread.
 */
const ABSENCE_INTERVAL = 20_000
/** Payments that were not made here count as gone when missed so often. */
const ABSENCES = 2

/**
 * Takes in what the pool holds.
 * @param ids the pool as it was before the newest blocks were asked for
 */
export const followPool = async (host: PoolHost, ids: readonly Uint8Array[]): Promise<void> => {
  const present = new Set(ids.map(toHex))
  forgetGone(host.state, present)
  await lookAtNew(host, present)
  await noteApproved(host, present)
  await judgePending(host, present)
}

/** Takes in what is new in the pool. What is gone from it may be in a block that we do not know yet: that is judged after blocks only. */
export const glanceAtPool = async (host: PoolHost, ids: readonly Uint8Array[]): Promise<void> => {
  const present = new Set(ids.map(toHex))
  await lookAtNew(host, present)
  await noteApproved(host, present)
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

const lookAtNew = async (host: PoolHost, present: ReadonlySet<string>): Promise<void> => {
  const { state, node, outputScanner, signal, ask } = host
  const fresh = [...present].filter((id) => !state.pool.seen.has(id))
  for (let start = 0; start < fresh.length; start += CHUNK) {
    const ids = fresh.slice(start, start + CHUNK)
    const answers = await ask(
      node.transactions(
        ids.map((id) => fromHex(id)),
        signal,
      ),
    )
    const pooled = answers.filter(({ inPool, id }) => inPool && present.has(toHex(id)))
    const scanned = await outputScanner.scan(gather(host, pooled), signal)
    if (signal.aborted) return
    await state.update('relaxed', (draft) => {
      for (const transaction of scanned) applyPooled(draft, transaction, Math.floor(host.clock() / 1000))
      return undefined
    })
    for (const { source, received } of scanned) {
      const id = toHex(source.txid)
      const payer = state.ledger.payments.get(id)?.account
      const doubleSpendSeen = pooled.find((answer) => toHex(answer.id) === id)?.doubleSpendSeen ?? false
      if (received.length > 0) {
        const marked = received.map((output) => ({ ...output, change: output.subaddress.major === payer }))
        state.pool.entries.set(id, { source, received: marked, doubleSpendSeen })
        state.touch()
      }
    }
    for (const id of ids) state.pool.seen.add(id)
  }
}

/** What a node tells; nothing where it does not tell it, which is no reason to do without the node. */
export const unlessRefused = async <T>(answer: Promise<readonly T[]>): Promise<readonly T[]> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof NodeRefusedError) return []
    throw error
  }
}

/** Notes what a quorum confirmed of what concerns us. All of its kind are asked for: our own are nobody's business. */
const noteApproved = async (
  { network, state, node, signal, ask }: PoolHost,
  present: ReadonlySet<string>,
): Promise<void> => {
  if (!network.hasBlink) return
  const open = [...state.pool.entries.keys(), ...state.ledger.pending].filter(
    (id) => present.has(id) && !state.blinks.has(id),
  )
  if (open.length === 0) return
  const approved = new Set((await unlessRefused(ask(node.blinkHashes(signal)))).map(toHex))
  const blinks = open.filter((id) => approved.has(id))
  if (blinks.length > 0) await state.update('relaxed', () => ({ blinks }))
}

const gather = ({ network, state, clock }: PoolHost, pooled: readonly NodeTransaction[]): TransactionBatch => {
  const transactionBatch = new TransactionBatch(network)
  const blockVersion = hardForkAt(network, state.height)
  for (const { id, blob, pruned, receivedTimestamp } of pooled) {
    const parse = pruned ? parsePrunedTransaction : parseTransaction
    const visit = pruned ? visitPrunedTransaction : visitTransaction
    transactionBatch.add({
      txid: id,
      rawExtra: visit(network, blob, transactionBatch.read(blob)).extra,
      coinbase: false,
      outputIndices: [],
      height: undefined,
      timestamp: receivedTimestamp ?? Math.floor(clock() / 1000),
      blockVersion,
      transaction: lazily(() => parse(network, blob)),
    })
  }
  return transactionBatch
}

const judgePending = async (host: PoolHost, present: ReadonlySet<string>): Promise<void> => {
  const { state, clock, signal, ask } = host
  const { missed } = state.pool
  for (const id of [...state.ledger.pending]) {
    const payment = state.ledger.payments.get(id)
    if (payment === undefined || signal.aborted) continue
    if (present.has(id)) {
      missed.delete(id)
      if (!payment.relayed || payment.absences > 0) await noteRelayed(state, id)
    } else if (payment.blob.length > 0) {
      // That a pool lacks it says little: freed too early, its coins would be spent a second time while it still arrives. So
      // the same bytes are handed over again, and only a node that refuses them makes it fail.
      const isDue = clock() - (missed.get(id) ?? clock()) >= ABSENCE_INTERVAL
      if (!missed.has(id) || isDue) missed.set(id, clock())
      if (!payment.relayed || isDue) await ask(relay(host, payment))
    } else if (clock() - (missed.get(id) ?? Number.NEGATIVE_INFINITY) >= ABSENCE_INTERVAL) {
      missed.set(id, clock())
      await miss(state, id)
    }
  }
}

/** Notes that a payment of another copy of this wallet is not in the pool. */
const miss = (state: WalletState, id: string): Promise<void> =>
  state.update('strict', (draft) => {
    const payment = draft.payment(id)
    if (payment?.state !== 'pending') return undefined
    const absences = payment.absences + 1
    if (absences < ABSENCES) {
      draft.putPayment({ ...payment, absences })
      return undefined
    }
    draft.release(payment)
    // What another copy of this wallet tried is no part of our history.
    draft.removePayment(id)
    return undefined
  })
