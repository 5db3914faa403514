// Blocks: header, coinbase transaction, ids of the others, and (oxen, from pulse on) the signatures of a quorum. The block id hashes the header and
// the tree of transaction ids; quorum signatures are not part of it.

import { concat } from '../../bytes/bytes.ts'
import { Reader, varintBytes, Writer } from '../../bytes/cursor.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import type { HasWireFormat, Transaction, WireFormat } from '../transactions/transaction.ts'
import { readTransaction, serializeTransaction } from '../transactions/transactionBytes.ts'
import { transactionId, transactionIdOfVisited } from '../transactions/transactionHash.ts'
import {
  type TransactionVisitor,
  type VisitedTransaction,
  visitTransactionAt,
} from '../transactions/transactionVisitor.ts'

/** What a quorum's block says of its round; all zero in a mined block. */
export type PulseHeader = {
  /** 16 bytes */
  readonly randomValue: Uint8Array
  readonly round: number
  /** bit i: validator i took part */
  readonly validatorBitset: number
}

export type BlockHeader = {
  readonly majorVersion: number
  readonly minorVersion: number
  /** UNIX seconds */
  readonly timestamp: number
  readonly previousId: Uint8Array
  readonly nonce: number
  /** undefined before pulse and where the family has none */
  readonly pulse: PulseHeader | undefined
}

export type QuorumSignature = { readonly voterIndex: number; readonly signature: Uint8Array }

export type Block = BlockHeader & {
  readonly minerTransaction: Transaction
  /** without the miner transaction's */
  readonly transactionIds: readonly Uint8Array[]
  readonly quorumSignatures: readonly QuorumSignature[]
}

/** A block read without building its miner transaction. Keys and hashes are views on its bytes. */
export type VisitedBlock = {
  readonly header: BlockHeader
  /** as its coinbase says; undefined if that is malformed */
  readonly height: number | undefined
  readonly id: Uint8Array
  readonly minerTransaction: VisitedTransaction
  readonly minerTransactionId: Uint8Array
  /** without the miner transaction's */
  readonly transactionIds: readonly Uint8Array[]
}

const HASH = 32
const SIGNATURE = 64

