// Transactions and their bytes. A full transaction is prefix, confidential base and prunable part; a pruned one, as nodes hand it to
// wallets, ends after the base.

import { Reader, Writer } from '../../bytes/cursor.ts'
import { type RctPrunable, RctType, readRctBase, writeRctBase, writeRctPrunable } from './ringct.ts'
import {
  type HasWireFormat,
  type Input,
  type Output,
  type Transaction,
  TransactionType,
  type WireFormat,
} from './transaction.ts'
import {
  hasBase,
  InputTag,
  KEY_SIZE,
  OutputTag,
  readProofs,
  SIGNATURE_SIZE,
  type TransactionVisitor,
  visitPrefix,
} from './transactionVisitor.ts'

/** A parsed transaction with the bytes that its hashes are made of, as views on what was parsed. */
export type TransactionParts = {
  readonly transaction: Transaction
  readonly prefix: Uint8Array
  /** empty in version 1 and where there are no inputs */
  readonly base: Uint8Array
  readonly prunable: Uint8Array
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
    this.inputs.push({ kind: 'key', amount, keyOffsets, keyImage: this.#reader.at(keyImage, KEY_SIZE) })
    this.#keyOffsets = []
  }

  output(amount: bigint, key: number, viewTag: number | undefined): void {
    this.outputs.push({ amount, key: this.#reader.at(key, KEY_SIZE), viewTag })
  }
}

type Prefix = Omit<Transaction, 'signatures' | 'rct' | 'prunable'>

const readSignatures = (reader: Reader, inputs: readonly Input[]): Uint8Array[][] =>
  inputs.map((input) => {
    const ring: Uint8Array[] = []
    if (input.kind === 'key') for (const _ of input.keyOffsets) ring.push(reader.bytes(SIGNATURE_SIZE))
    return ring
  })

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
export const parseTransactionParts = (network: HasWireFormat, bytes: Uint8Array): TransactionParts => {
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
  parseTransactionParts(network, bytes).transaction

/**
 * Parses a pruned transaction (prefix and base) and keeps hold of its parts; `prunable` is empty.
 * @throws FormatError
 */
export const parsePrunedTransactionParts = (network: HasWireFormat, bytes: Uint8Array): TransactionParts => {
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
  parsePrunedTransactionParts(network, bytes).transaction

const writeInput = (writer: Writer, input: Input): void => {
  if (input.kind === 'gen') {
    writer.u8(InputTag.gen).varint(input.height)
    return
  }
  writer.u8(InputTag.key).varint(input.amount).varint(input.keyOffsets.length)
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
    if (viewTag === undefined) writer.u8(OutputTag.key).bytes(key)
    else writer.u8(OutputTag.taggedKey).bytes(key).u8(viewTag)
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
