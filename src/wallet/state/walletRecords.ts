// Codecs of the stored records of a wallet: outputs, payments, progress, labels, notes, tags, address book. Every record begins with its
// version; the store encrypts it.

import { concat, utf8 } from '../../bytes/bytes.ts'
import { FormatError, Reader, Writer } from '../../bytes/cursor.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
import type { AccountTags } from '../accounts/accountTags.ts'
import type { AddressBookEntry } from '../accounts/addressBook.ts'
import type { Labels } from '../accounts/subaddressTable.ts'
import { type Anchor, BlockIds } from './blockIds.ts'
import type {
  ImportedOutput,
  OwnedOutput,
  Payment,
  PaymentState,
  RemovedOutputData,
  TransactionKeys,
} from './ledger.ts'

const RECORD_VERSION = 1
/** Version 1 held one output. */
const OUTPUTS_RECORD_VERSION = 2
const KEY = 32

const beginRecord = (version = RECORD_VERSION): Writer => new Writer().u8(version)

const readRecord = <T>(bytes: Uint8Array, what: string, read: (reader: Reader) => T, known = RECORD_VERSION): T => {
  const reader = new Reader(bytes.slice())
  const version = reader.u8()
  if (version !== known) throw new FormatError(`this version reads form ${known} of ${what}, not form ${version}`)
  const value = read(reader)
  reader.end(what)
  return value
}

const writeBlob = (writer: Writer, bytes: Uint8Array): Writer => writer.varint(bytes.length).bytes(bytes)
const readBlob = (reader: Reader): Uint8Array => reader.bytes(reader.count(1))

const writeText = (writer: Writer, text: string): Writer => writeBlob(writer, utf8(text))
const readText = (reader: Reader): string => new TextDecoder().decode(readBlob(reader))

const writeList = <T>(writer: Writer, items: readonly T[], write: (item: T) => unknown): Writer => {
  writer.varint(items.length)
  for (const item of items) write(item)
  return writer
}

const readList = <T>(reader: Reader, read: () => T): T[] => Array.from({ length: reader.count(1) }, read)

const writeOptional = <T>(writer: Writer, value: T | undefined, write: (value: T) => unknown): Writer => {
  writer.u8(value === undefined ? 0 : 1)
  if (value !== undefined) write(value)
  return writer
}

const readFlag = (reader: Reader): boolean => {
  const flag = reader.u8()
  if (flag > 1) throw new FormatError(`a flag is 0 or 1, not ${flag}`)
  return flag === 1
}

const readOptional = <T>(reader: Reader, read: () => T): T | undefined => (readFlag(reader) ? read() : undefined)

const flag = (value: boolean): number => (value ? 1 : 0)

const writeOutput = (writer: Writer, output: OwnedOutput): void => {
  writer.varint(output.globalIndex).u8(flag(output.confidential)).bytes(output.key).bytes(output.txid)
  writer.varint(output.indexInTx).varint(output.amount).bytes(output.mask)
  writer.varint(output.subaddress.major).varint(output.subaddress.minor).bytes(output.txPublicKey)
  writeOptional(writer, output.keyImage, (image) => writer.bytes(image))
  writer.varint(output.height).varint(output.timestamp).varint(output.unlockTime).varint(output.prefixUnlockTime)
  writer.u8(flag(output.coinbase))
  writeBlob(writer, output.paymentId).varint(output.fee).u8(flag(output.change))
  writeOptional(writer, output.spent, ({ txid, height }) => {
    writer.bytes(txid)
    writeOptional(writer, height, (value) => writer.varint(value))
  })
  writer.u8(flag(output.frozen))
}

const readOutput = (reader: Reader): OwnedOutput => ({
  globalIndex: reader.varint(),
  confidential: readFlag(reader),
  key: reader.bytes(KEY),
  txid: reader.bytes(KEY),
  indexInTx: reader.varint(),
  amount: reader.varint64(),
  mask: reader.bytes(KEY),
  subaddress: { major: reader.varint(), minor: reader.varint() },
  txPublicKey: reader.bytes(KEY),
  keyImage: readOptional(reader, () => reader.bytes(KEY)),
  height: reader.varint(),
  timestamp: reader.varint(),
  unlockTime: reader.varint64(),
  prefixUnlockTime: reader.varint64(),
  coinbase: readFlag(reader),
  paymentId: readBlob(reader),
  fee: reader.varint64(),
  change: readFlag(reader),
  spent: readOptional(reader, () => ({
    txid: reader.bytes(KEY),
    height: readOptional(reader, () => reader.varint()),
  })),
  frozen: readFlag(reader),
})

/** Encodes the outputs of one record. */
export const encodeOutputs = (outputs: readonly OwnedOutput[]): Uint8Array => {
  const writer = beginRecord(OUTPUTS_RECORD_VERSION)
  return writeList(writer, outputs, (output) => writeOutput(writer, output)).finish()
}

