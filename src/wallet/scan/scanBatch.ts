// Collects transactions for the scanner: while their bytes are read, keys, outputs, view tags and the prefixes of key images are copied into
// flat arrays. No object is created per input or output, and only the fields needed of every transaction are parsed; the rest is parsed on
// demand.

import type { Network } from '../../coin/networks/network.ts'
import { hasOneKey, scannedKeys } from '../../coin/transactions/scannedKeys.ts'
import { type Transaction, transactionFee } from '../../coin/transactions/transaction.ts'
import type { TransactionVisitor } from '../../coin/transactions/transactionVisitor.ts'
import { keyPrefix } from '../../crypto/keys/keyPrefix.ts'
import type { ScanBatch } from '../../crypto/scan/scanner.ts'
import { fillRows, unfilledBatch } from './batchRows.ts'
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
  /** hash of the rest, if the page of blocks has it */
  readonly prunableHash?: Uint8Array | undefined
  /** Returns the whole transaction. */
  transaction(): Transaction
}

/** Returns the fee in atomic units; 0 for a coinbase. */
export const chainTransactionFee = (source: ChainTransaction): bigint =>
  source.coinbase ? 0n : transactionFee(source.transaction())

/** What a batch keeps of each transaction beside flat arrays: pages have tens of thousands, so that each object takes time. */
export type TransactionSource = Omit<ChainTransaction, 'txid' | 'extra' | 'keyImages' | 'transaction'> & {
  /** Parses the whole transaction. */
  readonly parse: (network: Network, bytes: Uint8Array) => Transaction
}

const KEY = 32

/** A transaction whose parts are read when they are needed. */
class UnreadTransaction implements ChainTransaction {
  readonly txid: Uint8Array
  readonly coinbase: boolean
  readonly outputIndices: readonly number[]
  readonly height: number | undefined
  readonly timestamp: number
  readonly blockVersion: number
  readonly bytes: Uint8Array
  readonly prunableHash: Uint8Array | undefined
  readonly #network: Network
  /** offsets of the key images in `bytes` */
  readonly #keyImages: readonly number[]
  readonly #parse: TransactionSource['parse']
  #extra: ScannedExtra | undefined
  #transaction: Transaction | undefined

  constructor(network: Network, txid: Uint8Array, source: TransactionSource, keyImages: readonly number[]) {
    this.txid = txid
    this.coinbase = source.coinbase
    this.outputIndices = source.outputIndices
    this.height = source.height
    this.timestamp = source.timestamp
    this.blockVersion = source.blockVersion
    this.bytes = source.bytes
    this.prunableHash = source.prunableHash
    this.#network = network
    this.#keyImages = keyImages
    this.#parse = source.parse
  }

  get extra(): ScannedExtra {
    this.#extra ??= parseScannedExtra(this.#network, this.transaction().extra)
    return this.#extra
  }

  get keyImages(): readonly Uint8Array[] {
    return this.#keyImages.map((offset) => this.bytes.subarray(offset, offset + KEY))
  }

  transaction(): Transaction {
    this.#transaction ??= this.#parse(this.#network, this.bytes)
    return this.#transaction
  }
}

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

const WITHOUT_TAG = -1

