// Parses and serializes transactions. A full transaction is prefix, rct base and prunable part; a pruned one ends after the base.

import { Reader, Writer } from '../../bytes/cursor.ts'
import { readRctBase, writeRctBase } from './rctBase.ts'
import { writeRctPrunable } from './rctPrunable.ts'
import { type RctPrunable, RctType } from './ringct.ts'
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

/** A parsed transaction, and the parts of its bytes that are hashed, as views of the parsed bytes. */
export type TransactionParts = {
  readonly transaction: Transaction
  readonly prefix: Uint8Array
  /** empty in version 1 and without inputs */
  readonly base: Uint8Array
  readonly prunable: Uint8Array
}

/** Collects the lists of a prefix. */
class PrefixBuilder implements TransactionVisitor {
  readonly outputUnlockTimes: bigint[] = []
  readonly inputs: Input[] = []
  readonly outputs: Output[] = []
  readonly #reader: Reader
  #keyOffsets: bigint[] = []

  constructor(reader: Reader) {
    this.#reader = reader
  }

  outputUnlockTime(time: bigint): void {
    this.outputUnlockTimes.push(time)
  }

  coinbaseInput(height: number): void {
    this.inputs.push({ kind: 'gen', height })
  }

  ringMember(offset: bigint): void {
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

/** Reads a transaction up to the end of its base. */
const readFields = (reader: Reader, format: WireFormat) => {
  const builder = new PrefixBuilder(reader)
  const facts = visitPrefix(reader, format, builder)
  const { version, type, unlockTime, extra } = facts
  const { outputUnlockTimes, inputs, outputs } = builder
  const fields: Prefix = { version, type, unlockTime, outputUnlockTimes, inputs, outputs, extra }
  return { fields, facts }
}

const readUnpruned = (reader: Reader, format: WireFormat) => {
  const start = reader.offset
  const { fields, facts } = readFields(reader, format)
  const prefix = reader.since(start)
  const baseStart = reader.offset
  const rct = hasBase(facts) ? readRctBase(reader, facts, format.highestRctType) : undefined
  return { fields, facts, prefix, rct, base: reader.since(baseStart) }
}

/**
 * Reads one transaction prefix at the reader's position, for formats that contain it.
 * @throws FormatError
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * readPrefix(new Reader(fromHex('010001ff050000')), networkById('oxen-mainnet')).version // 1
 */
export const readPrefix = (reader: Reader, { wireFormat }: HasWireFormat): Prefix =>
  readFields(reader, wireFormat).fields

/**
 * Reads one full transaction at the reader's position, for formats that contain it.
 * @throws FormatError
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * readTransaction(new Reader(fromHex('010001ff050000')), networkById('oxen-mainnet')).transaction.version // 1
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
 * Parses a full transaction; returns it with its parts.
 * @throws FormatError unless `bytes` are exactly one well-formed transaction
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const bytes = fromHex('010001ff050000')
 * parseTransactionParts(networkById('oxen-mainnet'), bytes).prefix // bytes
 */
export const parseTransactionParts = (network: HasWireFormat, bytes: Uint8Array): TransactionParts => {
  const reader = new Reader(bytes)
  const parts = readTransaction(reader, network)
  reader.end('a transaction')
  return parts
}

/**
 * Parses a full transaction. Keys and extra are views of `bytes`.
 * @throws FormatError unless `bytes` are exactly one well-formed transaction
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * parseTransaction(networkById('oxen-mainnet'), fromHex('010001ff050000')).inputs // [{ kind: 'gen', height: 5 }]
 * parseTransaction(networkById('oxen-mainnet'), fromHex('01')) // throws FormatError
 */
export const parseTransaction = (network: HasWireFormat, bytes: Uint8Array): Transaction =>
  parseTransactionParts(network, bytes).transaction

/**
 * Parses a pruned transaction (prefix and base); returns it with its parts. `prunable` is empty.
 * @throws FormatError
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * parsePrunedTransactionParts(networkById('oxen-mainnet'), fromHex('020001ff05000000')).base // Uint8Array.of(0)
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
 * Parses a pruned transaction: prefix and base. Keys and extra are views of `bytes`.
 * @throws FormatError
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * parsePrunedTransaction(networkById('oxen-mainnet'), fromHex('020001ff05000000')).rct?.type // 0
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

const writePrefix = (writer: Writer, transaction: Prefix): void => {
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

/**
 * Serializes the prefix, which the prefix hash covers.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const bytes = fromHex('010001ff050000')
 * serializePrefix(parseTransaction(networkById('oxen-mainnet'), bytes)) // bytes
 */
export const serializePrefix = (transaction: Prefix): Uint8Array => {
  const writer = new Writer()
  writePrefix(writer, transaction)
  return writer.finish()
}

/**
 * Serializes the rct base; empty if the transaction has none.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * serializeRctBase(parseTransaction(networkById('oxen-mainnet'), fromHex('020001ff05000000'))) // Uint8Array.of(0)
 */
export const serializeRctBase = (transaction: Transaction): Uint8Array => {
  const writer = new Writer()
  if (transaction.rct !== undefined) writeRctBase(writer, transaction.rct)
  return writer.finish()
}

/**
 * Serializes the bytes after the base: the proofs, or the ring signatures of version 1; empty if there are none.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const bytes = fromHex('010001ff050000')
 * serializeRctPrunable(parseTransaction(networkById('oxen-mainnet'), bytes)) // new Uint8Array()
 */
export const serializeRctPrunable = (transaction: Transaction): Uint8Array => {
  const writer = new Writer()
  for (const ring of transaction.signatures) for (const signature of ring) writer.bytes(signature)
  if (transaction.rct !== undefined && transaction.prunable !== undefined)
    writeRctPrunable(writer, transaction.rct.type, transaction.prunable)
  return writer.finish()
}

/**
 * Serializes a transaction; a pruned value gives pruned bytes.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const bytes = fromHex('010001ff050000')
 * serializeTransaction(parseTransaction(networkById('oxen-mainnet'), bytes)) // bytes
 */
export const serializeTransaction = (transaction: Transaction): Uint8Array =>
  new Writer()
    .bytes(serializePrefix(transaction))
    .bytes(serializeRctBase(transaction))
    .bytes(serializeRctPrunable(transaction))
    .finish()
