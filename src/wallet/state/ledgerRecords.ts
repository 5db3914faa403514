// Codecs of the records of the ledger: outputs, imported and removed outputs, payments.

import { FormatError, type Reader, type Writer } from '../../bytes/cursor.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
import type { NameOperation } from '../../coin/transactions/nameSystem.ts'
import type { PaymentOrder } from '../scan/paymentOrder.ts'
import type {
  ImportedOutput,
  OwnedOutput,
  Payment,
  PaymentState,
  RemovedOutputData,
  RemovedPaymentData,
  TransactionKeys,
} from './ledger.ts'
import {
  beginRecord,
  flag,
  KEY_BYTES,
  readBlob,
  readFlag,
  readList,
  readOptional,
  readOwnRecord,
  readRecord,
  readText,
  writeBlob,
  writeList,
  writeOptional,
  writeText,
} from './recordFormat.ts'

/** Version 1 contained one output, version 2 did not mark stakes. */
const OUTPUTS_RECORD_VERSIONS = { current: 3, withoutStakes: 2 }
/** Version 1 did not mark stakes. */
const IMPORTED_RECORD_VERSIONS = { current: 2, withoutStakes: 1 }

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
  writer.u8(flag(output.frozen)).u8(flag(output.stake))
}

const NO_BYTES = new Uint8Array()

/** Reads bytes as a view. All empty ones are one object: a large wallet has as many as outputs. */
const readRareBlob = (reader: Reader): Uint8Array => {
  const bytes = readBlob(reader)
  return bytes.length === 0 ? NO_BYTES : bytes
}

/** @param stakes whether the record marks stakes */
const readOutput = (reader: Reader, stakes: boolean): OwnedOutput => ({
  globalIndex: reader.varint(),
  confidential: readFlag(reader),
  key: reader.bytes(KEY_BYTES),
  txid: reader.bytes(KEY_BYTES),
  indexInTx: reader.varint(),
  amount: reader.varint64(),
  mask: reader.bytes(KEY_BYTES),
  subaddress: { major: reader.varint(), minor: reader.varint() },
  txPublicKey: reader.bytes(KEY_BYTES),
  keyImage: readOptional(reader, () => reader.bytes(KEY_BYTES)),
  height: reader.varint(),
  timestamp: reader.varint(),
  unlockTime: reader.varint64(),
  prefixUnlockTime: reader.varint64(),
  coinbase: readFlag(reader),
  paymentId: readRareBlob(reader),
  fee: reader.varint64(),
  change: readFlag(reader),
  spent: readOptional(reader, () => ({
    txid: reader.bytes(KEY_BYTES),
    height: readOptional(reader, () => reader.varint()),
  })),
  frozen: readFlag(reader),
  stake: stakes && readFlag(reader),
})

/** Encodes the outputs of one record. */
export const encodeOutputs = (outputs: readonly OwnedOutput[]): Uint8Array => {
  const writer = beginRecord(OUTPUTS_RECORD_VERSIONS.current)
  return writeList(writer, outputs, (output) => writeOutput(writer, output)).finish()
}

/**
 * Decodes the outputs of one record. Their members are views of `bytes`.
 * @throws FormatError
 */
export const decodeOutputs = (bytes: Uint8Array): OwnedOutput[] =>
  readOwnRecord(
    bytes,
    'outputs',
    (reader, version) => readList(reader, () => readOutput(reader, version !== OUTPUTS_RECORD_VERSIONS.withoutStakes)),
    OUTPUTS_RECORD_VERSIONS.current,
    OUTPUTS_RECORD_VERSIONS.withoutStakes,
  )

export const encodeImported = (imported: readonly ImportedOutput[]): Uint8Array => {
  const writer = beginRecord(IMPORTED_RECORD_VERSIONS.current)
  return writeList(writer, imported, ({ output, requested }) => {
    writeOutput(writer, output)
    writer.u8(flag(requested))
  }).finish()
}

/** @throws FormatError */
export const decodeImported = (bytes: Uint8Array): ImportedOutput[] =>
  readRecord(
    bytes,
    'imported outputs',
    (reader, version) =>
      readList(reader, () => ({
        output: readOutput(reader, version !== IMPORTED_RECORD_VERSIONS.withoutStakes),
        requested: readFlag(reader),
      })),
    IMPORTED_RECORD_VERSIONS.current,
    IMPORTED_RECORD_VERSIONS.withoutStakes,
  )

