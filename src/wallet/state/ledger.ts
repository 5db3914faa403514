// What a wallet owns and what it paid, as plain data: the records that scanning fills, payments spend and the store keeps.

import { toHex } from '../../bytes/hex.ts'

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
export type RemovedOutputData = { readonly frozen: boolean; readonly keyImage: Uint8Array | undefined }

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
  readonly removedOutputs: ReadonlyMap<string, RemovedOutputData | undefined>
}

/** In the order of the chain. */
export const compareOutputs = (a: OwnedOutput, b: OwnedOutput): number =>
  a.height - b.height || a.globalIndex - b.globalIndex || a.indexInTx - b.indexInTx

/** Names an output in the ledger. */
export const outputId = (output: Pick<OwnedOutput, 'txid' | 'indexInTx'>): string =>
  `${toHex(output.txid)}:${output.indexInTx}`

/** Adds a name to those that an index has for a key. */
export const addToIndex = (index: Map<string, string[]>, key: string, id: string): void => {
  const ids = index.get(key)
  if (ids === undefined) index.set(key, [id])
  else if (!ids.includes(id)) ids.push(id)
}

/**
 * The first bytes of a key image as a number: of the thousands of spends in a page few or none are ours, and hardly any other has a
 * head that one of ours has.
 */
export const keyImagePrefix = (keyImage: Uint8Array): number =>
  (keyImage[0] ?? 0) | ((keyImage[1] ?? 0) << 8) | ((keyImage[2] ?? 0) << 16) | ((keyImage[3] ?? 0) << 24)

/** Everything a wallet owns and paid, in the order in which it came. Changes are drafted, stored, and only then applied. */
export class Ledger {
  readonly #outputs = new Map<string, OwnedOutput>()
  readonly #payments = new Map<string, Payment>()
  readonly #removedOutputs = new Map<string, RemovedOutputData>()
  readonly #pending = new Set<string>()
  readonly #byKeyImage = new Map<string, string[]>()
  /** heads of all key images there ever were */
  readonly #keyImagePrefixes = new Set<number>()
  readonly #byKey = new Map<string, string[]>()
  /** the last one put; it may be gone again */
  #newest: OwnedOutput | undefined

  constructor(
    outputs: Iterable<OwnedOutput> = [],
    payments: Iterable<Payment> = [],
    removedOutputs: Iterable<readonly [string, RemovedOutputData]> = [],
  ) {
    this.apply({
      outputs: new Map(Array.from(outputs, (output) => [outputId(output), output])),
      payments: new Map(Array.from(payments, (payment) => [toHex(payment.txid), payment])),
      removedOutputs: new Map(removedOutputs),
    })
  }

  get outputs(): ReadonlyMap<string, OwnedOutput> {
    return this.#outputs
  }

  get payments(): ReadonlyMap<string, Payment> {
    return this.#payments
  }

  /** Of outputs that are away, by one-time key (hex). */
  get removedOutputs(): ReadonlyMap<string, RemovedOutputData> {
    return this.#removedOutputs
  }

  /** Ids of the payments that wait for a block. */
  get pending(): ReadonlySet<string> {
    return this.#pending
  }

  /** False when there is certainly no output with a key image; true says little. */
  mayHaveKeyImage(keyImage: Uint8Array): boolean {
    return this.#keyImagePrefixes.has(keyImagePrefix(keyImage))
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

  apply({ outputs, payments, removedOutputs }: LedgerChanges): void {
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
      this.#outputs.set(id, output)
      addToIndex(this.#byKey, toHex(output.key), id)
      if (output.keyImage === undefined) continue
      addToIndex(this.#byKeyImage, toHex(output.keyImage), id)
      this.#keyImagePrefixes.add(keyImagePrefix(output.keyImage))
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

  #removeOutput(id: string): void {
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
