// Payments that were prepared and wait for a person's yes.

import { toHex } from '../../bytes/hex.ts'
import { sumAmounts } from '../../coin/amount.ts'
import type { Random } from '../../crypto/random.ts'
import type { PreparedTransfer, TransferView } from '../engine/engineApi.ts'
import type { Wallet } from '../engine/wallet.ts'
import { NoWalletError } from '../engine/walletManager.ts'
import { PaymentOutdatedError, PaymentRefusedError, type RelayResult } from './relay.ts'
import { discardPrepared, type PreparedTransaction } from './request.ts'

/** A prepared payment that is not, or no longer, waiting for a yes. */
export class UnknownPreparedTransferError extends Error {
  override readonly name = 'UnknownPreparedTransferError'
}

/** The prepared payments of the open wallet. */
export class PreparedPayments {
  readonly #random: Random
  readonly #isOpen: (wallet: Wallet) => boolean
  readonly #waiting = new Map<string, readonly PreparedTransaction[]>()

  /** @param isOpen whether a wallet is still the open one */
  constructor(random: Random, isOpen: (wallet: Wallet) => boolean) {
    this.#random = random
    this.#isOpen = isOpen
  }

  /**
   * Prepares a payment and keeps it until it is confirmed or discarded, or the wallet closes. Throws what `build` throws.
   * @throws NoWalletError where the wallet was closed meanwhile
   */
  async prepare(wallet: Wallet, build: () => Promise<readonly PreparedTransaction[]>): Promise<PreparedTransfer> {
    let prepared: readonly PreparedTransaction[]
    try {
      prepared = await build()
    } catch (error) {
      // Whatever went wrong without keys says less than that they are gone.
      if (!this.#isOpen(wallet)) throw new NoWalletError()
      throw error
    }
    if (!this.#isOpen(wallet)) {
      discardPrepared(prepared)
      throw new NoWalletError()
    }
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
   * Makes a payment that waits. A second yes finds nothing to pay.
   * @returns what became of it in the history
   * @throws UnknownPreparedTransferError, PaymentRefusedError, PaymentOutdatedError, FrozenCoinError
   */
  async confirm(wallet: Wallet, id: string): Promise<TransferView[]> {
    const prepared = this.#waiting.get(id)
    if (prepared === undefined)
      throw new UnknownPreparedTransferError('this payment is no longer waiting; prepare it again')
    this.#waiting.delete(id)
    const results = await this.#pay(wallet, id, prepared)
    const refusals = results.flatMap((result) => (result.state === 'refused' ? [result.reason] : []))
    if (refusals.length === results.length) throw new PaymentRefusedError(refusals[0] ?? '')
    return wallet.transfersOf(prepared.map(({ txid }) => txid))
  }

  /** Where a payment cannot be recorded nothing was sent. It waits again: tried once more it is the same payment, never a second one. */
  async #pay(wallet: Wallet, id: string, prepared: readonly PreparedTransaction[]): Promise<RelayResult[]> {
    try {
      return await wallet.pay(prepared)
    } catch (error) {
      if (this.#isOpen(wallet) && !(error instanceof PaymentOutdatedError)) this.#waiting.set(id, prepared)
      else discardPrepared(prepared)
      throw error
    }
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
