// Blocks: header, miner transaction, ids of the other transactions, and (oxen, from pulse on) quorum signatures. The block id covers the
// header and the tree of transaction ids, but not the quorum signatures.

import { concat, equalBytes, join, splitRows } from '../../bytes/bytes.ts'
import { FormatError, Reader, varintBytes, Writer } from '../../bytes/cursor.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
import { keccak256, treeHash } from '../../crypto/hash/keccak.ts'
import type { HasWireFormat, Transaction, WireFormat } from '../transactions/transaction.ts'
import { readTransaction, serializeTransaction } from '../transactions/transactionBytes.ts'
import { transactionId, transactionIdOfVisited } from '../transactions/transactionHash.ts'
import {
  type TransactionVisitor,
  type VisitedTransaction,
  visitTransactionAt,
} from '../transactions/transactionVisitor.ts'

/** The pulse fields of a header; all zero in a mined block. */
export type PulseHeader = {
  /** 16 bytes */
  readonly randomValue: Uint8Array
  readonly round: number
  /** bit i: validator i participated */
  readonly validatorBitset: number
}

export type BlockHeader = {
  readonly majorVersion: number
  readonly minorVersion: number
  /** UNIX seconds */
  readonly timestamp: number
  readonly previousId: Uint8Array
  readonly nonce: number
  /** undefined before pulse, and in families without pulse */
  readonly pulse: PulseHeader | undefined
}

export type QuorumSignature = { readonly voterIndex: number; readonly signature: Uint8Array }

export type Block = BlockHeader & {
  readonly minerTransaction: Transaction
  /** without the miner transaction's */
  readonly transactionIds: readonly Uint8Array[]
  readonly quorumSignatures: readonly QuorumSignature[]
}

/** A block that was read without building its miner transaction. Keys and hashes are views of its bytes. */
export type VisitedBlock = {
  readonly header: BlockHeader
  /** from its coinbase input; undefined if that is malformed */
  readonly height: number | undefined
  readonly id: Uint8Array
  readonly minerTransaction: VisitedTransaction
  readonly minerTransactionId: Uint8Array
  /** n × 32, without the miner transaction's */
  readonly transactionIds: Uint8Array
}

const HASH = 32
const SIGNATURE = 64

/** Reads a version, which is one byte in every program although it is written as a varint. */
const readVersion = (reader: Reader): number => {
  const version = reader.varint()
  if (version > 255) throw new FormatError(`a block has a version of ${version}, the highest is 255`)
  return version
}

const readHeader = (reader: Reader, { pulseVersion }: WireFormat): BlockHeader => {
  const majorVersion = readVersion(reader)
  const header = {
    majorVersion,
    minorVersion: readVersion(reader),
    timestamp: reader.varint(),
    previousId: reader.bytes(HASH),
    nonce: reader.u32(),
  }
  if (pulseVersion === undefined || majorVersion < pulseVersion) return { ...header, pulse: undefined }
  return {
    ...header,
    pulse: { randomValue: reader.bytes(16), round: reader.u8(), validatorBitset: reader.u16() },
  }
}

const writeHeader = (writer: Writer, header: BlockHeader): Writer => {
  writer.varint(header.majorVersion).varint(header.minorVersion).varint(header.timestamp)
  writer.bytes(header.previousId).u32(header.nonce)
  if (header.pulse !== undefined)
    writer.bytes(header.pulse.randomValue).u8(header.pulse.round).u16(header.pulse.validatorBitset)
  return writer
}

/** Reads exactly one block. `readMiner` reads its miner transaction. */
const readBlock = <Miner>(
  { wireFormat }: HasWireFormat,
  bytes: Uint8Array,
  readMiner: (reader: Reader) => Miner,
): {
  readonly header: BlockHeader
  readonly headerBytes: Uint8Array
  readonly miner: Miner
  /** n × 32 */
  readonly transactionIds: Uint8Array
  readonly quorumSignatures: readonly QuorumSignature[]
} => {
  const reader = new Reader(bytes)
  const header = readHeader(reader, wireFormat)
  const headerBytes = reader.since(0)
  const miner = readMiner(reader)
  const transactionIds = reader.bytes(HASH * reader.count(HASH))
  const quorumSignatures: QuorumSignature[] = []
  if (header.pulse !== undefined)
    for (let left = reader.count(2 + SIGNATURE); left > 0; left--)
      quorumSignatures.push({ voterIndex: reader.u16(), signature: reader.bytes(SIGNATURE) })
  reader.end('a block')
  return { header, headerBytes, miner, transactionIds, quorumSignatures }
}

/**
 * Returns the major version of a block, which is its hard fork. Reads nothing else: a newer fork may have another layout.
 * @throws FormatError
 *
 * @example
 * blockVersion(Uint8Array.of(17, 17, 0)) // 17
 * blockVersion(new Uint8Array()) // throws FormatError
 */
export const blockVersion = (bytes: Uint8Array): number => readVersion(new Reader(bytes))

/**
 * Parses a block. Keys and hashes are views of `bytes`.
 * @throws FormatError unless `bytes` are exactly one well-formed block
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const block = '0100' + '00' + '00'.repeat(32) + '00000000' + '010001ff050000' + '00'
 * const [network, bytes] = [networkById('monero-mainnet'), fromHex(block)]
 * parseBlock(network, bytes).majorVersion // 1
 * parseBlock(network, new Uint8Array()) // throws FormatError
 */
export const parseBlock = (network: HasWireFormat, bytes: Uint8Array): Block => {
  const { header, miner, transactionIds, quorumSignatures } = readBlock(network, bytes, (reader) =>
    readTransaction(reader, network),
  )
  return {
    ...header,
    minerTransaction: miner.transaction,
    transactionIds: splitRows(transactionIds, HASH),
    quorumSignatures,
  }
}

