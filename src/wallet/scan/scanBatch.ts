// Transactions gathered for the scanner: while their bytes are read, keys, outputs and view tags go straight into the flat arrays of
// a batch. Nothing is made per output, and of a transaction only what every transaction is asked for; the rest is parsed when
// somebody asks.

import type { Network } from '../../coin/networks/network.ts'
import { type Transaction, transactionFee } from '../../coin/transactions/transaction.ts'
import type { TransactionVisitor } from '../../coin/transactions/transactionVisitor.ts'
import type { ScanBatch } from '../../crypto/scan/scanner.ts'
import { parseScannedExtra, type ScannedExtra } from './scannedExtra.ts'

/** A transaction as a wallet sees it. All bytes are views on what it was read from. */
export type ChainTransaction = {
  readonly txid: Uint8Array
  readonly extra: ScannedExtra
  /** of inputs that spend */
  readonly keyImages: readonly Uint8Array[]
  readonly coinbase: boolean
  /** global index of each output; empty in the pool */
  readonly outputIndices: readonly number[]
  /** undefined in the pool */
  readonly height: number | undefined
  /** of the block, or of the arrival in the pool; UNIX seconds */
  readonly timestamp: number
  /** fork version of the block */
  readonly blockVersion: number
  /** The whole of it, parsed when first asked for. */
  readonly transaction: () => Transaction
}

/** The fee in atomic units; nothing for a coinbase. */
export const chainTransactionFee = ({ coinbase, transaction }: ChainTransaction): bigint =>
  coinbase ? 0n : transactionFee(transaction())

/** A value that is made when first asked for. */
export const memoize = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** What is told of a transaction beside its bytes. */
export type TransactionSource = Omit<ChainTransaction, 'extra' | 'keyImages'> & { readonly rawExtra: Uint8Array }

const KEY = 32

/** Keys one after the other, in memory that grows. */
class KeyBuffer {
  #bytes = new Uint8Array(256 * KEY)
  #length = 0

  get count(): number {
    return this.#length / KEY
  }

  push(source: Uint8Array, offset: number): void {
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#length)
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    // A copy by hand: a view to copy from would cost more than these bytes.
    for (let i = 0; i < KEY; i++) this.#bytes[this.#length + i] = source[offset + i] ?? 0
    this.#length += KEY
  }

  /** Rows from `first` on, as a view. */
  from(first: number): Uint8Array {
    return this.#bytes.subarray(first * KEY, this.#length)
  }
}

/** Where the rows of a transaction begin. */
type Rows = { readonly output: number; readonly key: number }

const WITHOUT_TAG = -1

/** Transactions in their order, and their rows. Of what is visited `add` makes the next transaction. */
export class TransactionBatch implements TransactionVisitor {
  readonly #network: Network
  readonly #transactions: ChainTransaction[] = []
  readonly #rows: Rows[] = []
  readonly #keys = new KeyBuffer()
  readonly #outputs = new KeyBuffer()
  readonly #viewTags: number[] = []
  #bytes: Uint8Array = new Uint8Array()
  #keyImages: Uint8Array[] = []
  #visited = 0

  constructor(network: Network) {
    this.#network = network
  }

  get transactions(): readonly ChainTransaction[] {
    return this.#transactions
  }

  get outputCount(): number {
    return this.#outputs.count
  }

  /** The bytes that the coming visits speak of. */
  read(bytes: Uint8Array): this {
    this.#bytes = bytes
    return this
  }

  keyInput(_amount: bigint, keyImage: number): void {
    this.#keyImages.push(this.#bytes.subarray(keyImage, keyImage + KEY))
  }

  output(_amount: bigint, key: number, viewTag: number | undefined): void {
    this.#outputs.push(this.#bytes, key)
    this.#viewTags.push(viewTag ?? WITHOUT_TAG)
  }

  /** Makes a transaction of what was visited since the last one. */
  add({ rawExtra, ...told }: TransactionSource): void {
    const extra = parseScannedExtra(this.#network, rawExtra)
    this.#transactions.push({ ...told, extra, keyImages: this.#keyImages })
    this.#rows.push({ output: this.#visited, key: this.#keys.count })
    for (const key of extra.keys) this.#keys.push(key, 0)
    for (const key of extra.additionalKeys) this.#keys.push(key, 0)
    this.#keyImages = []
    this.#visited = this.#outputs.count
  }

  /** The batch of all transactions from one on; views on the rows, but for what is reckoned from them. */
  batch(from: number): ScanBatch {
    const start = this.#rows[from] ?? { output: this.#outputs.count, key: this.#keys.count }
    const count = this.#outputs.count - start.output
    const batch = {
      keys: this.#keys.from(start.key),
      outputs: this.#outputs.from(start.output),
      outputIndexes: new Uint32Array(count),
      firstKeys: new Uint32Array(count),
      keyCounts: new Uint8Array(count),
      additionalKeys: new Int32Array(count),
      viewTags: Int16Array.from(start.output === 0 ? this.#viewTags : this.#viewTags.slice(start.output)),
    }
    for (let i = from; i < this.#rows.length; i++) {
      const { keys, additionalKeys } = (this.#transactions[i] as ChainTransaction).extra // i is below the length
      const { output, key } = this.#rows[i] as Rows // and here
      const first = key - start.key
      const end = this.#rows[i + 1]?.output ?? this.#outputs.count
      for (let index = 0; output + index < end; index++) {
        const row = output + index - start.output
        batch.outputIndexes[row] = index
        batch.firstKeys[row] = first
        batch.keyCounts[row] = keys.length
        batch.additionalKeys[row] = index < additionalKeys.length ? first + keys.length + index : -1
      }
    }
    return batch
  }

  /** Which transaction the output in a row of `batch(from)` belongs to, and where it stands in it. */
  place(from: number, row: number): { readonly transaction: number; readonly output: number } {
    const wanted = (this.#rows[from]?.output ?? 0) + row
    if (wanted >= this.#visited) throw new RangeError(`no output ${row} was to be scanned`)
    let low = from
    let high = this.#rows.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#rows[middle]?.output ?? 0) <= wanted) low = middle
      else high = middle - 1
    }
    return { transaction: low, output: wanted - (this.#rows[low]?.output ?? 0) }
  }
}
