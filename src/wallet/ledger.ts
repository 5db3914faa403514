// What a wallet owns and what it paid, as plain data: the records that scanning fills, payments spend and the store keeps.

import { equalBytes } from '../bytes/bytes.ts'
import { toHex } from '../bytes/hex.ts'

/** A wallet's keys; a watch-only wallet has no spend secret. 32 bytes each. */
export type WalletKeys = {
  readonly spendSecret: Uint8Array | undefined
  readonly spendPublic: Uint8Array
  readonly viewSecret: Uint8Array
  readonly viewPublic: Uint8Array
}

/** (0, 0) is the primary address, (major, 0) the base address of an account. */
export type SubaddressIndex = { readonly major: number; readonly minor: number }

/** The transaction that spends an output; `height` is undefined while it waits in the pool. */
export type Spend = { readonly txid: Uint8Array; readonly height: number | undefined }

/** An output of the chain that this wallet can spend, or could. */
export type OwnedOutput = {
  /** among outputs without clear amount; where `confidential` is false, among outputs of its amount */
  readonly globalIndex: number
  /** false for outputs of version 1 transactions, whose rings are made of outputs of the same amount */
  readonly confidential: boolean
  /** the one-time key */
  readonly key: Uint8Array
  readonly txid: Uint8Array
  readonly indexInTx: number
  /** atomic units */
  readonly amount: bigint
  /** blinds the commitment: mask·G + amount·H; 1 for coinbase */
  readonly mask: Uint8Array
  readonly subaddress: SubaddressIndex
  /** the transaction key, main or additional, whose derivation found this output */
  readonly txPublicKey: Uint8Array
  /** undefined in a watch-only wallet */
  readonly keyImage: Uint8Array | undefined
  readonly height: number
  /** of its block, UNIX seconds */
  readonly timestamp: number
  /** this output's own where the format has one per output, else the transaction's: a height below 500000000, else UNIX seconds */
  readonly unlockTime: bigint
  /** the transaction's; the reference reckons `blocks_to_unlock` with it */
  readonly prefixUnlockTime: bigint
  readonly coinbase: boolean
  /** decrypted, 8 or 32 bytes; empty when there is none */
  readonly paymentId: Uint8Array
  /** fee of its transaction */
  readonly fee: bigint
  /** its transaction was paid by the account that it belongs to: not an incoming payment */
  readonly change: boolean
  readonly spent: Spend | undefined
  /** put aside by its owner; neither counted nor spent */
  readonly frozen: boolean
}

/**
 * An output that another copy of this wallet told of. Of its transaction less may be known than of those that were scanned.
 * `requested`: the other copy waits for its key image.
 */
export type ImportedOutput = { readonly output: OwnedOutput; readonly requested: boolean }

/** What no chain tells of an output, kept while a reorganisation or a rescan has taken the output away. */
export type Mark = { readonly frozen: boolean; readonly keyImage: Uint8Array | undefined }

/** Where key images come from: the spend secret, with each output, or from elsewhere, so that none may be lost. */
export type KeyImageOrigin = 'derived' | 'imported'

/** Secret keys of a transaction this wallet made: what proves a payment. `additional` has one per output where they are used. */
export type TransactionKeys = { readonly main: Uint8Array; readonly additional: readonly Uint8Array[] }

/**
 * - `pending`: recorded here, not mined yet
 * - `confirmed`: in a block
 * - `failed`: refused by the node, or overtaken by another spend of its inputs; those are free again
 */
export type PaymentState = 'pending' | 'confirmed' | 'failed'

/** A transaction that spent outputs of this wallet, made by it or found on the chain. */
export type Payment = {
  readonly txid: Uint8Array
  readonly state: PaymentState
  readonly kind: 'transfer' | 'stake'
  /** account that paid, and minor indices of the inputs */
  readonly account: number
  readonly subaddresses: readonly number[]
  /** sum of the inputs; amount paid = amountIn - change - fee */
  readonly amountIn: bigint
  readonly fee: bigint
  readonly change: bigint
  /** empty where another copy of the wallet made the payment */
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  /** 8 or 32 bytes; empty when there is none */
  readonly paymentId: Uint8Array
  readonly unlockTime: bigint
  /** key images of the inputs that are ours */
  readonly keyImages: readonly Uint8Array[]
  /** global indices of each input's ring, so that a second attempt uses the same; empty where not made here */
  readonly rings: readonly (readonly number[])[]
  /** undefined where another copy of the wallet made the payment */
  readonly keys: TransactionKeys | undefined
  /** UNIX seconds at which it was recorded */
  readonly created: number
  /** the whole transaction, relayed exactly so for as long as it is pending; empty where not made here */
  readonly blob: Uint8Array
  /** to be submitted to the quorum that confirms at once */
  readonly blink: boolean
  /** whether a node ever accepted it */
  readonly relayed: boolean
  /** how often in a row a node's pool was without it */
  readonly absences: number
  readonly height: number | undefined
  /** of its block; undefined while unmined */
  readonly timestamp: number | undefined
}

