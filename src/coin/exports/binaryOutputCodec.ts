// Output lists of the monero family (wallet2: exported_transfer_details). Before 0.18.1.1 a list is a pair of offset and outputs; since
// then it is a triple that also contains the number of all outputs, and each output contains its subaddress.

import { runToCompletion } from '../../async/timeSlices.ts'
import { FormatError, Reader, Writer } from '../../bytes/cursor.ts'
import type { ExportedOutput, OutputExport, OutputExportCodec } from './exportedOutput.ts'

const KEY = 32

/** Number of parts of a list, and the version of the outputs in it. */
const PAIR = 2
const TRIPLE = 3
const OUTPUT_VERSIONS = { [PAIR]: 0, [TRIPLE]: 1 }

/** The flags of an output, lowest bit first. */
const FLAGS = ['spent', 'frozen', 'confidential', 'keyImageKnown', 'requested', 'partial'] as const

/** Lower bound of the size of an output: keys, indices, flags and counts. */
const MIN_OUTPUT_SIZE = 2 * KEY + 6

const MAX_INDEX = 2 ** 32 - 1

const flagsOf = (output: ExportedOutput): number =>
  FLAGS.reduce((bits, name, i) => (output[name] ? bits | (1 << i) : bits), 0)

const writeOutput = (writer: Writer, output: ExportedOutput, version: number): void => {
  const [txPublicKey] = output.txPublicKeys
  if (txPublicKey === undefined) throw new FormatError('an output needs a transaction public key to be written')
  writer.varint(version).bytes(output.key).varint(output.indexInTx).varint(output.globalIndex).bytes(txPublicKey)
  writer.u8(flagsOf(output)).varint(output.amount).varint(output.additionalKeys.length)
  for (const key of output.additionalKeys) writer.bytes(key)
  if (version > 0) writer.varint(output.subaddress?.major ?? 0).varint(output.subaddress?.minor ?? 0)
}

const readIndex = (reader: Reader): number => {
  const index = reader.varint()
  if (index > MAX_INDEX) throw new FormatError(`the subaddress index ${index} exceeds 32 bits`)
  return index
}

const readOutput = (reader: Reader, version: number): ExportedOutput => {
  const actual = reader.varint()
  if (actual !== version) throw new FormatError(`outputs of this list must have version ${version}, not ${actual}`)
  const [key, indexInTx, globalIndex] = [reader.bytes(KEY), reader.varint(), reader.varint()]
  const txPublicKey = reader.bytes(KEY)
  const flags = reader.u8()
  if (flags >> FLAGS.length !== 0) throw new FormatError(`unknown output flags ${flags}`)
  const has = (name: (typeof FLAGS)[number]): boolean => (flags & (1 << FLAGS.indexOf(name))) !== 0
  const amount = reader.varint64()
  const additionalKeys = Array.from({ length: reader.count(KEY) }, () => reader.bytes(KEY))
  return {
    key,
    indexInTx,
    globalIndex,
    txPublicKeys: [txPublicKey],
    additionalKeys,
    amount,
    confidential: has('confidential'),
    spent: has('spent'),
    frozen: has('frozen'),
    keyImageKnown: has('keyImageKnown'),
    requested: has('requested'),
    partial: has('partial'),
    subaddress: version > 0 ? { major: readIndex(reader), minor: readIndex(reader) } : undefined,
    chain: undefined,
  }
}

function* outputSteps(writer: Writer, { offset, total, outputs }: OutputExport): Generator<undefined, void> {
  const parts = total === undefined ? PAIR : TRIPLE
  writer.varint(parts).varint(offset)
  if (total !== undefined) writer.varint(total)
  writer.varint(outputs.length)
  for (const output of outputs) {
    writeOutput(writer, output, OUTPUT_VERSIONS[parts])
    yield
  }
}

/**
 * Writes a list of outputs.
 * @throws FormatError if an output has no transaction public key
 *
 * @example
 * import { Writer } from '../../bytes/cursor.ts'
 * const writer = new Writer()
 * writeOutputs(writer, { offset: 7, total: undefined, outputs: [] }) // undefined
 * writer.finish() // Uint8Array.of(2, 7, 0)
 */
export const writeOutputs = (writer: Writer, outputs: OutputExport): void =>
  runToCompletion(outputSteps(writer, outputs))

/**
 * Reads a list of outputs.
 * @throws FormatError
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * readOutputs(new Reader(Uint8Array.of(3, 7, 9, 0))) // { offset: 7, total: 9, outputs: [] }
 * readOutputs(new Reader(Uint8Array.of(4))) // throws FormatError
 */
export const readOutputs = (reader: Reader): OutputExport => {
  const parts = reader.varint()
  if (parts !== PAIR && parts !== TRIPLE) throw new FormatError(`an output list has 2 or 3 parts, not ${parts}`)
  const offset = reader.varint()
  const total = parts === TRIPLE ? reader.varint() : undefined
  const outputs = Array.from({ length: reader.count(MIN_OUTPUT_SIZE) }, () =>
    readOutput(reader, OUTPUT_VERSIONS[parts]),
  )
  if (total !== undefined && offset + outputs.length > total)
    throw new FormatError('Offset is larger than total outputs')
  return { offset, total, outputs }
}

function* encodeSteps(outputs: OutputExport): Generator<undefined, Uint8Array> {
  const writer = new Writer()
  yield* outputSteps(writer, outputs)
  return writer.finish()
}

const decode = (_network: unknown, bytes: Uint8Array): OutputExport => {
  const reader = new Reader(bytes)
  const outputs = readOutputs(reader)
  reader.end('a list of outputs')
  return outputs
}

/** The codec of the monero family. */
export const binaryOutputCodec: OutputExportCodec = {
  hasOlderForm: true,
  magic: 'Monero output export\u0004',
  ...{ encodeSteps, decode },
}
