// Output lists of the oxen family: a Boost archive of wallet2's transfer_details, which contain the transaction prefix.

import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { additionalPublicKeys, txPublicKeys } from '../transactions/findExtraField.ts'
import { parseExtra } from '../transactions/parseExtra.ts'
import { type HasWireFormat, type Input, type Output, TransactionType } from '../transactions/transaction.ts'
import type { ExportedOutput, OutputExport, OutputExportCodec, TransactionPrefix } from './exportedOutput.ts'

const KEY = 32

/** Class versions of the archive. */
const TRANSFER_VERSION = 14
const MULTISIG_INFO_VERSION = 1

/** Positions in the variants txin_v and txout_target_v. */
const GEN_INPUT = 0
const KEY_INPUT = 3
const KEY_TARGET = 2

/** Transaction version that has a flag for state changes in place of a type. */
const FLAGGED_VERSION = 3
const TYPED_VERSION = 4

const list = <T>(reader: BoostReader, itemSize: number, read: () => T): T[] => {
  const count = reader.count(itemSize)
  reader.integer()
  return Array.from({ length: count }, read)
}

const expectVersion = (actual: number, expected: number, what: string): void => {
  if (actual !== expected)
    throw new FormatError(`${what} have version ${actual}, only version ${expected} is supported`)
}

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
  const keyOffsets = list(reader, 1, () => reader.integer())
  return { kind: 'key', amount, keyOffsets, keyImage: reader.array('key image', KEY) }
}

