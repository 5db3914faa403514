// Transactions of every version and type of both families: the plain values, and their bytes. A full transaction is prefix, confidential base
// and prunable part; a pruned one, as nodes hand it to wallets, ends after the base.

import { FormatError, Reader, Writer } from '../bytes/cursor.ts'
import {
  type RctBase,
  type RctPrunable,
  type RctShape,
  RctType,
  readRctBase,
  readRctPrunable,
  writeRctBase,
  writeRctPrunable,
} from './ringct.ts'

/** What a transaction is for, by the number on the wire (version 4; version 3 knows the first two). */
export const TransactionType = {
  standard: 0,
  /** a quorum's verdict on a service node; no inputs, no outputs */
  stateChange: 1,
  /** asks for a stake back; no inputs, no outputs */
  keyImageUnlock: 2,
  stake: 3,
  nameSystem: 4,
} as const

export type TransactionType = (typeof TransactionType)[keyof typeof TransactionType]

/** The input of a coinbase transaction. */
export type GenInput = { readonly kind: 'gen'; readonly height: number }

/** A spend: a ring of outputs, one of which is spent, and the key image that shows it was not spent before. */
export type KeyInput = {
  readonly kind: 'key'
  /** atomic units; 0 when hidden */
  readonly amount: bigint
  /** global indices of the ring: the first absolute, each other relative to the one before */
  readonly keyOffsets: readonly number[]
  readonly keyImage: Uint8Array
}

export type Input = GenInput | KeyInput

export type Output = {
  /** atomic units; 0 when hidden */
  readonly amount: bigint
  /** the one-time public key */
  readonly key: Uint8Array
  /** one byte, where the network uses view tags */
  readonly viewTag: number | undefined
}

export type Transaction = {
  readonly version: number
  readonly type: TransactionType
  /** below 500000000 a height, else UNIX seconds; counts for all outputs of versions 1 and 2 */
  readonly unlockTime: bigint
  /** versions 3 and 4: one per output; empty before */
  readonly outputUnlockTimes: readonly bigint[]
  readonly inputs: readonly Input[]
  readonly outputs: readonly Output[]
  readonly extra: Uint8Array
  /** version 1: per input one ring signature, 64 bytes for each member; empty otherwise, and in a pruned transaction */
  readonly signatures: readonly (readonly Uint8Array[])[]
  /** undefined in version 1 and where there are no inputs */
  readonly rct: RctBase | undefined
  /** undefined where pruned away, in version 1, without inputs, and with type null */
  readonly prunable: RctPrunable | undefined
}

/** What a family's transactions and blocks may hold. A Network has one. */
export type WireFormat = {
  readonly highestTransactionVersion: number
  readonly highestRctType: RctType
  /** whether outputs may carry a view tag */
  readonly viewTags: boolean
  /** whether an extra may hold the fields of service nodes, names and burnt fees */
  readonly serviceNodeFields: boolean
  /** block version from which headers carry pulse fields and blocks carry quorum signatures; undefined if never */
  readonly pulseVersion: number | undefined
}

/** Anything that tells its wire format, such as a Network. */
export type HasWireFormat = { readonly wireFormat: WireFormat }

/** A parsed transaction with the bytes that its hashes are made of, as views on what was parsed. */
export type TransactionParts = {
  readonly transaction: Transaction
  readonly prefix: Uint8Array
  /** empty in version 1 and where there are no inputs */
  readonly base: Uint8Array
  readonly prunable: Uint8Array
}

const GEN = 0xff
const KEY_INPUT = 2
const KEY_OUTPUT = 2
const TAGGED_KEY_OUTPUT = 3
const KEY = 32
const SIGNATURE = 64

const isTransactionType = (type: number): type is TransactionType => type <= TransactionType.nameSystem

const readInput = (reader: Reader): Input => {
  const tag = reader.u8()
  if (tag === GEN) return { kind: 'gen', height: reader.varint() }
  if (tag !== KEY_INPUT) throw new FormatError(`unknown input tag ${tag} at offset ${reader.offset - 1}`)
  const amount = reader.varint64()
  const ringSize = reader.count(1)
  const keyOffsets: number[] = []
  for (let i = 0; i < ringSize; i++) keyOffsets.push(reader.varint())
  return { kind: 'key', amount, keyOffsets, keyImage: reader.bytes(KEY) }
}

const readOutput = (reader: Reader, format: WireFormat): Output => {
  const amount = reader.varint64()
  const tag = reader.u8()
  if (tag === KEY_OUTPUT) return { amount, key: reader.bytes(KEY), viewTag: undefined }
  if (tag === TAGGED_KEY_OUTPUT && format.viewTags) return { amount, key: reader.bytes(KEY), viewTag: reader.u8() }
  throw new FormatError(`unknown output tag ${tag} at offset ${reader.offset - 1}`)
}

