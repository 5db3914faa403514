// Lists of outputs as wallets of the oxen family write them: an archive of all that such a wallet keeps of each output, the prefix of
// its transaction included.

import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
import { FormatError } from '../../bytes/cursor.ts'
import type { Network } from '../networks/network.ts'
import { additionalPublicKeys, parseExtra, txPublicKeys } from '../transactions/extra.ts'
import { type Input, type Output, TransactionType } from '../transactions/transaction.ts'
import type { ExportedOutput, OutputExport, OutputExportRules, TransactionPrefix } from './outputExport.ts'

const KEY = 32

/** Versions of the classes that have one. */
const TRANSFER = 14
const MULTISIG_INFO = 1

/** Which input and which target of an output. */
const GEN_INPUT = 0
const KEY_INPUT = 3
const KEY_TARGET = 2

/** Transactions of this version tell by a flag whether they are a verdict. */
const FLAGGED_VERSION = 3
const TYPED_VERSION = 4

const list = <T>(reader: BoostReader, itemSize: number, read: () => T): T[] => {
  const count = reader.count(itemSize)
  reader.integer()
  return Array.from({ length: count }, read)
}

const expectVersion = (told: number, version: number, what: string): void => {
  if (told !== version) throw new FormatError(`this reads ${what} of version ${version}, not ${told}`)
}

const readInput = (reader: BoostReader): Input => {
  reader.classInfo('input')
  const which = reader.integer()
  if (which === GEN_INPUT) {
    reader.classInfo('gen input')
    return { kind: 'gen', height: reader.integer() }
  }
  if (which !== KEY_INPUT) throw new FormatError(`no input is of kind ${which}`)
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
  if (which !== KEY_TARGET) throw new FormatError(`no output is of kind ${which}`)
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
  if (!isType(type)) throw new FormatError(`no transaction is of type ${type}`)
  return type
}

const readPrefix = (reader: BoostReader): TransactionPrefix => {
  reader.classInfo('prefix')
  const version = reader.integer()
  const outputUnlockTimes = version >= FLAGGED_VERSION ? list(reader, 1, () => reader.integer64()) : []
  const isVerdict = version === FLAGGED_VERSION && reader.flag()
  const unlockTime = reader.integer64()
  reader.classInfo('inputs')
  const inputs = list(reader, 2, () => readInput(reader))
  reader.classInfo('outputs')
  const outputs = list(reader, KEY, () => readTarget(reader))
  const size = reader.count(1)
  reader.integer()
  const extra = reader.bytes(size)
  const flagged = isVerdict ? TransactionType.stateChange : TransactionType.standard
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

/** What only wallets of several signers fill. */
const readNothing = (reader: BoostReader, type: string): void => {
  reader.classInfo(type)
  if (reader.integer() !== 0) throw new FormatError(`outputs with ${type} are those of a wallet of several signers`)
  reader.integer()
}

const readOutput = (network: Pick<Network, 'wireFormat'>, reader: BoostReader): ExportedOutput => {
  const version = reader.classInfo('transfer')
  if (version !== 0) expectVersion(version, TRANSFER, 'outputs')
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
  readNothing(reader, 'multisig infos')
  readNothing(reader, 'multisig nonces')
  const [partial, requested] = [reader.flag(), reader.flag()]
  reader.classInfo('uses')
  const uses = list(reader, KEY, () => {
    reader.classInfo('use')
    return { height: reader.integer(), txid: reader.array('hash', KEY) }
  })
  const [frozen, unminedBlink, wasBlink] = [reader.flag(), reader.flag(), reader.flag()]
  const target = prefix.outputs[indexInTx]
  if (target === undefined)
    throw new FormatError(`output ${indexInTx} is not among the ${prefix.outputs.length} of its transaction`)
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
    throw new FormatError('an output without its place on the chain cannot be written')
  writer.classInfo('transfer', TRANSFER).integer(chain.height).integer(output.globalIndex).integer(output.indexInTx)
  writePrefix(writer, chain.prefix)
  writer.flag(output.spent).array('key image', chain.keyImage).array('mask', chain.mask)
  writer.integer(output.amount).integer(chain.spentHeight).array('hash', chain.txid)
  writer.flag(output.confidential).flag(output.keyImageKnown).integer(chain.keyPosition)
  writer.classInfo('subaddress').integer(subaddress.major).integer(subaddress.minor)
  writer.classInfo('multisig infos').integer(0).integer(MULTISIG_INFO)
  writer.classInfo('multisig nonces').integer(0).integer(0)
  writer.flag(output.partial).flag(output.requested)
  writer.classInfo('uses').integer(chain.uses.length).integer(0)
  for (const { height, txid } of chain.uses) writer.classInfo('use').integer(height).array('hash', txid)
  writer.flag(output.frozen).flag(chain.unminedBlink).flag(chain.wasBlink)
}

const encode = ({ offset, outputs }: OutputExport): Uint8Array => {
  const writer = new BoostWriter()
  writer.classInfo('list').integer(offset)
  writer.classInfo('transfers').integer(outputs.length).integer(TRANSFER)
  for (const output of outputs) writeOutput(writer, output)
  return writer.finish()
}

/** An output takes far more; so many bytes are in its keys alone. */
const MIN_OUTPUT = 4 * KEY

const decode = (network: Pick<Network, 'wireFormat'>, bytes: Uint8Array): OutputExport => {
  const reader = new BoostReader(bytes)
  reader.classInfo('list')
  const offset = reader.integer()
  reader.classInfo('transfers')
  const count = reader.count(MIN_OUTPUT)
  expectVersion(reader.integer(), TRANSFER, 'outputs')
  const outputs = Array.from({ length: count }, () => readOutput(network, reader))
  reader.end('a list of outputs')
  return { offset, total: undefined, outputs }
}

/** The rules of the oxen family. */
export const archiveOutputExports: OutputExportRules = { magic: 'Loki output export\u0003', encode, decode }
