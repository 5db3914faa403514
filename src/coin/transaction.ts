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
  skipRctBase,
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

/**
 * Told what a prefix holds while it is read, in its order. Keys are told by their offset in the reader, so that whoever looks at
 * thousands of transactions needs no object for each output. What is not asked for is left out.
 */
export type TransactionVisitor = {
  outputUnlockTime?(time: bigint): void
  coinbaseInput?(height: number): void
  /** `offset` is relative to the member before; the ring's input follows its members */
  ringMember?(offset: number): void
  keyInput?(amount: bigint, keyImage: number): void
  output?(amount: bigint, key: number, viewTag: number | undefined): void
}

/** What a prefix says of the whole. */
export type PrefixFacts = {
  readonly version: number
  readonly type: TransactionType
  readonly unlockTime: bigint
  readonly inputs: number
  readonly outputs: number
  /** of the first input, whose size every ring has, as the reference reads it; a coinbase counts as a ring of one */
  readonly ringSize: number
  /** members of all rings, as the prefix lists them */
  readonly ringMembers: number
  /** what the first input says, where that is a coinbase's */
  readonly height: number | undefined
  readonly extra: Uint8Array
}

const visitOutput = (reader: Reader, format: WireFormat, visitor: TransactionVisitor): void => {
  const amount = reader.varint64()
  const tag = reader.u8()
  if (tag !== KEY_OUTPUT && !(tag === TAGGED_KEY_OUTPUT && format.viewTags))
    throw new FormatError(`unknown output tag ${tag} at offset ${reader.offset - 1}`)
  const key = reader.skip(KEY)
  const viewTag = tag === TAGGED_KEY_OUTPUT ? reader.u8() : undefined
  visitor.output?.(amount, key, viewTag)
}

const readType = (reader: Reader): TransactionType => {
  const type = reader.varint()
  if (!isTransactionType(type)) throw new FormatError(`unknown transaction type ${type}`)
  return type
}

/** Reads a prefix where the reader stands. */
const visitPrefix = (reader: Reader, format: WireFormat, visitor: TransactionVisitor): PrefixFacts => {
  const version = reader.varint()
  if (version < 1 || version > format.highestTransactionVersion)
    throw new FormatError(`unknown transaction version ${version}`)
  let type: TransactionType = TransactionType.standard
  let unlockTimes = 0
  if (version >= 3) {
    unlockTimes = reader.count(1)
    for (let i = 0; i < unlockTimes; i++) {
      const time = reader.varint64()
      visitor.outputUnlockTime?.(time)
    }
    if (version === 3) {
      const flag = reader.u8()
      if (flag > 1) throw new FormatError(`a flag is 0 or 1, not ${flag}`)
      if (flag === 1) type = TransactionType.stateChange
    }
  }
  const unlockTime = reader.varint64()
  const inputs = reader.count(2)
  let height: number | undefined
  let ringSize = 1
  let ringMembers = 0
  for (let i = 0; i < inputs; i++) {
    const tag = reader.u8()
    if (tag === GEN) {
      const told = reader.varint()
      if (i === 0) height = told
      visitor.coinbaseInput?.(told)
      continue
    }
    if (tag !== KEY_INPUT) throw new FormatError(`unknown input tag ${tag} at offset ${reader.offset - 1}`)
    const amount = reader.varint64()
    const members = reader.count(1)
    if (i === 0) ringSize = members
    ringMembers += members
    for (let left = members; left > 0; left--) {
      const offset = reader.varint()
      visitor.ringMember?.(offset)
    }
    const keyImage = reader.skip(KEY)
    visitor.keyInput?.(amount, keyImage)
  }
  const outputs = reader.count(KEY + 2)
  for (let left = outputs; left > 0; left--) visitOutput(reader, format, visitor)
  if (version >= 3 && unlockTimes !== outputs)
    throw new FormatError(`${unlockTimes} output unlock times for ${outputs} outputs`)
  const extra = reader.bytes(reader.count(1))
  if (version >= 4) type = readType(reader)
  return { version, type, unlockTime, inputs, outputs, ringSize, ringMembers, height, extra }
}

/** Collects the lists of a prefix. */
class PrefixBuilder implements TransactionVisitor {
  readonly outputUnlockTimes: bigint[] = []
  readonly inputs: Input[] = []
  readonly outputs: Output[] = []
  readonly #reader: Reader
  #keyOffsets: number[] = []

  constructor(reader: Reader) {
    this.#reader = reader
  }

  outputUnlockTime(time: bigint): void {
    this.outputUnlockTimes.push(time)
  }

  coinbaseInput(height: number): void {
    this.inputs.push({ kind: 'gen', height })
  }

  ringMember(offset: number): void {
    this.#keyOffsets.push(offset)
  }