const writeInput = (writer: BoostWriter, input: Input): void => {
  writer.classInfo('input')
  if (input.kind === 'gen') {
    writer.integer(GEN_INPUT).classInfo('gen input').integer(input.height)
    return
  }
  writer.integer(KEY_INPUT).classInfo('key input').integer(input.amount).integer(input.keyOffsets.length).integer(0)
  for (const offset of input.keyOffsets) writer.integer(offset)
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

const readPrefix = (reader: BoostReader): TransactionPrefix => {
  reader.classInfo('prefix')
  const version = reader.integer()
  const outputUnlockTimes = version >= FLAGGED_VERSION ? list(reader, 1, () => reader.integer64()) : []
  const isStateChange = version === FLAGGED_VERSION && reader.flag()
  const unlockTime = reader.integer64()
  reader.classInfo('inputs')
  const inputs = list(reader, 2, () => readInput(reader))
  reader.classInfo('outputs')
  const outputs = list(reader, KEY, () => readTarget(reader))
  const size = reader.count(1)
  reader.integer()
  const extra = reader.bytes(size)
  const flagged = isStateChange ? TransactionType.stateChange : TransactionType.standard
  const type = version >= TYPED_VERSION ? readType(reader) : flagged
  return { version, type, unlockTime, outputUnlockTimes, inputs, outputs, extra }
}

const writePrefix = (writer: BoostWriter, prefix: TransactionPrefix): void => {
  const { version, type, outputUnlockTimes, inputs, outputs, extra } = prefix
  writer.classInfo('prefix').integer(version)
  if (version >= FLAGGED_VERSION) {
    writer.integer(outputUnlockTimes.length).integer(0)
    for (const time of outputUnlockTimes) writer.integer(time)
  }
  if (version === FLAGGED_VERSION) writer.flag(type === TransactionType.stateChange)
  writer.integer(prefix.unlockTime).classInfo('inputs').integer(inputs.length).integer(0)
  for (const input of inputs) writeInput(writer, input)
  writer.classInfo('outputs').integer(outputs.length).integer(0)
  for (const output of outputs) writeTarget(writer, output)
  writer.integer(extra.length).integer(0).bytes(extra)
  if (version >= TYPED_VERSION) writer.integer(type)
}

/** Reads a list that only multisig wallets fill. */
const readEmptyList = (reader: BoostReader, type: string): void => {
  reader.classInfo(type)
  if (reader.integer() !== 0) throw new FormatError(`outputs with ${type} belong to a multisig wallet`)
  reader.integer()
}

const readOutput = (network: HasWireFormat, reader: BoostReader): ExportedOutput => {
  const version = reader.classInfo('transfer')
  if (version !== 0) expectVersion(version, TRANSFER_VERSION, 'outputs')
  const [height, globalIndex, indexInTx] = [reader.integer(), reader.integer(), reader.integer()]
  const prefix = readPrefix(reader)
  const spent = reader.flag()
  const keyImage = reader.array('key image', KEY)
  const mask = reader.array('mask', KEY)
  const [amount, spentHeight] = [reader.integer64(), reader.integer()]
  const txid = reader.array('hash', KEY)
  const [confidential, keyImageKnown, keyPosition] = [reader.flag(), reader.flag(), reader.integer()]
  reader.classInfo('subaddress')
  const subaddress = { major: reader.integer(), minor: reader.integer() }
  readEmptyList(reader, 'multisig infos')
  readEmptyList(reader, 'multisig nonces')
  const [partial, requested] = [reader.flag(), reader.flag()]
  reader.classInfo('uses')
  const uses = list(reader, KEY, () => {
    reader.classInfo('use')
    return { height: reader.integer(), txid: reader.array('hash', KEY) }
  })
  const [frozen, unminedBlink, wasBlink] = [reader.flag(), reader.flag(), reader.flag()]
  const target = prefix.outputs[indexInTx]
  if (target === undefined)
    throw new FormatError(
      `the transaction has ${prefix.outputs.length} outputs, but the list contains its output ${indexInTx}`,
    )
  const fields = parseExtra(network, prefix.extra)
  return {
    key: target.key,
    ...{ indexInTx, globalIndex, amount, confidential, spent, frozen, keyImageKnown, requested, partial, subaddress },
    txPublicKeys: txPublicKeys(fields),
    additionalKeys: additionalPublicKeys(fields),
    chain: { height, txid, prefix, mask, keyImage, spentHeight, keyPosition, uses, unminedBlink, wasBlink },
  }
}

const writeOutput = (writer: BoostWriter, output: ExportedOutput): void => {
  const { chain, subaddress } = output
  if (chain === undefined || subaddress === undefined)
    throw new FormatError('an output needs its chain data and subaddress to be written')
  writer
    .classInfo('transfer', TRANSFER_VERSION)
    .integer(chain.height)
    .integer(output.globalIndex)
    .integer(output.indexInTx)
  writePrefix(writer, chain.prefix)
  writer.flag(output.spent).array('key image', chain.keyImage).array('mask', chain.mask)
  writer.integer(output.amount).integer(chain.spentHeight).array('hash', chain.txid)
  writer.flag(output.confidential).flag(output.keyImageKnown).integer(chain.keyPosition)
  writer.classInfo('subaddress').integer(subaddress.major).integer(subaddress.minor)
  writer.classInfo('multisig infos').integer(0).integer(MULTISIG_INFO_VERSION)
  writer.classInfo('multisig nonces').integer(0).integer(0)
  writer.flag(output.partial).flag(output.requested)
  writer.classInfo('uses').integer(chain.uses.length).integer(0)
  for (const { height, txid } of chain.uses) writer.classInfo('use').integer(height).array('hash', txid)
  writer.flag(output.frozen).flag(chain.unminedBlink).flag(chain.wasBlink)
}

const encode = ({ offset, outputs }: OutputExport): Uint8Array => {
  const writer = new BoostWriter()
  writer.classInfo('list').integer(offset)
  writer.classInfo('transfers').integer(outputs.length).integer(TRANSFER_VERSION)
  for (const output of outputs) writeOutput(writer, output)
  return writer.finish()
}

/** Lower bound of the size of an output: its keys. */
const MIN_OUTPUT_SIZE = 4 * KEY

const decode = (network: HasWireFormat, bytes: Uint8Array): OutputExport => {
  const reader = new BoostReader(bytes)
  reader.classInfo('list')
  const offset = reader.integer()
  reader.classInfo('transfers')
  const count = reader.count(MIN_OUTPUT_SIZE)
  expectVersion(reader.integer(), TRANSFER_VERSION, 'outputs')
  const outputs = Array.from({ length: count }, () => readOutput(network, reader))
  reader.end('a list of outputs')
  return { offset, total: undefined, outputs }
}

/** The codec of the oxen family. */
export const boostOutputCodec: OutputExportCodec = { magic: 'Loki output export\u0003', encode, decode }