const readHeader = (reader: Reader, { pulseVersion }: WireFormat): BlockHeader => {
  const majorVersion = reader.varint()
  const header = {
    majorVersion,
    minorVersion: reader.varint(),
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

/** Reads exactly one block, whose miner transaction `readMiner` reads. */
const readBlock = <Miner>(
  { wireFormat }: HasWireFormat,
  bytes: Uint8Array,
  readMiner: (reader: Reader) => Miner,
): {
  readonly header: BlockHeader
  readonly headerBytes: Uint8Array
  readonly miner: Miner
  readonly transactionIds: readonly Uint8Array[]
  readonly quorumSignatures: readonly QuorumSignature[]
} => {
  const reader = new Reader(bytes)
  const header = readHeader(reader, wireFormat)
  const headerBytes = reader.since(0)
  const miner = readMiner(reader)
  const transactionIds: Uint8Array[] = []
  for (let left = reader.count(HASH); left > 0; left--) transactionIds.push(reader.bytes(HASH))
  const quorumSignatures: QuorumSignature[] = []
  if (header.pulse !== undefined)
    for (let left = reader.count(2 + SIGNATURE); left > 0; left--)
      quorumSignatures.push({ voterIndex: reader.u16(), signature: reader.bytes(SIGNATURE) })
  reader.end('a block')
  return { header, headerBytes, miner, transactionIds, quorumSignatures }
}

/**
 * Parses a block. Keys and hashes are views on `bytes`.
 * @throws FormatError for anything but exactly one well-formed block
 */
export const parseBlock = (network: HasWireFormat, bytes: Uint8Array): Block => {
  const { header, miner, transactionIds, quorumSignatures } = readBlock(network, bytes, (reader) =>
    readTransaction(reader, network),
  )
  return { ...header, minerTransaction: miner.transaction, transactionIds, quorumSignatures }
}

/**
 * Reads a block and its id without building its miner transaction, of which the visitor is told.
 * @throws FormatError for anything but exactly one well-formed block
 */
export const visitBlock = (network: HasWireFormat, bytes: Uint8Array, visitor: TransactionVisitor): VisitedBlock => {
  const { header, headerBytes, miner, transactionIds } = readBlock(network, bytes, (reader) =>
    visitTransactionAt(reader, network, visitor),
  )
  const { height } = miner
  const minerTransactionId = transactionIdOfVisited(miner)
  const id = hasFaultyTree(height, () => bytes)
    ? fromHex(FAULTY_TREE.id)
    : idOfHashingBlob(hashingBlob(headerBytes, minerTransactionId, transactionIds))
  return { header, height, id, minerTransaction: miner, minerTransactionId, transactionIds }
}

/** Bytes of a block's header. */
export const serializeBlockHeader = (header: BlockHeader): Uint8Array => writeHeader(new Writer(), header).finish()

/** Bytes of a block. */
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

/**
 * Root of CryptoNote's hash tree: the lowest level is filled up to a power of two by pairing only as many leaves, from the
 * end, as needed.
 * @param leaves at least one hash of 32 bytes
 */
export const treeHash = (leaves: readonly Uint8Array[]): Uint8Array => {
  const [first] = leaves
  if (first === undefined) throw new RangeError('a hash tree needs a leaf')
  if (leaves.length === 1) return first
  let width = 1
  while (2 * width < leaves.length) width *= 2
  const kept = 2 * width - leaves.length
  let level = [...leaves.slice(0, kept), ...hashPairs(leaves.slice(kept))]
  while (level.length > 1) level = hashPairs(level)
  return level[0] ?? first
}

const hashPairs = (hashes: readonly Uint8Array[]): Uint8Array[] => {
  const parents: Uint8Array[] = []
  for (let i = 0; i < hashes.length; i += 2) parents.push(keccak256(...hashes.slice(i, i + 2)))
  return parents
}

const hashingBlob = (header: Uint8Array, minerId: Uint8Array, transactionIds: readonly Uint8Array[]): Uint8Array =>
  concat(header, treeHash([minerId, ...transactionIds]), varintBytes(transactionIds.length + 1))

/** What proof of work and the block id hash: header, tree root, number of transactions. */
export const blockHashingBlob = (block: Block): Uint8Array =>
  hashingBlob(serializeBlockHeader(block), transactionId(block.minerTransaction), block.transactionIds)

/**
 * The one block of Monero's main chain whose id is not what the rule gives: the node that made it had a faulty hash
 * tree, and the chain went on from the id it reckoned.
 */
const FAULTY_TREE = {
  height: 202612,
  bytesHash: '3a8a2b3a29b50fc86ff73dd087ea43c6f0d6b8f936c849194d5c84c737903966',
  id: 'bbd604d2ba11ba27935e006ed39c9bfdd99b76bf4a50654bc1e1e61217962698',
}

const hasFaultyTree = (height: number | undefined, bytes: () => Uint8Array): boolean =>
  height === FAULTY_TREE.height && toHex(keccak256(bytes())) === FAULTY_TREE.bytesHash

const idOfHashingBlob = (blob: Uint8Array): Uint8Array => keccak256(varintBytes(blob.length), blob)

/** The id of a block. */
export const blockId = (block: Block): Uint8Array =>
  hasFaultyTree(blockHeight(block), () => serializeBlock(block))
    ? fromHex(FAULTY_TREE.id)
    : idOfHashingBlob(blockHashingBlob(block))

/** Height of a block, as its coinbase says; undefined if that is malformed. */
export const blockHeight = (block: Block): number | undefined => {
  const [input] = block.minerTransaction.inputs
  return input?.kind === 'gen' ? input.height : undefined
}
