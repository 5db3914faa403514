// Whole transactions and RingCT parts in Boost archives of the oxen family (wallet2: transaction, rctSig).

import type { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { decodePoint, encodePoint } from '../../crypto/curve/point.ts'
import { ONE_EIGHTH } from '../../crypto/curve/scalar.ts'
import { multiplyPublic } from '../../crypto/curve/scalarMultiplication.ts'
import type { Bulletproof } from '../../crypto/range-proofs/bulletproof.ts'
import type { Clsag } from '../../crypto/signatures/clsag.ts'
import { readPrefix, writePrefix } from '../exports/boostPrefix.ts'
import { type RctBase, type RctPrunable, RctType } from '../transactions/ringct.ts'
import type { Transaction } from '../transactions/transaction.ts'
import type { CandidateSignatures } from './transferSet.ts'

const KEY = 32
const NO_KEY = new Uint8Array(KEY)

/** Class versions. */
const PRUNABLE = 1
const SIGNATURES = 1

const readKeys = (reader: BoostReader): Uint8Array[] => reader.objects('keys', KEY, () => reader.array('mask', KEY))

const writeKeys = (writer: BoostWriter, keys: readonly Uint8Array[]): void => {
  writer.objects('keys', keys, (key) => writer.array('mask', key))
}

const readKey = (reader: BoostReader): Uint8Array => reader.array('mask', KEY)

/** Reads a list that only transactions of older forks fill. */
const readEmpty = (reader: BoostReader, type: string): void => {
  if (reader.set(type, 1, () => undefined).length > 0) throw new FormatError(`${type} of older forks are not supported`)
  reader.integer()
}

const writeEmpty = (writer: BoostWriter, type: string): void => {
  writer.objects(type, [], () => undefined)
}

/** Reads a proof. Its commitments, divided by 8, follow from those of the outputs. */
const readBulletproof = (reader: BoostReader): Bulletproof => {
  reader.objectOf('bulletproof')
  readKeys(reader)
  const [A, S, T1, T2] = [readKey(reader), readKey(reader), readKey(reader), readKey(reader)]
  const [taux, mu, L, R] = [readKey(reader), readKey(reader), readKeys(reader), readKeys(reader)]
  return { A, S, T1, T2, taux, mu, L, R, a: readKey(reader), b: readKey(reader), t: readKey(reader) }
}

const writeBulletproof = (writer: BoostWriter, proof: Bulletproof, commitments: readonly Uint8Array[]): void => {
  writer.classInfo('bulletproof')
  writeKeys(
    writer,
    commitments.map((commitment) => encodePoint(multiplyPublic(decodePoint(commitment), ONE_EIGHTH))),
  )
  for (const part of [proof.A, proof.S, proof.T1, proof.T2, proof.taux, proof.mu]) writer.array('mask', part)
  writeKeys(writer, proof.L)
  writeKeys(writer, proof.R)
  for (const part of [proof.a, proof.b, proof.t]) writer.array('mask', part)
}

const readClsag = (reader: BoostReader): Clsag => {
  reader.objectOf('clsag')
  return { s: readKeys(reader), c1: readKey(reader), D: readKey(reader) }
}

type Proofs = Pick<CandidateSignatures, 'bulletproofs' | 'clsags' | 'pseudoOuts'>

const readProofs = (reader: BoostReader): Proofs => {
  readEmpty(reader, 'range signatures')
  const bulletproofs = reader.objects('bulletproofs', 11 * KEY, () => readBulletproof(reader))
  readEmpty(reader, 'mlsags')
  const clsags = reader.objects('clsags', 2 * KEY, () => readClsag(reader))
  return { bulletproofs, clsags, pseudoOuts: readKeys(reader) }
}

const writeProofs = (writer: BoostWriter, proofs: Proofs, commitments: readonly Uint8Array[]): void => {
  writeEmpty(writer, 'range signatures')
  writer.objects('bulletproofs', proofs.bulletproofs, (proof) => writeBulletproof(writer, proof, commitments))
  writeEmpty(writer, 'mlsags')
  writer.objects('clsags', proofs.clsags, ({ s, c1, D }) => {
    writer.classInfo('clsag')
    writeKeys(writer, s)
    writer.array('mask', c1).array('mask', D)
  })
  writeKeys(writer, proofs.pseudoOuts)
}

type Ecdh = { readonly mask: Uint8Array; readonly amount: Uint8Array }

const readEcdh = (reader: BoostReader): Ecdh[] =>
  reader.objects('encrypted amounts', 2 * KEY, () => {
    reader.objectOf('encrypted amount')
    return { mask: readKey(reader), amount: readKey(reader) }
  })

const writeEcdh = (writer: BoostWriter, all: readonly Ecdh[]): void => {
  writer.objects('encrypted amounts', all, ({ mask, amount }) => {
    writer.classInfo('encrypted amount').array('mask', mask).array('mask', amount)
  })
}

/** Reads the type of a RingCT part. Only the current one is supported: sets live shorter than forks. */
const readRctType = (reader: BoostReader): typeof RctType.clsag => {
  const type = reader.integer()
  if (type !== RctType.clsag) throw new FormatError(`a set of transactions of RingCT type ${type} is not supported`)
  return type
}

const AMOUNT = 8

const padded = (amount: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(KEY)
  whole.set(amount)
  return whole
}

const readBase = (reader: BoostReader): RctBase => {
  reader.objectOf('rct base')
  const type = readRctType(reader)
  const ecdhInfo = readEcdh(reader).map(({ amount }) => ({ mask: undefined, amount: amount.subarray(0, AMOUNT) }))
  const commitments = readKeys(reader)
  return { type, fee: reader.integer64(), pseudoOuts: [], ecdhInfo, commitments }
}

const NO_PROOFS = { rangeSignatures: [], bulletproofsPlus: [], mlsags: [] }

const readTransaction = (reader: BoostReader): Transaction => {
  reader.objectOf('transaction')
  const prefix = readPrefix(reader)
  if (prefix.version < 2) throw new FormatError(`a set of transactions of version ${prefix.version} is not supported`)
  const rct = readBase(reader)
  reader.objectOf('rct prunable', PRUNABLE)
  const prunable: RctPrunable = { ...NO_PROOFS, ...readProofs(reader) }
  return { ...prefix, signatures: [], rct, prunable }
}

const writeTransaction = (writer: BoostWriter, transaction: Transaction): void => {
  const { rct, prunable } = transaction
  if (rct === undefined || prunable === undefined) throw new FormatError('a transaction without its proofs')
  writer.classInfo('transaction')
  writePrefix(writer, transaction)
  writer.classInfo('rct base').integer(rct.type)
  writeEcdh(
    writer,
    rct.ecdhInfo.map(({ amount }) => ({ mask: NO_KEY, amount: padded(amount) })),
  )
  writeKeys(writer, rct.commitments)
  writer.integer(rct.fee).classInfo('rct prunable', PRUNABLE)
  writeProofs(writer, prunable, rct.commitments)
}

const readSignatures = (reader: BoostReader): CandidateSignatures => {
  reader.objectOf('rct signatures', SIGNATURES)
  const type = readRctType(reader)
  const ecdhInfo = readEcdh(reader)
  const commitments = readKeys(reader).map((commitment) => ({ key: NO_KEY, commitment }))
  const fee = reader.integer64()
  return {
    ...{ type, fee, message: NO_KEY.subarray(KEY), rings: [], basePseudoOuts: [], ecdhInfo, commitments },
    ...{ bulletproofsPlus: [], ...readProofs(reader) },
  }
}

const writeSignatures = (writer: BoostWriter, signatures: CandidateSignatures): void => {
  const { type, ecdhInfo, commitments, fee } = signatures
  const masks = commitments.map(({ commitment }) => commitment)
  writer.classInfo('rct signatures', SIGNATURES).integer(type)
  writeEcdh(writer, ecdhInfo)
  writeKeys(writer, masks)
  writer.integer(fee)
  writeProofs(writer, signatures, masks)
}

/** A transaction. */
export const boostTransaction = { read: readTransaction, write: writeTransaction }

/** The RingCT part of a multisig candidate. */
export const boostSignatures = { read: readSignatures, write: writeSignatures }

/** A list of keys. */
export const boostKeys = { read: readKeys, write: writeKeys }
