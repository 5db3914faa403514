// Owned outputs and payments of a wallet: their types, and the ledger that indexes them by one-time key and key image.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { MultisigAccount } from '../multisig-keys/multisigAccount.ts'
import type { PaymentOrder } from '../scan/paymentOrder.ts'
import { KeyIndex } from './keyIndex.ts'
import type { OutputFields } from './outputFields.ts'
import { OutputPacker, type PackedOutput } from './packedOutput.ts'
import { creditsOf, type KeySpend } from './sharedKeys.ts'

/** The keys of a wallet, 32 bytes each. A watch-only wallet has no spend secret. */
export type WalletKeys = {
  /** undefined in a watch-only wallet, and in a multisig wallet, where no participant has it */
  readonly spendSecret: Uint8Array | undefined
  readonly spendPublic: Uint8Array
  readonly viewSecret: Uint8Array
  readonly viewPublic: Uint8Array
  /** of a multisig wallet */
  readonly multisig?: MultisigAccount | undefined
}

/** An output that belongs to this wallet, spent or unspent: an object, or one of the ledger's. `changedOutput` copies both. */
export type OwnedOutput = OutputFields | PackedOutput

/**
 * An output imported from another copy of this wallet. Less may be known of its transaction than of scanned ones.
 * `requested`: the other copy needs its key image.
 */
export type ImportedOutput = { readonly output: OwnedOutput; readonly requested: boolean }

/** Data of an output that the chain does not contain. It is retained after a reorganisation or a rescan has removed the output. */
export type RemovedOutputData = { readonly frozen: boolean; readonly keyImage: Uint8Array | undefined }

/** `derived`: computed from the spend secret with each output. `imported`: from another wallet, so it must be retained on rollback. */
export type KeyImageOrigin = 'derived' | 'imported'

/** Secret keys of a transaction made by this wallet, which prove its payments. `additional` is empty or has one key per output. */
export type TransactionKeys = { readonly main: Uint8Array; readonly additional: readonly Uint8Array[] }

/**
 * - `pending`: recorded, not mined yet
 * - `confirmed`: in a block
 * - `failed`: rejected after an earlier attempt that a node may have received, its inputs were spent by another transaction, or its block
 *   is no longer in the chain and no txpool has it (`reverted`); the remaining inputs are unspent again
 */
export type PaymentState = 'pending' | 'confirmed' | 'failed'

/** A transaction that spends outputs of this wallet, made by this wallet or found on the chain. */
export type Payment = {
  readonly txid: Uint8Array
  readonly state: PaymentState
  readonly kind: 'transfer' | 'stake'
  /** what it is for, if it is no ordinary payment; unknown of one that an earlier version recorded */
  readonly order?: PaymentOrder | undefined
  /** account of the inputs, and their minor indices */
  readonly account: number
  readonly subaddresses: readonly number[]
  /** sum of the known inputs, atomic units; amount paid = amountIn - change - fee, at least 0 */
  readonly amountIn: bigint
  readonly fee: bigint
  /** 0 if the payment was made elsewhere and its known inputs do not cover what returned */
  readonly change: bigint
  /** empty if another copy of the wallet made the payment */
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  /** 8 or 32 bytes; empty if there is none */
  readonly paymentId: Uint8Array
  readonly unlockTime: bigint
  /** key images of the inputs that belong to this wallet */
  readonly keyImages: readonly Uint8Array[]
  /** global indices of the ring of each of these inputs, reused by a second attempt; empty if unknown */
  readonly rings: readonly (readonly number[])[]
  /** undefined if another copy of the wallet made the payment */
  readonly keys: TransactionKeys | undefined
  /** when it was recorded, UNIX seconds */
  readonly created: number
  /** whether this copy of the wallet made or submitted it: the store has its transaction, which is relayed again while it is pending */
  readonly isOwn: boolean
  /** serialized transaction; empty once it is stored (`WalletState.readTransaction`), or if made elsewhere */
  readonly blob: Uint8Array
  /** whether it is submitted as a blink, to the quorum for instant confirmation */
  readonly blink: boolean
  /** whether a node has accepted it */
  readonly relayed: boolean
  /** was in a block that is no longer in the chain, or in a txpool after it had failed; only the user relays it again */
  readonly reverted: boolean
  /** consecutive checks in which the txpool of a node did not contain it */
  readonly absences: number
  readonly height: number | undefined
  /** of the block, UNIX seconds; undefined while unmined */
  readonly timestamp: number | undefined
}

/**
 * What this wallet, or another copy of it, recorded of a payment and the chain does not contain. It is retained after a reorganisation or
 * a rescan has removed the payment, and until a payment that another wallet file describes is found.
 */