const readType = (reader: Reader): TransactionType => {
  const type = reader.varint()
  if (!isTransactionType(type)) throw new FormatError(`unknown transaction type ${type}`)
  return type
}

type Prefix = Omit<Transaction, 'signatures' | 'rct' | 'prunable'>

const readPrefix = (reader: Reader, format: WireFormat): Prefix => {
  const version = reader.varint()
  if (version < 1 || version > format.highestTransactionVersion)
    throw new FormatError(`unknown transaction version ${version}`)
  let type: TransactionType = TransactionType.standard
  const outputUnlockTimes: bigint[] = []
  if (version >= 3) {
    const count = reader.count(1)
    for (let i = 0; i < count; i++) outputUnlockTimes.push(reader.varint64())
    if (version === 3) {
      const flag = reader.u8()
      if (flag > 1) throw new FormatError(`a flag is 0 or 1, not ${flag}`)
      if (flag === 1) type = TransactionType.stateChange
    }
  }
  const unlockTime = reader.varint64()
  const inputs: Input[] = []
  for (let left = reader.count(2); left > 0; left--) inputs.push(readInput(reader))
  const outputs: Output[] = []
  for (let left = reader.count(KEY + 2); left > 0; left--) outputs.push(readOutput(reader, format))
  if (version >= 3 && outputUnlockTimes.length !== outputs.length)
    throw new FormatError(`${outputUnlockTimes.length} output unlock times for ${outputs.length} outputs`)
  const extra = reader.bytes(reader.count(1))
  if (version >= 4) type = readType(reader)
  return { version, type, unlockTime, outputUnlockTimes, inputs, outputs, extra }
}

/** Every ring has the size of the first one, as the reference reads it; a coinbase counts as a ring of one. */
const shapeOf = ({ inputs, outputs }: Prefix): RctShape => {
  const [first] = inputs
  const ringSize = first?.kind === 'key' ? first.keyOffsets.length : 1
  return { inputs: inputs.length, outputs: outputs.length, ringSize }
}

const readSignatures = (reader: Reader, inputs: readonly Input[]): Uint8Array[][] =>
  inputs.map((input) => {
    const ring: Uint8Array[] = []
    if (input.kind === 'key') for (const _ of input.keyOffsets) ring.push(reader.bytes(SIGNATURE))
    return ring
  })

/** Reads a transaction up to and including its base. */
const readUnpruned = (reader: Reader, format: WireFormat) => {
  const start = reader.offset
  const fields = readPrefix(reader, format)
  const prefix = reader.since(start)
  const baseStart = reader.offset
  const rct =
    fields.version === 1 || fields.inputs.length === 0
      ? undefined
      : readRctBase(reader, shapeOf(fields), format.highestRctType)
  return { fields, prefix, rct, base: reader.since(baseStart) }
}

/**
 * Reads one full transaction where the reader stands, for formats that embed it.
 * @throws FormatError
 */
export const readTransaction = (reader: Reader, { wireFormat }: HasWireFormat): TransactionParts => {
  const { fields, prefix, rct, base } = readUnpruned(reader, wireFormat)
  const start = reader.offset
  const signatures = fields.version === 1 ? readSignatures(reader, fields.inputs) : []
  let prunable: RctPrunable | undefined
  if (rct !== undefined && rct.type !== RctType.null) {
    const shape = shapeOf(fields)
    if (shape.ringSize === 0) throw new FormatError('a ring has no members')
    prunable = readRctPrunable(reader, rct.type, shape)
  }
  return { transaction: { ...fields, signatures, rct, prunable }, prefix, base, prunable: reader.since(start) }
}

/**
 * Parses a full transaction and keeps hold of its parts.
 * @throws FormatError for anything but exactly one well-formed transaction
 */
export const splitTransaction = (network: HasWireFormat, bytes: Uint8Array): TransactionParts => {
  const reader = new Reader(bytes)
  const parts = readTransaction(reader, network)
  reader.end('a transaction')
  return parts
}

/**
 * Parses a full transaction. Keys and extra are views on `bytes`.
 * @throws FormatError for anything but exactly one well-formed transaction
 */
export const parseTransaction = (network: HasWireFormat, bytes: Uint8Array): Transaction =>
  splitTransaction(network, bytes).transaction

/**
 * Parses a pruned transaction (prefix and base) and keeps hold of its parts; `prunable` is empty.
 * @throws FormatError
 */
export const splitPrunedTransaction = (network: HasWireFormat, bytes: Uint8Array): TransactionParts => {
  const reader = new Reader(bytes)
  const { fields, prefix, rct, base } = readUnpruned(reader, network.wireFormat)
  reader.end('a pruned transaction')
  return {
    transaction: { ...fields, signatures: [], rct, prunable: undefined },
    prefix,
    base,
    prunable: new Uint8Array(),
  }
}

/**
 * Parses a pruned transaction: prefix and base, as nodes hand them to wallets. Keys and extra are views on `bytes`.
 * @throws FormatError
 */