/** Changes to write together; undefined removes a record. */
export type LedgerChanges = {
  readonly outputs: ReadonlyMap<string, OwnedOutput | undefined>
  readonly payments: ReadonlyMap<string, Payment | undefined>
  /** by one-time key, hex */
  readonly marks: ReadonlyMap<string, Mark | undefined>
}

/** In the order of the chain. */
export const compareOutputs = (a: OwnedOutput, b: OwnedOutput): number =>
  a.height - b.height || a.globalIndex - b.globalIndex || a.indexInTx - b.indexInTx

/** Names an output in the ledger. */
const outputId = (output: Pick<OwnedOutput, 'txid' | 'indexInTx'>): string =>
  `${toHex(output.txid)}:${output.indexInTx}`

const append = (index: Map<string, string[]>, key: string, id: string): void => {
  const ids = index.get(key)
  if (ids === undefined) index.set(key, [id])
  else if (!ids.includes(id)) ids.push(id)
}

/**
 * The first bytes of a key image as a number: of the thousands of spends in a page few or none are ours, and hardly any other has a
 * head that one of ours has.
 */
const headOf = (keyImage: Uint8Array): number =>
  (keyImage[0] ?? 0) | ((keyImage[1] ?? 0) << 8) | ((keyImage[2] ?? 0) << 16) | ((keyImage[3] ?? 0) << 24)

/** Everything a wallet owns and paid, in the order in which it came. Changes are drafted, stored, and only then applied. */
export class Ledger {
  readonly #outputs = new Map<string, OwnedOutput>()
  readonly #payments = new Map<string, Payment>()
  readonly #marks = new Map<string, Mark>()
  readonly #pending = new Set<string>()
  readonly #byKeyImage = new Map<string, string[]>()
  /** heads of all key images there ever were */
  readonly #heads = new Set<number>()
  readonly #byKey = new Map<string, string[]>()
  /** the last one put; it may be gone again */
  #newest: OwnedOutput | undefined

  constructor(
    outputs: Iterable<OwnedOutput> = [],
    payments: Iterable<Payment> = [],
    marks: Iterable<readonly [string, Mark]> = [],
  ) {
    this.apply({
      outputs: new Map(Array.from(outputs, (output) => [outputId(output), output])),
      payments: new Map(Array.from(payments, (payment) => [toHex(payment.txid), payment])),
      marks: new Map(marks),
    })
  }

  get outputs(): ReadonlyMap<string, OwnedOutput> {
    return this.#outputs
  }

  get payments(): ReadonlyMap<string, Payment> {
    return this.#payments
  }

  /** Of outputs that are away, by one-time key (hex). */
  get marks(): ReadonlyMap<string, Mark> {
    return this.#marks
  }

  /** Ids of the payments that wait for a block. */
  get pending(): ReadonlySet<string> {
    return this.#pending
  }

  /** False when there is certainly no output with a key image; true says little. */
  mayHaveKeyImage(keyImage: Uint8Array): boolean {
    return this.#heads.has(headOf(keyImage))
  }

  /** Ids of the outputs with a key image (hex): one, unless somebody paid to the same one-time key twice. */
  withKeyImage(keyImage: string): readonly string[] {
    return this.#byKeyImage.get(keyImage) ?? []
  }

  /** Ids of the outputs with a one-time key (hex), oldest first. */
  withKey(key: string): readonly string[] {
    return this.#byKey.get(key) ?? []
  }

  /**
   * Outputs that count. Of several with the same one-time key only one can ever be spent: the largest counts, among equals
   * the oldest.
   */
  *countedOutputs(): Iterable<OwnedOutput> {
    for (const [id, output] of this.#outputs) if (this.#isCounted(id, output)) yield output
  }

  #isCounted(id: string, output: OwnedOutput): boolean {
    const rivals = this.withKey(toHex(output.key))
    if (rivals.length < 2) return true
    let best = id
    let most = output.amount
    let older = true
    for (const rival of rivals) {
      if (rival === id) {
        older = false
        continue
      }
      const amount = this.#outputs.get(rival)?.amount ?? 0n
      if (amount > most || (amount === most && older)) {
        best = rival
        most = amount
      }
    }
    return best === id
  }

