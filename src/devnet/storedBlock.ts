// A block of the chain as it is kept: bytes, and what was reckoned when it was added, packed. It is parsed when somebody looks into it,
// so that a long chain takes little memory and is opened at once.

import { type Block, parseBlock } from '../coin/block.ts'
import type { Network } from '../coin/network.ts'
import { type Transaction, unlockTimeOf } from '../coin/transaction.ts'
import { serializeTransaction } from '../coin/transactionBytes.ts'
import { zeroMaskCommitment } from '../crypto/commitment.ts'
import { type BlockRecord, type OutputRecord, type ParsedTransaction, parseWhole } from './records.ts'

/** A block at rest. */
export type BlockRow = {
  readonly height: number
  readonly blob: Uint8Array
  /** what was reckoned when it was added, as `packFacts` writes it */
  readonly facts: Uint8Array
  /** those that it lists, in its order */
  readonly transactions: readonly Uint8Array[]
}

/** A row that is cut off or does not fit its block. */
export class BlockRowError extends Error {
  override readonly name = 'BlockRowError'
}

/** What is packed with a block. */
export type BlockFacts = Pick<
  BlockRecord,
  | 'id'
  | 'timestamp'
  | 'weight'
  | 'longTermWeight'
  | 'outputsSoFar'
  | 'difficulty'
  | 'cumulativeDifficulty'
  | 'generated'
>

/** Positions in packed facts. */
const AT = {
  id: 0,
  timestamp: 32,
  weight: 40,
  longTermWeight: 48,
  outputsSoFar: 56,
  difficulty: 64,
  cumulativeDifficulty: 80,
  generated: 96,
  transactions: 104,
  outputs: 108,
  keyImages: 112,
  lists: 116,
} as const
const HASH = 32
const LOCK = 8
const U64 = 64n

/** A hash as a key of maps: one short text, where hex is put together from pieces that all stay in memory. */
export const hashKey = (hash: Uint8Array): string => String.fromCharCode(...hash)

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const keyImagesOf = ({ inputs }: Transaction): Uint8Array[] =>
  inputs.flatMap((input) => (input.kind === 'key' ? [input.keyImage] : []))

/** Locks of the outputs that rings can refer to; outputs of clear amounts have an index for each amount, which no ring here refers to. */
const locksOf = ({ transaction }: ParsedTransaction): bigint[] =>
  transaction.rct === undefined ? [] : transaction.outputs.map((_, i) => unlockTimeOf(transaction, i))

/** How many outputs of transactions rings can refer to. */
export const countOutputs = (transactions: readonly ParsedTransaction[]): number =>
  transactions.reduce((sum, { transaction: { rct, outputs } }) => sum + (rct === undefined ? 0 : outputs.length), 0)

/**
 * Packs what is known of a block.
 * @param transactions the coinbase first
 */
export const packFacts = (facts: BlockFacts, transactions: readonly ParsedTransaction[]): Uint8Array => {
  const locks = transactions.flatMap(locksOf)
  const keyImages = transactions.flatMap(({ transaction }) => keyImagesOf(transaction))
  const bytes = new Uint8Array(AT.lists + HASH * (transactions.length + keyImages.length) + LOCK * locks.length)
  const view = viewOf(bytes)
  const wide = (at: number, value: bigint): void => {
    view.setBigUint64(at, value, true)
    view.setBigUint64(at + 8, value >> U64, true)
  }
  bytes.set(facts.id, AT.id)
  view.setFloat64(AT.timestamp, facts.timestamp, true)
  view.setFloat64(AT.weight, facts.weight, true)
  view.setFloat64(AT.longTermWeight, facts.longTermWeight, true)
  view.setFloat64(AT.outputsSoFar, facts.outputsSoFar, true)
  wide(AT.difficulty, facts.difficulty)
  wide(AT.cumulativeDifficulty, facts.cumulativeDifficulty)
  view.setBigUint64(AT.generated, facts.generated, true)
  view.setUint32(AT.transactions, transactions.length, true)
  view.setUint32(AT.outputs, locks.length, true)
  view.setUint32(AT.keyImages, keyImages.length, true)
  let at: number = AT.lists
  for (const { id } of transactions) {
    bytes.set(id, at)
    at += HASH
  }
  for (const lock of locks) {
    view.setBigUint64(at, lock, true)
    at += LOCK
  }
  for (const keyImage of keyImages) {
    bytes.set(keyImage, at)
    at += HASH
  }
  return bytes
}

