// The payments of an open wallet: `prepare` turns an intent into signed transactions, `commit` records and relays them. The wallet
// RPC and the page use these two calls.
//
// The lock: `commit` and `exclusively` run one at a time, in order. Within `exclusively` nothing else is committed between a prepare
// and its commit, so that two payments never choose the same output. A prepare outside of it, as the page's review needs, reserves
// nothing: if its inputs are spent meanwhile, `commit` throws PaymentOutdatedError. Recording is atomic by itself (`WalletState.update`).

import { SerialQueue } from '../../async/serialQueue.ts'
import { wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { HardFork, Network } from '../../coin/networks/network.ts'
import { DEFAULT_PRIORITY_SETTINGS, isPriorityAutomatic, type PrioritySettings } from '../../coin/prioritySettings.ts'
import type { Random } from '../../crypto/random/random.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import { failureText } from '../../errors/fabaError.ts'
import { approvedOutputs } from '../history/history.ts'
import { checkStakes } from '../node/followStakes.ts'
import {
  type Attempt,
  type RelayResult,
  recordAgain,
  recordMetadata,
  recordPayments,
  relay,
  UnknownPaymentError,
} from '../node/relay.ts'
import { assertKnownFork, checkHardFork } from '../node/unknownFork.ts'
import { type DistributionMemory, walletDistributionMemory } from '../rings/distributionMemory.ts'
import { OutputIndexError } from '../rings/ring.ts'
import { type RingMemory, walletRingMemory } from '../rings/ringMemory.ts'
import type { ComingAmount, Moment } from '../state/balance.ts'
import type { Payment, WalletKeys } from '../state/ledger.ts'
import type { LedgerDraft } from '../state/ledgerDraft.ts'
import { WalletClosedError, type WalletState } from '../state/walletState.ts'
import { DEFAULT_MAX_FEE_RATIO } from './feeBounds.ts'
import { type FeeQuote, quoteFees } from './feeQuotes.ts'
import { type FeesNow, feesNow } from './feeTiers.ts'
import type { PaymentIntent, SweepIntent, TransferIntent } from './intent.ts'
import { type SpendContext, selectDefaultPriority } from './paymentContext.ts'
import { paymentRecord } from './paymentRecord.ts'
import type { PaymentStep } from './paymentStep.ts'
import {
  type BuiltPayment,
  buildPayment,
  estimateTransfer,
  type PreparedPayment,
  preparePayment,
  type TransferEstimate,
} from './prepare.ts'

/** What payments need of their wallet. */
export type PaymentsHost = {
  readonly network: Network
  readonly keys: WalletKeys
  readonly state: WalletState
  /** those of wallet2 if omitted */
  readonly priorities?: PrioritySettings | undefined
  readonly random: Random
  /** logs an internal error */
  readonly report: (error: unknown) => void
  /** returns the present */
  readonly moment: () => Moment
  /** returns what counts in the balance although it is in no block yet */
  readonly coming: () => readonly ComingAmount[]
  /** returns the first block of an unknown hard fork, if the sync met one */
  readonly unknownFork: () => HardFork | undefined
  /** returns the node that is followed now */
  readonly node: () => NodeClient
  /** corrects a false index of an output, or changes to another node; returns false if it can do neither */
  readonly repairIndices: (error: OutputIndexError) => Promise<boolean>
}

/** Of preparing a payment; each corrects the indices of outputs in one page of blocks. */
const MAX_ATTEMPTS = 4

/** Result of a committed transaction. */
export type RelayedTransaction = { readonly txid: Uint8Array; readonly result: RelayResult }

/** The two steps of a payment, as `exclusively` hands them out. */
export type PaymentSteps = Pick<Payments, 'prepare' | 'commit'>

/** Makes the payments of one wallet. */
export class Payments {
  readonly #host: PaymentsHost
  readonly #lock = new SerialQueue()
  readonly #rings: RingMemory
  readonly #distributions: DistributionMemory
  #closed = false
  /** steps of payments that run or wait for the lock */
  #active = 0
  /** how many times the ordinary fees a node may request */
  maxFeeRatio = DEFAULT_MAX_FEE_RATIO

  constructor(host: PaymentsHost) {
    this.#host = host
    this.#rings = walletRingMemory(host.state)
    this.#distributions = walletDistributionMemory(host.state)
  }

  /** Whether a payment is being prepared, recorded or relayed. */
  get isActive(): boolean {
    return this.#active > 0
  }

  async #during<T>(work: () => Promise<T>): Promise<T> {
    this.#active++
    try {
      return await work()
    } finally {
      this.#active--
    }
  }

  /** Runs work when no other payment of this wallet is recorded or relayed. */
  #locked<T>(work: () => Promise<T>): Promise<T> {
    return this.#during(() => this.#lock.run(work))
  }

  /** Refuses metadata from now on: the keys are about to be wiped. */
  close(): void {
    this.#closed = true
  }

  /**
   * Builds, signs and verifies a payment. False indices of outputs are repaired first.
   * @param onStep called when a step begins
   * @throws UnknownForkError, what `preparePayment` throws
   */
  prepare(intent: PaymentIntent, onStep?: (step: PaymentStep) => void): Promise<PreparedPayment> {
    return this.#withRepairs((context) => preparePayment({ ...context, onStep }, intent))
  }

  /**
   * Builds a payment that another copy of the wallet signs. The caller wipes its secrets with `discardBuilt`.
   * @throws UnknownForkError, what `buildPayment` throws
   */
  build(intent: PaymentIntent): Promise<BuiltPayment> {
    return this.#withRepairs((context) => buildPayment(context, intent))
  }

  /**
   * Checks that the program knows the rules by which the node's next block is made.
   * @throws UnknownForkError, NodeError
   */
  async checkHardFork(): Promise<void> {
    this.#assertKnownFork()
    const { network, node } = this.#host
    await checkHardFork(network, node())
  }

  /** @throws UnknownForkError if the sync stopped before an unknown hard fork */
  #assertKnownFork(): void {
    const { network, unknownFork } = this.#host
    assertKnownFork(network, unknownFork())
  }

  #withRepairs<T>(step: (context: SpendContext) => Promise<T>): Promise<T> {
    return this.#during(() => this.#repeatWithRepairs(step))
  }

  async #repeatWithRepairs<T>(step: (context: SpendContext) => Promise<T>): Promise<T> {
    const { network, state, node } = this.#host
    await this.checkHardFork()
    await checkStakes({ network, state, node: node() })
    for (let attempts = 1; ; attempts++)
      try {
        return await step(this.#context())
      } catch (error) {
        if (!(error instanceof OutputIndexError) || attempts === MAX_ATTEMPTS) throw error
        if (!(await this.#host.repairIndices(error))) throw error
      }
  }

  /**
   * Estimates the cost of a transfer.
   * @throws what `estimateTransfer` throws
   */
  estimate(intent: TransferIntent): Promise<TransferEstimate> {
    return estimateTransfer(this.#context(), intent)
  }

  /**
   * Returns the priority that 0 stands for at present; the default of the network if the node does not answer, undefined if the settings of
   * the wallet say that none is selected.
   * @throws FeeEstimateError
   */
  async defaultPriority(): Promise<number | undefined> {
    return isPriorityAutomatic(this.#priorities) ? await selectDefaultPriority(this.#context()) : undefined
  }

  /** The priority that the user prefers; 0 for none, and for one that the network does not have. */
  get preferredPriority(): number {
    const { preferred } = this.#priorities
    return this.#host.network.fees.priorities.some(({ value }) => value === preferred) ? preferred : 0
  }

  get #priorities(): PrioritySettings {
    return this.#host.priorities ?? DEFAULT_PRIORITY_SETTINGS
  }

  /**
   * Returns what a payment costs at each priority. The payment that follows will need the output distribution: it is read meanwhile.
   * @throws what `quoteFees` throws
   */
  quoteFees(intent: TransferIntent | SweepIntent): Promise<readonly FeeQuote[]> {
    // The payment reports what fails.
    this.#distributions.known().catch(() => undefined)
    return quoteFees(this.#context(), intent)
  }

  /**
   * Returns what an ordinary payment costs at each priority, and what waits before it.
   * @throws what `feesNow` throws
   */
  feesNow(): Promise<FeesNow> {
    return feesNow(this.#context())
  }

  /**
   * Records prepared transactions durably, all or none, then relays them. If a node's response is unknown, the payment stays pending
   * and the sync relays it again.
   * @throws UnknownForkError, PaymentOutdatedError, FrozenCoinError; nothing was recorded then
   */
  commit(prepared: PreparedPayment): Promise<readonly RelayResult[]> {
    return this.#locked(() => this.#commit(prepared))
  }

  /** Runs the steps of one payment while no other payment of this wallet is committed. */
  exclusively<T>(work: (steps: PaymentSteps) => Promise<T>): Promise<T> {
    return this.#locked(() =>
      work({ prepare: (intent) => this.prepare(intent), commit: (prepared) => this.#commit(prepared) }),
    )
  }

  async #commit(prepared: PreparedPayment): Promise<readonly RelayResult[]> {
    this.#assertKnownFork()
    const { state, moment } = this.#host
    const { now } = moment()
    const payments = prepared.map((transaction) => paymentRecord(transaction, now))
    await recordPayments(state, payments)
    const results: RelayResult[] = []
    for (const payment of payments) results.push(await this.#relay(payment, 'first'))
    // The state has no record of rejected payments, so it does not wipe their keys.
    for (const { txid, keys } of payments)
      if (keys !== undefined && !state.ledger.payments.has(toHex(txid))) wipe(keys.main, ...keys.additional)
    return results
  }

  /**
   * Records and relays a payment read from metadata. One that is recorded already is relayed again.
   * @param blink submit it to the blink quorum
   * @throws UnknownForkError, PaymentOutdatedError, FrozenCoinError, WalletClosedError
   */
  async commitMetadata(opened: Payment, { blink }: { readonly blink: boolean }): Promise<RelayedTransaction> {
    const { state, moment } = this.#host
    const payment = { ...opened, blink }
    try {
      this.#assertOpen()
      this.#assertKnownFork()
      return await this.#locked(async () => {
        const attempt = await recordMetadata(state, { ...payment, created: moment().now })
        return { txid: payment.txid, result: await this.#relay(payment, attempt) }
      })
    } finally {
      const recorded = state.ledger.payments.get(toHex(payment.txid))
      const { keys } = payment
      if (keys !== undefined && keys !== recorded?.keys) wipe(keys.main, ...keys.additional)
    }
  }

  /**
   * Records payments that another copy of the wallet signed, all or none, then relays them. Those that are recorded already are relayed
   * again.
   * @param change further changes of the same commit, made first
   * @throws UnknownForkError, PaymentOutdatedError, FrozenCoinError; nothing was recorded then
   */
  commitSigned(
    payments: readonly Payment[],
    change: (draft: LedgerDraft) => void,
  ): Promise<readonly RelayedTransaction[]> {
    const { state } = this.#host
    return this.#locked(async () => {
      this.#assertKnownFork()
      const attempts = await recordAgain(state, payments, change)
      const relayed: RelayedTransaction[] = []
      for (const [i, payment] of payments.entries())
        relayed.push({ txid: payment.txid, result: await this.#relay(payment, attempts[i] ?? 'repeated') })
      return relayed
    })
  }

  /**
   * Returns a payment that the user may relay again: a pending one, or one that is no longer in the chain.
   * @param txid hex
   * @throws UnknownPaymentError
   */
  resendable(txid: string): Payment {
    const payment = this.#host.state.ledger.payments.get(txid)
    const isUnmined = payment?.state === 'pending' || (payment?.state === 'failed' && payment.reverted)
    if (payment === undefined || !payment.isOwn || !isUnmined) throw new UnknownPaymentError(txid)
    return payment
  }

  /**
   * Relays a payment again, at the user's request: the same transaction, which can be mined only once.
   * @param txid hex
   * @throws UnknownPaymentError, UnknownForkError, PaymentOutdatedError if its inputs were spent, FrozenCoinError
   */
  resend(txid: string): Promise<RelayResult> {
    return this.#locked(async () => {
      this.#assertKnownFork()
      const payment = this.resendable(txid)
      await recordAgain(this.#host.state, [payment])
      return await this.#relay(payment, 'repeated')
    })
  }

  /** Returns the wallet as the steps of a payment see it now. */
  #context(): SpendContext {
    const { network, keys, state, priorities, random, moment, coming, node } = this.#host
    return {
      network,
      keys,
      outputs: [...state.ledger.countedOutputs()],
      ...moment(),
      node: node(),
      random,
      rings: this.#rings,
      distributions: this.#distributions,
      coming: [...coming(), ...approvedOutputs(state)],
      ...{ maxFeeRatio: this.maxFeeRatio, priorities },
    }
  }

  async #relay(payment: Payment, attempt: Attempt): Promise<RelayResult> {
    const { state, node } = this.#host
    try {
      return await relay({ state, node: node() }, payment, attempt)
    } catch (error) {
      return { state: 'unknown', reason: failureText(error, this.#host.report) }
    }
  }

  #assertOpen(): void {
    if (this.#closed) throw new WalletClosedError()
  }
}