/** @throws FormatError */
export const decodeOutputs = (bytes: Uint8Array): OwnedOutput[] =>
  readRecord(bytes, 'outputs', (reader) => readList(reader, () => readOutput(reader)), OUTPUTS_RECORD_VERSION)

export const encodeImported = (imported: readonly ImportedOutput[]): Uint8Array => {
  const writer = beginRecord()
  return writeList(writer, imported, ({ output, requested }) => {
    writeOutput(writer, output)
    writer.u8(flag(requested))
  }).finish()
}

/** @throws FormatError */
export const decodeImported = (bytes: Uint8Array): ImportedOutput[] =>
  readRecord(bytes, 'imported outputs', (reader) =>
    readList(reader, () => ({ output: readOutput(reader), requested: readFlag(reader) })),
  )

/** @param key one-time key of the output, hex */
export const encodeRemovedOutput = (key: string, { frozen, keyImage }: RemovedOutputData): Uint8Array => {
  const writer = beginRecord().bytes(fromHex(key)).u8(flag(frozen))
  return writeOptional(writer, keyImage, (image) => writer.bytes(image)).finish()
}

/** @throws FormatError */
export const decodeRemovedOutput = (bytes: Uint8Array): readonly [string, RemovedOutputData] =>
  readRecord(bytes, 'a mark', (reader) => [
    toHex(reader.bytes(KEY)),
    { frozen: readFlag(reader), keyImage: readOptional(reader, () => reader.bytes(KEY)) },
  ])

const STATES: readonly PaymentState[] = ['pending', 'confirmed', 'failed']
const KINDS: readonly Payment['kind'][] = ['transfer', 'stake']

const readName = <T>(reader: Reader, names: readonly T[]): T => {
  const position = reader.u8()
  const name = names[position]
  if (name === undefined) throw new FormatError(`a choice among ${names.length} cannot be ${position}`)
  return name
}

const writeKeys = (writer: Writer, { main, additional }: TransactionKeys): void => {
  writer.bytes(main)
  writeList(writer, additional, (key) => writer.bytes(key))
}

export const encodePayment = (payment: Payment): Uint8Array => {
  const writer = beginRecord().bytes(payment.txid).u8(STATES.indexOf(payment.state)).u8(KINDS.indexOf(payment.kind))
  writer.varint(payment.account)
  writeList(writer, payment.subaddresses, (minor) => writer.varint(minor))
  writer.varint(payment.amountIn).varint(payment.fee).varint(payment.change)
  writeList(writer, payment.destinations, ({ address, amount }) => writeText(writer, address).varint(amount))
  writeBlob(writer, payment.paymentId).varint(payment.unlockTime)
  writeList(writer, payment.keyImages, (image) => writer.bytes(image))
  writeList(writer, payment.rings, (ring) => writeList(writer, ring, (index) => writer.varint(index)))
  writeOptional(writer, payment.keys, (keys) => writeKeys(writer, keys))
  writer.varint(payment.created)
  writeBlob(writer, payment.blob).u8(flag(payment.blink)).u8(flag(payment.relayed)).varint(payment.absences)
  writeOptional(writer, payment.height, (height) => writer.varint(height))
  writeOptional(writer, payment.timestamp, (timestamp) => writer.varint(timestamp))
  return writer.finish()
}

/** @throws FormatError */
export const decodePayment = (bytes: Uint8Array): Payment =>
  readRecord(bytes, 'a payment', (reader) => ({
    txid: reader.bytes(KEY),
    state: readName(reader, STATES),
    kind: readName(reader, KINDS),
    account: reader.varint(),
    subaddresses: readList(reader, () => reader.varint()),
    amountIn: reader.varint64(),
    fee: reader.varint64(),
    change: reader.varint64(),
    destinations: readList(reader, () => ({ address: readText(reader), amount: reader.varint64() })),
    paymentId: readBlob(reader),
    unlockTime: reader.varint64(),
    keyImages: readList(reader, () => reader.bytes(KEY)),
    rings: readList(reader, () => readList(reader, () => reader.varint())),
    keys: readOptional(reader, () => ({
      main: reader.bytes(KEY),
      additional: readList(reader, () => reader.bytes(KEY)),
    })),
    created: reader.varint(),
    blob: readBlob(reader),
    blink: readFlag(reader),
    relayed: readFlag(reader),
    absences: reader.varint(),
    height: readOptional(reader, () => reader.varint()),
    timestamp: readOptional(reader, () => reader.varint()),
  }))

