// Blocks and transactions as JSON. JSON texts inside responses keep the field order of the chain's formats and empty lists.

import { toHex } from '../../../bytes/hex.ts'
import type { Block } from '../../../coin/blocks/block.ts'
import { findField } from '../../../coin/transactions/findExtraField.ts'
import { type RctPrunable, RctType } from '../../../coin/transactions/ringct.ts'
import type { Input, Output, Transaction } from '../../../coin/transactions/transaction.ts'
import { transactionId } from '../../../coin/transactions/transactionHash.ts'
import { type JsonWritable, stringifyJson } from '../../../jsonrpc/json.ts'
import type { Chain } from '../../chain/chain.ts'
import { outputSum } from '../../rules/coinbase.ts'
import { parseStrictExtra } from '../../rules/strictExtra.ts'

const toHexList = (keys: readonly Uint8Array[]): string[] => keys.map(toHex)

const inputJson = (input: Input): JsonWritable =>
  input.kind === 'gen'
    ? { gen: { height: input.height } }
    : { key: { amount: input.amount, key_offsets: input.keyOffsets, k_image: toHex(input.keyImage) } }

const outputJson = ({ amount, key, viewTag }: Output): JsonWritable => ({
  amount,
  target:
    viewTag === undefined
      ? { key: toHex(key) }
      : { tagged_key: { key: toHex(key), view_tag: toHex(Uint8Array.of(viewTag)) } },
})

const rctBaseJson = ({ rct }: Transaction): JsonWritable => {
  if (rct === undefined || rct.type === RctType.null) return { type: 0 }
  return {
    type: rct.type,
    txnFee: rct.fee,
    ecdhInfo: rct.ecdhInfo.map(({ mask, amount }) =>
      mask === undefined ? { amount: toHex(amount) } : { mask: toHex(mask), amount: toHex(amount) },
    ),
    outPk: toHexList(rct.commitments),
  }
}

const rangeProofsJson = ({
  bulletproofs,
  bulletproofsPlus,
}: RctPrunable): { readonly [name: string]: JsonWritable } => {
  if (bulletproofsPlus.length > 0)
    return {
      nbp: bulletproofsPlus.length,
      bpp: bulletproofsPlus.map(({ A, A1, B, r1, s1, d1, L, R }) => ({
        ...{ A: toHex(A), A1: toHex(A1), B: toHex(B), r1: toHex(r1), s1: toHex(s1), d1: toHex(d1) },
        ...{ L: toHexList(L), R: toHexList(R) },
      })),
    }
  return {
    nbp: bulletproofs.length,
    bp: bulletproofs.map(({ A, S, T1, T2, taux, mu, L, R, a, b, t }) => ({
      ...{ A: toHex(A), S: toHex(S), T1: toHex(T1), T2: toHex(T2), taux: toHex(taux), mu: toHex(mu) },
      ...{ L: toHexList(L), R: toHexList(R), a: toHex(a), b: toHex(b), t: toHex(t) },
    })),
  }
}

const rctPrunableJson = ({ prunable }: Transaction): JsonWritable => {
  if (prunable === undefined) return undefined
  return {
    ...rangeProofsJson(prunable),
    ...(prunable.mlsags.length === 0
      ? {}
      : { MGs: prunable.mlsags.map(({ ss, cc }) => ({ ss: ss.map(toHexList), cc: toHex(cc) })) }),
    ...(prunable.clsags.length === 0
      ? {}
      : { CLSAGs: prunable.clsags.map(({ s, c1, D }) => ({ s: toHexList(s), c1: toHex(c1), D: toHex(D) })) }),
    pseudoOuts: toHexList(prunable.pseudoOuts),
  }
}

const prefixJson = (transaction: Transaction): { readonly [name: string]: JsonWritable } => ({
  version: transaction.version,
  output_unlock_times: transaction.version >= 3 ? transaction.outputUnlockTimes : undefined,
  unlock_time: transaction.unlockTime,
  vin: transaction.inputs.map(inputJson),
  vout: transaction.outputs.map(outputJson),
  extra: [...transaction.extra],
  type: transaction.version >= 4 ? transaction.type : undefined,
})

