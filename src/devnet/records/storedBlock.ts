// A block of the chain as bytes with packed metadata. It is parsed on demand, so that a long chain takes little memory and is loaded
// quickly.

import { type Block, parseBlock } from '../../coin/blocks/block.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { Transaction } from '../../coin/transactions/transaction.ts'
import { serializeTransaction } from '../../coin/transactions/transactionBytes.ts'
import { zeroMaskCommitment } from '../../crypto/amounts/commitment.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { AT, ENTRY, HASH, LOCK, readU32, repackBlockMetadata, U64, viewOf } from './blockMetadata.ts'
import { type BlockRecord, type OutputRecord, type ParsedTransaction, parseFullTransaction } from './chainRecords.ts'

/** A block as it is stored. */
export type BlockRow = {
  readonly height: number
  readonly blob: Uint8Array
  /** metadata, packed by `packBlockMetadata` */
  readonly facts: Uint8Array
  /** without the coinbase, in the order of the block */
  readonly transactions: readonly Uint8Array[]
}

/** A row that is truncated or does not match its block. */
export class BlockRowError extends FabaError {
  override readonly name = 'BlockRowError'
  readonly code = 'block-row'
}

/** Returns a hash as a short string for the keys of maps; hex text takes more memory. */
export const hashKey = (hash: Uint8Array): string => String.fromCharCode(...hash)

const parseAll = (network: Network, block: Block, listed: readonly Uint8Array[]): readonly ParsedTransaction[] =>
  [serializeTransaction(block.minerTransaction), ...listed].map((blob) => parseFullTransaction(network, blob))

/**
 * Converts the metadata of a row of an earlier version.
 * @throws FormatError
 */
export const upgradeBlockMetadata = (network: Network, { blob, facts, transactions }: BlockRow): Uint8Array =>
  repackBlockMetadata(facts, parseAll(network, parseBlock(network, blob), transactions))

type ParsedOutput = Pick<OutputRecord, 'key' | 'commitment' | 'txid'>

const outputsOf = ({ rct, inputs, outputs }: Transaction, txid: Uint8Array): ParsedOutput[] =>
  rct === undefined
    ? []
    : outputs.map(({ key, amount }, i) => {
        // A coinbase has clear amounts; commitments in it are ignored.
        let commitment = inputs[0]?.kind === 'gen' ? undefined : rct.commitments[i]
        return {
          key,
          txid,
          get commitment() {
            commitment ??= zeroMaskCommitment(amount)
            return commitment
          },
        }
      })

/** A parsed block. Its transactions and outputs are parsed on first use. */
class ParsedBlock {
  readonly #network: Network
  readonly #stored: StoredBlock
  readonly block: Block
  #transactions: readonly ParsedTransaction[] | undefined
  #outputs: readonly ParsedOutput[] | undefined

  /** @param transactions if they are parsed already */
  constructor(network: Network, stored: StoredBlock, block: Block, transactions?: readonly ParsedTransaction[]) {
    this.#network = network
    this.#stored = stored
    this.block = block
    this.#transactions = transactions
  }

  /** The coinbase first. */
  get transactions(): readonly ParsedTransaction[] {
    this.#transactions ??= parseAll(this.#network, this.block, this.#stored.listed)
    return this.#transactions
  }

  /** The indexed outputs. A block without other transactions needs only its coinbase parsed. */
  get outputs(): readonly ParsedOutput[] {
    const stored = this.#stored
    this.#outputs ??= stored.isEmpty
      ? outputsOf(this.block.minerTransaction, stored.transactionIdAt(0))
      : this.transactions.flatMap(({ id, transaction }) => outputsOf(transaction, id))
    return this.#outputs
  }
}

/** Three pages of the block download of wallets. */
const MAX_CACHED_BLOCKS = 3000

/** Parses the blocks of a chain, and caches those that were parsed last. */
export class BlockOpener {
  readonly #network: Network
  readonly #recent = new Map<StoredBlock, ParsedBlock>()

  constructor(network: Network) {
    this.#network = network
  }

  open(stored: StoredBlock): ParsedBlock {
    return this.#recent.get(stored) ?? this.remember(stored, parseBlock(this.#network, stored.blob))
  }

  /**
   * Caches a block that is parsed already.
   * @param transactions the coinbase first; parsed on first use if omitted
   */
  remember(stored: StoredBlock, block: Block, transactions?: readonly ParsedTransaction[]): ParsedBlock {
    const opened = new ParsedBlock(this.#network, stored, block, transactions)
    this.#recent.set(stored, opened)
    if (this.#recent.size > MAX_CACHED_BLOCKS) {
      const [oldest] = this.#recent.keys()
      if (oldest !== undefined) this.#recent.delete(oldest)
    }
    return opened
  }
}

/** A block on the chain, parsed on demand. */
export class StoredBlock implements BlockRecord {
  readonly height: number
  readonly bytes: { readonly blob: Uint8Array; readonly facts: Uint8Array; readonly listed: readonly Uint8Array[] }
  readonly #opener: BlockOpener

