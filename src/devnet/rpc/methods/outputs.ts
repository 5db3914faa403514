// Methods about outputs: ring members, their distribution over the chain, and the global indices of a transaction's outputs. Outputs are listed
// under amount 0, but those from before RingCT, which are listed under their amounts.

import * as v from 'valibot'
import { concat, u64Bytes } from '../../../bytes/bytes.ts'
import { varintBytes } from '../../../bytes/cursor.ts'
import { toHex } from '../../../bytes/hex.ts'
import {
  asBlob,
  asBool,
  asSections,
  asU64,
  asU64s,
  type WritableSection,
} from '../../../bytes/portableStorageWriter.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import { index, list, u64 } from '../../../jsonrpc/schemas.ts'
import type { Chain } from '../../chain/chain.ts'
import type { OutputRecord } from '../../records/chainRecords.ts'
import { NODE_ERROR_CODES } from '../calls/errors.ts'
import { BOTH, binaryNodeMethod, heightParam, nodeMethod, TRUST_STATUS } from '../calls/nodeMethod.ts'
import { HISTOGRAM_PARAMS, histogramOf, isTooOld } from '../calls/outputHistogram.ts'
import { plainOutputs } from '../calls/plainOutputs.ts'
import { response } from '../calls/response.ts'
import {
  distributionBytes,
  distributionRecord,
  hash,
  histogramRecord,
  outputBytes,
  outputRecord,
} from '../calls/resultSchemas.ts'

/** Outputs per request on a restricted service (monerod, oxen-core). */
const MAX_OUTPUTS = 5000
const NO_HASH = new Uint8Array(32)

/** Parameters of get_output_distribution and get_output_distribution.bin. */
export const DISTRIBUTION_PARAMS = {
  amounts: list(u64),
  from_height: v.optional(heightParam, 0),
  to_height: v.optional(heightParam, 0),
  cumulative: v.optional(v.boolean(), false),
  binary: v.optional(v.boolean(), true),
  compress: v.optional(v.boolean(), false),
} as const

type OutputIndex = { readonly amount: number; readonly index: number }

/** Returns the outputs; undefined if one of them is unknown. */
const findOutputs = (chain: Chain, requested: readonly OutputIndex[]): OutputRecord[] | undefined => {
  const found: OutputRecord[] = []
  const plain = requested.some(({ amount }) => amount !== 0) ? plainOutputs(chain) : []
  for (const { amount, index: at } of requested) {
    const listed = amount === 0 ? chain.outputs : plain.filter((output) => output.amount === BigInt(amount))
    const output = listed[at]
    if (output === undefined) return undefined
    found.push(output)
  }
  return found
}

type DistributionRequest = {
  readonly from: number
  readonly to: number
  readonly cumulative: boolean
}

/** Returns the number of outputs per block. @throws JsonRpcError if the range is not on the chain */
const distributionOf = (chain: Chain, { from, to, cumulative }: DistributionRequest) => {
  const end = to === 0 ? chain.height - 1 : to
  if (from > end || end >= chain.height)
    throw new JsonRpcError(NODE_ERROR_CODES.internal, 'Failed to get output distribution')
  const soFar = (height: number): number => chain.blockAt(height)?.outputsSoFar ?? 0
  const base = soFar(from - 1)
  const counts = Array.from({ length: end + 1 - from }, (_, i) =>
    cumulative ? soFar(from + i) : soFar(from + i) - soFar(from + i - 1),
  )
  return { base, counts }
}

/**
 * Returns the number of outputs per block of an amount other than 0. As in monerod, those below the range count as ones of its first block.
 * @throws JsonRpcError if the range is not on the chain
 */
const plainDistributionOf = (chain: Chain, amount: bigint, request: DistributionRequest) => {
  const heights = plainOutputs(chain).flatMap((output) => (output.amount === amount ? [output.height] : []))
  const soFar = (height: number): number => heights.filter((each) => each <= height).length
  const { counts } = distributionOf(chain, request)
  const sums = counts.map((_, i) => soFar(request.from + i))
  return { base: 0, counts: request.cumulative ? sums : sums.map((sum, i) => sum - (sums[i - 1] ?? 0)) }
}

/** Returns the number of outputs of an amount per block. @throws JsonRpcError if the range is not on the chain */
export const distributionOfAmount = (chain: Chain, amount: bigint, request: DistributionRequest) =>
  amount === 0n ? distributionOf(chain, request) : plainDistributionOf(chain, amount, request)

