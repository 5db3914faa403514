// Handing payments to a node. A payment is recorded before it is relayed, and relayed again exactly as it was recorded until some
// node took it or refused it.

import { toHex } from '../../bytes/hex.ts'
import type { NodeClient, SubmitResult } from '../../daemon/nodeClient.ts'
import type { Payment } from '../state/ledger.ts'
import type { LedgerDraft } from '../state/ledgerDraft.ts'
import type { WalletState } from '../state/walletState.ts'

export type RelayHost = { readonly state: WalletState; readonly node: NodeClient }

/** What became of a relay. `refused` freed the inputs; `unknown` means that the payment waits, and is relayed again by the next sync. */
export type RelayResult =
  | { readonly state: 'relayed' }
  | { readonly state: 'unknown'; readonly reason: string }
  | { readonly state: 'refused'; readonly reason: string; readonly doubleSpend: boolean }

/** A payment whose inputs were spent since it was prepared. */
export class PaymentOutdatedError extends Error {
  override readonly name = 'PaymentOutdatedError'

  constructor() {
    super('the coins of this payment were spent since it was prepared; prepare it again')
  }
}

/** A payment of coins that were put aside since it was prepared. */
export class FrozenCoinError extends Error {
  override readonly name = 'FrozenCoinError'

  constructor(keyImage: Uint8Array) {
    super(`the coin with key image ${toHex(keyImage)} was frozen since this payment was prepared; thaw it first`)
  }
}

/** The node refused the whole payment; its inputs are free again. */
export class PaymentRefusedError extends Error {
  override readonly name = 'PaymentRefusedError'

  constructor(reason: string) {
    super(
      `the node refused the payment, nothing was sent (${reason === '' ? 'it gave no reason' : reason}); prepare it again, or use another node`,
    )
  }
}

const begin = (draft: LedgerDraft, payment: Payment): void => {
  for (const keyImage of payment.keyImages) {
    const owned = draft.withKeyImage(keyImage)
    if (owned.length === 0 || owned.some(({ spent }) => spent !== undefined)) throw new PaymentOutdatedError()
    if (owned.some(({ frozen }) => frozen)) throw new FrozenCoinError(keyImage)
  }
  draft.putPayment(payment)
  draft.occupy(payment, undefined)
}

/**
 * Records payments, all or none, before anything is relayed: once this resolves, a kill cannot lose them.
 * @throws PaymentOutdatedError when an input is no longer free, FrozenCoinError
 */
export const recordPayments = (state: WalletState, payments: readonly Payment[]): Promise<void> =>
  state.update('strict', (draft) => {
    for (const payment of payments) begin(draft, payment)
    return undefined
  })

/**
 * Records a payment that was kept outside the wallet. One that waits or is mined is left as it is; one that failed begins anew.
 * @throws PaymentOutdatedError when an input is no longer free, FrozenCoinError
 */
export const recordKept = (state: WalletState, payment: Payment): Promise<void> =>
  state.update('strict', (draft) => {
    const known = draft.payment(toHex(payment.txid))
    if (known === undefined || known.state === 'failed') begin(draft, payment)
    return undefined
  })

/** Records that a node has a payment. */
export const noteRelayed = (state: WalletState, id: string): Promise<void> =>
  state.update('strict', (draft) => {
    const payment = draft.payment(id)
    if (payment?.state === 'pending') draft.putPayment({ ...payment, relayed: true, absences: 0 })
    return undefined
  })

/**
 * Relays a recorded payment and records what the node said.
 * @throws NodeError when the node's answer is not known; the payment waits, and is relayed again by the next sync
 */
export const relay = async ({ state, node }: RelayHost, payment: Payment): Promise<RelayResult> => {
  const id = toHex(payment.txid)
  if (payment.blink) {
    const blinked = await node.submit(payment.blob, { blink: true })
    if (blinked.accepted) {
      await state.update('strict', () => ({ blinks: [id] }))
      await noteRelayed(state, id)
      return { state: 'relayed' }
    }
    if (blinked.doubleSpend) return await settle(state, node, payment, blinked)
  }
  // Where no quorum confirms at once, the transaction is good for the ordinary way: it only costs more than that way asks.
  return await settle(state, node, payment, await node.submit(payment.blob))
}

/** Records what a node said of a payment. */
const settle = async (
  state: WalletState,
  node: NodeClient,
  payment: Payment,
  answer: SubmitResult,
): Promise<RelayResult> => {
  const id = toHex(payment.txid)
  if (answer.accepted || (await isKnown(node, payment))) {
    await noteRelayed(state, id)
    return { state: 'relayed' }
  }
  await state.update('strict', (draft) => {
    const current = draft.payment(id)
    if (current?.state === 'pending') draft.fail(current)
    return undefined
  })
  return { state: 'refused', reason: answer.reason, doubleSpend: answer.doubleSpend }
}

/** A node refuses what it has: an earlier attempt, of whose answer we never heard, may have succeeded. */
const isKnown = async (node: NodeClient, { txid }: Payment): Promise<boolean> =>
  (await node.transactions([txid])).length > 0
