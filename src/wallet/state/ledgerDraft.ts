// A set of changes to a ledger that is collected, then stored, then applied.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { keyPrefix } from '../../crypto/keys/keyPrefix.ts'
import { KeyIndex } from './keyIndex.ts'
import {
  type KeyImageOrigin,
  type Ledger,
  type LedgerChanges,
  type OwnedOutput,
  outputId,
  type Payment,
  type RemovedOutputData,
  type RemovedPaymentData,
} from './ledger.ts'
import { changedOutput } from './packedOutput.ts'

/** Collected changes to a ledger. Reads of the draft include them; the ledger is unchanged until they are applied. */
export class LedgerDraft {
  readonly #ledger: Ledger
  readonly #outputs = new Map<string, OwnedOutput | undefined>()
  readonly #payments = new Map<string, Payment | undefined>()
  readonly #removedOutputs = new Map<string, RemovedOutputData | undefined>()
  readonly #removedPayments = new Map<string, RemovedPaymentData | undefined>()
  readonly #pending = new Set<string>()
  readonly #byKeyImage = new KeyIndex((id) => this.#outputs.get(id)?.keyImage)

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  get changes(): LedgerChanges {
    return {
      outputs: this.#outputs,
      payments: this.#payments,
      removedOutputs: this.#removedOutputs,
      removedPayments: this.#removedPayments,
    }
  }

  get isEmpty(): boolean {
    return Object.values(this.changes).every(({ size }) => size === 0)
  }