/** Progress of the scan, and the heights and reward that belong to it. Heights are block heights, `lastReward` is atomic units. */
export type ScanProgress = {
  readonly restoreHeight: number
  readonly immutableHeight: number
  readonly lastReward: bigint
  readonly blockIdsStart: number
  readonly blockIdsHeight: number
}

export const encodeProgress = (progress: ScanProgress): Uint8Array =>
  beginRecord()
    .varint(progress.restoreHeight)
    .varint(progress.immutableHeight)
    .varint(progress.lastReward)
    .varint(progress.blockIdsStart)
    .varint(progress.blockIdsHeight)
    .finish()

/** @throws FormatError */
export const decodeProgress = (bytes: Uint8Array): ScanProgress =>
  readRecord(bytes, 'a wallet’s progress', (reader) => ({
    restoreHeight: reader.varint(),
    immutableHeight: reader.varint(),
    lastReward: reader.varint64(),
    blockIdsStart: reader.varint(),
    blockIdsHeight: reader.varint(),
  }))

/** @param date UNIX seconds */
export const encodeDate = (date: number): Uint8Array => beginRecord().varint(date).finish()

/** @throws FormatError */
export const decodeDate = (bytes: Uint8Array): number => readRecord(bytes, 'a date', (reader) => reader.varint())

export const encodeAnchors = (anchors: readonly Anchor[]): Uint8Array => {
  const writer = beginRecord()
  return writeList(writer, anchors, ({ height, id }) => writer.varint(height).bytes(id)).finish()
}

/** @throws FormatError */
export const decodeAnchors = (bytes: Uint8Array): Anchor[] =>
  readRecord(bytes, 'anchors', (reader) => readList(reader, () => ({ height: reader.varint(), id: reader.bytes(KEY) })))

/**
 * Restores the block ids from their stored chunks, oldest first.
 * @throws FormatError if the chunks do not hold the blocks that the progress names
 */
export const restoreBlockIds = (
  { blockIdsStart, blockIdsHeight }: Pick<ScanProgress, 'blockIdsStart' | 'blockIdsHeight'>,
  chunks: readonly Uint8Array[],
  anchors: readonly Anchor[],
): BlockIds => {
  const ids = concat(...chunks)
  if (ids.length !== (blockIdsHeight - blockIdsStart) * KEY)
    throw new FormatError(`${ids.length / KEY} block ids are stored, not ${blockIdsHeight - blockIdsStart}`)
  return new BlockIds(blockIdsStart, ids, anchors)
}

export const encodeLabels = (labels: Labels[number]): Uint8Array => {
  const writer = beginRecord()
  return writeList(writer, labels, (label) => writeText(writer, label)).finish()
}

/** @throws FormatError */
export const decodeLabels = (bytes: Uint8Array): string[] =>
  readRecord(bytes, 'labels', (reader) => readList(reader, () => readText(reader)))

/** @param text a note on a transaction */
export const encodeNote = (text: string): Uint8Array => writeText(beginRecord(), text).finish()

/** @throws FormatError */
export const decodeNote = (bytes: Uint8Array): string => readRecord(bytes, 'a note', (reader) => readText(reader))

export const encodeTags = ({ ofAccounts, descriptions }: AccountTags): Uint8Array => {
  const writer = beginRecord()
  writeList(writer, ofAccounts, (tag) => writeText(writer, tag))
  return writeList(writer, [...descriptions], ([tag, text]) => writeText(writeText(writer, tag), text)).finish()
}

/** @throws FormatError */
export const decodeTags = (bytes: Uint8Array): AccountTags =>
  readRecord(bytes, 'tags', (reader) => ({
    ofAccounts: readList(reader, () => readText(reader)),
    descriptions: new Map(readList(reader, () => [readText(reader), readText(reader)] as const)),
  }))

export const encodeAddressBook = (entries: readonly AddressBookEntry[]): Uint8Array => {
  const writer = beginRecord()
  return writeList(writer, entries, ({ address, paymentId, description }) =>
    writeText(writeBlob(writeText(writer, address), paymentId), description),
  ).finish()
}

/** @throws FormatError */
export const decodeAddressBook = (bytes: Uint8Array): AddressBookEntry[] =>
  readRecord(bytes, 'an address book', (reader) =>
    readList(reader, () => ({
      address: readText(reader),
      paymentId: readBlob(reader),
      description: readText(reader),
    })),
  )

/** A key and value that a client stores with the wallet (RPC `set_attribute`). */
export type Attribute = { readonly key: string; readonly value: string }

export const encodeAttribute = ({ key, value }: Attribute): Uint8Array =>
  writeText(writeText(beginRecord(), key), value).finish()

/** @throws FormatError */
export const decodeAttribute = (bytes: Uint8Array): Attribute =>
  readRecord(bytes, 'an attribute', (reader) => ({ key: readText(reader), value: readText(reader) }))
