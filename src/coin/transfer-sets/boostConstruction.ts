// What a transaction is built from, in Boost archives of the oxen family (wallet2: tx_construction_data).

import type { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { readBytes, writeBytes } from '../exports/boostPrefix.ts'
import { TransactionType } from '../transactions/transaction.ts'
import type {
  ConstructionData,
  MultisigNonce,
  SourceMember,
  TransferDestination,
  TransferSource,
} from './transferSet.ts'

const KEY = 32

/** Class versions. */
const SOURCE = 1
const DESTINATION = 2
const CONSTRUCTION = 6

/** Lower bounds of sizes. */
const MIN_MEMBER = 2 * KEY
const MIN_SOURCE = 6 * KEY
const MIN_DESTINATION = 2 * KEY
const MIN_CONSTRUCTION = 2 * KEY

const readMember = (reader: BoostReader): SourceMember => {
  reader.objectOf('member')
  const globalIndex = reader.integer()
  reader.objectOf('committed key')
  return { globalIndex, key: reader.array('mask', KEY), commitment: reader.array('mask', KEY) }
}

const readNonce = (reader: BoostReader): MultisigNonce => {
  reader.objectOf('multisig nonce')
  const [k, L, R, keyImage] = [1, 2, 3, 4].map(() => reader.array('mask', KEY)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ] // four values of a list of four
  return { k, L, R, keyImage }
}

const readSource = (reader: BoostReader): TransferSource => {
  reader.objectOf('source', SOURCE)
  const members = reader.objects('members', MIN_MEMBER, () => readMember(reader))
  const realPosition = reader.integer()
  const txPublicKey = reader.array('public key', KEY)
  const indexInTx = reader.integer()
  const amount = reader.integer64()
  const confidential = reader.flag()
  const mask = reader.array('mask', KEY)
  const nonce = readNonce(reader)
  const additionalKeys = reader.objects('public keys', KEY, () => reader.array('public key', KEY))
  if (realPosition >= members.length) throw new FormatError(`a ring of ${members.length} has no member ${realPosition}`)
  return { members, realPosition, txPublicKey, additionalKeys, indexInTx, amount, confidential, mask, nonce }
}

const writeSource = (writer: BoostWriter, source: TransferSource): void => {
  const { nonce } = source
  writer.classInfo('source', SOURCE).objects('members', source.members, ({ globalIndex, key, commitment }) => {
    writer.classInfo('member').integer(globalIndex)
    writer.classInfo('committed key').array('mask', key).array('mask', commitment)
  })
  writer.integer(source.realPosition).array('public key', source.txPublicKey).integer(source.indexInTx)
  writer.integer(source.amount).flag(source.confidential).array('mask', source.mask).classInfo('multisig nonce')
  for (const part of [nonce.k, nonce.L, nonce.R, nonce.keyImage]) writer.array('mask', part)
  writer.objects('public keys', source.additionalKeys, (key) => writer.array('public key', key))
}

/**
 * Reads a destination.
 * @throws FormatError
 *
 * @example
 * import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
 * const key = new Uint8Array(32)
 * const to = { original: key, amount: 5n, spendKey: key, viewKey: key, isSubaddress: true, isIntegrated: false }
 * const writer = new BoostWriter()
 * writeDestination(writer, to)
 * readDestination(new BoostReader(writer.finish())) // to
 */
export const readDestination = (reader: BoostReader): TransferDestination => {
  reader.objectOf('destination', DESTINATION)
  const amount = reader.integer64()
  reader.objectOf('address')
  const spendKey = reader.array('public key', KEY)
  const viewKey = reader.array('public key', KEY)
  const isSubaddress = reader.flag()
  const original = reader.text()
  return { original, amount, spendKey, viewKey, isSubaddress, isIntegrated: reader.flag() }
}

/**
 * Writes a destination.
 *
 * @example
 * import { BoostWriter } from '../../bytes/boostArchive.ts'
 * const key = new Uint8Array(32)
 * const to = { original: key, amount: 5n, spendKey: key, viewKey: key, isSubaddress: true, isIntegrated: false }
 * writeDestination(new BoostWriter(), to) // undefined
 */
export const writeDestination = (writer: BoostWriter, destination: TransferDestination): void => {
  writer.classInfo('destination', DESTINATION).integer(destination.amount).classInfo('address')
  writer.array('public key', destination.spendKey).array('public key', destination.viewKey)
  writer.flag(destination.isSubaddress).text(destination.original).flag(destination.isIntegrated)
}

/**
 * Reads a list of destinations.
 * @throws FormatError
 *
 * @example
 * import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
 * const writer = new BoostWriter()
 * writeDestinations(writer, [])
 * readDestinations(new BoostReader(writer.finish())) // []
 */
export const readDestinations = (reader: BoostReader): TransferDestination[] =>
  reader.objects('destinations', MIN_DESTINATION, () => readDestination(reader), DESTINATION)

/**
 * Writes a list of destinations.
 *
 * @example
 * import { BoostWriter } from '../../bytes/boostArchive.ts'
 * writeDestinations(new BoostWriter(), []) // undefined
 */
export const writeDestinations = (writer: BoostWriter, destinations: readonly TransferDestination[]): void => {
  writer.objects('destinations', destinations, (destination) => writeDestination(writer, destination), DESTINATION)
}

const TYPES: readonly number[] = Object.values(TransactionType)

const isType = (type: number): type is TransactionType => TYPES.includes(type)

/** Reads construction data. */
const readConstruction = (reader: BoostReader): ConstructionData => {
  reader.objectOf('construction data', CONSTRUCTION)
  const sources = reader.objects('sources', MIN_SOURCE, () => readSource(reader), SOURCE)
  const change = readDestination(reader)
  const outputs = readDestinations(reader)
  const extra = readBytes(reader)
  const unlockTime = reader.integer64()
  const destinations = readDestinations(reader)
  const account = reader.integer()
  const subaddresses = reader.list(1, () => reader.integer())
  const selectedTransfers = reader.list(1, () => reader.integer())
  reader.objectOf('proof configuration')
  const [rangeProofType, bulletproofVersion, type] = [reader.integer(), reader.integer(), reader.integer()]
  if (!isType(type)) throw new FormatError(`unknown transaction type ${type}`)
  const hardFork = reader.bytes(1)[0] ?? 0
  return {
    ...{ sources, change, outputs, destinations, selectedTransfers, extra, unlockTime, account, subaddresses },
    ...{ confidential: true, viewTags: false, rangeProofType, bulletproofVersion, type, hardFork },
  }
}

const writeConstruction = (writer: BoostWriter, data: ConstructionData): void => {
  writer.classInfo('construction data', CONSTRUCTION)
  writer.objects('sources', data.sources, (source) => writeSource(writer, source), SOURCE)
  writeDestination(writer, data.change)
  writeDestinations(writer, data.outputs)
  writeBytes(writer, data.extra)
  writer.integer(data.unlockTime)
  writeDestinations(writer, data.destinations)
  writer.integer(data.account).list(data.subaddresses, (index) => writer.integer(index))
  writer.list(data.selectedTransfers, (position) => writer.integer(position))
  writer.classInfo('proof configuration').integer(data.rangeProofType).integer(data.bulletproofVersion)
  writer.integer(data.type).bytes(Uint8Array.of(data.hardFork))
}

/** Construction data, alone and in lists. */
export const boostConstruction = {
  read: readConstruction,
  write: writeConstruction,
  readAll: (reader: BoostReader): ConstructionData[] =>
    reader.objects('constructions', MIN_CONSTRUCTION, () => readConstruction(reader), CONSTRUCTION),
  writeAll: (writer: BoostWriter, all: readonly ConstructionData[]): void => {
    writer.objects('constructions', all, (data) => writeConstruction(writer, data), CONSTRUCTION)
  },
}
