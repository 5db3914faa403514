// Collects transactions for the scanner: while their bytes are read, keys, outputs and view tags are copied into flat arrays. No object
// is created per output, and only the fields needed of every transaction are parsed; the rest is parsed on demand.

import type { Network } from '../../coin/networks/network.ts'
import { type Transaction, transactionFee } from '../../coin/transactions/transaction.ts'
import type { TransactionVisitor } from '../../coin/transactions/transactionVisitor.ts'
import type { ScanBatch } from '../../crypto/scan/scanner.ts'
import { parseScannedExtra, type ScannedExtra } from './scannedExtra.ts'

/** A transaction of a block or the txpool. Its bytes are views on the data that it was read from. */
export type ChainTransaction = {
  readonly txid: Uint8Array
  readonly extra: ScannedExtra
  /** of the inputs, without coinbase inputs */
  readonly keyImages: readonly Uint8Array[]
  readonly coinbase: boolean
  /** global index of each output; empty for txpool transactions */
  readonly outputIndices: readonly number[]
  /** undefined for txpool transactions */
  readonly height: number | undefined
  /** of the block, or of the arrival in the txpool; UNIX seconds */
  readonly timestamp: number
  /** hard fork version of the block */
  readonly blockVersion: number
  /** as the node sent them: prefix and rct base if it is in a block; empty for a coinbase */
  readonly bytes: Uint8Array
  /** Returns the whole transaction; parsed at the first call. */
  readonly transaction: () => Transaction
}

/** Returns the fee in atomic units; 0 for a coinbase. */
export const chainTransactionFee = ({ coinbase, transaction }: ChainTransaction): bigint =>
  coinbase ? 0n : transactionFee(transaction())

/** Returns a function that computes its value at the first call and then returns the same value. */
export const memoize = <T>(make: () => T): (() => T) => {
  let result: { readonly value: T } | undefined
  return () => {
    result ??= { value: make() }
    return result.value
  }
}

/** The parts of a transaction that the visitor does not deliver. */
export type TransactionSource = Omit<ChainTransaction, 'extra' | 'keyImages'> & { readonly rawExtra: Uint8Array }

const KEY = 32

/** A growing buffer of consecutive 32-byte keys. */
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
    // A loop is faster than the creation of a view for 32 bytes.
    for (let i = 0; i < KEY; i++) this.#bytes[this.#length + i] = source[offset + i] ?? 0
    this.#length += KEY
  }

  append(keys: Uint8Array): void {
    for (let offset = 0; offset < keys.length; offset += KEY) this.push(keys, offset)
  }

  /** Returns a view of the keys from `first` on, or up to `end`. */
  from(first: number, end = this.count): Uint8Array {
    return this.#bytes.subarray(first * KEY, end * KEY)
  }
}

/** Positions of the first output and the first key of a transaction. */
type Rows = { readonly output: number; readonly key: number }

const WITHOUT_TAG = -1

/** Transactions in their order, and their keys and outputs. `add` completes a transaction after its bytes were visited. */
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
  /** the batch that was returned last, with the number of its transactions and those before */
  #last: { readonly from: number; readonly count: number; readonly batch: ScanBatch } | undefined
  /** what `without` returned last, and the positions that it left out */
  #reduced: { readonly key: string; readonly batch: TransactionBatch } | undefined

  constructor(network: Network) {
    this.#network = network
  }

  get transactions(): readonly ChainTransaction[] {
    return this.#transactions
  }

  get outputCount(): number {
    return this.#outputs.count
  }

  /** Sets the bytes that the offsets of the following visits refer to. */
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

  /** Adds a transaction with the inputs and outputs visited since the previous one. */
  add({ rawExtra, ...source }: TransactionSource): void {
    const extra = parseScannedExtra(this.#network, rawExtra)
    this.#transactions.push({ ...source, extra, keyImages: this.#keyImages })
    this.#rows.push({ output: this.#visited, key: this.#keys.count })
    for (const key of extra.keys) this.#keys.push(key, 0)
    // The additional key at position i belongs to output i: keys beyond the outputs are never used, but each costs a multiplication.
    for (const key of extra.additionalKeys.slice(0, this.#outputs.count - this.#visited)) this.#keys.push(key, 0)
    this.#keyImages = []
    this.#visited = this.#outputs.count
  }

  /**
   * Returns the scanner's batch of the transactions from position `from` on, the same one to all wallets that scan them. Keys and outputs are
   * views, the rest is computed.
   */
  batch(from: number): ScanBatch {
    const count = this.#transactions.length
    if (this.#last?.from !== from || this.#last.count !== count)
      this.#last = { from, count, batch: this.#makeBatch(from) }
    return this.#last.batch
  }

  /** Returns a batch of the transactions that are not at these positions, the same one to all wallets that leave out the same. */
  without(positions: ReadonlySet<number>): TransactionBatch {
    const key = `${this.#transactions.length} ${[...positions].join()}`
    if (this.#reduced?.key !== key) this.#reduced = { key, batch: this.#copyWithout(positions) }
    return this.#reduced.batch
  }

  #copyWithout(positions: ReadonlySet<number>): TransactionBatch {
    const copy = new TransactionBatch(this.#network)
    for (const [i, transaction] of this.#transactions.entries()) {
      if (positions.has(i)) continue
      const { output, key } = this.#rows[i] as Rows // there is one for each transaction
      const next = this.#rows[i + 1] ?? { output: this.#visited, key: this.#keys.count }
      copy.#transactions.push(transaction)
      copy.#rows.push({ output: copy.#outputs.count, key: copy.#keys.count })
      copy.#keys.append(this.#keys.from(key, next.key))
      copy.#outputs.append(this.#outputs.from(output, next.output))
      copy.#viewTags.push(...this.#viewTags.slice(output, next.output))
      copy.#visited = copy.#outputs.count
    }
    return copy
  }

  #makeBatch(from: number): ScanBatch {
    const start = this.#rows[from] ?? { output: this.#outputs.count, key: this.#keys.count }
    const count = this.#outputs.count - start.output
    const batch = {
      keys: this.#keys.from(start.key),
      outputs: this.#outputs.from(start.output),
      outputIndexes: new Uint32Array(count),
      firstKeys: new Uint32Array(count),
      keyCounts: new Uint32Array(count),
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

  /**
   * Returns the transaction of the output in a row of `batch(from)`, and the index of the output in it.
   * @throws RangeError if the batch has no such row
   */
  place(from: number, row: number): { readonly transaction: number; readonly output: number } {
    const position = (this.#rows[from]?.output ?? 0) + row
    if (position >= this.#visited) throw new RangeError(`no output ${row} was to be scanned`)
    let low = from
    let high = this.#rows.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#rows[middle]?.output ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return { transaction: low, output: position - (this.#rows[low]?.output ?? 0) }
  }
}