/** Transactions in their order, and their keys and outputs. `add` completes a transaction after its bytes were visited. */
export class TransactionBatch implements TransactionVisitor {
  readonly #network: Network
  readonly #sources: TransactionSource[] = []
  /** those that were read, by position: of most, nothing ever is */
  readonly #transactions = new Map<number, ChainTransaction>()
  /**
   * of each transaction: positions of its first output, its first key and its first key image, and numbers of its tx public keys and its
   * additional keys
   */
  readonly #firstOutputs: number[] = []
  readonly #firstKeys: number[] = []
  readonly #firstKeyImages: number[] = []
  readonly #keyCounts: number[] = []
  readonly #additionalCounts: number[] = []
  readonly #txids = new KeyBuffer()
  readonly #keys = new KeyBuffer()
  readonly #outputs = new KeyBuffer()
  readonly #viewTags: number[] = []
  /** of each key image: its offset in the bytes of its transaction, and its prefix (keyPrefix.ts) */
  readonly #keyImageOffsets: number[] = []
  readonly #keyImagePrefixes: number[] = []
  #bytes: Uint8Array = new Uint8Array()
  /** numbers of the outputs and key images of the transactions that were added */
  #visited = 0
  #visitedKeyImages = 0
  /** the batch that was returned last, with the number of its transactions and those before */
  #last: { readonly from: number; readonly count: number; readonly batch: ScanBatch } | undefined
  /** what `without` returned last, and the positions that it left out */
  #reduced: { readonly key: string; readonly batch: TransactionBatch } | undefined

  constructor(network: Network) {
    this.#network = network
  }

  /** The added transactions, in their order. */
  get sources(): readonly TransactionSource[] {
    return this.#sources
  }

