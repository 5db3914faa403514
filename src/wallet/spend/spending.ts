// The payments of an open wallet: prepared, recorded, kept and relayed, one after the other.

import { wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { Random } from '../../crypto/random.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import { type Moment, pendingChange } from '../state/balance.ts'
import { approvedOutputs } from '../state/history.ts'
import type { Payment, WalletKeys } from '../state/ledger.ts'
import type { WalletState } from '../state/walletState.ts'
import type { AskedBefore } from './decoys.ts'
import { paymentRecord } from './paymentRecord.ts'
import { type RelayResult, recordKept, recordPayments, relay } from './relay.ts'
import { discardPrepared, type PreparedTransaction, type SpendContext } from './request.ts'
import { openPayment, sealPayment } from './txMetadata.ts'

/** What was paid, and what became of each transaction. */
export type Paid = {
  readonly prepared: readonly PreparedTransaction[]
  readonly results: readonly RelayResult[]
}

/** What payments need of their wallet. */
export type SpendingHost = {
  readonly network: Network
  readonly keys: WalletKeys
  readonly state: WalletState
  readonly random: Random
  /** the present */
  readonly moment: () => Moment
  /** the node that is followed now */
  readonly node: () => NodeClient
}

/** Makes the payments of one wallet. */
export class Spending {
  readonly #host: SpendingHost
  readonly #asked: AskedBefore = new Map()
  #last: Promise<unknown> = Promise.resolve()

  constructor(host: SpendingHost) {
    this.#host = host
  }

  /** What preparing a payment works with, as it is now. */
  context(): SpendContext {
    const { network, keys, state, random, moment, node } = this.#host
    const rings = new Map<string, readonly number[]>()
    for (const { keyImages, rings: used } of state.ledger.payments.values())
      for (const [i, ring] of used.entries()) rings.set(toHex(keyImages[i] ?? new Uint8Array()), ring)
    return {
      network,
      keys,
      outputs: [...state.ledger.countedOutputs()],
      ...moment(),
      node: node(),
      random,
      earlierRings: rings,
      coming: [...pendingChange(state.ledger), ...approvedOutputs(state)],
      asked: this.#asked,
    }
  }

  /** Payments are made one after the other: what one spends, the next one knows of. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Records prepared transactions durably, then relays them. Throws PaymentOutdatedError, FrozenCoinError. */
  pay(prepared: readonly PreparedTransaction[]): Promise<RelayResult[]> {
    return this.#inTurn(() => this.#pay(prepared))
  }

  /** Prepares and pays; no other payment comes in between. Throws what either throws. */
  prepareAndPay(prepare: () => Promise<readonly PreparedTransaction[]>): Promise<Paid> {
    return this.#inTurn(async () => {
      const prepared = await prepare()
      try {
        return { prepared, results: await this.#pay(prepared) }
      } catch (error) {
        discardPrepared(prepared)
        throw error
      }
    })
  }

  async #pay(prepared: readonly PreparedTransaction[]): Promise<RelayResult[]> {
    const { state, moment } = this.#host
    const { now } = moment()
    const payments = prepared.map((transaction) => paymentRecord(transaction, now))
    await recordPayments(state, payments)
    const results: RelayResult[] = []
    for (const payment of payments) results.push(await this.#relay(payment))
    return results
  }

  /** A prepared transaction as sealed bytes. */
  keep(prepared: PreparedTransaction): Uint8Array {
    const { network, keys, moment, random } = this.#host
    return sealPayment(network, keys, paymentRecord(prepared, moment().now), random)
  }

  /** Records and relays what was kept. Throws MetadataError, PaymentOutdatedError, FrozenCoinError. */
  payKept(kept: Uint8Array, blink: { readonly blink: boolean }): Promise<{ txid: Uint8Array; result: RelayResult }> {
    const { network, keys, state, moment } = this.#host
    const payment = { ...openPayment(network, keys, kept), ...blink }
    return this.#inTurn(async () => {
      try {
        await recordKept(state, { ...payment, created: moment().now })
        return { txid: payment.txid, result: await this.#relay(payment) }
      } finally {
        const recorded = state.ledger.payments.get(toHex(payment.txid))
        const { keys: secrets } = payment
        if (secrets !== undefined && secrets !== recorded?.keys) wipe(secrets.main, ...secrets.additional)
      }
    })
  }

  async #relay(payment: Payment): Promise<RelayResult> {
    const { state, node } = this.#host
    try {
      return await relay({ state, node: node() }, payment)
    } catch (error) {
      return { state: 'unknown', reason: error instanceof Error ? error.message : String(error) }
    }
  }
}
