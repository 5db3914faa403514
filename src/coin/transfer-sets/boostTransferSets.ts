// Transfer sets of the oxen family: Boost archives (wallet2: unsigned_tx_set, signed_tx_set, multisig_tx_set).

import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
import { readOutputs, writeOutputs } from '../exports/boostOutputCodec.ts'
import type { HasWireFormat } from '../transactions/transaction.ts'
import {
  boostConstruction,
  readDestination,
  readDestinations,
  writeDestination,
  writeDestinations,
} from './boostConstruction.ts'
import { boostKeys, boostSignatures, boostTransaction } from './boostTransaction.ts'
import type { MultisigCandidate, PendingTransaction, TransferSetCodec } from './transferSet.ts'

const KEY = 32

/** Class versions. */
const PENDING = 3
const SIGNED_SET = 1
const MULTISIG_SET = 1
const CHALLENGES = 1

/** Lower bounds of sizes. */
const MIN_PENDING = 4 * KEY
const MIN_CANDIDATE = 4

const readPublicKeys = (reader: BoostReader): Uint8Array[] =>
  reader.set('public key set', KEY, () => reader.array('public key', KEY))

const writePublicKeys = (writer: BoostWriter, keys: readonly Uint8Array[]): void => {
  writer.set('public key set', keys, (key) => writer.array('public key', key))
}

const readCandidate = (reader: BoostReader): MultisigCandidate => {
  reader.objectOf('candidate')
  const signatures = boostSignatures.read(reader)
  const ignored = readPublicKeys(reader)
  const usedNonces = reader.set('key set', KEY, () => reader.array('mask', KEY))
  const signingKeys = readPublicKeys(reader)
  reader.objectOf('challenges', CHALLENGES)
  const [challenges, coefficients] = [boostKeys.read(reader), boostKeys.read(reader)]
  return {
    ...{ signatures, ignored, usedNonces, signingKeys, challenges, coefficients },
    ...{ totalAlphaG: [], totalAlphaH: [], firstChallenges: [], responses: [] },
  }
}

const writeCandidate = (writer: BoostWriter, candidate: MultisigCandidate): void => {
  writer.classInfo('candidate')
  boostSignatures.write(writer, candidate.signatures)
  writePublicKeys(writer, candidate.ignored)
  writer.set('key set', candidate.usedNonces, (key) => writer.array('mask', key))
  writePublicKeys(writer, candidate.signingKeys)
  writer.classInfo('challenges', CHALLENGES)
  boostKeys.write(writer, candidate.challenges)
  boostKeys.write(writer, candidate.coefficients)
}

const readPending = (reader: BoostReader): PendingTransaction => {
  reader.objectOf('pending transaction', PENDING)
  const transaction = boostTransaction.read(reader)
  const [dust, fee, dustAddedToFee] = [reader.integer64(), reader.integer64(), reader.flag()]
  const change = readDestination(reader)
  const keyImages = reader.text()
  const txKey = reader.array('secret key', KEY)
  const destinations = readDestinations(reader)
  const construction = boostConstruction.read(reader)
  const additionalTxKeys = reader.objects('secret keys', KEY, () => reader.array('secret key', KEY))
  const selectedTransfers = reader.list(1, () => reader.integer())
  const candidates = reader.objects('candidates', MIN_CANDIDATE, () => readCandidate(reader))
  return {
    ...{ transaction, dust, fee, dustAddedToFee, change, selectedTransfers, keyImages, txKey, additionalTxKeys },
    ...{ destinations, construction, candidates, keyEntropy: new Uint8Array(KEY) },
  }
}

const writePending = (writer: BoostWriter, pending: PendingTransaction): void => {
  writer.classInfo('pending transaction', PENDING)
  boostTransaction.write(writer, pending.transaction)
  writer.integer(pending.dust).integer(pending.fee).flag(pending.dustAddedToFee)
  writeDestination(writer, pending.change)
  writer.text(pending.keyImages).array('secret key', pending.txKey)
  writeDestinations(writer, pending.destinations)
  boostConstruction.write(writer, pending.construction)
  writer.objects('secret keys', pending.additionalTxKeys, (key) => writer.array('secret key', key))
  writer.list(pending.selectedTransfers, (position) => writer.integer(position))
  writer.objects('candidates', pending.candidates, (candidate) => writeCandidate(writer, candidate))
}

const readAllPending = (reader: BoostReader): PendingTransaction[] =>
  reader.objects('pending transactions', MIN_PENDING, () => readPending(reader), PENDING)

const writeAllPending = (writer: BoostWriter, all: readonly PendingTransaction[]): void => {
  writer.objects('pending transactions', all, (pending) => writePending(writer, pending), PENDING)
}

const encoded = (write: (writer: BoostWriter) => void): Uint8Array => {
  const writer = new BoostWriter()
  write(writer)
  return writer.finish()
}

const decoded = <T>(bytes: Uint8Array, what: string, read: (reader: BoostReader) => T): T => {
  const reader = new BoostReader(bytes)
  const value = read(reader)
  reader.end(what)
  return value
}

/** The codec of the oxen family. */
export const boostTransferSets: TransferSetCodec = {
  unsigned: {
    magic: 'Loki unsigned tx set\u0004',
    encode: ({ transactions, outputs }) =>
      encoded((writer) => {
        writer.classInfo('unsigned set')
        boostConstruction.writeAll(writer, transactions)
        writeOutputs(writer, outputs)
      }),
    decode: (network: HasWireFormat, bytes) =>
      decoded(bytes, 'an unsigned set', (reader) => {
        reader.objectOf('unsigned set')
        return { transactions: boostConstruction.readAll(reader), outputs: readOutputs(network, reader) }
      }),
  },
  signed: {
    magic: 'Loki signed tx set\u0004',
    encode: ({ transactions, keyImages, newKeyImages }) =>
      encoded((writer) => {
        writer.classInfo('signed set', SIGNED_SET)
        writeAllPending(writer, transactions)
        writer.objects('key images', keyImages, (image) => writer.array('key image', image))
        writer.set('key image map', newKeyImages, ({ key, keyImage }) => {
          writer.array('public key', key).array('key image', keyImage)
        })
      }),
    decode: (_network, bytes) =>
      decoded(bytes, 'a signed set', (reader) => {
        reader.objectOf('signed set', SIGNED_SET)
        const transactions = readAllPending(reader)
        const keyImages = reader.objects('key images', KEY, () => reader.array('key image', KEY))
        const newKeyImages = reader.set('key image map', 2 * KEY, () => {
          return { key: reader.array('public key', KEY), keyImage: reader.array('key image', KEY) }
        })
        return { transactions, keyImages, newKeyImages }
      }),
  },
  multisig: {
    magic: 'Loki multisig unsigned tx set\u0001',
    encode: ({ transactions, signers }) =>
      encoded((writer) => {
        writer.classInfo('multisig set', MULTISIG_SET)
        writeAllPending(writer, transactions)
        writePublicKeys(writer, signers)
      }),
    decode: (_network, bytes) =>
      decoded(bytes, 'a multisig set', (reader) => {
        reader.objectOf('multisig set', MULTISIG_SET)
        return { transactions: readAllPending(reader), signers: readPublicKeys(reader) }
      }),
  },
  pending: {
    encode: (pending) => encoded((writer) => writePending(writer, pending)),
    decode: (_network, bytes) => decoded(bytes, 'a pending transaction', readPending),
  },
}