export const parsePrunedTransaction = (network: HasWireFormat, bytes: Uint8Array): Transaction =>
  splitPrunedTransaction(network, bytes).transaction

const writeInput = (writer: Writer, input: Input): void => {
  if (input.kind === 'gen') {
    writer.u8(GEN).varint(input.height)
    return
  }
  writer.u8(KEY_INPUT).varint(input.amount).varint(input.keyOffsets.length)
  for (const offset of input.keyOffsets) writer.varint(offset)
  writer.bytes(input.keyImage)
}

const writePrefix = (writer: Writer, transaction: Transaction): void => {
  const { version, type, outputUnlockTimes, inputs, outputs, extra } = transaction
  writer.varint(version)
  if (version >= 3) {
    writer.varint(outputUnlockTimes.length)
    for (const time of outputUnlockTimes) writer.varint(time)
    if (version === 3) writer.u8(type === TransactionType.stateChange ? 1 : 0)
  }
  writer.varint(transaction.unlockTime).varint(inputs.length)
  for (const input of inputs) writeInput(writer, input)
  writer.varint(outputs.length)
  for (const { amount, key, viewTag } of outputs) {
    writer.varint(amount)
    if (viewTag === undefined) writer.u8(KEY_OUTPUT).bytes(key)
    else writer.u8(TAGGED_KEY_OUTPUT).bytes(key).u8(viewTag)
  }
  writer.varint(extra.length).bytes(extra)
  if (version >= 4) writer.varint(type)
}

/** Bytes of the prefix, which the prefix hash is made of. */
export const serializePrefix = (transaction: Transaction): Uint8Array => {
  const writer = new Writer()
  writePrefix(writer, transaction)
  return writer.finish()
}

/** Bytes of the base; empty where the transaction has none. */
export const serializeRctBase = (transaction: Transaction): Uint8Array => {
  const writer = new Writer()
  if (transaction.rct !== undefined) writeRctBase(writer, transaction.rct)
  return writer.finish()
}

/** Bytes after the base: the proofs, or the ring signatures of version 1; empty where there are none. */
export const serializeRctPrunable = (transaction: Transaction): Uint8Array => {
  const writer = new Writer()
  for (const ring of transaction.signatures) for (const signature of ring) writer.bytes(signature)
  if (transaction.rct !== undefined && transaction.prunable !== undefined)
    writeRctPrunable(writer, transaction.rct.type, transaction.prunable)
  return writer.finish()
}

/** Bytes of a transaction, pruned if the value is. */
export const serializeTransaction = (transaction: Transaction): Uint8Array =>
  new Writer()
    .bytes(serializePrefix(transaction))
    .bytes(serializeRctBase(transaction))
    .bytes(serializeRctPrunable(transaction))
    .finish()

/** Whether this is the transaction that pays a block's reward. */
export const isCoinbase = ({ inputs }: Transaction): boolean => inputs.length === 1 && inputs[0]?.kind === 'gen'

/** The fee in atomic units, hidden amounts or not; version 1 pays what its inputs hold more than its outputs. */
export const feeOf = (transaction: Transaction): bigint => {
  if (transaction.rct !== undefined) return transaction.rct.fee
  if (transaction.version !== 1 || isCoinbase(transaction)) return 0n
  let fee = 0n
  for (const input of transaction.inputs) if (input.kind === 'key') fee += input.amount
  for (const { amount } of transaction.outputs) fee -= amount
  return fee
}

/** The pseudo output commitments, one per input, wherever the type keeps them. */
export const pseudoOutsOf = ({ rct, prunable }: Transaction): readonly Uint8Array[] =>
  rct?.type === RctType.simple ? rct.pseudoOuts : (prunable?.pseudoOuts ?? [])

/** Until when output `index` is locked (below 500000000 a height, else UNIX seconds). */
export const unlockTimeOf = ({ version, unlockTime, outputUnlockTimes }: Transaction, index: number): bigint =>
  version >= 3 ? (outputUnlockTimes[index] ?? 0n) : unlockTime

/**
 * Global indices from the relative offsets of an input.
 * @throws FormatError when they run beyond what an index can be
 */
export const absoluteOffsets = (relative: readonly number[]): number[] => {
  let index = 0
  return relative.map((offset) => {
    index += offset
    if (!Number.isSafeInteger(index)) throw new FormatError(`the ring offsets add up to ${index}, beyond any index`)
    return index
  })
}

/**
 * Relative offsets from ascending global indices.
 * @throws FormatError when they do not ascend
 */
export const relativeOffsets = (absolute: readonly number[]): number[] =>
  absolute.map((index, i) => {
    const previous = absolute[i - 1] ?? 0
    if (i > 0 && index <= previous) throw new FormatError(`ring indices must ascend, but ${index} follows ${previous}`)
    return index - previous
  })
