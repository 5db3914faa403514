// Payments that were prepared and wait for a person's yes.

import { toHex } from '../bytes/hex.ts'
import { sumAmounts } from '../coin/amount.ts'
import type { Random } from '../crypto/scalar.ts'
import type { PreparedTransfer } from './api.ts'
import { discardPrepared, type PreparedTransaction } from './spend/request.ts'

/** A prepared payment that is not, or no longer, waiting for a yes. */
export class UnknownPreparedTransferError extends Error {
  override readonly name = 'UnknownPreparedTransferError'
}

/** The prepared payments of the open wallet. */
export class PreparedPayments {
  readonly #random: Random
  readonly #waiting = new Map<string, readonly PreparedTransaction[]>()

  constructor(random: Random) {
    this.#random = random
  }

  /** Keeps a payment until it is taken or discarded, or the wallet closes. */
  add(prepared: readonly PreparedTransaction[]): PreparedTransfer {
    const id = toHex(this.#random(8))
    this.#waiting.set(id, prepared)
    const transactions = prepared.map(({ txid, fee, weight, destinations }) => ({
      txid: toHex(txid),
      amount: sumAmounts(destinations),
      fee,
      weight,
    }))
    return {
      id,
      transactions,
      amount: sumAmounts(transactions),
      fee: transactions.reduce((sum, { fee }) => sum + fee, 0n),
      destinations: prepared.flatMap(({ destinations }) => destinations),
    }
  }

  /**
   * Takes a payment out, to be made: a second yes finds nothing to pay.
   * @throws UnknownPreparedTransferError
   */
  take(id: string): readonly PreparedTransaction[] {
    const prepared = this.#waiting.get(id)
    if (prepared === undefined)
      throw new UnknownPreparedTransferError('this payment is no longer waiting; prepare it again')
    this.#waiting.delete(id)
    return prepared
  }

  /** Lets a payment that was taken wait again. */
  putBack(id: string, prepared: readonly PreparedTransaction[]): void {
    this.#waiting.set(id, prepared)
  }

  /** Forgets a payment, if it still waits; its secrets are wiped. */
  discard(id: string): void {
    discardPrepared(this.#waiting.get(id) ?? [])
    this.#waiting.delete(id)
  }

  /** Forgets all. */
  clear(): void {
    for (const prepared of this.#waiting.values()) discardPrepared(prepared)
    this.#waiting.clear()
  }
}
