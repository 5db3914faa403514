// Transfer sets of the monero family: binary archives (wallet2 0.18: unsigned_tx_set, signed_tx_set, multisig_tx_set).

import { FormatError, Reader, Writer } from '../../bytes/cursor.ts'
import { readOutputs, writeOutputs } from '../exports/binaryOutputCodec.ts'
import type { HasWireFormat } from '../transactions/transaction.ts'
import { readTransaction, serializeTransaction } from '../transactions/transactionBytes.ts'
import {
  binaryConstruction,
  expectVersion,
  readDestination,
  readDestinations,
  readFlag,
  readKeyList,
  readNumbers,
  writeDestination,
  writeDestinations,
  writeKeyList,
  writeNumbers,
} from './binaryConstruction.ts'
import { binaryCandidate } from './binarySignatures.ts'
import type { OutputKeyImage, PendingTransaction, TransferSetCodec } from './transferSet.ts'

const KEY = 32

/** Versions of pending transactions and of signed sets. */
const PENDING = 1
const SIGNED_SET = 0

/** Versions of unsigned sets: with outputs as a pair (offset, outputs), which monero 0.18.0 writes, or as a triple with their total. */
const SHORT_OUTPUTS = 1
const COUNTED_OUTPUTS = 2

/** Number of parts of a pair. */
const PAIR = 2

/** Lower bounds of sizes. */
const MIN_PENDING = 4 * KEY

const readPending = (network: HasWireFormat, reader: Reader): PendingTransaction => {
  expectVersion(reader, PENDING, 'pending transactions')
  const { transaction } = readTransaction(reader, network)
  const [dust, fee, dustAddedToFee] = [reader.u64(), reader.u64(), readFlag(reader)]
  const change = readDestination(reader)
  const selectedTransfers = readNumbers(reader)
  const keyImages = reader.bytes(reader.count(1))
  const txKey = reader.bytes(KEY)
  const additionalTxKeys = readKeyList(reader)
  const destinations = readDestinations(reader)
  const construction = binaryConstruction.read(reader)
  const candidates = Array.from({ length: reader.count(KEY) }, () => binaryCandidate.read(reader))
  const keyEntropy = reader.bytes(KEY)
  return {
    ...{ transaction, dust, fee, dustAddedToFee, change, selectedTransfers, keyImages, txKey, additionalTxKeys },
    ...{ destinations, construction, candidates, keyEntropy },
  }
}

const writePending = (writer: Writer, pending: PendingTransaction): void => {
  writer.varint(PENDING).bytes(serializeTransaction(pending.transaction))
  writer
    .u64(pending.dust)
    .u64(pending.fee)
    .u8(pending.dustAddedToFee ? 1 : 0)
  writeDestination(writer, pending.change)
  writeNumbers(writer, pending.selectedTransfers)
  writer.varint(pending.keyImages.length).bytes(pending.keyImages).bytes(pending.txKey)
  writeKeyList(writer, pending.additionalTxKeys)
  writeDestinations(writer, pending.destinations)
  binaryConstruction.write(writer, pending.construction)
  writer.varint(pending.candidates.length)
  for (const candidate of pending.candidates) binaryCandidate.write(writer, candidate)
  writer.bytes(pending.keyEntropy)
}

const readAllPending = (network: HasWireFormat, reader: Reader): PendingTransaction[] =>
  Array.from({ length: reader.count(MIN_PENDING) }, () => readPending(network, reader))

const writeAllPending = (writer: Writer, all: readonly PendingTransaction[]): void => {
  writer.varint(all.length)
  for (const pending of all) writePending(writer, pending)
}

const readNewKeyImage = (reader: Reader): OutputKeyImage => {
  const parts = reader.varint()
  if (parts !== PAIR) throw new FormatError(`a key image entry has ${PAIR} parts, not ${parts}`)
  return { key: reader.bytes(KEY), keyImage: reader.bytes(KEY) }
}

const decoded = <T>(bytes: Uint8Array, what: string, read: (reader: Reader) => T): T => {
  const reader = new Reader(bytes)
  const value = read(reader)
  reader.end(what)
  return value
}

/** The codec of the monero family. */
export const binaryTransferSets: TransferSetCodec = {
  unsigned: {
    magic: 'Monero unsigned tx set\u0005',
    encode: ({ transactions, outputs }) => {
      const writer = new Writer().varint(outputs.total === undefined ? SHORT_OUTPUTS : COUNTED_OUTPUTS)
      binaryConstruction.writeAll(writer, transactions)
      writeOutputs(writer, outputs)
      return writer.finish()
    },
    decode: (_network, bytes) =>
      decoded(bytes, 'an unsigned set', (reader) => {
        const version = reader.varint()
        if (version !== SHORT_OUTPUTS && version !== COUNTED_OUTPUTS)
          throw new FormatError(`an unsigned set of version ${version} is not supported`)
        const transactions = binaryConstruction.readAll(reader)
        const outputs = readOutputs(reader)
        if ((outputs.total === undefined) !== (version === SHORT_OUTPUTS))
          throw new FormatError(`the outputs do not have the form of an unsigned set of version ${version}`)
        return { transactions, outputs }
      }),
  },
  signed: {
    magic: 'Monero signed tx set\u0005',
    encode: ({ transactions, keyImages, newKeyImages }) => {
      const writer = new Writer().varint(SIGNED_SET)
      writeAllPending(writer, transactions)
      writeKeyList(writer, keyImages)
      writer.varint(newKeyImages.length)
      for (const { key, keyImage } of newKeyImages) writer.varint(PAIR).bytes(key).bytes(keyImage)
      return writer.finish()
    },
    decode: (network, bytes) =>
      decoded(bytes, 'a signed set', (reader) => {
        expectVersion(reader, SIGNED_SET, 'signed sets')
        const transactions = readAllPending(network, reader)
        const keyImages = readKeyList(reader)
        const newKeyImages = Array.from({ length: reader.count(2 * KEY + 1) }, () => readNewKeyImage(reader))
        return { transactions, keyImages, newKeyImages }
      }),
  },
  multisig: {
    magic: 'Monero multisig unsigned tx set\u0001',
    encode: ({ transactions, signers }) => {
      const writer = new Writer()
      writeAllPending(writer, transactions)
      writeKeyList(writer, signers)
      return writer.finish()
    },
    decode: (network, bytes) =>
      decoded(bytes, 'a multisig set', (reader) => ({
        transactions: readAllPending(network, reader),
        signers: readKeyList(reader),
      })),
  },
  pending: {
    encode: (pending) => {
      const writer = new Writer()
      writePending(writer, pending)
      return writer.finish()
    },
    decode: (network, bytes) => decoded(bytes, 'a pending transaction', (reader) => readPending(network, reader)),
  },
}