  keyInput(amount: bigint, keyImage: number): void {
    const keyOffsets = this.#keyOffsets
    this.inputs.push({ kind: 'key', amount, keyOffsets, keyImage: this.#reader.at(keyImage, KEY) })
    this.#keyOffsets = []
  }

  output(amount: bigint, key: number, viewTag: number | undefined): void {
    this.outputs.push({ amount, key: this.#reader.at(key, KEY), viewTag })
  }
}

type Prefix = Omit<Transaction, 'signatures' | 'rct' | 'prunable'>

const readSignatures = (reader: Reader, inputs: readonly Input[]): Uint8Array[][] =>
  inputs.map((input) => {
    const ring: Uint8Array[] = []
    if (input.kind === 'key') for (const _ of input.keyOffsets) ring.push(reader.bytes(SIGNATURE))
    return ring
  })

/** Whether a base follows the prefix. */
const hasBase = ({ version, inputs }: PrefixFacts): boolean => version > 1 && inputs > 0

/** Reads a transaction up to and including its base. */
const readUnpruned = (reader: Reader, format: WireFormat) => {
  const start = reader.offset
  const builder = new PrefixBuilder(reader)
  const facts = visitPrefix(reader, format, builder)
  const prefix = reader.since(start)
  const baseStart = reader.offset
  const rct = hasBase(facts) ? readRctBase(reader, facts, format.highestRctType) : undefined
  const { version, type, unlockTime, extra } = facts
  const { outputUnlockTimes, inputs, outputs } = builder
  const fields: Prefix = { version, type, unlockTime, outputUnlockTimes, inputs, outputs, extra }
  return { fields, facts, prefix, rct, base: reader.since(baseStart) }
}

const readProofs = (reader: Reader, type: RctType, shape: RctShape): RctPrunable => {
  if (shape.ringSize === 0) throw new FormatError('a ring has no members')
  return readRctPrunable(reader, type, shape)
}

/**
 * Reads one full transaction where the reader stands, for formats that embed it.
 * @throws FormatError
 */
export const readTransaction = (reader: Reader, { wireFormat }: HasWireFormat): TransactionParts => {
  const { fields, facts, prefix, rct, base } = readUnpruned(reader, wireFormat)
  const start = reader.offset
  const signatures = fields.version === 1 ? readSignatures(reader, fields.inputs) : []
  let prunable: RctPrunable | undefined
  if (rct !== undefined && rct.type !== RctType.null) prunable = readProofs(reader, rct.type, facts)
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

/** A transaction that was visited, with the bytes that its hashes are made of, as views on them. */
export type VisitedTransaction = PrefixFacts & {
  /** undefined where the transaction has no base */
  readonly rctType: RctType | undefined
  readonly prefix: Uint8Array
  readonly base: Uint8Array
  /** empty in a pruned transaction */
  readonly prunable: Uint8Array
}

const visitUnpruned = (reader: Reader, format: WireFormat, visitor: TransactionVisitor) => {
  const start = reader.offset
  const facts = visitPrefix(reader, format, visitor)
  const prefix = reader.since(start)
  const baseStart = reader.offset
  const rctType = hasBase(facts) ? skipRctBase(reader, facts, format.highestRctType) : undefined
  return { facts, rctType, prefix, base: reader.since(baseStart) }
}

/**
 * Reads one full transaction where the reader stands, as readTransaction does, but builds nothing: the visitor is told.
 * @throws FormatError
 */
export const visitTransactionAt = (
  reader: Reader,
  { wireFormat }: HasWireFormat,
  visitor: TransactionVisitor,
): VisitedTransaction => {
  const { facts, rctType, prefix, base } = visitUnpruned(reader, wireFormat, visitor)
  const start = reader.offset
  if (facts.version === 1) for (let left = facts.ringMembers; left > 0; left--) reader.skip(SIGNATURE)
  if (rctType !== undefined && rctType !== RctType.null) readProofs(reader, rctType, facts)
  return { ...facts, rctType, prefix, base, prunable: reader.since(start) }
}

/**
 * Reads a full transaction, as parseTransaction does, but builds nothing: the visitor is told.
 * @throws FormatError
 */
export const visitTransaction = (
  network: HasWireFormat,
  bytes: Uint8Array,
  visitor: TransactionVisitor,
): VisitedTransaction => {
  const reader = new Reader(bytes)
  const visited = visitTransactionAt(reader, network, visitor)
  reader.end('a transaction')
  return visited
}

const NOTHING = new Uint8Array()

/**
 * Reads a pruned transaction, as parsePrunedTransaction does, but builds nothing: the visitor is told.
 * @throws FormatError
 */
export const visitPrunedTransaction = (
  { wireFormat }: HasWireFormat,
  bytes: Uint8Array,
  visitor: TransactionVisitor,
): VisitedTransaction => {
  const reader = new Reader(bytes)
  const { facts, rctType, prefix, base } = visitUnpruned(reader, wireFormat, visitor)
  reader.end('a pruned transaction')
  return { ...facts, rctType, prefix, base, prunable: NOTHING }
}

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
export const unlockTimeOf = (
  { version, unlockTime, outputUnlockTimes }: Pick<Transaction, 'version' | 'unlockTime' | 'outputUnlockTimes'>,
  index: number,
): bigint => (version >= 3 ? (outputUnlockTimes[index] ?? 0n) : unlockTime)

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
