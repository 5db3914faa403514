// Owned outputs as the ledger keeps them: a large wallet has a hundred thousand, and each is a few bytes of a buffer instead of an object with
// two dozen values, most of which are objects too.

import { keyPrefix } from '../../crypto/keys/keyPrefix.ts'
import type { OutputFields, Spend, SubaddressIndex } from './outputFields.ts'

const KEY_BYTES = 32

/** Offsets of what every output has. Numbers are doubles, which hold all safe integers; amounts and unlock times have 64 bits. */
const KEY = 0
const TXID = 32
const MASK = 64
const TX_PUBLIC_KEY = 96
const AMOUNT = 128
const UNLOCK_TIME = 136
const PREFIX_UNLOCK_TIME = 144
const FEE = 152
const GLOBAL_INDEX = 160
const HEIGHT = 168
const TIMESTAMP = 176
/** -1 if the output is unspent, or its spend unmined */
const SPENT_HEIGHT = 184
const INDEX_IN_TX = 192
const MAJOR = 200
const MINOR = 208
const PAYMENT_ID_LENGTH = 216
const FLAGS = 217
/** Here follow, if the output has them: the key image, the id of the transaction that spends it, the payment id. */
const OPTIONAL = 218

const CONFIDENTIAL = 1
const COINBASE = 2
const STAKE = 4
const CHANGE = 8
const FROZEN = 16
const HAS_KEY_IMAGE = 32
const SPENT = 64

const flagsOf = (output: OutputFields | PackedOutput): number =>
  (output.confidential ? CONFIDENTIAL : 0) |
  (output.coinbase ? COINBASE : 0) |
  (output.stake ? STAKE : 0) |
  (output.change ? CHANGE : 0) |
  (output.frozen ? FROZEN : 0) |
  (output.keyImage === undefined ? 0 : HAS_KEY_IMAGE) |
  (output.spent === undefined ? 0 : SPENT)

/** A buffer that many outputs share. */
type Chunk = { readonly bytes: Uint8Array; readonly view: DataView }

const createChunk = (length: number): Chunk => {
  const bytes = new Uint8Array(length)
  return { bytes, view: new DataView(bytes.buffer) }
}

const NO_BYTES = new Uint8Array()

/**
 * An output in a chunk. Its byte arrays are views of the chunk, made anew by each read. The compiler refuses copies by spreading, which would lack
 * the members: `changedOutput` makes them.
 */
export class PackedOutput implements OutputFields {
  readonly #chunk: Chunk
  readonly #at: number
  /** beside the others, since many loops over all outputs read it alone */
  readonly #height: number

  constructor(chunk: Chunk, at: number) {
    this.#chunk = chunk
    this.#at = at
    this.#height = chunk.view.getFloat64(at + HEIGHT)
  }

  /** Whether an output is one of this class. */
  static is(output: object): output is PackedOutput {
    return #chunk in output
  }