const signaturesJson = (transaction: Transaction): { readonly [name: string]: JsonWritable } => {
  if (transaction.inputs.length === 0) return {}
  if (transaction.version > 1) return { rct_signatures: rctBaseJson(transaction) }
  return { signatures: transaction.signatures.flatMap((ring) => (ring.length > 0 ? [toHexList(ring).join('')] : [])) }
}

const transactionObject = (transaction: Transaction): JsonWritable => ({
  ...prefixJson(transaction),
  ...signaturesJson(transaction),
  rctsig_prunable: rctPrunableJson(transaction),
})

/** Returns a transaction as JSON text; without the prunable part if it is absent. */
export const transactionJson = (transaction: Transaction): string => stringifyJson(transactionObject(transaction))

/** Returns a block as JSON text. */
export const blockJson = (block: Block): string =>
  stringifyJson({
    major_version: block.majorVersion,
    minor_version: block.minorVersion,
    timestamp: block.timestamp,
    prev_id: toHex(block.previousId),
    nonce: block.nonce,
    pulse:
      block.pulse === undefined
        ? undefined
        : {
            random_value: toHex(block.pulse.randomValue),
            round: block.pulse.round,
            validator_bitset: block.pulse.validatorBitset,
          },
    miner_tx: transactionObject(block.minerTransaction),
    tx_hashes: toHexList(block.transactionIds),
    signatures:
      block.pulse === undefined
        ? undefined
        : block.quorumSignatures.map(({ voterIndex, signature }) => ({
            voter_index: voterIndex,
            signature: toHex(signature),
          })),
  })

/** Optional fields of a header. */
export type HeaderOptions = {
  readonly get_tx_hashes: boolean
  /** requires that the chain's proof of work is loaded */
  readonly fill_pow_hash: boolean
}

type HeaderParts = { readonly get_tx_hashes: boolean; readonly powHash: Uint8Array | undefined }

/** A block of the main chain or an alternative block, with the values that its header contains. */
export type HeaderSource = {
  readonly height: number
  readonly id: Uint8Array
  readonly block: Block
  readonly weight: number
  readonly longTermWeight: number
  readonly difficulty: bigint
  readonly cumulativeDifficulty: bigint
}

const headerOf = (chain: Chain, described: HeaderSource, parts: HeaderParts): JsonWritable => {
  const { block, weight, height, id } = described
  const winner = findField(parseStrictExtra(chain.rules.network, block.minerTransaction.extra), 'serviceNodeWinner')
  return {
    major_version: block.majorVersion,
    minor_version: block.minorVersion,
    timestamp: block.timestamp,
    prev_hash: toHex(block.previousId),
    nonce: block.nonce,
    orphan_status: chain.heightOf(id) === undefined,
    height,
    // An alternative chain may be longer than a checkpointed main chain.
    depth: Math.max(0, chain.height - height - 1),
    hash: toHex(id),
    difficulty: described.difficulty,
    cumulative_difficulty: described.cumulativeDifficulty,
    reward: outputSum(block.minerTransaction),
    miner_reward: block.minerTransaction.outputs[0]?.amount ?? 0n,
    block_size: weight,
    block_weight: weight,
    num_txes: block.transactionIds.length,
    long_term_weight: described.longTermWeight,
    miner_tx_hash: toHex(transactionId(block.minerTransaction)),
    pow_hash: parts.powHash && toHex(parts.powHash),
    tx_hashes: parts.get_tx_hashes ? toHexList(block.transactionIds) : [],
    service_node_winner: toHex(winner?.key ?? new Uint8Array(32)),
  }
}

/** Returns the `block_header` of a block. @throws ProofOfWorkBusyError */
export const headerJson = async (
  chain: Chain,
  described: HeaderSource,
  { get_tx_hashes, fill_pow_hash }: HeaderOptions,
): Promise<JsonWritable> => {
  const { block, height } = described
  const powHash = fill_pow_hash ? await chain.work.hashOf({ ...chain.placeOnTip(block), height }) : undefined
  return headerOf(chain, described, { get_tx_hashes, powHash })
}

/** Returns the `block_header` of each block. Their proof of work is computed one after the other. */
export const headersJson = async (
  chain: Chain,
  described: readonly HeaderSource[],
  options: HeaderOptions,
): Promise<JsonWritable[]> => {
  const headers: JsonWritable[] = []
  for (const each of described) headers.push(await headerJson(chain, each, options))
  return headers
}
