// Transaction prefixes in Boost archives of the oxen family (wallet2: transaction_prefix).

import type { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { type Input, type Output, TransactionType } from '../transactions/transaction.ts'
import type { TransactionPrefix } from './exportedOutput.ts'

const KEY = 32

/**
 * Reads a list of single bytes.
 *
 * @example
 * import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
 * const bytes = new BoostWriter().integer(2).integer(0).bytes(Uint8Array.of(7, 8)).finish()
 * readBytes(new BoostReader(bytes)) // Uint8Array.of(7, 8)
 */
export const readBytes = (reader: BoostReader): Uint8Array => {
  const size = reader.count(1)
  reader.integer()
  return reader.bytes(size)
}

/**
 * Writes a list of single bytes.
 *
 * @example
 * import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
 * const writer = new BoostWriter()
 * writeBytes(writer, Uint8Array.of(7, 8)) // undefined
 * readBytes(new BoostReader(writer.finish())) // Uint8Array.of(7, 8)
 */
export const writeBytes = (writer: BoostWriter, bytes: Uint8Array): void => {
  writer.integer(bytes.length).integer(0).bytes(bytes)
}

/** Positions in the variants txin_v and txout_target_v. */
const GEN_INPUT = 0
const KEY_INPUT = 3
const KEY_TARGET = 2

/** Transaction version that has a flag for state changes in place of a type. */
const FLAGGED_VERSION = 3
const TYPED_VERSION = 4

const readInput = (reader: BoostReader): Input => {
  reader.classInfo('input')
  const which = reader.integer()
  if (which === GEN_INPUT) {
    reader.classInfo('gen input')
    return { kind: 'gen', height: reader.integer() }
  }
  if (which !== KEY_INPUT) throw new FormatError(`unknown input kind ${which}`)
  reader.classInfo('key input')
  const amount = reader.integer64()
  const keyOffsets = reader.list(1, () => reader.integer64())
  return { kind: 'key', amount, keyOffsets, keyImage: reader.array('key image', KEY) }
}

const writeInput = (writer: BoostWriter, input: Input): void => {
  writer.classInfo('input')
  if (input.kind === 'gen') {
    writer.integer(GEN_INPUT).classInfo('gen input').integer(input.height)
    return
  }
  writer.integer(KEY_INPUT).classInfo('key input').integer(input.amount)
  writer.list(input.keyOffsets, (offset) => writer.integer(offset))
  writer.array('key image', input.keyImage)
}

const readTarget = (reader: BoostReader): Output => {
  reader.classInfo('output')
  const amount = reader.integer64()
  reader.classInfo('target')
  const which = reader.integer()
  if (which !== KEY_TARGET) throw new FormatError(`unknown output kind ${which}`)
  reader.classInfo('key target')
  return { amount, key: reader.array('public key', KEY), viewTag: undefined }
}

const writeTarget = (writer: BoostWriter, { amount, key }: Output): void => {
  writer.classInfo('output').integer(amount).classInfo('target').integer(KEY_TARGET)
  writer.classInfo('key target').array('public key', key)
}

const TYPES: readonly number[] = Object.values(TransactionType)

const isType = (type: number): type is TransactionType => TYPES.includes(type)

const readType = (reader: BoostReader): TransactionType => {
  const type = reader.integer()
  if (!isType(type)) throw new FormatError(`unknown transaction type ${type}`)
  return type
}

/**
 * Reads the fields of a transaction prefix.
 * @throws FormatError
 *
 * @example
 * import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
 * const writer = new BoostWriter()
 * for (const field of [1, 0]) writer.integer(field)
 * for (const list of ['inputs', 'outputs']) writer.objects(list, [], () => undefined)
 * const bytes = writer.list([], () => undefined).finish()
 * readPrefix(new BoostReader(bytes)).version // 1
 */
export const readPrefix = (reader: BoostReader): TransactionPrefix => {
  const version = reader.integer()
  const outputUnlockTimes = version >= FLAGGED_VERSION ? reader.list(1, () => reader.integer64()) : []
  const isStateChange = version === FLAGGED_VERSION && reader.flag()
  const unlockTime = reader.integer64()
  const inputs = reader.objects('inputs', 2, () => readInput(reader))
  const outputs = reader.objects('outputs', KEY, () => readTarget(reader))
  const extra = readBytes(reader)
  const flagged = isStateChange ? TransactionType.stateChange : TransactionType.standard
  const type = version >= TYPED_VERSION ? readType(reader) : flagged
  return { version, type, unlockTime, outputUnlockTimes, inputs, outputs, extra }
}

/**
 * Writes the fields of a transaction prefix.
 * @example
 * import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
 * const prefix = { version: 1, type: 0, unlockTime: 5n, outputUnlockTimes: [], inputs: [], outputs: [], extra: new Uint8Array() }
 * const writer = new BoostWriter()
 * writePrefix(writer, prefix) // undefined
 * readPrefix(new BoostReader(writer.finish())) // prefix
 */
export const writePrefix = (writer: BoostWriter, prefix: TransactionPrefix): void => {
  const { version, type, outputUnlockTimes, inputs, outputs, extra } = prefix
  writer.integer(version)
  if (version >= FLAGGED_VERSION) writer.list(outputUnlockTimes, (time) => writer.integer(time))
  if (version === FLAGGED_VERSION) writer.flag(type === TransactionType.stateChange)
  writer.integer(prefix.unlockTime)
  writer.objects('inputs', inputs, (input) => writeInput(writer, input))
  writer.objects('outputs', outputs, (output) => writeTarget(writer, output))
  writeBytes(writer, extra)
  if (version >= TYPED_VERSION) writer.integer(type)
}
