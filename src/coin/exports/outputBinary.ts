// Lists of outputs as wallets of the monero family write them. Up to 0.18.1.1 a list was a pair of offset and outputs; since 0.18.1.2
// it is a triple that tells the number of all outputs too, and each output its address.

import { FormatError, Reader, Writer } from '../../bytes/cursor.ts'
import type { ExportedOutput, OutputExport, OutputExportRules } from './outputExport.ts'

const KEY = 32

/** The parts of a list, and what outputs in it say of their own form. */
const PAIR = 2
const TRIPLE = 3
const FORMS = { [PAIR]: 0, [TRIPLE]: 1 }

/** Bits of the flags of an output, lowest first. */
const FLAGS = ['spent', 'frozen', 'confidential', 'keyImageKnown', 'requested', 'partial'] as const

/** Keys, indices, flags and counts of one output, at least. */
const MIN_OUTPUT = 2 * KEY + 6

const MAX_INDEX = 2 ** 32 - 1

const flagsOf = (output: ExportedOutput): number =>
  FLAGS.reduce((bits, name, i) => (output[name] ? bits | (1 << i) : bits), 0)

const writeOutput = (writer: Writer, output: ExportedOutput, form: number): void => {
  const [txPublicKey] = output.txPublicKeys
  if (txPublicKey === undefined) throw new FormatError('an output without a transaction key cannot be written')
  writer.varint(form).bytes(output.key).varint(output.indexInTx).varint(output.globalIndex).bytes(txPublicKey)
  writer.u8(flagsOf(output)).varint(output.amount).varint(output.additionalKeys.length)
  for (const key of output.additionalKeys) writer.bytes(key)
  if (form > 0) writer.varint(output.subaddress?.major ?? 0).varint(output.subaddress?.minor ?? 0)
}

const readIndex = (reader: Reader): number => {
  const index = reader.varint()
  if (index > MAX_INDEX) throw new FormatError(`an account or address has an index of 32 bits, not ${index}`)
  return index
}

const readOutput = (reader: Reader, form: number): ExportedOutput => {
  const told = reader.varint()
  if (told !== form) throw new FormatError(`outputs of this list have form ${form}, not ${told}`)
  const [key, indexInTx, globalIndex] = [reader.bytes(KEY), reader.varint(), reader.varint()]
  const txPublicKey = reader.bytes(KEY)
  const flags = reader.u8()
  if (flags >> FLAGS.length !== 0) throw new FormatError(`an output has ${FLAGS.length} flags, not ${flags}`)
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
    subaddress: form > 0 ? { major: readIndex(reader), minor: readIndex(reader) } : undefined,
    chain: undefined,
  }
}

const encode = ({ offset, total, outputs }: OutputExport): Uint8Array => {
  const parts = total === undefined ? PAIR : TRIPLE
  const writer = new Writer().varint(parts).varint(offset)
  if (total !== undefined) writer.varint(total)
  writer.varint(outputs.length)
  for (const output of outputs) writeOutput(writer, output, FORMS[parts])
  return writer.finish()
}

const decode = (_network: unknown, bytes: Uint8Array): OutputExport => {
  const reader = new Reader(bytes)
  const parts = reader.varint()
  if (parts !== PAIR && parts !== TRIPLE) throw new FormatError(`a list of outputs has 2 or 3 parts, not ${parts}`)
  const offset = reader.varint()
  const total = parts === TRIPLE ? reader.varint() : undefined
  const outputs = Array.from({ length: reader.count(MIN_OUTPUT) }, () => readOutput(reader, FORMS[parts]))
  reader.end('a list of outputs')
  if (total !== undefined && offset + outputs.length > total)
    throw new FormatError('Offset is larger than total outputs')
  return { offset, total, outputs }
}

/** The rules of the monero family. */
export const binaryOutputExports: OutputExportRules = { magic: 'Monero output export\u0004', encode, decode }
