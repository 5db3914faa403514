// Reads and writes the prunable part of the RingCT part: range proofs, ring signatures, pseudo outputs.

import { FormatError, type Reader, type Writer } from '../../bytes/cursor.ts'
import type { Bulletproof } from '../../crypto/range-proofs/bulletproof.ts'
import type { BulletproofPlus } from '../../crypto/range-proofs/bulletproofPlus.ts'
import type { RangeSignature } from '../../crypto/signatures/borromean.ts'
import type { Clsag } from '../../crypto/signatures/clsag.ts'
import type { Mlsag } from '../../crypto/signatures/mlsag.ts'
import { readKeys, writeKeys } from './keyList.ts'
import { type RctPrunable, type RctShape, RctType } from './ringct.ts'

const KEY = 32
const RANGE_BITS = 64

const readCountedKeys = (reader: Reader): Uint8Array[] => readKeys(reader, reader.count(KEY))

const writeCountedKeys = (writer: Writer, keys: readonly Uint8Array[]): void => {
  writer.varint(keys.length)
  writeKeys(writer, keys)
}

const readRangeSignature = (reader: Reader): RangeSignature => ({
  s0: readKeys(reader, RANGE_BITS),
  s1: readKeys(reader, RANGE_BITS),
  ee: reader.bytes(KEY),
  bits: readKeys(reader, RANGE_BITS),
})

const readBulletproof = (reader: Reader): Bulletproof => ({
  A: reader.bytes(KEY),
  S: reader.bytes(KEY),
  T1: reader.bytes(KEY),
  T2: reader.bytes(KEY),
  taux: reader.bytes(KEY),
  mu: reader.bytes(KEY),
  L: readCountedKeys(reader),
  R: readCountedKeys(reader),
  a: reader.bytes(KEY),
  b: reader.bytes(KEY),
  t: reader.bytes(KEY),
})

const readBulletproofPlus = (reader: Reader): BulletproofPlus => ({
  A: reader.bytes(KEY),
  A1: reader.bytes(KEY),
  B: reader.bytes(KEY),
  r1: reader.bytes(KEY),
  s1: reader.bytes(KEY),
  d1: reader.bytes(KEY),
  L: readCountedKeys(reader),
  R: readCountedKeys(reader),
})

const readMlsag = (reader: Reader, rows: number, columns: number): Mlsag => {
  const ss: Uint8Array[][] = []
  for (let i = 0; i < rows; i++) ss.push(readKeys(reader, columns))
  return { ss, cc: reader.bytes(KEY) }
}

const repeat = <T>(count: number, read: () => T): T[] => {
  const items: T[] = []
  for (let i = 0; i < count; i++) items.push(read())
  return items
}

/** Reads the number of bulletproofs; oxen-core rejects more than outputs. */
const readProofCount = (reader: Reader, type: RctType, outputs: number): number => {
  const count = type === RctType.bulletproof ? reader.u32() : reader.varint()
  if (count > outputs) throw new FormatError(`${count} range proofs for ${outputs} outputs`)
  return count
}

/**
 * Reads the prunable part of a transaction whose base has type `type`.
 * @throws FormatError
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * readRctPrunable(new Reader(Uint8Array.of(0)), 5, { inputs: 0, outputs: 0, ringSize: 1 }).bulletproofs // []
 */
export const readRctPrunable = (reader: Reader, type: RctType, shape: RctShape): RctPrunable => {
  const { inputs, outputs, ringSize } = shape
  const prunable = {
    rangeSignatures: [] as RangeSignature[],
    bulletproofs: [] as Bulletproof[],
    bulletproofsPlus: [] as BulletproofPlus[],
    mlsags: [] as Mlsag[],
    clsags: [] as Clsag[],
    pseudoOuts: [] as Uint8Array[],
  }
  if (type === RctType.null) return prunable
  if (type === RctType.bulletproofPlus)
    prunable.bulletproofsPlus = repeat(readProofCount(reader, type, outputs), () => readBulletproofPlus(reader))
  else if (type >= RctType.bulletproof)
    prunable.bulletproofs = repeat(readProofCount(reader, type, outputs), () => readBulletproof(reader))
  else prunable.rangeSignatures = repeat(outputs, () => readRangeSignature(reader))

  if (type >= RctType.clsag)
    prunable.clsags = repeat(inputs, () => ({
      s: readKeys(reader, ringSize),
      c1: reader.bytes(KEY),
      D: reader.bytes(KEY),
    }))
  else if (type === RctType.full) prunable.mlsags = [readMlsag(reader, ringSize, inputs + 1)]
  else prunable.mlsags = repeat(inputs, () => readMlsag(reader, ringSize, 2))

  if (type >= RctType.bulletproof) prunable.pseudoOuts = readKeys(reader, inputs)
  return prunable
}

/**
 * Writes the prunable part; nothing for type null.
 *
 * @example
 * import { Writer } from '../../bytes/cursor.ts'
 * const none = { rangeSignatures: [], bulletproofs: [], bulletproofsPlus: [], mlsags: [], clsags: [], pseudoOuts: [] }
 * const writer = new Writer()
 * writeRctPrunable(writer, 5, none) // undefined
 * writer.finish() // Uint8Array.of(0)
 */
export const writeRctPrunable = (writer: Writer, type: RctType, prunable: RctPrunable): void => {
  if (type === RctType.null) return
  for (const { s0, s1, ee, bits } of prunable.rangeSignatures) {
    writeKeys(writer, s0)
    writeKeys(writer, s1)
    writer.bytes(ee)
    writeKeys(writer, bits)
  }
  const proofs = prunable.bulletproofs.length + prunable.bulletproofsPlus.length
  if (type === RctType.bulletproof) writer.u32(proofs)
  else if (type > RctType.bulletproof) writer.varint(proofs)
  for (const { A, S, T1, T2, taux, mu, L, R, a, b, t } of prunable.bulletproofs) {
    writeKeys(writer, [A, S, T1, T2, taux, mu])
    writeCountedKeys(writer, L)
    writeCountedKeys(writer, R)
    writeKeys(writer, [a, b, t])
  }
  for (const { A, A1, B, r1, s1, d1, L, R } of prunable.bulletproofsPlus) {
    writeKeys(writer, [A, A1, B, r1, s1, d1])
    writeCountedKeys(writer, L)
    writeCountedKeys(writer, R)
  }
  for (const { ss, cc } of prunable.mlsags) {
    for (const row of ss) writeKeys(writer, row)
    writer.bytes(cc)
  }
  for (const { s, c1, D } of prunable.clsags) {
    writeKeys(writer, s)
    writer.bytes(c1).bytes(D)
  }
  writeKeys(writer, prunable.pseudoOuts)
}

/**
 * Returns the items of all range proofs in the order in which ring signatures cover them, without counts.
 *
 * @example
 * const none = { rangeSignatures: [], bulletproofs: [], bulletproofsPlus: [], mlsags: [], clsags: [], pseudoOuts: [] }
 * rangeProofItems(none) // []
 */
export const rangeProofItems = (prunable: RctPrunable): Uint8Array[] => [
  ...prunable.rangeSignatures.flatMap(({ s0, s1, ee, bits }) => [...s0, ...s1, ee, ...bits]),
  ...prunable.bulletproofs.flatMap(({ A, S, T1, T2, taux, mu, L, R, a, b, t }) => [
    ...[A, S, T1, T2, taux, mu, ...L, ...R],
    ...[a, b, t],
  ]),
  ...prunable.bulletproofsPlus.flatMap(({ A, A1, B, r1, s1, d1, L, R }) => [A, A1, B, r1, s1, d1, ...L, ...R]),
]
