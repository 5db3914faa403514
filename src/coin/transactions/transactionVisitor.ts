// Reads the bytes of a transaction without building a value: passes its members to a visitor, in wire order.

import { FormatError, Reader } from '../../bytes/cursor.ts'
import { skipRctBase } from './rctBase.ts'
import { readRctPrunable } from './rctPrunable.ts'
import { type RctPrunable, type RctShape, RctType } from './ringct.ts'
import { type HasWireFormat, TransactionType, type WireFormat } from './transaction.ts'

/** Tags of input kinds. */
export const InputTag = { gen: 0xff, key: 2 } as const

/** Tags of output kinds: a key, or a key with a view tag. */
export const OutputTag = { key: 2, taggedKey: 3 } as const

/** Size of a key or a key image. */
export const KEY_SIZE = 32
/** Size of the signature of a ring member in version 1. */
export const SIGNATURE_SIZE = 64

const isTransactionType = (type: number): type is TransactionType => type <= TransactionType.nameSystem

/**
 * Receives the members of a prefix, in wire order. Receives keys as offsets in the reader, so that reading thousands of transactions
 * allocates no object per output. All methods are optional.
 */
export type TransactionVisitor = {
  outputUnlockTime?(time: bigint): void
  coinbaseInput?(height: number): void
  /** `offset` is relative to the member before, modulo 2^64; the ring's input follows its members */
  ringMember?(offset: bigint): void
  keyInput?(amount: bigint, keyImage: number): void
  output?(amount: bigint, key: number, viewTag: number | undefined): void
}

/** A prefix without its lists. */
export type PrefixSummary = {
  readonly version: number
  readonly type: TransactionType
  readonly unlockTime: bigint
  readonly inputs: number
  readonly outputs: number
  /** of the first input; oxen-core reads the proofs of all rings with this size. 1 for a coinbase */
  readonly ringSize: number
  /** number of members of all rings */
  readonly ringMembers: number
  /** of the first input if it is a coinbase input */
  readonly height: number | undefined
  readonly extra: Uint8Array
}

const visitOutput = (reader: Reader, format: WireFormat, visitor: TransactionVisitor): void => {
  const amount = reader.varint64()
  const tag = reader.u8()
  if (tag !== OutputTag.key && !(tag === OutputTag.taggedKey && format.viewTags))
    throw new FormatError(`unknown output tag ${tag} at offset ${reader.offset - 1}`)
  const key = reader.skip(KEY_SIZE)
  const viewTag = tag === OutputTag.taggedKey ? reader.u8() : undefined
  visitor.output?.(amount, key, viewTag)
}

const readType = (reader: Reader): TransactionType => {
  const type = reader.varint()
  if (!isTransactionType(type)) throw new FormatError(`unknown transaction type ${type}`)
  return type
}

/**
 * Reads a prefix at the reader's position.
 * @throws FormatError
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const [network, bytes] = [networkById('oxen-mainnet'), fromHex('020001ff05000000')]
 * visitPrefix(new Reader(bytes), network.wireFormat, {}).height // 5
 */
export const visitPrefix = (reader: Reader, format: WireFormat, visitor: TransactionVisitor): PrefixSummary => {
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
      if (flag > 1) throw new FormatError(`a flag must be 0 or 1, not ${flag}`)
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
    if (tag === InputTag.gen) {
      const inputHeight = reader.varint()
      if (i === 0) height = inputHeight
      visitor.coinbaseInput?.(inputHeight)
      continue
    }
    if (tag !== InputTag.key) throw new FormatError(`unknown input tag ${tag} at offset ${reader.offset - 1}`)
    const amount = reader.varint64()
    const members = reader.count(1)
    if (i === 0) ringSize = members
    ringMembers += members
    if (visitor.ringMember === undefined) reader.skipVarints(members)
    else for (let left = members; left > 0; left--) visitor.ringMember(reader.varint64())
    const keyImage = reader.skip(KEY_SIZE)
    visitor.keyInput?.(amount, keyImage)
  }
  const outputs = reader.count(KEY_SIZE + 2)
  for (let left = outputs; left > 0; left--) visitOutput(reader, format, visitor)
  if (version >= 3 && unlockTimes !== outputs)
    throw new FormatError(`${unlockTimes} output unlock times for ${outputs} outputs`)
  const extra = reader.bytes(reader.count(1))
  if (version >= 4) type = readType(reader)
  return { version, type, unlockTime, inputs, outputs, ringSize, ringMembers, height, extra }
}

/**
 * Whether a base follows the prefix.
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const [network, bytes] = [networkById('oxen-mainnet'), fromHex('020001ff05000000')]
 * hasBase(visitPrefix(new Reader(bytes), network.wireFormat, {})) // true
 */
export const hasBase = ({ version, inputs }: PrefixSummary): boolean => version > 1 && inputs > 0

/**
 * Reads the proofs after a base.
 * @throws FormatError
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * readProofs(new Reader(new Uint8Array()), 0, { inputs: 0, outputs: 0, ringSize: 1 }).clsags // []
 */
export const readProofs = (reader: Reader, type: RctType, shape: RctShape): RctPrunable => {
  if (shape.ringSize === 0) throw new FormatError('a ring has no members')
  return readRctPrunable(reader, type, shape)
}

/** A visited transaction, and the parts of its bytes that are hashed, as views. */
export type VisitedTransaction = PrefixSummary & {
  /** undefined if the transaction has no base */
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
 * Visits one full transaction at the reader's position.
 * @throws FormatError
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const [network, bytes] = [networkById('oxen-mainnet'), fromHex('020001ff05000000')]
 * visitTransactionAt(new Reader(bytes), network, {}).rctType // 0
 */
export const visitTransactionAt = (
  reader: Reader,
  { wireFormat }: HasWireFormat,
  visitor: TransactionVisitor,
): VisitedTransaction => {
  const { facts, rctType, prefix, base } = visitUnpruned(reader, wireFormat, visitor)
  const start = reader.offset
  if (facts.version === 1) for (let left = facts.ringMembers; left > 0; left--) reader.skip(SIGNATURE_SIZE)
  if (rctType !== undefined && rctType !== RctType.null) readProofs(reader, rctType, facts)
  return { ...facts, rctType, prefix, base, prunable: reader.since(start) }
}

/**
 * Visits a full transaction.
 * @throws FormatError unless `bytes` are exactly one well-formed transaction
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const [network, bytes] = [networkById('oxen-mainnet'), fromHex('020001ff05000000')]
 * visitTransaction(network, bytes, {}).height // 5
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
 * Visits a pruned transaction whose bytes are not to be hashed.
 * @throws FormatError
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const [network, bytes] = [networkById('oxen-mainnet'), fromHex('020001ff05000000')]
 * visitPrunedMembers(network, bytes, {}).height // 5
 */
export const visitPrunedMembers = (
  { wireFormat }: HasWireFormat,
  bytes: Uint8Array,
  visitor: TransactionVisitor,
): PrefixSummary => {
  const reader = new Reader(bytes)
  const facts = visitPrefix(reader, wireFormat, visitor)
  if (hasBase(facts)) skipRctBase(reader, facts, wireFormat.highestRctType)
  reader.end('a pruned transaction')
  return facts
}

/**
 * Visits a pruned transaction.
 * @throws FormatError
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const [network, bytes] = [networkById('oxen-mainnet'), fromHex('020001ff05000000')]
 * visitPrunedTransaction(network, bytes, {}).prunable // new Uint8Array()
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
