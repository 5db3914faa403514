// What a transaction is built from, in the binary archives of the monero family (wallet2 0.18: tx_construction_data).

import { FormatError, type Reader, type Writer } from '../../bytes/cursor.ts'
import { TransactionType } from '../transactions/transaction.ts'
import type { ConstructionData, SourceMember, TransferDestination, TransferSource } from './transferSet.ts'

const KEY = 32

/** Number of parts of a pair. */
const PAIR = 2

/** Lower bounds of sizes. */
const MIN_MEMBER = 2 + 2 * KEY
const MIN_SOURCE = 6 * KEY
const MIN_DESTINATION = 2 * KEY + 4
const MIN_CONSTRUCTION = 2 * KEY

/** Construction flags. */
const CONFIDENTIAL = 1
const VIEW_TAGS = 2

const safe = (value: bigint): number => {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new FormatError(`${value} exceeds 2^53`)
  return Number(value)
}

/**
 * Reads a flag of one byte.
 * @throws FormatError if the byte is neither 0 nor 1
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * readFlag(new Reader(Uint8Array.of(1))) // true
 * readFlag(new Reader(Uint8Array.of(2))) // throws FormatError
 */
export const readFlag = (reader: Reader): boolean => {
  const value = reader.u8()
  if (value > 1) throw new FormatError(`a flag is 0 or 1, not ${value}`)
  return value === 1
}

/**
 * Reads the version of an object.
 * @throws FormatError if it is not `version`
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * expectVersion(new Reader(Uint8Array.of(1)), 1, 'sets') // undefined
 * expectVersion(new Reader(Uint8Array.of(2)), 1, 'sets') // throws FormatError
 */
export const expectVersion = (reader: Reader, version: number, what: string): void => {
  const actual = reader.varint()
  if (actual !== version)
    throw new FormatError(`${what} of version ${actual} are not supported, only version ${version}`)
}

/**
 * Reads a counted list of keys.
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * readKeyList(new Reader(Uint8Array.of(0))) // []
 */
export const readKeyList = (reader: Reader): Uint8Array[] =>
  Array.from({ length: reader.count(KEY) }, () => reader.bytes(KEY))

/**
 * Writes a counted list of keys.
 *
 * @example
 * import { Writer } from '../../bytes/cursor.ts'
 * const writer = new Writer()
 * writeKeyList(writer, []) // undefined
 * writer.finish() // Uint8Array.of(0)
 */
export const writeKeyList = (writer: Writer, keys: readonly Uint8Array[]): void => {
  writer.varint(keys.length)
  for (const key of keys) writer.bytes(key)
}

/**
 * Reads a counted list of varints.
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * readNumbers(new Reader(Uint8Array.of(2, 7, 9))) // [7, 9]
 */
export const readNumbers = (reader: Reader): number[] => Array.from({ length: reader.count(1) }, () => reader.varint())

/**
 * Writes a counted list of varints.
 *
 * @example
 * import { Writer } from '../../bytes/cursor.ts'
 * const writer = new Writer()
 * writeNumbers(writer, [7, 9]) // undefined
 * writer.finish() // Uint8Array.of(2, 7, 9)
 */
export const writeNumbers = (writer: Writer, numbers: readonly number[]): void => {
  writer.varint(numbers.length)
  for (const number of numbers) writer.varint(number)
}

const readMember = (reader: Reader): SourceMember => {
  const parts = reader.varint()
  if (parts !== PAIR) throw new FormatError(`a ring member has ${PAIR} parts, not ${parts}`)
  return { globalIndex: reader.varint(), key: reader.bytes(KEY), commitment: reader.bytes(KEY) }
}

const readSource = (reader: Reader): TransferSource => {
  const members = Array.from({ length: reader.count(MIN_MEMBER) }, () => readMember(reader))
  const realPosition = safe(reader.u64())
  const txPublicKey = reader.bytes(KEY)
  const additionalKeys = readKeyList(reader)
  const indexInTx = safe(reader.u64())
  const amount = reader.u64()
  const confidential = readFlag(reader)
  const mask = reader.bytes(KEY)
  const [k, L, R, keyImage] = [reader.bytes(KEY), reader.bytes(KEY), reader.bytes(KEY), reader.bytes(KEY)]
  if (realPosition >= members.length) throw new FormatError(`a ring of ${members.length} has no member ${realPosition}`)
  const nonce = { k, L, R, keyImage }
  return { members, realPosition, txPublicKey, additionalKeys, indexInTx, amount, confidential, mask, nonce }
}

const writeSource = (writer: Writer, source: TransferSource): void => {
  const { members, nonce } = source
  writer.varint(members.length)
  for (const { globalIndex, key, commitment } of members)
    writer.varint(PAIR).varint(globalIndex).bytes(key).bytes(commitment)
  writer.u64(BigInt(source.realPosition)).bytes(source.txPublicKey)
  writeKeyList(writer, source.additionalKeys)
  writer
    .u64(BigInt(source.indexInTx))
    .u64(source.amount)
    .u8(source.confidential ? 1 : 0)
    .bytes(source.mask)
  for (const part of [nonce.k, nonce.L, nonce.R, nonce.keyImage]) writer.bytes(part)
}