export type RemovedPaymentData = Pick<Payment, 'destinations' | 'paymentId' | 'keys'> & {
  /** when it was made, UNIX seconds; undefined if only its block has a time */
  readonly created: number | undefined
}

/** Changes that are written in one commit; undefined removes a record. */
export type LedgerChanges = {
  readonly outputs: ReadonlyMap<string, OwnedOutput | undefined>
  readonly payments: ReadonlyMap<string, Payment | undefined>
  /** by one-time key, hex */
  readonly removedOutputs: ReadonlyMap<string, RemovedOutputData | undefined>
  /** by transaction id, hex */
  readonly removedPayments: ReadonlyMap<string, RemovedPaymentData | undefined>
}

/** Changes that a ledger applies: those of a draft, or the entries of a new ledger. */
type Applied = {
  readonly [Part in keyof LedgerChanges]: LedgerChanges[Part] extends ReadonlyMap<string, infer Value>
    ? Iterable<readonly [string, Value]>
    : never
}

/** Compares outputs for the order of the chain. */
export const compareOutputs = (a: OwnedOutput, b: OwnedOutput): number =>
  a.height - b.height || a.globalIndex - b.globalIndex || a.indexInTx - b.indexInTx

/**
 * Returns the id of an output in the ledger: a character for each byte of the transaction id, and the output index. Hexadecimal ids would take
 * nearly twice the memory.
 */
export const outputId = ({ txid, indexInTx }: Pick<OwnedOutput, 'txid' | 'indexInTx'>): string => {
  const characters = String.fromCharCode.apply(undefined, txid as unknown as number[]) // it takes anything like an array
  // Joined texts are flat: V8 keeps the parts of others, which take twice the memory.
  return [characters, indexInTx].join('')
}

function* withIds<T>(items: Iterable<T>, idOf: (item: T) => string): Iterable<readonly [id: string, item: T]> {
  for (const item of items) yield [idOf(item), item]
}

/** All owned outputs in chain order and all payments. Changes are collected in a `LedgerDraft`, stored, and then applied. */
export class Ledger {
  readonly #outputs = new Map<string, PackedOutput>()
  readonly #packer = new OutputPacker()
  readonly #payments = new Map<string, Payment>()
  readonly #removedOutputs = new Map<string, RemovedOutputData>()
  readonly #removedPayments = new Map<string, RemovedPaymentData>()
  readonly #pending = new Set<string>()
  readonly #byKeyImage: KeyIndex
  readonly #byKey: KeyIndex
  /** the output added last; may have been removed since */
  #newest: OwnedOutput | undefined

  constructor(
    outputs: readonly OwnedOutput[] = [],
    payments: Iterable<Payment> = [],
    removedOutputs: Iterable<readonly [string, RemovedOutputData]> = [],
    removedPayments: Iterable<readonly [string, RemovedPaymentData]> = [],
  ) {
    this.#byKeyImage = new KeyIndex((id) => this.#outputs.get(id)?.keyImage, outputs.length)
    this.#byKey = new KeyIndex((id) => this.#outputs.get(id)?.key, outputs.length)
    this.apply({
      outputs: withIds(outputs, outputId),
      payments: withIds(payments, ({ txid }) => toHex(txid)),
      removedOutputs,
      removedPayments,
    })
  }

  get outputs(): ReadonlyMap<string, OwnedOutput> {
    return this.#outputs
  }

  get payments(): ReadonlyMap<string, Payment> {
    return this.#payments
  }

  /** Retained data of removed outputs, by one-time key (hex). */
  get removedOutputs(): ReadonlyMap<string, RemovedOutputData> {
    return this.#removedOutputs
  }

  /** Retained data of removed payments, by transaction id (hex). */
  get removedPayments(): ReadonlyMap<string, RemovedPaymentData> {
    return this.#removedPayments
  }

  /** Ids of the pending payments. */
  get pending(): ReadonlySet<string> {
    return this.#pending
  }

  /** Returns whether an output has a key image with this prefix (keyPrefix.ts). */
  hasKeyImagePrefix(prefix: number): boolean {
    return this.#byKeyImage.hasPrefix(prefix)
  }

  /** Returns the ids of the outputs with a key image (hex): more than one only if several outputs share a one-time key. */
  withKeyImage(keyImage: string): readonly string[] {
    return this.#byKeyImage.get(keyImage)
  }

  /** Returns the ids of the outputs with a one-time key (hex), oldest first. */
  withKey(key: string): readonly string[] {
    return this.#byKey.get(key)
  }

  /**
   * Yields the outputs that count, in chain order. Of several outputs with the same one-time key only one can be spent (burning bug):
   * the largest one counts, among equal ones the oldest, in the place of the first one (wallet2).
   */
  countedOutputs(): Iterable<OwnedOutput> {
    return this.#byKey.shared.size === 0 ? this.#outputs.values() : this.#countedAmongShared()
  }