  /** Yields all outputs with the changes applied. */
  *outputs(): Iterable<OwnedOutput> {
    for (const [id, output] of this.#ledger.outputs) if (!this.#outputs.has(id)) yield output
    for (const output of this.#outputs.values()) if (output !== undefined) yield output
  }

  output(id: string): OwnedOutput | undefined {
    return this.#outputs.has(id) ? this.#outputs.get(id) : this.#ledger.outputs.get(id)
  }

  /** Whether any payment exists. */
  get hasPayments(): boolean {
    return this.#payments.size > 0 || this.#ledger.payments.size > 0
  }

  payment(txid: string): Payment | undefined {
    return this.#payments.has(txid) ? this.#payments.get(txid) : this.#ledger.payments.get(txid)
  }

  putOutput(output: OwnedOutput): void {
    const id = outputId(output)
    this.#outputs.set(id, output)
    if (output.keyImage !== undefined) this.#byKeyImage.add(keyPrefix(output.keyImage), id)
  }

  /**
   * Returns a scanned output with the key image and frozen flag retained from before its removal or known of other outputs with its
   * one-time key. Clears the retained data.
   */
  withRetainedData(output: OwnedOutput): OwnedOutput {
    const key = toHex(output.key)
    const retained = this.#removedOutputs.has(key)
      ? this.#removedOutputs.get(key)
      : this.#ledger.removedOutputs.get(key)
    if (retained !== undefined) this.#removedOutputs.set(key, undefined)
    const sameKey = this.#ledger.withKey(key).flatMap((id) => this.output(id) ?? [])
    if (retained === undefined && sameKey.length === 0) return output
    const known = [output, ...(retained === undefined ? [] : [retained]), ...sameKey]
    return changedOutput(output, {
      keyImage: known.find(({ keyImage }) => keyImage !== undefined)?.keyImage,
      frozen: known.some(({ frozen }) => frozen),
    })
  }

  /** Retains data of an output until it is scanned. */
  retainOutput(key: Uint8Array, data: RemovedOutputData): void {
    this.#removedOutputs.set(toHex(key), data)
  }

  /** Retains data of a payment until it is found; undefined forgets it. */
  retainPayment(txid: string, data: RemovedPaymentData | undefined): void {
    this.#removedPayments.set(txid, data)
  }

  /** Returns what is known of a payment that was not made here: of its record, or retained. Clears the retained data. */
  takePaymentData(txid: string): RemovedPaymentData | undefined {
    const retained = this.#removedPayments.has(txid)
      ? this.#removedPayments.get(txid)
      : this.#ledger.removedPayments.get(txid)
    if (retained !== undefined) this.retainPayment(txid, undefined)
    return retained ?? this.payment(txid)
  }

  /** Sets the key image of the outputs with a one-time key. If none exists, retains it until one is scanned. */
  setKeyImage(key: Uint8Array, keyImage: Uint8Array): void {
    const hex = toHex(key)
    const outputs = this.#ledger.withKey(hex).flatMap((id) => this.output(id) ?? [])
    for (const output of outputs) if (output.keyImage === undefined) this.putOutput(changedOutput(output, { keyImage }))
    if (outputs.length > 0) return
    const retained = this.#removedOutputs.get(hex) ?? this.#ledger.removedOutputs.get(hex)
    this.#removedOutputs.set(hex, { frozen: retained?.frozen ?? false, keyImage })
  }

  putPayment(payment: Payment): void {
    const txid = toHex(payment.txid)
    this.#payments.set(txid, payment)
    if (payment.state === 'pending') this.#pending.add(txid)
  }

  removePayment(txid: string): void {
    this.#payments.set(txid, undefined)
  }

  /** Returns whether an output has a key image with this prefix (keyPrefix.ts). */
  hasKeyImagePrefix(prefix: number): boolean {
    return this.#byKeyImage.hasPrefix(prefix) || this.#ledger.hasKeyImagePrefix(prefix)
  }

  /** Returns the outputs with a key image. */
  withKeyImage(keyImage: Uint8Array): OwnedOutput[] {
    if (!this.hasKeyImagePrefix(keyPrefix(keyImage))) return []
    const hex = toHex(keyImage)
    const ids = new Set([...this.#ledger.withKeyImage(hex), ...this.#byKeyImage.get(hex)])
    return [...ids].map((id) => this.output(id)).filter((output) => output !== undefined)
  }

  /** Returns the pending payments. */
  pending(): Payment[] {
    const ids = new Set([...this.#ledger.pending, ...this.#pending])
    return [...ids].flatMap((txid) => {
      const payment = this.payment(txid)
      return payment?.state === 'pending' ? [payment] : []
    })
  }

  /** Returns the spend of a key image by a pending payment; undefined if there is none. */
  pendingSpend(keyImage: Uint8Array, payments: readonly Payment[] = this.pending()): OwnedOutput['spent'] {
    const spender = payments.find(({ keyImages }) => keyImages.some((image) => equalBytes(image, keyImage)))
    return spender === undefined ? undefined : { txid: spender.txid, height: undefined }
  }

  /** Marks the inputs of an unmined payment as unspent, or as spent by another pending payment that has them. */
  releaseInputs({ txid, keyImages }: Payment): void {
    const others = this.pending().filter((payment) => !equalBytes(payment.txid, txid))
    for (const keyImage of keyImages)
      for (const output of this.withKeyImage(keyImage))
        if (output.spent !== undefined && equalBytes(output.spent.txid, txid))
          this.putOutput(changedOutput(output, { spent: this.pendingSpend(keyImage, others) }))
  }

  /**
   * Marks the inputs of a payment as spent by it, except those that a mined transaction spends.
   * @param height of the payment; undefined while unmined, else it replaces any other spend
   */
  markInputsSpent({ txid, keyImages }: Payment, height: number | undefined): void {
    for (const keyImage of keyImages)
      for (const output of this.withKeyImage(keyImage))
        if (height !== undefined || output.spent?.height === undefined)
          this.putOutput(changedOutput(output, { spent: { txid, height } }))
  }

  /** Marks a payment as failed and its inputs as unspent. */
  markFailed(payment: Payment): void {
    this.releaseInputs(payment)
    this.putPayment({ ...payment, state: 'failed', height: undefined, timestamp: undefined })
  }

  /** Makes a failed payment pending that a txpool has, and marks its inputs as spent. Only the user relays it again. */
  revivePayment(payment: Payment): void {
    this.putPayment({ ...payment, state: 'pending', relayed: true, reverted: true, absences: 0 })
    this.markInputsSpent(payment, undefined)
  }

  /** Removes an unmined payment that no node has, and marks its inputs as unspent. */
  withdrawPayment(payment: Payment): void {
    this.releaseInputs(payment)
    this.removePayment(toHex(payment.txid))
  }

  /**
   * Reverts the blocks from `height` on. Payments made by this wallet become pending, until the new blocks and the txpool of the node are
   * known: those that are in neither fail, and only the user relays them again. Other payments are removed. Frozen flags and imported key images of removed outputs, and what the chain does not contain of removed
   * payments, are retained until they are scanned again.
   */
  rollback(height: number, keyImages: KeyImageOrigin): void {
    for (const [id, output] of this.#ledger.outputs) {
      if (output.height >= height) {
        this.#outputs.set(id, undefined)
        const keyImage = keyImages === 'imported' ? output.keyImage : undefined
        if (output.frozen || keyImage !== undefined)
          this.#removedOutputs.set(toHex(output.key), { frozen: output.frozen, keyImage })
      } else if (output.spent?.height !== undefined && output.spent.height >= height)
        this.putOutput(changedOutput(output, { spent: undefined }))
    }
    for (const payment of this.#ledger.payments.values()) {
      if (payment.height === undefined || payment.height < height) continue
      if (!payment.isOwn) {
        const { destinations, paymentId, keys, created } = payment
        if (destinations.length > 0 || keys !== undefined)
          this.retainPayment(toHex(payment.txid), { destinations, paymentId, keys, created })
        this.removePayment(toHex(payment.txid))
        continue
      }
      const pending: Payment = {
        ...payment,
        ...{ state: 'pending', relayed: false, reverted: true, absences: 0, height: undefined, timestamp: undefined },
      }
      this.putPayment(pending)
      this.markInputsSpent(pending, undefined)
    }
  }
}
