// The RingCT part of a transaction: the base (type, fee, encrypted amounts, commitments), which wallets need, and the prunable part
// (range proofs and ring signatures), which only verifiers need.

import { FormatError, type Reader, type Writer } from '../../bytes/cursor.ts'
import type { Bulletproof } from '../../crypto/range-proofs/bulletproof.ts'
import type { BulletproofPlus } from '../../crypto/range-proofs/bulletproofPlus.ts'
import type { RangeSignature } from '../../crypto/signatures/borromean.ts'
import type { Clsag } from '../../crypto/signatures/clsag.ts'
import type { Mlsag } from '../../crypto/signatures/mlsag.ts'

/** RingCT types by wire value (oxen-core: rct::RCTType). */
export const RctType = {
  /** coinbase: plain amounts */
  null: 0,
  /** Borromean range signatures, one MLSAG over all inputs */
  full: 1,
  /** Borromean range signatures, one MLSAG per input */
  simple: 2,
  /** one bulletproof per output (or several) */
  bulletproof: 3,
  /** one aggregated bulletproof, amounts of 8 bytes */
  bulletproof2: 4,
  clsag: 5,
  bulletproofPlus: 6,
} as const

export type RctType = (typeof RctType)[keyof typeof RctType]

/** Encrypted amount of one output. `mask` (32 bytes) exists up to type 3, where `amount` has 32 bytes; later 8. */
export type EcdhInfo = { readonly mask: Uint8Array | undefined; readonly amount: Uint8Array }

export type RctBase = {
  readonly type: RctType
  /** atomic units; includes the burnt amount */
  readonly fee: bigint
  /** type simple only; later types carry them in the prunable part */
  readonly pseudoOuts: readonly Uint8Array[]
  /** one per output */
  readonly ecdhInfo: readonly EcdhInfo[]
  /** one commitment per output (outPk) */
  readonly commitments: readonly Uint8Array[]
}

/** The proofs. Lists that the type does not use are empty. */
export type RctPrunable = {
  readonly rangeSignatures: readonly RangeSignature[]
  readonly bulletproofs: readonly Bulletproof[]
  readonly bulletproofsPlus: readonly BulletproofPlus[]
  readonly mlsags: readonly Mlsag[]
  readonly clsags: readonly Clsag[]
  /** one per input, from type bulletproof on */
  readonly pseudoOuts: readonly Uint8Array[]
}

/** The counts that the RingCT part does not contain; they follow from the prefix. */
export type RctShape = { readonly inputs: number; readonly outputs: number; readonly ringSize: number }

const KEY = 32
const RANGE_BITS = 64
/** Types up to here encrypt amounts as scalars, with a mask beside them. */
const hasWideAmounts = (type: RctType): boolean => type <= RctType.bulletproof

const checkKeys = (reader: Reader, count: number): void => {
  if (count * KEY > reader.remaining)
    throw new FormatError(`${count} keys at offset ${reader.offset} exceed the remaining ${reader.remaining} bytes`)
}

const skipKeys = (reader: Reader, count: number): void => {
  checkKeys(reader, count)
  reader.skip(count * KEY)
}

const readKeys = (reader: Reader, count: number): Uint8Array[] => {
  checkKeys(reader, count)
  const keys: Uint8Array[] = []
  for (let i = 0; i < count; i++) keys.push(reader.bytes(KEY))
  return keys
}

const readCountedKeys = (reader: Reader): Uint8Array[] => readKeys(reader, reader.count(KEY))

const writeKeys = (writer: Writer, keys: readonly Uint8Array[]): void => {
  for (const key of keys) writer.bytes(key)
}

const writeCountedKeys = (writer: Writer, keys: readonly Uint8Array[]): void => {
  writer.varint(keys.length)
  writeKeys(writer, keys)
}

const isRctType = (type: number, highest: RctType): type is RctType => type <= highest

const readRctType = (reader: Reader, highest: RctType): RctType => {
  const type = reader.u8()
  if (!isRctType(type, highest)) throw new FormatError(`unknown RingCT type ${type}`)
  return type
}

/**
 * Skips the base; returns its type. Accepts the same bytes as readRctBase.
 * @throws FormatError
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * skipRctBase(new Reader(Uint8Array.of(5, 7)), { inputs: 0, outputs: 0, ringSize: 1 }, 5) // 5
 */
export const skipRctBase = (reader: Reader, shape: RctShape, highestType: RctType): RctType => {
  const type = readRctType(reader, highestType)
  if (type === RctType.null) return type
  reader.varint64()
  if (type === RctType.simple) skipKeys(reader, shape.inputs)
  const keys = hasWideAmounts(type) ? 2 : 0
  for (let i = 0; i < shape.outputs; i++) {
    for (let key = 0; key < keys; key++) reader.skip(KEY)
    if (keys === 0) reader.skip(8)
  }
  skipKeys(reader, shape.outputs)
  return type
}

/**
 * Reads the base.
 * @param highestType newest type of the family
 * @throws FormatError
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * readRctBase(new Reader(Uint8Array.of(5, 7)), { inputs: 0, outputs: 0, ringSize: 1 }, 5).fee // 7n
 */
export const readRctBase = (reader: Reader, shape: RctShape, highestType: RctType): RctBase => {
  const type = readRctType(reader, highestType)
  if (type === RctType.null) return { type, fee: 0n, pseudoOuts: [], ecdhInfo: [], commitments: [] }
  const fee = reader.varint64()
  const pseudoOuts = type === RctType.simple ? readKeys(reader, shape.inputs) : []
  const ecdhInfo: EcdhInfo[] = []
  for (let i = 0; i < shape.outputs; i++)
    ecdhInfo.push(
      hasWideAmounts(type)
        ? { mask: reader.bytes(KEY), amount: reader.bytes(KEY) }
        : { mask: undefined, amount: reader.bytes(8) },
    )
  return { type, fee, pseudoOuts, ecdhInfo, commitments: readKeys(reader, shape.outputs) }
}

/**
 * Writes the base.
 *
 * @example
 * import { Writer } from '../../bytes/cursor.ts'
 * const base = { type: 5, fee: 7n, pseudoOuts: [], ecdhInfo: [], commitments: [] }
 * const writer = new Writer()
 * writeRctBase(writer, base) // undefined
 * writer.finish() // Uint8Array.of(5, 7)
 */
export const writeRctBase = (writer: Writer, base: RctBase): void => {
  writer.u8(base.type)
  if (base.type === RctType.null) return
  writer.varint(base.fee)
  writeKeys(writer, base.pseudoOuts)
  for (const { mask, amount } of base.ecdhInfo) {
    if (mask !== undefined) writer.bytes(mask)
    writer.bytes(amount)
  }
  writeKeys(writer, base.commitments)
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