  *#countedAmongShared(): Iterable<OwnedOutput> {
    const { shared } = this.#byKey
    for (const [id, output] of this.#outputs) {
      if (!shared.has(toHex(output.key))) yield output
      else if (this.withKey(toHex(output.key))[0] === id) yield this.#countedOf(this.#sameKey(output))
    }
  }

  /** Returns the output with a one-time key (hex) that counts; undefined if there is none. */
  countedWithKey(key: string): OwnedOutput | undefined {
    const outputs = this.withKey(key).flatMap((id) => this.#outputs.get(id) ?? [])
    return outputs.length < 2 ? outputs[0] : this.#countedOf(outputs)
  }

  /**
   * Returns what an output adds to the balance, in atomic units. It is less than its amount if it shares its one-time key with others
   * (`creditsOf`).
   * @param unmined outputs of the txpool, which follow the mined ones
   */
  credit(output: OwnedOutput, unmined: readonly OwnedOutput[] = []): bigint {
    if (this.#byKey.shared.size === 0 && unmined.length === 0) return output.amount
    const outputs = [...this.#sameKey(output), ...unmined.filter(({ key }) => equalBytes(key, output.key))]
    if (outputs.length < 2) return output.amount
    const id = outputId(output)
    return creditsOf(outputs, this.#spendOf(outputs))[outputs.findIndex((other) => outputId(other) === id)] ?? 0n
  }

  #sameKey({ key }: OwnedOutput): OwnedOutput[] {
    return this.withKey(toHex(key)).flatMap((id) => this.#outputs.get(id) ?? [])
  }

  #countedOf(outputs: readonly OwnedOutput[]): OwnedOutput {
    const credits = creditsOf(outputs, this.#spendOf(outputs))
    return outputs[credits.findLastIndex((credit) => credit > 0n)] as OwnedOutput // the first one adds its amount, or a later one
  }

  /** Returns how the one-time key of outputs was spent; undefined if it was not. */
  #spendOf(outputs: readonly OwnedOutput[]): KeySpend | undefined {
    const output = outputs.find(({ spent }) => spent !== undefined)
    if (output?.spent === undefined) return undefined
    const { spent, keyImage } = output
    const payment = this.#payments.get(toHex(spent.txid))
    const place = payment?.keyImages.findIndex((image) => keyImage !== undefined && equalBytes(image, keyImage)) ?? -1
    return { height: spent.height, ring: payment?.rings[place] }
  }

  /** Applies stored changes. */
  apply({ outputs, payments, removedOutputs, removedPayments }: Applied): void {
    let newest = this.#newest
    let isOrdered = true
    for (const [id, output] of outputs) {
      if (output === undefined) {
        this.#removeOutput(id)
        continue
      }
      const before = this.#outputs.get(id)
      if (before === undefined) {
        isOrdered &&= newest === undefined || compareOutputs(newest, output) <= 0
        newest = output
      } else isOrdered &&= compareOutputs(before, output) === 0
      const packed = this.#packer.pack(output)
      this.#outputs.set(id, packed)
      this.#byKey.add(packed.keyPrefix, id)
      if (packed.hasKeyImage) this.#byKeyImage.add(packed.keyImagePrefix, id)
    }
    this.#newest = newest
    if (!isOrdered) this.#sort()
    for (const [txid, payment] of payments) {
      if (payment === undefined) this.#payments.delete(txid)
      else this.#payments.set(txid, payment)
      if (payment?.state === 'pending') this.#pending.add(txid)
      else this.#pending.delete(txid)
    }
    for (const [key, removed] of removedOutputs)
      if (removed === undefined) this.#removedOutputs.delete(key)
      else this.#removedOutputs.set(key, removed)
    for (const [txid, removed] of removedPayments)
      if (removed === undefined) this.#removedPayments.delete(txid)
      else this.#removedPayments.set(txid, removed)
  }

  /** Restores the chain order after an output was added that is older than existing ones. */
  #sort(): void {
    const outputs = [...this.#outputs].sort(([, a], [, b]) => compareOutputs(a, b))
    this.#outputs.clear()
    for (const [id, output] of outputs) this.#outputs.set(id, output)
    for (const key of this.#byKey.shared) {
      const among = new Set(this.#byKey.get(key))
      this.#byKey.reorder(
        key,
        outputs.flatMap(([id]) => (among.has(id) ? [id] : [])),
      )
    }
    this.#newest = outputs.at(-1)?.[1]
  }

  #removeOutput(id: string): void {
    const output = this.#outputs.get(id)
    if (output === undefined) return
    this.#outputs.delete(id)
    this.#byKey.remove(output.key, id)
    if (output.keyImage !== undefined) this.#byKeyImage.remove(output.keyImage, id)
  }
}
