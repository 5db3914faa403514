// Payments that the page prepared and that wait for the user's confirmation.

import { toHex } from '../../bytes/hex.ts'
import { sumAmounts } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { Random } from '../../crypto/random/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { coinsWithIds } from '../../wallet/funds/coins.ts'
import type { TransferView } from '../../wallet/history/historyViews.ts'
import { PaymentOutdatedError, PaymentRefusedError, type RelayResult } from '../../wallet/node/relay.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import type { PaymentIntent } from '../../wallet/spend/intent.ts'
import type { PaymentStep } from '../../wallet/spend/paymentStep.ts'
import { discardPrepared, type PreparedPayment, type PreparedTransaction } from '../../wallet/spend/prepare.ts'
import type { PreparedTransactionView, PreparedTransfer } from '../api/engineViews.ts'
import { NoWalletError } from '../api/walletErrors.ts'

/** The prepared payment does not exist or no longer waits for a confirmation. */
export class UnknownPreparedTransferError extends FabaError {
  override readonly name = 'UnknownPreparedTransferError'
  readonly code = 'unknown-prepared-transfer'

  constructor() {
    super('this payment is no longer waiting; prepare it again')
  }
}

/** Returns the name of a priority; 0 stands for the default one. */
const priorityName = ({ fees }: Network, priority: number): string => {
  const value = priority === 0 ? fees.defaultPriority : priority
  return [...fees.priorities, ...fees.orderPriorities].find((known) => known.value === value)?.name ?? String(value)
}

const summaryOf = (network: Network, id: string, prepared: PreparedPayment): PreparedTransfer => {
  const inputs = prepared.flatMap((transaction) => transaction.inputs)
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
    account: prepared[0]?.account ?? 0,
    priority: priorityName(network, prepared[0]?.priority ?? 0),
    coins: { count: inputs.length, amount: sumAmounts(inputs) },
  }
}

/** Returns a transaction with a copy of its keys. */
const withOwnKeys = (transaction: PreparedTransaction): PreparedTransaction => {
  const { main, additional } = transaction.keys
  return { ...transaction, keys: { main: main.slice(), additional: additional.map((key) => key.slice()) } }
}

/** The prepared payments of the open wallet. */
export class PreparedPayments {
  readonly #random: Random
  readonly #isOpen: (wallet: Wallet) => boolean
  readonly #onStep: (step: PaymentStep | undefined) => void
  readonly #waiting = new Map<string, PreparedPayment>()

  /**
   * @param isOpen returns whether a wallet is still the open one
   * @param onStep called when a step of preparing a payment begins, and with undefined when the last one ends
   */
  constructor(
    random: Random,
    isOpen: (wallet: Wallet) => boolean,
    onStep: (step: PaymentStep | undefined) => void = () => undefined,
  ) {
    this.#random = random
    this.#isOpen = isOpen
    this.#onStep = onStep
  }

  /**
   * Prepares a payment and keeps it until it is confirmed or discarded, or the wallet closes.
   * @throws NoWalletError if the wallet is closed in the meantime, and what `Payments.prepare` throws
   */
  async prepare(wallet: Wallet, intent: PaymentIntent): Promise<PreparedTransfer> {
    let prepared: PreparedPayment
    try {
      prepared = await wallet.payments.prepare(intent, this.#onStep).finally(() => this.#onStep(undefined))
    } catch (error) {
      // An error caused by wiped keys would mislead.
      if (!this.#isOpen(wallet)) throw new NoWalletError()
      throw error
    }
    if (!this.#isOpen(wallet)) {
      discardPrepared(prepared)
      throw new NoWalletError()
    }
    const id = toHex(this.#random(8))
    this.#waiting.set(id, prepared)
    return summaryOf(wallet.network, id, prepared)
  }

  /**
   * Returns the transactions of a waiting payment.
   * @throws UnknownPreparedTransferError
   */
  transactions(wallet: Wallet, id: string): readonly PreparedTransactionView[] {
    const prepared = this.#waiting.get(id)
    if (prepared === undefined) throw new UnknownPreparedTransferError()
    return prepared.map(({ txid, blob, weight, fee, inputs, destinations, change }) => ({
      txid: toHex(txid),
      bytes: blob,
      ...{ weight, fee, destinations, change },
      ringSize: wallet.network.ringSize,
      inputs: coinsWithIds(
        wallet,
        inputs.map(({ key }) => toHex(key)),
      ),
    }))
  }

  /** Whether a waiting payment is to be approved by a quorum (blink). */
  isInstant(id: string): boolean {
    return this.#waiting.get(id)?.some(({ blink }) => blink) ?? false
  }

  /**
   * Commits a waiting payment. A second confirmation finds nothing to pay.
   * @returns its entries of the history
   * @throws UnknownPreparedTransferError, PaymentRefusedError, PaymentOutdatedError, FrozenCoinError
   */
  async confirm(wallet: Wallet, id: string): Promise<TransferView[]> {
    const prepared = this.#waiting.get(id)
    if (prepared === undefined) throw new UnknownPreparedTransferError()
    this.#waiting.delete(id)
    const results = await this.#commit(wallet, id, prepared)
    const transfers = wallet.transfersOf(prepared.map(({ txid }) => txid))
    const refusals = results.filter((result) => result.state === 'refused')
    if (refusals.length < results.length) {
      discardPrepared(prepared)
      return transfers
    }
    // If nothing of it can have arrived, another node may accept the same bytes.
    const isWaiting = transfers.length === 0 && this.#isOpen(wallet) && !refusals.some((each) => each.doubleSpend)
    if (isWaiting) this.#waiting.set(id, prepared)
    else discardPrepared(prepared)
    throw new PaymentRefusedError(refusals[0]?.reason ?? '', {
      isWaiting,
      doubleSpend: refusals.some((each) => each.doubleSpend),
    })
  }

  /** If the payment cannot be recorded nothing was sent: it waits again, and the next confirmation pays it once. */
  async #commit(wallet: Wallet, id: string, prepared: PreparedPayment): Promise<readonly RelayResult[]> {
    // The wallet keeps or wipes the keys of what it commits.
    const copies = prepared.map(withOwnKeys)
    try {
      return await wallet.payments.commit(copies)
    } catch (error) {
      discardPrepared(copies)
      if (this.#isOpen(wallet) && !(error instanceof PaymentOutdatedError)) this.#waiting.set(id, prepared)
      else discardPrepared(prepared)
      throw error
    }
  }

  /** Whether a payment waits for its confirmation. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  /** Discards a payment, if it still waits, and wipes its secrets. */
  discard(id: string): void {
    discardPrepared(this.#waiting.get(id) ?? [])
    this.#waiting.delete(id)
  }

  /** Discards all payments. */
  clear(): void {
    for (const prepared of this.#waiting.values()) discardPrepared(prepared)
    this.#waiting.clear()
  }
}