/** A block looked into. */
type Opened = {
  readonly block: Block
  readonly transactions: readonly ParsedTransaction[]
  /** of the outputs that rings can refer to */
  readonly outputs: readonly Pick<OutputRecord, 'key' | 'commitment' | 'txid'>[]
}

/** Three pages of those that wallets sync from. */
const REMEMBERED = 3000

/** Opens the blocks of a chain, and remembers those that were looked into last. */
export class BlockOpener {
  readonly #network: Network
  readonly #recent = new Map<StoredBlock, Opened>()

  constructor(network: Network) {
    this.#network = network
  }

  open(stored: StoredBlock): Opened {
    const known = this.#recent.get(stored)
    if (known !== undefined) return known
    const { blob, listed } = stored.bytes
    const block = parseBlock(this.#network, blob)
    return this.remember(stored, block, [
      parseWhole(this.#network, serializeTransaction(block.minerTransaction)),
      ...listed.map((transaction) => parseWhole(this.#network, transaction)),
    ])
  }

  /** Takes over a block that is open already. */
  remember(stored: StoredBlock, block: Block, transactions: readonly ParsedTransaction[]): Opened {
    const outputs = transactions.flatMap(({ id: txid, transaction: { rct, outputs } }) =>
      rct === undefined
        ? []
        : outputs.map(({ key, amount }, i) => {
            let commitment = rct.commitments[i]
            return {
              key,
              txid,
              get commitment() {
                commitment ??= zeroMaskCommitment(amount)
                return commitment
              },
            }
          }),
    )
    const opened = { block, transactions, outputs }
    this.#recent.set(stored, opened)
    if (this.#recent.size > REMEMBERED) {
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
      throw new BlockRowError(`what is known of block ${height} is cut off`)
    if (this.#count(AT.transactions) !== transactions.length + 1)
      throw new BlockRowError(
        `block ${height} has ${this.#count(AT.transactions) - 1} transactions, ${transactions.length} are there`,
      )
  }

  get #view(): DataView {
    return viewOf(this.bytes.facts)
  }

  #count(at: number): number {
    return this.#view.getUint32(at, true)
  }

  #wide(at: number): bigint {
    const view = this.#view
    return view.getBigUint64(at, true) + (view.getBigUint64(at + 8, true) << U64)
  }

  get #locksAt(): number {
    return AT.lists + HASH * this.#count(AT.transactions)
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

  /** How many outputs of it rings can refer to. */
  get outputCount(): number {
    return this.#count(AT.outputs)
  }

  /** Whether it has nothing but its coinbase. */
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
    let next = this.outputsSoFar - this.outputCount
    return this.transactions.map(({ transaction: { rct, outputs } }) =>
      outputs.map((_, i) => (rct === undefined ? i : next++)),
    )
  }

  /** Ids of its transactions as keys, the coinbase first. */
  *transactionKeys(): Iterable<string> {
    for (let at: number = AT.lists; at < this.#locksAt; at += HASH)
      yield hashKey(this.bytes.facts.subarray(at, at + HASH))
  }

  /** Key images that it spends, as keys. */
  *keyImageKeys(): Iterable<string> {
    const { facts } = this.bytes
    for (let at = this.#keyImagesAt; at < facts.length; at += HASH) yield hashKey(facts.subarray(at, at + HASH))
  }

  /** Unlock time of one of its outputs that rings can refer to. */
  unlockTimeAt(position: number): bigint {
    return this.#view.getBigUint64(this.#locksAt + LOCK * position, true)
  }

  /** One of its outputs that rings can refer to, looked into. */
  outputAt(position: number): Pick<OutputRecord, 'key' | 'commitment' | 'txid'> {
    const output = this.#opener.open(this).outputs[position]
    if (output === undefined) throw new BlockRowError(`block ${this.height} has no output ${position}`)
    return output
  }
}

/** An output of a block, looked into on demand. */
export class StoredOutput implements OutputRecord {
  readonly #stored: StoredBlock
  readonly #position: number

  /** @param position among the outputs of the block that rings can refer to */
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
