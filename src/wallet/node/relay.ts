// Recording payments and relaying them to a node. A payment is recorded before it is relayed, and the same bytes are relayed again
// until a node accepts or rejects them.

import { toHex } from '../../bytes/hex.ts'
import type { NodeClient, SubmitResult, VerificationFailure } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Payment } from '../state/ledger.ts'
import type { LedgerDraft } from '../state/ledgerDraft.ts'
import { spentOutputOf } from '../state/sharedKeys.ts'
import type { WalletState } from '../state/walletState.ts'

/** The node's side of relaying. */
export type RelayNode = Pick<NodeClient, 'submit' | 'transactions'>

export type RelayHost = { readonly state: WalletState; readonly node: RelayNode }

/**
 * Whether a payment was submitted before. A node may have accepted an earlier attempt even if it returned an error: if a later
 * attempt is rejected, the payment stays in the history as failed. A rejected first attempt leaves no record.
 */
export type Attempt = 'first' | 'repeated'

/** oxen-core's reason for a blink without a result: its quorum may still approve it. */
const BLINK_TIMEOUT = 'Blink quorum timeout'

/** Result of a relay. `refused`: the inputs are free again; `unknown`: the payment stays pending and the next sync relays it again. */
export type RelayResult =
  | { readonly state: 'relayed' }
  | { readonly state: 'unknown'; readonly reason: string }
  | {
      readonly state: 'refused'
      readonly reason: string
      readonly doubleSpend: boolean
      /** undefined if the node did not report it */
      readonly verification?: VerificationFailure | undefined
    }

/** A payment whose inputs were spent after it was prepared, or share their one-time key with a larger output that arrived since. */
export class PaymentOutdatedError extends FabaError {
  override readonly name = 'PaymentOutdatedError'
  readonly code = 'payment-outdated'

  constructor() {
    super('the coins of this payment were spent since it was prepared; prepare it again')
  }
}

/** A payment of an output that was frozen after it was prepared. */
export class FrozenCoinError extends FabaError<{ readonly keyImage: string }> {
  override readonly name = 'FrozenCoinError'
  readonly code = 'frozen-coin'

  constructor(keyImage: Uint8Array) {
    const hex = toHex(keyImage)
    super(`the coin with key image ${hex} was frozen since this payment was prepared; thaw it first`, {
      details: { keyImage: hex },
    })
  }
}

/** No payment of this wallet with this id waits to be mined, or was in a block that is no longer in the chain. */
export class UnknownPaymentError extends FabaError<{ readonly txid: string }> {
  override readonly name = 'UnknownPaymentError'
  readonly code = 'unknown-payment'

  constructor(txid: string) {
    super(`no payment ${txid} of this wallet waits to be mined`, { details: { txid } })
  }
}

/** How a payment was rejected. */
type Refusal = {
  /** the same transactions can be confirmed again */
  readonly isWaiting?: boolean
  /** another transaction spends an input, by the word of the node */
  readonly doubleSpend?: boolean
}

/** The node rejected the whole payment; its inputs are free again. */
export class PaymentRefusedError extends FabaError<{ readonly reason: string } & Required<Refusal>> {
  override readonly name = 'PaymentRefusedError'
  readonly code = 'payment-refused'

  constructor(reason: string, { isWaiting = false, doubleSpend = false }: Refusal = {}) {
    super(
      `the node refused the payment, nothing was sent (${reason === '' ? 'it gave no reason' : reason}); prepare it again, or use another node`,
      { details: { reason, isWaiting, doubleSpend } },
    )
  }
}

/** Records a payment as pending and its inputs as spent by it. */
const beginPayment = (draft: LedgerDraft, payment: Payment): void => {
  for (const [i, keyImage] of payment.keyImages.entries()) {
    const owned = draft.withKeyImage(keyImage)
    const input = spentOutputOf(owned, { height: undefined, ring: payment.rings[i] })
    if (input === undefined || owned.some(({ spent, amount }) => spent !== undefined || amount > input.amount))
      throw new PaymentOutdatedError()
    if (owned.some(({ frozen }) => frozen)) throw new FrozenCoinError(keyImage)
  }
  draft.putPayment(payment)
  draft.markInputsSpent(payment, undefined)
}

/**
 * Records payments, all or none, before anything is relayed: once this resolves, a kill cannot lose them.
 * @throws PaymentOutdatedError when an input is no longer free, FrozenCoinError
 */
export const recordPayments = (state: WalletState, payments: readonly Payment[]): Promise<void> =>
  state.update('strict', (draft) => {
    for (const payment of payments) beginPayment(draft, payment)
    return undefined
  })

/** Returns whether a record lacks the keys that a payment has: the wallet found it in the chain or the txpool. */
const lacksKeys = (known: Payment, { keys }: Payment): boolean => keys !== undefined && known.keys === undefined