  /**
   * Returns the transaction at a position, the same object each time.
   * @throws RangeError if there is none
   */
  transaction(position: number): ChainTransaction {
    const known = this.#transactions.get(position)
    if (known !== undefined) return known
    const source = this.#sources[position]
    if (source === undefined) throw new RangeError(`the batch has no transaction ${position}`)
    const offsets = this.#keyImageOffsets.slice(this.#keyImagesBefore(position), this.#keyImagesBefore(position + 1))
    const transaction = new UnreadTransaction(this.#network, this.txid(position), source, offsets)
    this.#transactions.set(position, transaction)
    return transaction
  }

  /** Returns the id of the transaction at a position, as a copy. */
  txid(position: number): Uint8Array {
    return this.#txids.from(position, position + 1).slice()
  }

  /** Returns whether the prefix of a key image of the transaction at a position is known. */
  someKeyImage(position: number, isKnown: (prefix: number) => boolean): boolean {
    const end = this.#keyImagesBefore(position + 1)
    for (let i = this.#keyImagesBefore(position); i < end; i++) if (isKnown(this.#keyImagePrefixes[i] ?? 0)) return true
    return false
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
    this.#keyImageOffsets.push(keyImage)
    this.#keyImagePrefixes.push(keyPrefix(this.#bytes, keyImage))
  }

  output(_amount: bigint, key: number, viewTag: number | undefined): void {
    this.#outputs.push(this.#bytes, key)
    this.#viewTags.push(viewTag ?? WITHOUT_TAG)
  }

  /**
   * Adds a transaction with the inputs and outputs visited since the previous one, whose `bytes` are those that were visited.
   * @param ids contains its id at `idOffset`
   */
  add(ids: Uint8Array, extra: Uint8Array, source: TransactionSource, idOffset = 0): void {
    this.#sources.push(source)
    this.#txids.push(ids, idOffset)
    this.#firstOutputs.push(this.#visited)
    this.#firstKeys.push(this.#keys.count)
    this.#firstKeyImages.push(this.#visitedKeyImages)
    this.#visitedKeyImages = this.#keyImageOffsets.length
    if (hasOneKey(extra)) {
      this.#keys.push(extra, 1)
      this.#countKeys(1, 0)
    } else {
      const { keys, additionalKeys } = scannedKeys(this.#network, extra, this.#outputs.count - this.#visited)
      for (const key of [...keys, ...additionalKeys]) this.#keys.push(key, 0)
      this.#countKeys(keys.length, additionalKeys.length)
    }
    this.#visited = this.#outputs.count
  }

  #countKeys(keys: number, additionalKeys: number): void {
    this.#keyCounts.push(keys)
    this.#additionalCounts.push(additionalKeys)
  }

  /**
   * Returns the scanner's batch of the transactions from position `from` on, the same one to all wallets that scan them. Keys and outputs are
   * views, the rest is computed.
   */
  batch(from: number): ScanBatch {
    const count = this.#sources.length
    if (this.#last?.from !== from || this.#last.count !== count)
      this.#last = { from, count, batch: this.#makeBatch(from) }
    return this.#last.batch
  }

  /** Returns a batch of the transactions that are not at these positions, the same one to all wallets that leave out the same. */
  without(positions: ReadonlySet<number>): TransactionBatch {
    const key = `${this.#sources.length} ${[...positions].join()}`
    if (this.#reduced?.key !== key) this.#reduced = { key, batch: this.#copyWithout(positions) }
    return this.#reduced.batch
  }

  #copyWithout(positions: ReadonlySet<number>): TransactionBatch {
    const copy = new TransactionBatch(this.#network)
    for (const [i, source] of this.#sources.entries()) {
      if (positions.has(i)) continue
      const [output, end] = [this.#outputsBefore(i), this.#outputsBefore(i + 1)]
      const [keyImage, keyImagesEnd] = [this.#keyImagesBefore(i), this.#keyImagesBefore(i + 1)]
      copy.#sources.push(source)
      copy.#txids.append(this.#txids.from(i, i + 1))
      copy.#firstKeyImages.push(copy.#visitedKeyImages)
      copy.#keyImageOffsets.push(...this.#keyImageOffsets.slice(keyImage, keyImagesEnd))
      copy.#keyImagePrefixes.push(...this.#keyImagePrefixes.slice(keyImage, keyImagesEnd))
      copy.#visitedKeyImages = copy.#keyImageOffsets.length
      copy.#firstOutputs.push(copy.#outputs.count)
      copy.#firstKeys.push(copy.#keys.count)
      copy.#countKeys(this.#keyCounts[i] ?? 0, this.#additionalCounts[i] ?? 0)
      copy.#keys.append(this.#keys.from(this.#keysBefore(i), this.#keysBefore(i + 1)))
      copy.#outputs.append(this.#outputs.from(output, end))
      copy.#viewTags.push(...this.#viewTags.slice(output, end))
      copy.#visited = copy.#outputs.count
    }
    return copy
  }

  /** Returns the number of outputs of the transactions before a position. */
  #outputsBefore(transaction: number): number {
    return this.#firstOutputs[transaction] ?? this.#outputs.count
  }

  #keysBefore(transaction: number): number {
    return this.#firstKeys[transaction] ?? this.#keys.count
  }

  #keyImagesBefore(transaction: number): number {
    return this.#firstKeyImages[transaction] ?? this.#visitedKeyImages
  }

  #makeBatch(from: number): ScanBatch {
    const [firstOutput, firstKey] = [this.#outputsBefore(from), this.#keysBefore(from)]
    const batch = unfilledBatch(
      this.#keys.from(firstKey),
      this.#outputs.from(firstOutput),
      Int16Array.from(firstOutput === 0 ? this.#viewTags : this.#viewTags.slice(firstOutput)),
    )
    for (let i = from; i < this.#sources.length; i++)
      fillRows(batch, {
        row: this.#outputsBefore(i) - firstOutput,
        end: this.#outputsBefore(i + 1) - firstOutput,
        firstKey: this.#keysBefore(i) - firstKey,
        keys: this.#keyCounts[i] ?? 0,
        additionalKeys: this.#additionalCounts[i] ?? 0,
      })
    return batch
  }

  /**
   * Returns the transaction of the output in a row of `batch(from)`, and the index of the output in it.
   * @throws RangeError if the batch has no such row
   */
  place(from: number, row: number): { readonly transaction: number; readonly output: number } {
    const position = (this.#firstOutputs[from] ?? 0) + row
    if (position >= this.#visited) throw new RangeError(`no output ${row} was to be scanned`)
    let low = from
    let high = this.#sources.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#firstOutputs[middle] ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return { transaction: low, output: position - (this.#firstOutputs[low] ?? 0) }
  }
}
