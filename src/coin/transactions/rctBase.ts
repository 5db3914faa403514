// Reads and writes the base of the RingCT part: type, fee, encrypted amounts, commitments.

import { FormatError, type Reader, type Writer } from '../../bytes/cursor.ts'
import { readKeys, skipKeys, writeKeys } from './keyList.ts'
import { type EcdhInfo, type RctBase, type RctShape, RctType } from './ringct.ts'

const KEY = 32

/** Types up to here encrypt amounts as scalars, with a mask beside them. */
const hasWideAmounts = (type: RctType): boolean => type <= RctType.bulletproof

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
