// Metadata that is computed when a block is added to the chain, packed into bytes so that a long chain takes little memory.

import { keyImagesOf, outputUnlockTime } from '../../coin/transactions/transaction.ts'
import type { BlockRecord, ParsedTransaction } from './chainRecords.ts'

export type BlockMetadata = Pick<
  BlockRecord,
  | 'id'
  | 'timestamp'
  | 'weight'
  | 'longTermWeight'
  | 'outputsSoFar'
  | 'difficulty'
  | 'cumulativeDifficulty'
  | 'generated'
>

/** Version of the packed form. Version 1 had only the ids of transactions. */
export const BLOCK_METADATA_VERSION = 2
/** Positions in the packed form. The lists are those of transactions, unlock times and key images. */
export const AT = {
  id: 0,
  timestamp: 32,
  weight: 40,
  longTermWeight: 48,
  outputsSoFar: 56,
  difficulty: 64,
  cumulativeDifficulty: 80,
  generated: 96,
  transactions: 104,
  outputs: 108,
  keyImages: 112,
  lists: 116,
} as const
export const HASH = 32
export const LOCK = 8
/** A transaction: its id, then 4 bytes each for its pruned length, its number of outputs and its number of indexed outputs. */
export const ENTRY = { id: 0, kept: 32, outputs: 36, indexed: 40, size: 44 } as const
export const U64 = 64n

/** Reads without a DataView, whose creation takes longer than the read. */
export const readU32 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 0x100 + (bytes[at + 2] ?? 0) * 0x10000 + (bytes[at + 3] ?? 0) * 0x1000000

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Number of outputs with a global index. Outputs with clear amounts are indexed by amount, and no ring here refers to them. */
const countIndexed = ({ transaction: { rct, outputs } }: ParsedTransaction): number =>
  rct === undefined ? 0 : outputs.length

/** Unlock times of the indexed outputs. */
const unlockTimesOf = ({ transaction }: ParsedTransaction): bigint[] =>
  transaction.rct === undefined ? [] : transaction.outputs.map((_, i) => outputUnlockTime(transaction, i))

/** Returns the number of indexed outputs. */
export const countOutputs = (transactions: readonly ParsedTransaction[]): number =>
  transactions.reduce((sum, parsed) => sum + countIndexed(parsed), 0)

const packHead = (facts: BlockMetadata): Uint8Array => {
  const bytes = new Uint8Array(AT.transactions)
  const view = viewOf(bytes)
  const wide = (at: number, value: bigint): void => {
    view.setBigUint64(at, value, true)
    view.setBigUint64(at + 8, value >> U64, true)
  }
  bytes.set(facts.id, AT.id)
  view.setFloat64(AT.timestamp, facts.timestamp, true)
  view.setFloat64(AT.weight, facts.weight, true)
  view.setFloat64(AT.longTermWeight, facts.longTermWeight, true)
  view.setFloat64(AT.outputsSoFar, facts.outputsSoFar, true)
  wide(AT.difficulty, facts.difficulty)
  wide(AT.cumulativeDifficulty, facts.cumulativeDifficulty)
  view.setBigUint64(AT.generated, facts.generated, true)
  return bytes
}

const packLists = (head: Uint8Array, transactions: readonly ParsedTransaction[]): Uint8Array => {
  const locks = transactions.flatMap(unlockTimesOf)
  const keyImages = transactions.flatMap(({ transaction }) => keyImagesOf(transaction))
  const bytes = new Uint8Array(
    AT.lists + ENTRY.size * transactions.length + LOCK * locks.length + HASH * keyImages.length,
  )
  bytes.set(head)
  const view = viewOf(bytes)
  view.setUint32(AT.transactions, transactions.length, true)
  view.setUint32(AT.outputs, locks.length, true)
  view.setUint32(AT.keyImages, keyImages.length, true)
  let at: number = AT.lists
  for (const parsed of transactions) {
    bytes.set(parsed.id, at + ENTRY.id)
    view.setUint32(at + ENTRY.kept, parsed.prefix.length + parsed.base.length, true)
    view.setUint32(at + ENTRY.outputs, parsed.transaction.outputs.length, true)
    view.setUint32(at + ENTRY.indexed, countIndexed(parsed), true)
    at += ENTRY.size
  }
  for (const lock of locks) {
    view.setBigUint64(at, lock, true)
    at += LOCK
  }
  for (const keyImage of keyImages) {
    bytes.set(keyImage, at)
    at += HASH
  }
  return bytes
}

/**
 * Packs the metadata of a block.
 * @param transactions the coinbase first
 */
export const packBlockMetadata = (facts: BlockMetadata, transactions: readonly ParsedTransaction[]): Uint8Array =>
  packLists(packHead(facts), transactions)

/**
 * Converts packed metadata of an earlier version, which begins like the present one.
 * @param transactions the coinbase first
 */
export const repackBlockMetadata = (facts: Uint8Array, transactions: readonly ParsedTransaction[]): Uint8Array =>
  packLists(facts.subarray(0, AT.transactions), transactions)
