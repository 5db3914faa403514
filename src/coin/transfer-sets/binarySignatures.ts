// The candidates of multisig transactions in the binary archives of the monero family (wallet2 0.18: multisig_sig, rctSig).

import { FormatError, type Reader, type Writer } from '../../bytes/cursor.ts'
import { expectVersion, readKeyList, writeKeyList } from './binaryConstruction.ts'
import type { CandidateSignatures, CommittedKey, MultisigCandidate } from './transferSet.ts'

const KEY = 32
const CANDIDATE = 1

const readCommitted = (reader: Reader): CommittedKey[] =>
  Array.from({ length: reader.count(2 * KEY) }, () => ({ key: reader.bytes(KEY), commitment: reader.bytes(KEY) }))

const writeCommitted = (writer: Writer, keys: readonly CommittedKey[]): void => {
  writer.varint(keys.length)
  for (const { key, commitment } of keys) writer.bytes(key).bytes(commitment)
}

const readKeyLists = (reader: Reader): Uint8Array[][] =>
  Array.from({ length: reader.count(1) }, () => readKeyList(reader))

const writeKeyLists = (writer: Writer, lists: readonly (readonly Uint8Array[])[]): void => {
  writer.varint(lists.length)
  for (const list of lists) writeKeyList(writer, list)
}

const writeAll = (writer: Writer, keys: readonly Uint8Array[]): void => {
  for (const key of keys) writer.bytes(key)
}

/** Reads the count of a list that only transactions of older forks fill. */
const readEmpty = (reader: Reader, what: string): void => {
  if (reader.varint() !== 0) throw new FormatError(`${what} of older forks are not supported`)
}

const readBulletproofPlus = (reader: Reader) => {
  const [A, A1, B] = [reader.bytes(KEY), reader.bytes(KEY), reader.bytes(KEY)]
  const [r1, s1, d1] = [reader.bytes(KEY), reader.bytes(KEY), reader.bytes(KEY)]
  return { A, A1, B, r1, s1, d1, L: readKeyList(reader), R: readKeyList(reader) }
}

const readSignatures = (reader: Reader): CandidateSignatures => {
  const type = reader.u8()
  const message = reader.bytes(KEY)
  const rings = Array.from({ length: reader.count(1) }, () => readCommitted(reader))
  const basePseudoOuts = readKeyList(reader)
  const ecdhInfo = Array.from({ length: reader.count(2 * KEY) }, () => ({
    mask: reader.bytes(KEY),
    amount: reader.bytes(KEY),
  }))
  const commitments = readCommitted(reader)
  const fee = reader.varint64()
  readEmpty(reader, 'range signatures')
  readEmpty(reader, 'bulletproofs')
  const bulletproofsPlus = Array.from({ length: reader.count(6 * KEY) }, () => readBulletproofPlus(reader))
  readEmpty(reader, 'mlsags')
  const clsags = Array.from({ length: reader.count(2 * KEY) }, () => ({
    s: readKeyList(reader),
    c1: reader.bytes(KEY),
    D: reader.bytes(KEY),
  }))
  const pseudoOuts = readKeyList(reader)
  return {
    ...{ type, fee, message, rings, basePseudoOuts, ecdhInfo, commitments },
    ...{ bulletproofs: [], bulletproofsPlus, clsags, pseudoOuts },
  }
}

const writeSignatures = (writer: Writer, signatures: CandidateSignatures): void => {
  writer.u8(signatures.type).bytes(signatures.message).varint(signatures.rings.length)
  for (const ring of signatures.rings) writeCommitted(writer, ring)
  writeKeyList(writer, signatures.basePseudoOuts)
  writer.varint(signatures.ecdhInfo.length)
  for (const { mask, amount } of signatures.ecdhInfo) writer.bytes(mask).bytes(amount)
  writeCommitted(writer, signatures.commitments)
  writer.varint(signatures.fee).varint(0).varint(0).varint(signatures.bulletproofsPlus.length)
  for (const { A, A1, B, r1, s1, d1, L, R } of signatures.bulletproofsPlus) {
    writeAll(writer, [A, A1, B, r1, s1, d1])
    writeKeyList(writer, L)
    writeKeyList(writer, R)
  }
  writer.varint(0).varint(signatures.clsags.length)
  for (const { s, c1, D } of signatures.clsags) {
    writeKeyList(writer, s)
    writeAll(writer, [c1, D])
  }
  writeKeyList(writer, signatures.pseudoOuts)
}

/** A candidate. */
export const binaryCandidate = {
  read: (reader: Reader): MultisigCandidate => {
    expectVersion(reader, CANDIDATE, 'multisig candidates')
    return {
      signatures: readSignatures(reader),
      ignored: readKeyList(reader),
      usedNonces: readKeyList(reader),
      signingKeys: readKeyList(reader),
      challenges: readKeyList(reader),
      coefficients: readKeyList(reader),
      totalAlphaG: readKeyLists(reader),
      totalAlphaH: readKeyLists(reader),
      firstChallenges: readKeyList(reader),
      responses: readKeyList(reader),
    }
  },
  write: (writer: Writer, candidate: MultisigCandidate): void => {
    writer.varint(CANDIDATE)
    writeSignatures(writer, candidate.signatures)
    writeKeyList(writer, candidate.ignored)
    writeKeyList(writer, candidate.usedNonces)
    writeKeyList(writer, candidate.signingKeys)
    writeKeyList(writer, candidate.challenges)
    writeKeyList(writer, candidate.coefficients)
    writeKeyLists(writer, candidate.totalAlphaG)
    writeKeyLists(writer, candidate.totalAlphaH)
    writeKeyList(writer, candidate.firstChallenges)
    writeKeyList(writer, candidate.responses)
  },
}