/** Returns a record that is relayed again, with what only the maker of a payment knows. */
const withOwnData = (known: Payment, payment: Payment): Payment => {
  const { destinations, paymentId, keys } = lacksKeys(known, payment) ? payment : known
  return { ...known, destinations, paymentId, keys, reverted: false }
}

/** Returns the record of a failed payment that is relayed again: one that was made here keeps its data. */
const pendingAgain = (known: Payment, payment: Payment): Payment =>
  known.isOwn
    ? { ...withOwnData(known, payment), state: 'pending', relayed: false, absences: 0, blink: payment.blink }
    : payment

/**
 * Records payments that may have been recorded before, all or none. A pending or mined one stays so; a failed one becomes pending again.
 * @param change further changes of the same commit, made first
 * @returns whether each was recorded before
 * @throws PaymentOutdatedError when an input is no longer free, FrozenCoinError
 */
export const recordAgain = async (
  state: WalletState,
  payments: readonly Payment[],
  change: (draft: LedgerDraft) => void = () => undefined,
): Promise<readonly Attempt[]> => {
  let attempts: readonly Attempt[] = []
  await state.update('strict', (draft) => {
    change(draft)
    attempts = payments.map((payment) => {
      const known = draft.payment(toHex(payment.txid))
      if (known === undefined) beginPayment(draft, payment)
      else if (known.state === 'failed') beginPayment(draft, pendingAgain(known, payment))
      else if (known.reverted || lacksKeys(known, payment)) draft.putPayment(withOwnData(known, payment))
      return known === undefined ? 'first' : 'repeated'
    })
    return undefined
  })
  return attempts
}

/**
 * Records a payment opened from metadata, as `recordAgain` does.
 * @throws PaymentOutdatedError when an input is no longer free, FrozenCoinError
 */
export const recordMetadata = async (state: WalletState, payment: Payment): Promise<Attempt> =>
  (await recordAgain(state, [payment]))[0] ?? 'first'

/** Records that a node has accepted a payment. */
export const noteRelayed = (state: WalletState, id: string): Promise<void> =>
  state.update('strict', (draft) => {
    const payment = draft.payment(id)
    if (payment?.state === 'pending') draft.putPayment({ ...payment, relayed: true, absences: 0 })
    return undefined
  })

/**
 * Relays a recorded payment and records the node's response.
 * @throws NodeError if the response is unknown; the payment stays pending and the next sync relays it again
 */
export const relay = async ({ state, node }: RelayHost, payment: Payment, attempt: Attempt): Promise<RelayResult> => {
  const host = { state, node }
  const id = toHex(payment.txid)
  const blob = payment.blob.length > 0 ? payment.blob : await state.readTransaction(id)
  if (blob === undefined) return { state: 'unknown', reason: `the store lacks the transaction ${id}` }
  if (!payment.blink) return await settle(host, payment, await node.submit(blob, { id: payment.txid }), attempt)
  const blinked = await node.submit(blob, { blink: true })
  if (blinked.accepted) {
    await state.update('strict', () => ({ blinks: [id] }))
    await noteRelayed(state, id)
    return { state: 'relayed' }
  }
  const next = blinked.reason.includes(BLINK_TIMEOUT) ? 'repeated' : attempt
  if (blinked.doubleSpend) return await settle(host, payment, blinked, next)
  // Without a blink quorum the transaction is still valid as an ordinary one; it only pays a higher fee than needed.
  return await settle(host, payment, await node.submit(blob, { id: payment.txid }), next)
}

/** Remembers which nodes did not take a payment that another one accepted. */
const noteFailures = ({ submitFailures }: WalletState, id: string, answer: SubmitResult): void => {
  const failures = answer.accepted ? (answer.failures ?? []) : []
  if (failures.length === 0) submitFailures.delete(id)
  else submitFailures.set(id, failures)
}

/** Records a node's response to a payment. */
const settle = async (
  { state, node }: RelayHost,
  payment: Payment,
  answer: SubmitResult,
  attempt: Attempt,
): Promise<RelayResult> => {
  const id = toHex(payment.txid)
  if (answer.accepted || (await isKnown(node, payment))) {
    noteFailures(state, id, answer)
    await noteRelayed(state, id)
    return { state: 'relayed' }
  }
  await state.update('strict', (draft) => {
    const current = draft.payment(id)
    if (current?.state !== 'pending') return undefined
    if (attempt === 'first' && answer.mayHaveArrived !== true) draft.withdrawPayment(current)
    else draft.markFailed(current)
    return undefined
  })
  const { reason, doubleSpend, verification } = answer
  return { state: 'refused', reason, doubleSpend, ...(verification === undefined ? {} : { verification }) }
}

/** A node rejects what it already has: an earlier attempt, whose response was lost, may have succeeded. */
const isKnown = async (node: RelayNode, { txid }: Payment): Promise<boolean> =>
  (await node.transactions([txid])).length > 0
