// Outputs in the caches of the monero family (wallet2: transfer_details).

import { FormatError, type Reader, type Writer } from '../../bytes/cursor.ts'
import { toHex } from '../../bytes/hex.ts'
import type { HasWireFormat } from '../transactions/transaction.ts'
import { readPrefix } from '../transactions/transactionBytes.ts'
import { readFlag, readKeyList } from '../transfer-sets/binaryConstruction.ts'
import type { WalletCache, WrittenOutput } from './walletCache.ts'

const KEY = 32
const INDEX = 8

/** Number of parts of a pair. */
const PAIR = 2

/** Lower bound of the size of an output. */
const MIN_OUTPUT = 4 * KEY

/** An output of a cache, with its bytes. */
export type StoredOutput = WalletCache['outputs'][number] & {
  readonly txid: Uint8Array
  /** by a transaction that is in no block */
  readonly isSpentUnmined: boolean
  /** of its transaction */
  readonly prefix: Uint8Array
  /** position of the transaction public key by which the output was found */
  readonly keyPosition: bigint
  /** multisig nonces, multisig infos and rings, which wallet2 alone knows */
  readonly rest: Uint8Array
  /** all bytes before the frozen mark, and after it */
  readonly parts: readonly [Uint8Array, Uint8Array]
}

const flag = (value: boolean): number => (value ? 1 : 0)

const skipMultisigInfo = (reader: Reader): void => {
  reader.skip(KEY)
  for (let nonces = reader.count(2 * KEY); nonces > 0; nonces--) reader.skip(2 * KEY)
  readKeyList(reader)
}

const skipRest = (reader: Reader): void => {
  readKeyList(reader)
  for (let infos = reader.count(KEY); infos > 0; infos--) skipMultisigInfo(reader)
  for (let uses = reader.count(KEY); uses > 0; uses--) {
    const parts = reader.varint()
    if (parts !== PAIR) throw new FormatError(`a ring has ${PAIR} parts, not ${parts}`)
    reader.varint64()
    reader.skip(KEY)
  }
}

const readStoredOutput = (network: HasWireFormat, reader: Reader): StoredOutput => {
  const start = reader.offset
  reader.u64()
  const prefixStart = reader.offset
  const { outputs } = readPrefix(reader, network)
  const prefix = reader.since(prefixStart)
  const txid = reader.bytes(KEY).slice()
  const indexInTx = reader.u64()
  reader.u64()
  const isSpent = readFlag(reader)
  const before = reader.since(start)
  const frozen = readFlag(reader)
  const end = reader.offset
  const spentHeight = reader.u64()
  const keyImage = reader.bytes(KEY)
  reader.skip(KEY)
  reader.u64()
  readFlag(reader)
  const isKnown = readFlag(reader)
  readFlag(reader)
  const keyPosition = reader.u64()
  reader.skip(INDEX)
  const isPartial = readFlag(reader)
  const restStart = reader.offset
  skipRest(reader)
  const output = outputs[Number(indexInTx)]
  if (output === undefined) throw new FormatError(`a transaction has ${outputs.length} outputs, none at ${indexInTx}`)
  return {
    ...{ key: output.key.slice(), keyImage: isKnown && !isPartial ? keyImage.slice() : undefined, frozen },
    ...{ txid, isSpentUnmined: isSpent && spentHeight === 0n, prefix, keyPosition, rest: reader.since(restStart) },
    parts: [before, reader.since(end)],
  }
}

/**
 * Reads a counted list of outputs.
 * @throws FormatError
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * import { networkById } from '../networks/networks.ts'
 * readStoredOutputs(networkById('monero-mainnet'), new Reader(Uint8Array.of(0))) // []
 */
export const readStoredOutputs = (network: HasWireFormat, reader: Reader): StoredOutput[] =>
  Array.from({ length: reader.count(MIN_OUTPUT) }, () => readStoredOutput(network, reader))

/**
 * Writes a counted list of outputs as they were read, with other frozen marks.
 * @param frozen by one-time key (hex); outputs that it does not contain keep theirs
 *
 * @example
 * import { Writer } from '../../bytes/cursor.ts'
 * const writer = new Writer()
 * writeStoredOutputs(writer, [], new Map()) // undefined
 * writer.finish() // Uint8Array.of(0)
 */
export const writeStoredOutputs = (
  writer: Writer,
  outputs: readonly StoredOutput[],
  frozen: ReadonlyMap<string, boolean>,
): void => {
  writer.varint(outputs.length)
  for (const output of outputs) {
    const [before, after] = output.parts
    const isFrozen = frozen.get(toHex(output.key)) ?? output.frozen
    writer.bytes(before).u8(flag(isFrozen)).bytes(after)
  }
}

/** No multisig nonces, infos and rings. */
const NO_REST = new Uint8Array(3)

const NO_KEY_IMAGE = new Uint8Array(KEY)

const writeOutput = (writer: Writer, output: WrittenOutput, stored: StoredOutput | undefined): void => {
  const { keyImage, spentHeight, subaddress } = output
  writer.u64(BigInt(output.height)).bytes(stored?.prefix ?? output.prefix)
  writer.bytes(output.txid).u64(BigInt(output.indexInTx)).u64(BigInt(output.globalIndex))
  writer.u8(flag(spentHeight !== undefined || stored?.isSpentUnmined === true)).u8(flag(output.frozen))
  writer.u64(BigInt(spentHeight ?? 0)).bytes(keyImage ?? NO_KEY_IMAGE)
  writer.bytes(output.mask).u64(output.amount).u8(flag(output.confidential))
  writer.u8(flag(keyImage !== undefined)).u8(flag(output.requested))
  writer
    .u64(stored?.keyPosition ?? 0n)
    .u32(subaddress.major)
    .u32(subaddress.minor)
  writer.u8(flag(output.partial)).bytes(stored?.rest ?? NO_REST)
}

/**
 * Writes a counted list of outputs. What wallet2 alone knows of those that it has stored stays: multisig nonces and infos, transactions,
 * and payments that are in no block.
 *
 * @example
 * import { Writer } from '../../bytes/cursor.ts'
 * const writer = new Writer()
 * writeOutputs(writer, [], []) // undefined
 * writer.finish() // Uint8Array.of(0)
 */
export const writeOutputs = (
  writer: Writer,
  outputs: readonly WrittenOutput[],
  stored: readonly StoredOutput[],
): void => {
  const known = new Map(stored.map((output) => [toHex(output.key), output]))
  writer.varint(outputs.length)
  for (const output of outputs) {
    const before = known.get(toHex(output.key))
    const isSame = before !== undefined && toHex(before.txid) === toHex(output.txid)
    writeOutput(writer, output, isSame ? before : undefined)
  }
}