/**
 * Reads a destination.
 * @throws FormatError
 *
 * @example
 * import { Reader, Writer } from '../../bytes/cursor.ts'
 * const key = new Uint8Array(32)
 * const to = { original: key, amount: 5n, spendKey: key, viewKey: key, isSubaddress: true, isIntegrated: false }
 * const writer = new Writer()
 * writeDestination(writer, to)
 * readDestination(new Reader(writer.finish())) // to
 */
export const readDestination = (reader: Reader): TransferDestination => ({
  original: reader.bytes(reader.count(1)),
  amount: reader.varint64(),
  spendKey: reader.bytes(KEY),
  viewKey: reader.bytes(KEY),
  isSubaddress: readFlag(reader),
  isIntegrated: readFlag(reader),
})

/**
 * Writes a destination.
 *
 * @example
 * import { Writer } from '../../bytes/cursor.ts'
 * const key = new Uint8Array(32)
 * const to = { original: key, amount: 5n, spendKey: key, viewKey: key, isSubaddress: true, isIntegrated: false }
 * writeDestination(new Writer(), to) // undefined
 */
export const writeDestination = (writer: Writer, destination: TransferDestination): void => {
  const { original, amount, spendKey, viewKey, isSubaddress, isIntegrated } = destination
  writer.varint(original.length).bytes(original).varint(amount).bytes(spendKey).bytes(viewKey)
  writer.u8(isSubaddress ? 1 : 0).u8(isIntegrated ? 1 : 0)
}

/**
 * Reads a counted list of destinations.
 * @throws FormatError
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * readDestinations(new Reader(Uint8Array.of(0))) // []
 */
export const readDestinations = (reader: Reader): TransferDestination[] =>
  Array.from({ length: reader.count(MIN_DESTINATION) }, () => readDestination(reader))

/**
 * Writes a counted list of destinations.
 *
 * @example
 * import { Writer } from '../../bytes/cursor.ts'
 * writeDestinations(new Writer(), []) // undefined
 */
export const writeDestinations = (writer: Writer, destinations: readonly TransferDestination[]): void => {
  writer.varint(destinations.length)
  for (const destination of destinations) writeDestination(writer, destination)
}

const readConstruction = (reader: Reader): ConstructionData => {
  const sources = Array.from({ length: reader.count(MIN_SOURCE) }, () => readSource(reader))
  const change = readDestination(reader)
  const outputs = readDestinations(reader)
  const selectedTransfers = readNumbers(reader)
  const extra = reader.bytes(reader.count(1))
  const unlockTime = reader.u64()
  const flags = reader.u8()
  if (flags > (CONFIDENTIAL | VIEW_TAGS)) throw new FormatError(`unknown construction flags ${flags}`)
  expectVersion(reader, 0, 'proof configurations')
  const [rangeProofType, bulletproofVersion] = [reader.varint(), reader.varint()]
  const destinations = readDestinations(reader)
  const account = reader.u32()
  const subaddresses = readNumbers(reader)
  return {
    ...{ sources, change, outputs, destinations, selectedTransfers, extra, unlockTime, account, subaddresses },
    confidential: (flags & CONFIDENTIAL) !== 0,
    viewTags: (flags & VIEW_TAGS) !== 0,
    ...{ rangeProofType, bulletproofVersion, type: TransactionType.standard, hardFork: 0 },
  }
}

const writeConstruction = (writer: Writer, data: ConstructionData): void => {
  writer.varint(data.sources.length)
  for (const source of data.sources) writeSource(writer, source)
  writeDestination(writer, data.change)
  writeDestinations(writer, data.outputs)
  writeNumbers(writer, data.selectedTransfers)
  writer.varint(data.extra.length).bytes(data.extra).u64(data.unlockTime)
  writer.u8((data.confidential ? CONFIDENTIAL : 0) | (data.viewTags ? VIEW_TAGS : 0))
  writer.varint(0).varint(data.rangeProofType).varint(data.bulletproofVersion)
  writeDestinations(writer, data.destinations)
  writer.u32(data.account)
  writeNumbers(writer, data.subaddresses)
}

/** Construction data, alone and in lists. */
export const binaryConstruction = {
  read: readConstruction,
  write: writeConstruction,
  readAll: (reader: Reader): ConstructionData[] =>
    Array.from({ length: reader.count(MIN_CONSTRUCTION) }, () => readConstruction(reader)),
  writeAll: (writer: Writer, all: readonly ConstructionData[]): void => {
    writer.varint(all.length)
    for (const data of all) writeConstruction(writer, data)
  },
}