export const outputMethods = [
  nodeMethod({
    names: ['get_outs'],
    about: 'outputs by global index, as ring members',
    access: 'public',
    transports: BOTH,
    params: {
      outputs: list(v.object({ amount: v.optional(heightParam, 0), index: v.optional(heightParam, 0) })),
      get_txid: v.optional(v.boolean(), false),
    },
    result: { outs: list(outputRecord), ...TRUST_STATUS },
    handler: ({ node: { chain } }, { outputs, get_txid: withIds }, { restricted }) => {
      if (restricted && outputs.length > MAX_OUTPUTS) return response({}, 'Too many outs requested')
      const found = findOutputs(chain, outputs)
      if (found === undefined) return response({}, 'Failed')
      return response({
        outs: found.map(({ key, commitment, unlockTime, height, txid }) => ({
          key: toHex(key),
          mask: toHex(commitment),
          unlocked: chain.isUnlocked(unlockTime),
          height,
          txid: toHex(withIds ? txid : NO_HASH),
        })),
      })
    },
  }),
  binaryNodeMethod({
    names: ['get_outs.bin'],
    about: 'outputs by global index, as ring members',
    access: 'public',
    params: { outputs: list(v.object({ amount: index, index })), get_txid: v.optional(v.boolean(), true) },
    result: { outs: list(outputBytes) },
    handler: ({ node: { chain } }, fields, { restricted }) => {
      const requested = fields.sections('outputs').map((each) => ({
        amount: each.number('amount'),
        index: each.number('index'),
      }))
      if (restricted && requested.length > MAX_OUTPUTS) return { fields: {}, status: 'Too many outs requested' }
      const found = findOutputs(chain, requested)
      if (found === undefined) return { fields: {}, status: 'Failed' }
      const withIds = fields.boolean('get_txid', true)
      return {
        fields: {
          outs: asSections(
            found.map(({ key, commitment, unlockTime, height, txid }) => ({
              key: asBlob(key),
              mask: asBlob(commitment),
              unlocked: asBool(chain.isUnlocked(unlockTime)),
              height: asU64(height),
              txid: asBlob(withIds ? txid : NO_HASH),
            })),
          ),
        },
      }
    },
  }),
  binaryNodeMethod({
    names: ['get_o_indexes.bin'],
    about: 'global indices of the outputs of a transaction',
    access: 'public',
    params: { txid: hash },
    result: { o_indexes: list(index) },
    handler: ({ node: { chain } }, fields) => {
      const place = chain.placeOf(fields.key('txid') ?? new Uint8Array())
      const indices = chain.blockAt(place?.height ?? -1)?.outputIndices[place?.position ?? 0]
      return indices === undefined ? { fields: {}, status: 'Failed' } : { fields: { o_indexes: asU64s(indices) } }
    },
  }),
  nodeMethod({
    names: ['get_output_histogram'],
    about: 'number of outputs by amount: total, unlocked, and recent',
    access: 'public',
    params: HISTOGRAM_PARAMS,
    result: { histogram: list(histogramRecord), ...TRUST_STATUS },
    handler: ({ node: { chain, clock } }, params, { restricted }) =>
      restricted && isTooOld(params, clock())
        ? response({}, 'Recent cutoff is too old')
        : response({ histogram: histogramOf(chain, params) }),
  }),
  nodeMethod({
    names: ['get_output_distribution'],
    about: 'number of outputs per block, or cumulative',
    access: 'public',
    params: DISTRIBUTION_PARAMS,
    result: { distributions: list(distributionRecord), ...TRUST_STATUS },
    handler: ({ node: { chain } }, { amounts, from_height: from, to_height: to, cumulative }) => {
      const distributions = amounts.map((amount) => {
        const { base, counts } = distributionOfAmount(chain, amount, { from, to, cumulative })
        return { amount, start_height: from, base, distribution: counts, binary: false, compress: false }
      })
      return response({ distributions })
    },
  }),
  binaryNodeMethod({
    names: ['get_output_distribution.bin'],
    about: 'number of outputs per block, or cumulative',
    access: 'public',
    params: DISTRIBUTION_PARAMS,
    result: { distributions: list(distributionBytes) },
    handler: ({ node: { chain } }, fields) => {
      if (!fields.boolean('binary', true)) return { fields: {}, status: 'Binary only call' }
      const from = fields.number('from_height')
      const to = fields.number('to_height')
      const cumulative = fields.boolean('cumulative', false)
      const compress = fields.boolean('compress', false)
      const distributions = fields.numbers('amounts').map((amount): WritableSection => {
        const { base, counts } = distributionOfAmount(chain, BigInt(amount), { from, to, cumulative })
        return {
          amount: asU64(amount),
          start_height: asU64(from),
          binary: asBool(true),
          compress: asBool(compress),
          base: asU64(base),
          ...(compress
            ? { compressed_data: asBlob(concat(...counts.map(varintBytes))) }
            : { distribution: asBlob(concat(...counts.map((count) => u64Bytes(BigInt(count))))) }),
        }
      })
      return { fields: { distributions: asSections(distributions) } }
    },
  }),
]