  apply({ outputs, payments, marks }: LedgerChanges): void {
    let newest = this.#newest
    let isOrdered = true
    for (const [id, output] of outputs) {
      if (output === undefined) {
        this.#forget(id)
        continue
      }
      const before = this.#outputs.get(id)
      if (before === undefined) {
        isOrdered &&= newest === undefined || compareOutputs(newest, output) <= 0
        newest = output
      } else isOrdered &&= compareOutputs(before, output) === 0
      this.#outputs.set(id, output)
      append(this.#byKey, toHex(output.key), id)
      if (output.keyImage === undefined) continue
      append(this.#byKeyImage, toHex(output.keyImage), id)
      this.#heads.add(headOf(output.keyImage))
    }
    this.#newest = newest
    if (!isOrdered) this.#sort()
    for (const [txid, payment] of payments) {
      if (payment === undefined) this.#payments.delete(txid)
      else this.#payments.set(txid, payment)
      if (payment?.state === 'pending') this.#pending.add(txid)
      else this.#pending.delete(txid)
    }
    for (const [key, mark] of marks)
      if (mark === undefined) this.#marks.delete(key)
      else this.#marks.set(key, mark)
  }

  /** Puts everything in the order of the chain, where something came that is older than what was there. */
  #sort(): void {
    const outputs = [...this.#outputs].sort(([, a], [, b]) => compareOutputs(a, b))
    this.#outputs.clear()
    for (const [id, output] of outputs) this.#outputs.set(id, output)
    for (const [key, ids] of this.#byKey)
      if (ids.length > 1) {
        const among = new Set(ids)
        this.#byKey.set(
          key,
          outputs.flatMap(([id]) => (among.has(id) ? [id] : [])),
        )
      }
    this.#newest = outputs.at(-1)?.[1]
  }

  #forget(id: string): void {
    const output = this.#outputs.get(id)
    if (output === undefined) return
    this.#outputs.delete(id)
    const lists: [Map<string, string[]>, string][] = [[this.#byKey, toHex(output.key)]]
    if (output.keyImage !== undefined) lists.push([this.#byKeyImage, toHex(output.keyImage)])
    for (const [index, key] of lists) {
      const rest = index.get(key)?.filter((other) => other !== id) ?? []
      if (rest.length > 0) index.set(key, rest)
      else index.delete(key)
    }
  }
}

/** Changes to a ledger that are being put together; reads see them at once, the ledger only when they are applied. */
export class LedgerDraft {
  readonly #ledger: Ledger
  readonly #outputs = new Map<string, OwnedOutput | undefined>()
  readonly #payments = new Map<string, Payment | undefined>()
  readonly #marks = new Map<string, Mark | undefined>()
  readonly #pending = new Set<string>()
  readonly #byKeyImage = new Map<string, string[]>()
  readonly #heads = new Set<number>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  get changes(): LedgerChanges {
    return { outputs: this.#outputs, payments: this.#payments, marks: this.#marks }
  }

  get isEmpty(): boolean {
    return this.#outputs.size === 0 && this.#payments.size === 0 && this.#marks.size === 0
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
    append(this.#byKeyImage, toHex(output.keyImage), id)
    this.#heads.add(headOf(output.keyImage))
  }

  /** An output that the chain brings, with what was known of it before it went away, or of others with its one-time key. */
  recalled(output: OwnedOutput): OwnedOutput {
    const key = toHex(output.key)
    const mark = this.#marks.has(key) ? this.#marks.get(key) : this.#ledger.marks.get(key)
    if (mark !== undefined) this.#marks.set(key, undefined)
    const twins = this.#ledger.withKey(key).flatMap((id) => this.output(id) ?? [])
    if (mark === undefined && twins.length === 0) return output
    const known = [output, ...(mark === undefined ? [] : [mark]), ...twins]
    return {
      ...output,
      keyImage: known.find(({ keyImage }) => keyImage !== undefined)?.keyImage,
      frozen: known.some(({ frozen }) => frozen),
    }
  }

  /** Gives the outputs with a one-time key their key image; where they are away, when they come back. */
  learnKeyImage(key: Uint8Array, keyImage: Uint8Array): void {
    const hex = toHex(key)
    const outputs = this.#ledger.withKey(hex).flatMap((id) => this.output(id) ?? [])
    for (const output of outputs) if (output.keyImage === undefined) this.putOutput({ ...output, keyImage })
    if (outputs.length > 0) return
    const mark = this.#marks.get(hex) ?? this.#ledger.marks.get(hex)
    this.#marks.set(hex, { frozen: mark?.frozen ?? false, keyImage })
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
    if (!this.#heads.has(headOf(keyImage)) && !this.#ledger.mayHaveKeyImage(keyImage)) return []
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
  release({ txid, keyImages }: Payment): void {
    for (const keyImage of keyImages)
      for (const output of this.withKeyImage(keyImage))
        if (output.spent !== undefined && equalBytes(output.spent.txid, txid))
          this.putOutput({ ...output, spent: undefined })
  }

  /** Marks the inputs of a payment as spent by it, unless a block says that another transaction spent them. */
  occupy({ txid, keyImages }: Payment, height: number | undefined): void {
    for (const keyImage of keyImages)
      for (const output of this.withKeyImage(keyImage))
        if (height !== undefined || output.spent?.height === undefined)
          this.putOutput({ ...output, spent: { txid, height } })
  }

  /** A payment that will not come about: its inputs are free again. */
  fail(payment: Payment): void {
    this.release(payment)
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
          this.#marks.set(toHex(output.key), { frozen: output.frozen, keyImage })
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
      this.occupy(waiting, undefined)
    }
  }
}