  #bytes(offset: number, length = KEY_BYTES): Uint8Array {
    const start = this.#at + offset
    return this.#chunk.bytes.subarray(start, start + length)
  }

  #double(offset: number): number {
    return this.#chunk.view.getFloat64(this.#at + offset)
  }

  #u64(offset: number): bigint {
    return this.#chunk.view.getBigUint64(this.#at + offset)
  }

  #has(flag: number): boolean {
    return ((this.#chunk.bytes[this.#at + FLAGS] ?? 0) & flag) !== 0
  }

  get globalIndex(): number {
    return this.#double(GLOBAL_INDEX)
  }

  get confidential(): boolean {
    return this.#has(CONFIDENTIAL)
  }

  get key(): Uint8Array {
    return this.#bytes(KEY)
  }

  get txid(): Uint8Array {
    return this.#bytes(TXID)
  }

  get indexInTx(): number {
    return this.#double(INDEX_IN_TX)
  }

  get amount(): bigint {
    return this.#u64(AMOUNT)
  }

  get mask(): Uint8Array {
    return this.#bytes(MASK)
  }

  get subaddress(): SubaddressIndex {
    return { major: this.#double(MAJOR), minor: this.#double(MINOR) }
  }

  get txPublicKey(): Uint8Array {
    return this.#bytes(TX_PUBLIC_KEY)
  }

  get keyImage(): Uint8Array | undefined {
    return this.#has(HAS_KEY_IMAGE) ? this.#bytes(OPTIONAL) : undefined
  }

  get height(): number {
    return this.#height
  }

  get timestamp(): number {
    return this.#double(TIMESTAMP)
  }

  get unlockTime(): bigint {
    return this.#u64(UNLOCK_TIME)
  }

  get prefixUnlockTime(): bigint {
    return this.#u64(PREFIX_UNLOCK_TIME)
  }

  get coinbase(): boolean {
    return this.#has(COINBASE)
  }

  get stake(): boolean {
    return this.#has(STAKE)
  }

  get paymentId(): Uint8Array {
    const length = this.#chunk.bytes[this.#at + PAYMENT_ID_LENGTH] ?? 0
    if (length === 0) return NO_BYTES
    return this.#bytes(this.#spentTxidOffset + (this.#has(SPENT) ? KEY_BYTES : 0), length)
  }

  get fee(): bigint {
    return this.#u64(FEE)
  }

  get change(): boolean {
    return this.#has(CHANGE)
  }

  get spent(): Spend | undefined {
    if (!this.#has(SPENT)) return undefined
    const height = this.#double(SPENT_HEIGHT)
    return { txid: this.#bytes(this.#spentTxidOffset), height: height < 0 ? undefined : height }
  }

  get frozen(): boolean {
    return this.#has(FROZEN)
  }

  get isSpent(): boolean {
    return this.#has(SPENT)
  }

  get hasKeyImage(): boolean {
    return this.#has(HAS_KEY_IMAGE)
  }

  /** First bytes of the one-time key, and of the key image if there is one (keyPrefix.ts). */
  get keyPrefix(): number {
    return keyPrefix(this.#chunk.bytes, this.#at + KEY)
  }

  get keyImagePrefix(): number {
    return keyPrefix(this.#chunk.bytes, this.#at + OPTIONAL)
  }

  get #spentTxidOffset(): number {
    return OPTIONAL + (this.#has(HAS_KEY_IMAGE) ? KEY_BYTES : 0)
  }
}

/** Returns whether an output is spent, without the views that its spend has. */
export const isSpent = (output: Pick<OutputFields, 'spent'> | PackedOutput): boolean =>
  PackedOutput.is(output) ? output.isSpent : output.spent !== undefined

/** Returns whether the key image of an output is known, without a view of it. */
export const hasKeyImage = (output: Pick<OutputFields, 'keyImage'> | PackedOutput): boolean =>
  PackedOutput.is(output) ? output.hasKeyImage : output.keyImage !== undefined

/** Returns all members of an output as an object of its own. */
const fieldsOf = (output: OutputFields | PackedOutput): OutputFields =>
  PackedOutput.is(output)
    ? {
        globalIndex: output.globalIndex,
        confidential: output.confidential,
        key: output.key,
        txid: output.txid,
        indexInTx: output.indexInTx,
        amount: output.amount,
        mask: output.mask,
        subaddress: output.subaddress,
        txPublicKey: output.txPublicKey,
        keyImage: output.keyImage,
        height: output.height,
        timestamp: output.timestamp,
        unlockTime: output.unlockTime,
        prefixUnlockTime: output.prefixUnlockTime,
        coinbase: output.coinbase,
        stake: output.stake,
        paymentId: output.paymentId,
        fee: output.fee,
        change: output.change,
        spent: output.spent,
        frozen: output.frozen,
      }
    : output

/** Returns a copy of an output with some other members. */
export const changedOutput = <Changes extends Partial<OutputFields>>(
  output: OutputFields | PackedOutput,
  changes: Changes,
): OutputFields & Changes => ({ ...fieldsOf(output), ...changes })

/** Bytes of the first and of the largest chunks: the outputs of a small wallet take little, those of a large one few buffers. */
const FIRST_CHUNK_BYTES = 4096
const MAX_CHUNK_BYTES = 256 * 1024

/** Packs outputs one behind the other. A chunk is freed with the last of its outputs. */
export class OutputPacker {
  #chunk = createChunk(0)
  #used = 0

  /** Returns the output in packed form. */
  pack(output: OutputFields | PackedOutput): PackedOutput {
    if (PackedOutput.is(output)) return output
    const { keyImage, spent, paymentId } = output
    const optional = [keyImage, spent?.txid, paymentId].filter((bytes) => bytes !== undefined)
    const at = this.#reserve(optional.reduce((sum, { length }) => sum + length, OPTIONAL))
    const { bytes, view } = this.#chunk
    bytes.set(output.key, at + KEY)
    bytes.set(output.txid, at + TXID)
    bytes.set(output.mask, at + MASK)
    bytes.set(output.txPublicKey, at + TX_PUBLIC_KEY)
    view.setBigUint64(at + AMOUNT, output.amount)
    view.setBigUint64(at + UNLOCK_TIME, output.unlockTime)
    view.setBigUint64(at + PREFIX_UNLOCK_TIME, output.prefixUnlockTime)
    view.setBigUint64(at + FEE, output.fee)
    view.setFloat64(at + GLOBAL_INDEX, output.globalIndex)
    view.setFloat64(at + HEIGHT, output.height)
    view.setFloat64(at + TIMESTAMP, output.timestamp)
    view.setFloat64(at + SPENT_HEIGHT, spent?.height ?? -1)
    view.setFloat64(at + INDEX_IN_TX, output.indexInTx)
    view.setFloat64(at + MAJOR, output.subaddress.major)
    view.setFloat64(at + MINOR, output.subaddress.minor)
    bytes[at + PAYMENT_ID_LENGTH] = paymentId.length
    bytes[at + FLAGS] = flagsOf(output)
    let end = at + OPTIONAL
    for (const part of optional) {
      bytes.set(part, end)
      end += part.length
    }
    return new PackedOutput(this.#chunk, at)
  }

  /** Returns the offset of free bytes of the current chunk. */
  #reserve(length: number): number {
    const { bytes } = this.#chunk
    if (this.#used + length > bytes.length) {
      const next = Math.min(Math.max(FIRST_CHUNK_BYTES, 2 * bytes.length), MAX_CHUNK_BYTES)
      this.#chunk = createChunk(Math.max(next, length))
      this.#used = 0
    }
    this.#used += length
    return this.#used - length
  }
}
