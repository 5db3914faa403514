// Changes to a ledger while they are put together: stored first, and only then applied to it.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import {
  addToIndex,
  type KeyImageOrigin,
  keyImagePrefix,
  type Ledger,
  type LedgerChanges,
  type OwnedOutput,
  outputId,
  type Payment,
  type RemovedOutputData,
} from './ledger.ts'

/** Changes to a ledger that are being put together; reads see them at once, the ledger only when they are applied. */
export class LedgerDraft {
  readonly #ledger: Ledger
  readonly #outputs = new Map<string, OwnedOutput | undefined>()
  readonly #payments = new Map<string, Payment | undefined>()
  readonly #removedOutputs = new Map<string, RemovedOutputData | undefined>()
  readonly #pending = new Set<string>()
  readonly #byKeyImage = new Map<string, string[]>()
  readonly #keyImagePrefixes = new Set<number>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  get changes(): LedgerChanges {
    return { outputs: this.#outputs, payments: this.#payments, removedOutputs: this.#removedOutputs }
  }

  get isEmpty(): boolean {
    return this.#outputs.size === 0 && this.#payments.size === 0 && this.#removedOutputs.size === 0
  }

  /** All outputs, as they are with the changes. */
  *outputs(): Iterable<OwnedOutput> {
    for (const [id, output] of this.#ledger.outputs) if (!this.#outputs.has(id)) yield output
    for (const output of this.#outputs.values()) if (output !== undefined) yield output
  }

  output(id: string): OwnedOutput | undefined {
    return this.#outputs.has(id) ? this.#outputs.get(id) : this.#ledger.outputs.get(id)
  }

  /** Whether there is any payment. */
  get hasPayments(): boolean {
    return this.#payments.size > 0 || this.#ledger.payments.size > 0
  }

  payment(txid: string): Payment | undefined {
    return this.#payments.has(txid) ? this.#payments.get(txid) : this.#ledger.payments.get(txid)
  }

  putOutput(output: OwnedOutput): void {
    const id = outputId(output)
    this.#outputs.set(id, output)
    if (output.keyImage === undefined) return
    addToIndex(this.#byKeyImage, toHex(output.keyImage), id)
    this.#keyImagePrefixes.add(keyImagePrefix(output.keyImage))
  }

  /** An output that the chain brings, with what was known of it before it went away, or of others with its one-time key. */
  withRetainedData(output: OwnedOutput): OwnedOutput {
    const key = toHex(output.key)
    const retained = this.#removedOutputs.has(key)
      ? this.#removedOutputs.get(key)
      : this.#ledger.removedOutputs.get(key)
    if (retained !== undefined) this.#removedOutputs.set(key, undefined)
    const twins = this.#ledger.withKey(key).flatMap((id) => this.output(id) ?? [])
    if (retained === undefined && twins.length === 0) return output
    const known = [output, ...(retained === undefined ? [] : [retained]), ...twins]
    return {
      ...output,
      keyImage: known.find(({ keyImage }) => keyImage !== undefined)?.keyImage,
      frozen: known.some(({ frozen }) => frozen),
    }
  }

  /** Gives the outputs with a one-time key their key image; where they are away, when they come back. */
  setKeyImage(key: Uint8Array, keyImage: Uint8Array): void {
    const hex = toHex(key)
    const outputs = this.#ledger.withKey(hex).flatMap((id) => this.output(id) ?? [])
    for (const output of outputs) if (output.keyImage === undefined) this.putOutput({ ...output, keyImage })
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

  /** Outputs with a key image. */
  withKeyImage(keyImage: Uint8Array): OwnedOutput[] {
    if (!this.#keyImagePrefixes.has(keyImagePrefix(keyImage)) && !this.#ledger.mayHaveKeyImage(keyImage)) return []
    const hex = toHex(keyImage)
    const ids = new Set([...this.#ledger.withKeyImage(hex), ...(this.#byKeyImage.get(hex) ?? [])])
    return [...ids].map((id) => this.output(id)).filter((output) => output !== undefined)
  }

  /** Payments that wait for a block. */
  pending(): Payment[] {
    const ids = new Set([...this.#ledger.pending, ...this.#pending])
    return [...ids].flatMap((txid) => {
      const payment = this.payment(txid)
      return payment?.state === 'pending' ? [payment] : []
    })
  }

  /** Frees the inputs of a payment that is not, or no longer, in a block. */
  releaseInputs({ txid, keyImages }: Payment): void {
    for (const keyImage of keyImages)
      for (const output of this.withKeyImage(keyImage))
        if (output.spent !== undefined && equalBytes(output.spent.txid, txid))
          this.putOutput({ ...output, spent: undefined })
  }

  /** Marks the inputs of a payment as spent by it, unless a block says that another transaction spent them. */
  markInputsSpent({ txid, keyImages }: Payment, height: number | undefined): void {
    for (const keyImage of keyImages)
      for (const output of this.withKeyImage(keyImage))
        if (height !== undefined || output.spent?.height === undefined)
          this.putOutput({ ...output, spent: { txid, height } })
  }

  /** A payment that will not come about: its inputs are free again. */
  markFailed(payment: Payment): void {
    this.releaseInputs(payment)
    this.putPayment({ ...payment, state: 'failed', height: undefined, timestamp: undefined })
  }

  /**
   * Takes back everything that blocks from `height` on brought. Payments made by this wallet wait to be mined again, and are
   * relayed again; others vanish with their block. What is known of outputs alone is kept until they come back.
   */
  rollback(height: number, keyImages: KeyImageOrigin): void {
    for (const [id, output] of this.#ledger.outputs) {
      if (output.height >= height) {
        this.#outputs.set(id, undefined)
        const keyImage = keyImages === 'imported' ? output.keyImage : undefined
        if (output.frozen || keyImage !== undefined)
          this.#removedOutputs.set(toHex(output.key), { frozen: output.frozen, keyImage })
      } else if (output.spent?.height !== undefined && output.spent.height >= height)
        this.putOutput({ ...output, spent: undefined })
    }
    for (const payment of this.#ledger.payments.values()) {
      if (payment.height === undefined || payment.height < height) continue
      if (payment.blob.length === 0) {
        this.removePayment(toHex(payment.txid))
        continue
      }
      const waiting: Payment = {
        ...payment,
        ...{ state: 'pending', relayed: false, absences: 0, height: undefined, timestamp: undefined },
      }
      this.putPayment(waiting)
      this.markInputsSpent(waiting, undefined)
    }
  }
}