/** @param key one-time key of the output, hex */
export const encodeRemovedOutput = (key: string, { frozen, keyImage }: RemovedOutputData): Uint8Array => {
  const writer = beginRecord().bytes(fromHex(key)).u8(flag(frozen))
  return writeOptional(writer, keyImage, (image) => writer.bytes(image)).finish()
}

/** @throws FormatError */
export const decodeRemovedOutput = (bytes: Uint8Array): readonly [string, RemovedOutputData] =>
  readRecord(bytes, 'a removed output', (reader) => [
    toHex(reader.bytes(KEY_BYTES)),
    { frozen: readFlag(reader), keyImage: readOptional(reader, () => reader.bytes(KEY_BYTES)) },
  ])

const STATES: readonly PaymentState[] = ['pending', 'confirmed', 'failed']
const KINDS: readonly Payment['kind'][] = ['transfer', 'stake']

const readName = <T>(reader: Reader, names: readonly T[]): T => {
  const position = reader.u8()
  const name = names[position]
  if (name === undefined) throw new FormatError(`a value must be below ${names.length}, not ${position}`)
  return name
}

const writeKeys = (writer: Writer, { main, additional }: TransactionKeys): void => {
  writer.bytes(main)
  writeList(writer, additional, (key) => writer.bytes(key))
}

const readKeys = (reader: Reader): TransactionKeys => ({
  main: reader.bytes(KEY_BYTES),
  additional: readList(reader, () => reader.bytes(KEY_BYTES)),
})

export const encodeTransactionKeys = (keys: TransactionKeys): Uint8Array => {
  const writer = beginRecord()
  writeKeys(writer, keys)
  return writer.finish()
}

/** @throws FormatError */
export const decodeTransactionKeys = (bytes: Uint8Array): TransactionKeys =>
  readRecord(bytes, 'transaction keys', readKeys)

const writeDestinations = (writer: Writer, destinations: Payment['destinations']): Writer =>
  writeList(writer, destinations, ({ address, amount }) => writeText(writer, address).varint(amount))

const readDestinations = (reader: Reader): Payment['destinations'] =>
  readList(reader, () => ({ address: readText(reader), amount: reader.varint64() }))

/** Version 1 had no times. */
const REMOVED_PAYMENT_VERSIONS = { current: 2, withoutTime: 1 }

export const encodeRemovedPayment = ({ destinations, paymentId, keys, created }: RemovedPaymentData): Uint8Array => {
  const writer = beginRecord(REMOVED_PAYMENT_VERSIONS.current)
  writeBlob(writeDestinations(writer, destinations), paymentId)
  writeOptional(writer, keys, (known) => writeKeys(writer, known))
  return writeOptional(writer, created, (time) => writer.varint(time)).finish()
}

/** @throws FormatError */
export const decodeRemovedPayment = (bytes: Uint8Array): RemovedPaymentData =>
  readRecord(
    bytes,
    'a removed payment',
    (reader, version) => ({
      destinations: readDestinations(reader),
      paymentId: readBlob(reader),
      keys: readOptional(reader, () => readKeys(reader)),
      created: version > REMOVED_PAYMENT_VERSIONS.withoutTime ? readOptional(reader, () => reader.varint()) : undefined,
    }),
    REMOVED_PAYMENT_VERSIONS.current,
    REMOVED_PAYMENT_VERSIONS.withoutTime,
  )

/**
 * Version 1 had no flag for payments that are no longer in the chain, version 2 contained the transactions of all payments made here, and
 * version 3 had no orders.
 */
const PAYMENT_RECORD_VERSIONS = { current: 4, withoutOrders: 3, withTransactions: 2, withoutReverted: 1 }

