// Blocks and transactions as JSON in the messages of --zmq-pub: the fields of monerod 0.18.5, in its order. They differ from those of the RPC.

import { concat } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import type { Block } from '../../../coin/blocks/block.ts'
import { type RctBase, type RctPrunable, RctType } from '../../../coin/transactions/ringct.ts'
import type { Input, Output, Transaction } from '../../../coin/transactions/transaction.ts'
import { divideCommitments } from '../../../crypto/range-proofs/rangeProof.ts'
import type { JsonWritable } from '../../../jsonrpc/json.ts'

type JsonFields = { readonly [name: string]: JsonWritable }

const KEY_LENGTH = 32

const toHexList = (keys: readonly Uint8Array[]): string[] => keys.map(toHex)

const inputJson = (input: Input): JsonWritable =>
  input.kind === 'gen'
    ? { gen: { height: input.height } }
    : { to_key: { amount: input.amount, key_offsets: input.keyOffsets, key_image: toHex(input.keyImage) } }

const outputJson = ({ amount, key, viewTag }: Output): JsonWritable =>
  viewTag === undefined
    ? { amount, to_key: { key: toHex(key) } }
    : { amount, to_tagged_key: { key: toHex(key), view_tag: toHex(Uint8Array.of(viewTag)) } }

/** Pads an encrypted amount to 32 bytes. */
const padded = (amount: Uint8Array): Uint8Array => concat(amount, new Uint8Array(KEY_LENGTH - amount.length))

/** The lists of proofs of earlier forks are empty: a chain of this node begins at fork 16. */
const prunableJson = (
  { bulletproofsPlus, clsags, pseudoOuts }: RctPrunable,
  commitments: readonly Uint8Array[],
): JsonFields => ({
  range_proofs: [],
  bulletproofs: [],
  bulletproofs_plus: bulletproofsPlus.map(({ A, A1, B, r1, s1, d1, L, R }) => ({
    // Not a part of the transaction: one proof is about all its outputs.
    V: toHexList(divideCommitments(commitments)),
    ...{ A: toHex(A), A1: toHex(A1), B: toHex(B), r1: toHex(r1), s1: toHex(s1), d1: toHex(d1) },
    ...{ L: toHexList(L), R: toHexList(R) },
  })),
  mlsags: [],
  clsags: clsags.map(({ s, c1, D }) => ({ s: toHexList(s), c1: toHex(c1), D: toHex(D) })),
  pseudo_outs: toHexList(pseudoOuts),
})

const ringctJson = (rct: RctBase | undefined, prunable: RctPrunable | undefined): JsonFields => {
  if (rct === undefined || rct.type === RctType.null) return { type: RctType.null }
  const { type, ecdhInfo, commitments, fee } = rct
  return {
    type,
    encrypted: ecdhInfo.map(({ mask = new Uint8Array(KEY_LENGTH), amount }) => ({
      mask: toHex(mask),
      amount: toHex(padded(amount)),
    })),
    commitments: toHexList(commitments),
    fee,
    prunable: prunable && prunableJson(prunable, commitments),
  }
}

/** Returns a transaction of version 2 as in `json-full-txpool_add`. */
export const transactionMessage = (transaction: Transaction): JsonFields => ({
  version: transaction.version,
  unlock_time: transaction.unlockTime,
  inputs: transaction.inputs.map(inputJson),
  outputs: transaction.outputs.map(outputJson),
  extra: toHex(transaction.extra),
  signatures: [],
  ringct: ringctJson(transaction.rct, transaction.prunable),
})

/** Returns a block as in `json-full-chain_main`. */
export const blockMessage = (block: Block): JsonFields => ({
  major_version: block.majorVersion,
  minor_version: block.minorVersion,
  timestamp: block.timestamp,
  prev_id: toHex(block.previousId),
  nonce: block.nonce,
  miner_tx: transactionMessage(block.minerTransaction),
  tx_hashes: toHexList(block.transactionIds),
})