  /** @throws BlockRowError */
  constructor(opener: BlockOpener, { height, blob, facts, transactions }: BlockRow) {
    this.height = height
    this.#opener = opener
    this.bytes = { blob, facts, listed: transactions }
    if (facts.length < AT.lists || facts.length !== this.#keyImagesAt + HASH * this.#count(AT.keyImages))
      throw new BlockRowError(`the stored metadata of block ${height} is truncated`)
    if (this.#count(AT.transactions) !== transactions.length + 1)
      throw new BlockRowError(
        `block ${height} has ${this.#count(AT.transactions) - 1} transactions, ${transactions.length} are stored`,
      )
  }

  get #view(): DataView {
    return viewOf(this.bytes.facts)
  }

  #count(at: number): number {
    return readU32(this.bytes.facts, at)
  }

  #wide(at: number): bigint {
    const view = this.#view
    return view.getBigUint64(at, true) + (view.getBigUint64(at + 8, true) << U64)
  }

  get #locksAt(): number {
    return AT.lists + ENTRY.size * this.#count(AT.transactions)
  }

  get #keyImagesAt(): number {
    return this.#locksAt + LOCK * this.#count(AT.outputs)
  }

  get blob(): Uint8Array {
    return this.bytes.blob
  }

  get id(): Uint8Array {
    return this.bytes.facts.subarray(AT.id, AT.id + HASH)
  }

  get timestamp(): number {
    return this.#view.getFloat64(AT.timestamp, true)
  }

  get weight(): number {
    return this.#view.getFloat64(AT.weight, true)
  }

  get longTermWeight(): number {
    return this.#view.getFloat64(AT.longTermWeight, true)
  }

  get outputsSoFar(): number {
    return this.#view.getFloat64(AT.outputsSoFar, true)
  }

  get difficulty(): bigint {
    return this.#wide(AT.difficulty)
  }

  get cumulativeDifficulty(): bigint {
    return this.#wide(AT.cumulativeDifficulty)
  }

  get generated(): bigint {
    return this.#view.getBigUint64(AT.generated, true)
  }

  /** Number of indexed outputs. */
  get outputCount(): number {
    return this.#count(AT.outputs)
  }

  /** Whether the coinbase is the only transaction. */
  get isEmpty(): boolean {
    return this.bytes.listed.length === 0
  }

  get block(): Block {
    return this.#opener.open(this).block
  }

  get transactions(): readonly ParsedTransaction[] {
    return this.#opener.open(this).transactions
  }

  get outputIndices(): readonly (readonly number[])[] {
    const indices: number[][] = []
    let next = this.outputsSoFar - this.outputCount
    for (let at: number = AT.lists; at < this.#locksAt; at += ENTRY.size) {
      const indexed = this.#count(at + ENTRY.indexed)
      const first = indexed === 0 ? 0 : next
      indices.push(Array.from({ length: this.#count(at + ENTRY.outputs) }, (_, i) => first + i))
      next += indexed
    }
    return indices
  }

  get listed(): readonly Uint8Array[] {
    return this.bytes.listed
  }

  get prunedListed(): readonly Uint8Array[] {
    return this.bytes.listed.map((blob, i) =>
      blob.subarray(0, this.#count(AT.lists + ENTRY.size * (i + 1) + ENTRY.kept)),
    )
  }

  /** Returns the id of a transaction; the coinbase has position 0. */
  transactionIdAt(position: number): Uint8Array {
    const at = AT.lists + ENTRY.size * position + ENTRY.id
    return this.bytes.facts.subarray(at, at + HASH)
  }

  /** Ids of the transactions as hash keys, the coinbase first. */
  *transactionKeys(): Iterable<string> {
    for (let i = 0; i < this.#count(AT.transactions); i++) yield hashKey(this.transactionIdAt(i))
  }

  /** Spent key images as hash keys. */
  *keyImageKeys(): Iterable<string> {
    const { facts } = this.bytes
    for (let at = this.#keyImagesAt; at < facts.length; at += HASH) yield hashKey(facts.subarray(at, at + HASH))
  }

  /** Returns the unlock time of an indexed output. */
  unlockTimeAt(position: number): bigint {
    return this.#view.getBigUint64(this.#locksAt + LOCK * position, true)
  }

  /** Returns an indexed output, parsed. */
  outputAt(position: number): ParsedOutput {
    const output = this.#opener.open(this).outputs[position]
    if (output === undefined) throw new BlockRowError(`block ${this.height} has no output ${position}`)
    return output
  }
}

/** An output of a block, parsed on demand. */
export class StoredOutput implements OutputRecord {
  readonly #stored: StoredBlock
  readonly #position: number

  /** @param position among the indexed outputs of the block */
  constructor(stored: StoredBlock, position: number) {
    this.#stored = stored
    this.#position = position
  }

  get height(): number {
    return this.#stored.height
  }

  get unlockTime(): bigint {
    return this.#stored.unlockTimeAt(this.#position)
  }

  get key(): Uint8Array {
    return this.#stored.outputAt(this.#position).key
  }

  get commitment(): Uint8Array {
    return this.#stored.outputAt(this.#position).commitment
  }

  get txid(): Uint8Array {
    return this.#stored.outputAt(this.#position).txid
  }
}
