// Transaction ids, the hashes of a transaction's parts, and the message that its ring signatures sign.

import { concat } from '../../bytes/bytes.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { rangeProofItems } from './rctPrunable.ts'
import { RctType } from './ringct.ts'
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
/** The base that the id covers for a transaction without a base. */
const NULL_BASE = Uint8Array.of(RctType.null)

/**
 * Returns the hash of the prefix; the ring signatures of version 1 sign it.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * import { keccak256 } from '../../crypto/hash/keccak.ts'
 * import { parseTransaction, parseTransactionParts, parsePrunedTransactionParts } from './transactionBytes.ts'
 * const [network, bytes] = [networkById('oxen-mainnet'), fromHex('020001ff05000000')]
 * prefixHash(parseTransaction(network, bytes)) // keccak256(bytes.subarray(0, 7))
 */
export const prefixHash = (transaction: Transaction): Uint8Array => keccak256(serializePrefix(transaction))

/**
 * Returns the hash of the prunable part; the hash of no bytes if there is none.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * import { keccak256 } from '../../crypto/hash/keccak.ts'
 * import { parseTransaction, parseTransactionParts, parsePrunedTransactionParts } from './transactionBytes.ts'
 * const [network, bytes] = [networkById('oxen-mainnet'), fromHex('020001ff05000000')]
 * prunableHash(parseTransaction(network, bytes)) // keccak256()
 */
export const prunableHash = (transaction: Transaction): Uint8Array => keccak256(serializeRctPrunable(transaction))

/** Whether the id covers the prunable part; otherwise it covers zeros. `type` is undefined for a transaction without a base. */
const coversPrunable = (type: RctType | undefined): boolean => type !== undefined && type !== RctType.null

/**
 * Returns the id from the hashes of the three parts (versions 2 and up).
 * @param prunable hash of the prunable part; 32 zero bytes if the rct type is null
 *
 * @example
 * import { keccak256 } from '../../crypto/hash/keccak.ts'
 * const hash = new Uint8Array(32)
 * transactionIdFromParts(hash, hash, hash) // keccak256(new Uint8Array(96))
 */
export const transactionIdFromParts = (prefix: Uint8Array, base: Uint8Array, prunable: Uint8Array): Uint8Array =>
  keccak256(prefix, base, prunable)

const NULL_BASE_HASH = keccak256(NULL_BASE)

/** Avoids hashing the base of each coinbase, which is always the same. */
const baseHash = (base: Uint8Array): Uint8Array =>
  base.length === 0 || (base.length === 1 && base[0] === RctType.null) ? NULL_BASE_HASH : keccak256(base)

/**
 * Returns the id of a full transaction (oxen-core: calculate_transaction_hash).
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * import { parseTransaction, parseTransactionParts, parsePrunedTransactionParts } from './transactionBytes.ts'
 * const [network, bytes] = [networkById('oxen-mainnet'), fromHex('020001ff05000000')]
 * transactionId(parseTransaction(network, bytes)).length // 32
 */
export const transactionId = (transaction: Transaction): Uint8Array =>
  transaction.version === 1
    ? keccak256(serializeTransaction(transaction))
    : transactionIdFromParts(
        prefixHash(transaction),
        baseHash(serializeRctBase(transaction)),
        coversPrunable(transaction.rct?.type) ? prunableHash(transaction) : NO_HASH,
      )

/** Returns the id of a full transaction from its bytes. */
const idOfBytes = (
  version: number,
  type: RctType | undefined,
  { prefix, base, prunable }: Pick<TransactionParts, 'prefix' | 'base' | 'prunable'>,
): Uint8Array =>
  version === 1
    ? keccak256(prefix, prunable)
    : transactionIdFromParts(keccak256(prefix), baseHash(base), coversPrunable(type) ? keccak256(prunable) : NO_HASH)

/**
 * Returns the id of a parsed full transaction without serializing it again.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * import { parseTransaction, parseTransactionParts, parsePrunedTransactionParts } from './transactionBytes.ts'
 * const [network, bytes] = [networkById('oxen-mainnet'), fromHex('020001ff05000000')]
 * transactionIdOfParts(parseTransactionParts(network, bytes)) // transactionId(parseTransaction(network, bytes))
 */
export const transactionIdOfParts = (parts: TransactionParts): Uint8Array =>
  idOfBytes(parts.transaction.version, parts.transaction.rct?.type, parts)

/**
 * Returns the id of a visited full transaction.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * import { parseTransaction, parseTransactionParts, parsePrunedTransactionParts } from './transactionBytes.ts'
 * import { visitTransaction } from './transactionVisitor.ts'
 * const [network, bytes] = [networkById('oxen-mainnet'), fromHex('020001ff05000000')]
 * transactionIdOfVisited(visitTransaction(network, bytes, {})) // transactionId(parseTransaction(network, bytes))
 */
export const transactionIdOfVisited = (visited: VisitedTransaction): Uint8Array =>
  idOfBytes(visited.version, visited.rctType, visited)

/**
 * Returns the id of a parsed pruned transaction (versions 2 and up).
 * @param hash of the prunable part, as the node reports it; ignored if the rct type is null
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * import { parseTransaction, parseTransactionParts, parsePrunedTransactionParts } from './transactionBytes.ts'
 * const [network, bytes] = [networkById('oxen-mainnet'), fromHex('020001ff05000000')]
 * const parts = parsePrunedTransactionParts(network, bytes)
 * transactionIdOfPruned(parts, new Uint8Array(32)) // transactionId(parseTransaction(network, bytes))
 */
export const transactionIdOfPruned = ({ transaction, prefix, base }: TransactionParts, hash: Uint8Array): Uint8Array =>
  transactionIdFromParts(keccak256(prefix), baseHash(base), coversPrunable(transaction.rct?.type) ? hash : NO_HASH)

/**
 * Returns the id of a visited pruned transaction; undefined for version 1, whose id covers the signatures instead.
 * @param hash of the prunable part, as the node reports it; ignored if the rct type is null
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * import { parseTransaction } from './transactionBytes.ts'
 * import { visitPrunedTransaction } from './transactionVisitor.ts'
 * const [network, bytes] = [networkById('oxen-mainnet'), fromHex('020001ff05000000')]
 * transactionIdOfVisitedPruned(visitPrunedTransaction(network, bytes, {}), new Uint8Array(32)) // transactionId(parseTransaction(network, bytes))
 */
export const transactionIdOfVisitedPruned = (visited: VisitedTransaction, hash: Uint8Array): Uint8Array | undefined =>
  visited.version === 1
    ? undefined
    : transactionIdFromParts(
        keccak256(visited.prefix),
        baseHash(visited.base),
        coversPrunable(visited.rctType) ? hash : NO_HASH,
      )

/**
 * Returns the message that CLSAG and MLSAG signatures sign (oxen-core: get_pre_mlsag_hash). It covers prefix, base and range proofs. Ignores
 * pseudo outputs and signatures of `prunable`, which need not exist yet.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * import { parseTransaction, parseTransactionParts, parsePrunedTransactionParts } from './transactionBytes.ts'
 * const [network, bytes] = [networkById('oxen-mainnet'), fromHex('020001ff05000000')]
 * ringSignatureMessage(parseTransaction(network, bytes)).length // 32
 */
export const ringSignatureMessage = (transaction: Transaction): Uint8Array =>
  keccak256(
    prefixHash(transaction),
    baseHash(serializeRctBase(transaction)),
    keccak256(concat(...(transaction.prunable === undefined ? [] : rangeProofItems(transaction.prunable)))),
  )