export const encodePayment = (payment: Payment): Uint8Array => {
  const writer = beginRecord(PAYMENT_RECORD_VERSIONS.current)
    .bytes(payment.txid)
    .u8(STATES.indexOf(payment.state))
    .u8(KINDS.indexOf(payment.kind))
  writer.varint(payment.account)
  writeList(writer, payment.subaddresses, (minor) => writer.varint(minor))
  writer.varint(payment.amountIn).varint(payment.fee).varint(payment.change)
  writeDestinations(writer, payment.destinations)
  writeBlob(writer, payment.paymentId).varint(payment.unlockTime)
  writeList(writer, payment.keyImages, (image) => writer.bytes(image))
  writeList(writer, payment.rings, (ring) => writeList(writer, ring, (index) => writer.varint(index)))
  writeOptional(writer, payment.keys, (keys) => writeKeys(writer, keys))
  writer.varint(payment.created)
  writeBlob(writer, payment.blob).u8(flag(payment.blink)).u8(flag(payment.relayed)).varint(payment.absences)
  writeOptional(writer, payment.height, (height) => writer.varint(height))
  writeOptional(writer, payment.timestamp, (timestamp) => writer.varint(timestamp))
  writer.u8(flag(payment.reverted)).u8(flag(payment.isOwn))
  return writeOptional(writer, payment.order, (order) => writeOrder(writer, order)).finish()
}

const ORDERS: readonly PaymentOrder['kind'][] = ['name', 'stake', 'registration', 'burn']
const OPERATIONS: readonly NameOperation[] = ['buy', 'update', 'renew']

const writeOrder = (writer: Writer, order: PaymentOrder): void => {
  writer.u8(ORDERS.indexOf(order.kind))
  if (order.kind === 'name')
    writer.u8(OPERATIONS.indexOf(order.operation)).varint(order.type).bytes(order.nameHash).varint(order.burnt)
  else if (order.kind === 'burn') writer.varint(order.burnt)
  else writer.bytes(order.serviceNodeKey)
}

const readOrder = (reader: Reader): PaymentOrder => {
  const kind = readName(reader, ORDERS)
  if (kind === 'burn') return { kind, burnt: reader.varint64() }
  if (kind !== 'name') return { kind, serviceNodeKey: reader.bytes(KEY_BYTES) }
  return {
    kind,
    operation: readName(reader, OPERATIONS),
    type: reader.varint(),
    nameHash: reader.bytes(KEY_BYTES),
    burnt: reader.varint64(),
  }
}

const readSubmission = (reader: Reader, version: number) => {
  const blob = readRareBlob(reader)
  return {
    blob,
    blink: readFlag(reader),
    relayed: readFlag(reader),
    absences: reader.varint(),
    height: readOptional(reader, () => reader.varint()),
    timestamp: readOptional(reader, () => reader.varint()),
    reverted: version > PAYMENT_RECORD_VERSIONS.withoutReverted && readFlag(reader),
    isOwn: version > PAYMENT_RECORD_VERSIONS.withTransactions ? readFlag(reader) : blob.length > 0,
  }
}

/** Encodes the transaction of a payment that was made here. */
export const encodeTransactionBlob = (blob: Uint8Array): Uint8Array => writeBlob(beginRecord(), blob).finish()

/** @throws FormatError */
export const decodeTransactionBlob = (bytes: Uint8Array): Uint8Array => readRecord(bytes, 'a transaction', readBlob)

/**
 * Decodes a payment. Its members are views of `bytes`.
 * @throws FormatError
 */
export const decodePayment = (bytes: Uint8Array): Payment =>
  readOwnRecord(
    bytes,
    'a payment',
    (reader, version) => ({
      txid: reader.bytes(KEY_BYTES),
      state: readName(reader, STATES),
      kind: readName(reader, KINDS),
      account: reader.varint(),
      subaddresses: readList(reader, () => reader.varint()),
      amountIn: reader.varint64(),
      fee: reader.varint64(),
      change: reader.varint64(),
      destinations: readDestinations(reader),
      paymentId: readRareBlob(reader),
      unlockTime: reader.varint64(),
      keyImages: readList(reader, () => reader.bytes(KEY_BYTES)),
      rings: readList(reader, () => readList(reader, () => reader.varint())),
      keys: readOptional(reader, () => readKeys(reader)),
      created: reader.varint(),
      ...readSubmission(reader, version),
      order:
        version > PAYMENT_RECORD_VERSIONS.withoutOrders ? readOptional(reader, () => readOrder(reader)) : undefined,
    }),
    PAYMENT_RECORD_VERSIONS.current,
    PAYMENT_RECORD_VERSIONS.withoutReverted,
  )
