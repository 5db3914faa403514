// Output lists of the oxen family: a Boost archive of wallet2's transfer_details, which contain the transaction prefix.

import { runToCompletion } from '../../async/timeSlices.ts'
import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { additionalPublicKeys, txPublicKeys } from '../transactions/findExtraField.ts'
import { parseExtra } from '../transactions/parseExtra.ts'
import type { HasWireFormat } from '../transactions/transaction.ts'
import { readPrefix, writePrefix } from './boostPrefix.ts'
import type { ExportedOutput, OutputExport, OutputExportCodec } from './exportedOutput.ts'

const KEY = 32

/** Class versions of the archive. */
const TRANSFER_VERSION = 14
const MULTISIG_INFO_VERSION = 1

/** Reads a list that only multisig wallets fill. */
const readEmptyList = (reader: BoostReader, type: string): void => {
  reader.classInfo(type)
  if (reader.integer() !== 0) throw new FormatError(`outputs with ${type} belong to a multisig wallet`)
  reader.integer()
}

const readOutput = (network: HasWireFormat, reader: BoostReader): ExportedOutput => {
  reader.objectOf('transfer', TRANSFER_VERSION)
  const [height, globalIndex, indexInTx] = [reader.integer(), reader.integer(), reader.integer()]
  reader.classInfo('prefix')
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
  const uses = reader.list(KEY, () => {
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
  writer.classInfo('prefix')
  writePrefix(writer, chain.prefix)
  writer.flag(output.spent).array('key image', chain.keyImage).array('mask', chain.mask)
  writer.integer(output.amount).integer(chain.spentHeight).array('hash', chain.txid)
  writer.flag(output.confidential).flag(output.keyImageKnown).integer(chain.keyPosition)
  writer.classInfo('subaddress').integer(subaddress.major).integer(subaddress.minor)
  writer.classInfo('multisig infos').integer(0).integer(MULTISIG_INFO_VERSION)
  writer.classInfo('multisig nonces').integer(0).integer(0)
  writer.flag(output.partial).flag(output.requested)
  writer.objects('uses', chain.uses, ({ height, txid }) => {
    writer.classInfo('use').integer(height).array('hash', txid)
  })
  writer.flag(output.frozen).flag(chain.unminedBlink).flag(chain.wasBlink)
}

/** Lower bound of the size of an output: its keys. */
const MIN_OUTPUT_SIZE = 4 * KEY

/**
 * Reads the outputs of a list.
 * @throws FormatError
 *
 * @example
 * import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
 * import { networkById } from '../networks/networks.ts'
 * const bytes = new BoostWriter().objects('transfers', [], () => undefined, 14).finish()
 * readTransfers(networkById('oxen-mainnet'), new BoostReader(bytes)) // []
 */
export const readTransfers = (network: HasWireFormat, reader: BoostReader): ExportedOutput[] =>
  reader.objects('transfers', MIN_OUTPUT_SIZE, () => readOutput(network, reader), TRANSFER_VERSION)

/**
 * Reads a list of outputs with its offset.
 * @throws FormatError
 *
 * @example
 * import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
 * import { networkById } from '../networks/networks.ts'
 * const list = { offset: 7, total: undefined, outputs: [] }
 * const writer = new BoostWriter()
 * writeOutputs(writer, list)
 * readOutputs(networkById('oxen-mainnet'), new BoostReader(writer.finish())) // list
 */
export const readOutputs = (network: HasWireFormat, reader: BoostReader): OutputExport => {
  reader.classInfo('list')
  const offset = reader.integer()
  return { offset, total: undefined, outputs: readTransfers(network, reader) }
}

function* outputSteps(writer: BoostWriter, { offset, outputs }: OutputExport): Generator<undefined, void> {
  writer.classInfo('list').integer(offset)
  yield* writer.objectSteps('transfers', outputs, (output) => writeOutput(writer, output), TRANSFER_VERSION)
}

/**
 * Writes a list of outputs.
 * @throws FormatError if an output has no chain data
 *
 * @example
 * import { BoostWriter } from '../../bytes/boostArchive.ts'
 * writeOutputs(new BoostWriter(), { offset: 0, total: undefined, outputs: [] }) // undefined
 */
export const writeOutputs = (writer: BoostWriter, outputs: OutputExport): void =>
  runToCompletion(outputSteps(writer, outputs))

function* encodeSteps(outputs: OutputExport): Generator<undefined, Uint8Array> {
  const writer = new BoostWriter()
  yield* outputSteps(writer, outputs)
  return writer.finish()
}

const decode = (network: HasWireFormat, bytes: Uint8Array): OutputExport => {
  const reader = new BoostReader(bytes)
  const outputs = readOutputs(network, reader)
  reader.end('a list of outputs')
  return outputs
}

/** The codec of the oxen family. */
export const boostOutputCodec: OutputExportCodec = {
  hasOlderForm: false,
  magic: 'Loki output export\u0003',
  ...{ encodeSteps, decode },
}