/**
 * Reads a block and computes its id without building its miner transaction, which it passes to the visitor.
 * @throws FormatError unless `bytes` are exactly one well-formed block
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const block = '0100' + '00' + '00'.repeat(32) + '00000000' + '010001ff050000' + '00'
 * const [network, bytes] = [networkById('monero-mainnet'), fromHex(block)]
 * visitBlock(network, bytes, {}).id // blockId(parseBlock(network, bytes))
 */
export const visitBlock = (network: HasWireFormat, bytes: Uint8Array, visitor: TransactionVisitor): VisitedBlock => {
  const { header, headerBytes, miner, transactionIds } = readBlock(network, bytes, (reader) =>
    visitTransactionAt(reader, network, visitor),
  )
  const { height } = miner
  const minerTransactionId = transactionIdOfVisited(miner)
  const id = hasFaultyTree(height, () => bytes)
    ? fromHex(FAULTY_TREE.id)
    : idOfHashingBlob(hashingBlob(headerBytes, concat(minerTransactionId, transactionIds)))
  return { header, height, id, minerTransaction: miner, minerTransactionId, transactionIds }
}

/**
 * Returns the position of a transaction in a block: 0 for the miner transaction, -1 if the block does not contain it.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const block = '0100' + '00' + '00'.repeat(32) + '00000000' + '010001ff050000' + '00'
 * const visited = visitBlock(networkById('monero-mainnet'), fromHex(block), {})
 * transactionPosition(visited, visited.minerTransactionId) // 0
 * transactionPosition(visited, visited.id) // -1
 */
export const transactionPosition = ({ minerTransactionId, transactionIds }: VisitedBlock, txid: Uint8Array): number =>
  [minerTransactionId, ...splitRows(transactionIds, HASH)].findIndex((id) => equalBytes(id, txid))

/**
 * Serializes the header of a block.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const block = '0100' + '00' + '00'.repeat(32) + '00000000' + '010001ff050000' + '00'
 * const [network, bytes] = [networkById('monero-mainnet'), fromHex(block)]
 * serializeBlockHeader(parseBlock(network, bytes)) // bytes.subarray(0, 39)
 */
export const serializeBlockHeader = (header: BlockHeader): Uint8Array => writeHeader(new Writer(), header).finish()

/**
 * Serializes a block.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const block = '0100' + '00' + '00'.repeat(32) + '00000000' + '010001ff050000' + '00'
 * const [network, bytes] = [networkById('monero-mainnet'), fromHex(block)]
 * serializeBlock(parseBlock(network, bytes)) // bytes
 */
export const serializeBlock = (block: Block): Uint8Array => {
  const writer = writeHeader(new Writer(), block).bytes(serializeTransaction(block.minerTransaction))
  writer.varint(block.transactionIds.length)
  for (const id of block.transactionIds) writer.bytes(id)
  if (block.pulse !== undefined) {
    writer.varint(block.quorumSignatures.length)
    for (const { voterIndex, signature } of block.quorumSignatures) writer.u16(voterIndex).bytes(signature)
  }
  return writer.finish()
}

/** @param ids n × 32, of all transactions */
const hashingBlob = (header: Uint8Array, ids: Uint8Array): Uint8Array =>
  concat(header, treeHash(ids), varintBytes(ids.length / HASH))

/**
 * Returns the bytes that the proof of work and the block id cover: header, tree root, number of transactions (oxen-core:
 * get_block_hashing_blob).
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const block = '0100' + '00' + '00'.repeat(32) + '00000000' + '010001ff050000' + '00'
 * const [network, bytes] = [networkById('monero-mainnet'), fromHex(block)]
 * blockHashingBlob(parseBlock(network, bytes)).length // 72
 */
export const blockHashingBlob = (block: Block): Uint8Array =>
  hashingBlob(serializeBlockHeader(block), join([transactionId(block.minerTransaction), ...block.transactionIds]))

/** The one block of Monero's main chain whose id deviates from the rule, because of a defect of tree_hash at that time (monerod: get_block_hash). */
const FAULTY_TREE = {
  height: 202612,
  bytesHash: '3a8a2b3a29b50fc86ff73dd087ea43c6f0d6b8f936c849194d5c84c737903966',
  id: 'bbd604d2ba11ba27935e006ed39c9bfdd99b76bf4a50654bc1e1e61217962698',
}

const hasFaultyTree = (height: number | undefined, bytes: () => Uint8Array): boolean =>
  height === FAULTY_TREE.height && toHex(keccak256(bytes())) === FAULTY_TREE.bytesHash

const idOfHashingBlob = (blob: Uint8Array): Uint8Array => keccak256(varintBytes(blob.length), blob)

/**
 * Returns the id of a block.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const block = '0100' + '00' + '00'.repeat(32) + '00000000' + '010001ff050000' + '00'
 * const [network, bytes] = [networkById('monero-mainnet'), fromHex(block)]
 * blockId(parseBlock(network, bytes)).length // 32
 */
export const blockId = (block: Block): Uint8Array =>
  hasFaultyTree(blockHeight(block), () => serializeBlock(block))
    ? fromHex(FAULTY_TREE.id)
    : idOfHashingBlob(blockHashingBlob(block))

/**
 * Returns the height in the coinbase input of a block; undefined if that is malformed.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * const block = '0100' + '00' + '00'.repeat(32) + '00000000' + '010001ff050000' + '00'
 * const [network, bytes] = [networkById('monero-mainnet'), fromHex(block)]
 * blockHeight(parseBlock(network, bytes)) // 5
 */
export const blockHeight = (block: Block): number | undefined => {
  const [input] = block.minerTransaction.inputs
  return input?.kind === 'gen' ? input.height : undefined
}
