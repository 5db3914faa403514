// What names a transaction and what its ring signatures sign.

import { concat } from '../../bytes/bytes.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { RctType, rangeProofItems } from './ringct.ts'
import type { Transaction } from './transaction.ts'
import {
  serializePrefix,
  serializeRctBase,
  serializeRctPrunable,
  serializeTransaction,
  type TransactionParts,
} from './transactionBytes.ts'
import type { VisitedTransaction } from './transactionVisitor.ts'

const NO_HASH = new Uint8Array(32)
/** The base of a transaction that has none, as it counts in the id. */
const NULL_BASE = Uint8Array.of(RctType.null)

/** Hash of everything before the confidential part; what old ring signatures sign. */
export const prefixHash = (transaction: Transaction): Uint8Array => keccak256(serializePrefix(transaction))

/** Hash of the prunable part, as a node tells it beside a pruned transaction; the hash of no bytes where there is none. */
export const prunableHash = (transaction: Transaction): Uint8Array => keccak256(serializeRctPrunable(transaction))

/** Whether the prunable part counts in the id; zeros take its place otherwise. */
const hasPrunable = ({ rct }: Transaction): boolean => rct !== undefined && rct.type !== RctType.null

/**
 * The id from its three hashes (versions 2 and up).
 * @param prunable hash of the prunable part; 32 zero bytes when the confidential type is null
 */
export const transactionIdFromParts = (prefix: Uint8Array, base: Uint8Array, prunable: Uint8Array): Uint8Array =>
  keccak256(prefix, base, prunable)

const NULL_BASE_HASH = keccak256(NULL_BASE)

/** Every coinbase has the same base. */
const baseHash = (base: Uint8Array): Uint8Array =>
  base.length === 0 || (base.length === 1 && base[0] === RctType.null) ? NULL_BASE_HASH : keccak256(base)

/** The id of a full transaction. */
export const transactionId = (transaction: Transaction): Uint8Array =>
  transaction.version === 1
    ? keccak256(serializeTransaction(transaction))
    : transactionIdFromParts(
        prefixHash(transaction),
        baseHash(serializeRctBase(transaction)),
        hasPrunable(transaction) ? prunableHash(transaction) : NO_HASH,
      )

/** The id of a full transaction whose bytes are at hand. */
const idOfBytes = (
  version: number,
  isPrunable: boolean,
  { prefix, base, prunable }: Pick<TransactionParts, 'prefix' | 'base' | 'prunable'>,
): Uint8Array =>
  version === 1
    ? keccak256(prefix, prunable)
    : transactionIdFromParts(keccak256(prefix), baseHash(base), isPrunable ? keccak256(prunable) : NO_HASH)

/** The id of a full transaction just parsed, without writing it again. */
export const transactionIdOfParts = (parts: TransactionParts): Uint8Array =>
  idOfBytes(parts.transaction.version, hasPrunable(parts.transaction), parts)

/** The id of a full transaction just visited. */
export const transactionIdOfVisited = (visited: VisitedTransaction): Uint8Array =>
  idOfBytes(visited.version, visited.rctType !== undefined && visited.rctType !== RctType.null, visited)

/**
 * The id of a pruned transaction just parsed (versions 2 and up).
 * @param hash of the prunable part, as the node tells it; not looked at when the confidential type is null
 */
export const transactionIdOfPruned = ({ transaction, prefix, base }: TransactionParts, hash: Uint8Array): Uint8Array =>
  transactionIdFromParts(keccak256(prefix), baseHash(base), hasPrunable(transaction) ? hash : NO_HASH)

/**
 * The message that CLSAG and MLSAG sign (`pre_mlsag_hash` of the reference): it binds prefix, base and range proofs. Pseudo outputs
 * and signatures of `prunable` are not looked at, so it can be asked for before they exist.
 */
export const ringSignatureMessage = (transaction: Transaction): Uint8Array =>
  keccak256(
    prefixHash(transaction),
    baseHash(serializeRctBase(transaction)),
    keccak256(concat(...(transaction.prunable === undefined ? [] : rangeProofItems(transaction.prunable)))),
  )
