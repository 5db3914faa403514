// Methods about the chain in oxen-core's form: state, version, fees, checkpoints of service nodes.

import * as v from 'valibot'
import { toHex } from '../../../bytes/hex.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import { list, u32, u64 } from '../../../jsonrpc/schemas.ts'
import { checkpointsBetween } from '../../chain/checkpoints.ts'
import { NODE_ERROR_CODES } from '../../rpc/calls/errors.ts'
import type { NodeContext, ResponseFields } from '../../rpc/calls/nodeContext.ts'
import { BOTH, heightParam, nodeMethod, TRUST_STATUS } from '../../rpc/calls/nodeMethod.ts'
import { response } from '../../rpc/calls/response.ts'
import { checkpointRecord, infoRecord } from '../../rpc/calls/resultSchemas.ts'
import { adminInfoFields, infoFields } from '../../rpc/methods/chain.ts'
import { serviceNodesOf } from '../blocks/oxenState.ts'
import { pulseTimes } from '../blocks/pulseSchedule.ts'
import { type OxenServices, oxenServicesOf } from '../local-nodes/oxenServices.ts'
import { BLINK_PERCENT } from '../rules/fees.ts'
import { ownStanding } from './serviceNodeJson.ts'
import { RPC_VERSION, VERSION } from './version.ts'

const MAX_U64 = 2n ** 64n - 1n
/** `fee` of get_fee_estimate is per 1024 bytes, for older clients. */
const BYTES_PER_KB = 1024n
/** Checkpoints per request on a restricted service. */
const MAX_RESTRICTED_CHECKPOINTS = 25
const DEFAULT_CHECKPOINTS = 6

/** Returns a height parameter of get_checkpoints; oxen-core uses the two largest numbers of 64 bits for "none". */
const optionalHeight = (height: bigint | undefined): number | undefined =>
  height === undefined || height >= MAX_U64 - 1n ? undefined : Number(height)

const oxenInfoFields = (context: NodeContext, restricted: boolean): ResponseFields => {
  const { node } = context
  const { ownNode } = oxenServicesOf(context)
  const { chain, rules, clock, checkpoints } = node
  const serviceNodes = serviceNodesOf(chain.state)
  const { ideal, target, fallback } = pulseTimes(rules.network, chain.blocks) ?? { ideal: 0, target: 0, fallback: 0 }
  const isPulse = chain.work.setting.difficulty === 'adjusted' && serviceNodes !== undefined && clock() < fallback
  return {
    immutable_height: checkpoints.immutable?.height ?? 0,
    immutable_block_hash: toHex(checkpoints.immutable?.id ?? new Uint8Array()),
    pulse_ideal_timestamp: ideal,
    pulse_target_timestamp: target,
    // oxen-core decides by the clock alone whether the next block is a pulse block.
    difficulty: isPulse ? rules.consensus.proofOfWork.unminedDifficulty : chain.nextDifficulty,
    devnet: rules.network.netType === 'devnet',
    version: restricted ? '8' : `${VERSION}-faba`,
    status_line: restricted
      ? `v8; Height: ${chain.height}`
      : `v${VERSION}; Height: ${chain.height}, SN: ${ownStanding(serviceNodes, ownNode, clock())}`,
  }
}

const oxenAdminInfoFields = ({ ownNode }: OxenServices): ResponseFields => ({
  last_storage_server_ping: ownNode.lastStoragePing,
  last_lokinet_ping: ownNode.lastLokinetPing,
  last_xnet_ping: ownNode.lastLokinetPing,
  service_node: ownNode.keys.service !== undefined,
})

export const oxenChainMethods = [
  nodeMethod({
    names: ['get_info', 'getinfo'],
    about: 'state of the node; `development` is true for this implementation',
    access: 'public',
    transports: BOTH,
    params: {},
    result: infoRecord,
    handler: (context, _params, { restricted }) =>
      response({
        ...infoFields(context, restricted),
        ...oxenInfoFields(context, restricted),
        ...(restricted ? {} : { ...adminInfoFields(context), ...oxenAdminInfoFields(oxenServicesOf(context)) }),
      }),
  }),
  nodeMethod({
    names: ['get_version'],
    about: 'version of the RPC',
    access: 'public',
    params: {},
    result: { version: u32, ...TRUST_STATUS },
    handler: () => response({ version: RPC_VERSION }),
  }),
  nodeMethod({
    names: ['get_fee_estimate'],
    about: 'fees per byte and per output in atomic units; `fee` is that of 1024 bytes',
    access: 'public',
    params: { grace_blocks: v.optional(heightParam, 0) },
    result: {
      fee: u64,
      fee_per_byte: u64,
      fee_per_output: u64,
      blink_fee_per_byte: u64,
      blink_fee_per_output: u64,
      blink_fee_fixed: u64,
      quantization_mask: u64,
      ...TRUST_STATUS,
    },
    handler: ({ node: { chain } }, { grace_blocks: graceBlocks }) => {
      const { perByte, perOutput, quantizationMask } = chain.rules.consensus.feeRates(chain, graceBlocks)
      return response({
        fee: perByte * BYTES_PER_KB,
        fee_per_byte: perByte,
        fee_per_output: perOutput,
        blink_fee_per_byte: (perByte * BLINK_PERCENT) / 100n,
        blink_fee_per_output: (perOutput * BLINK_PERCENT) / 100n,
        blink_fee_fixed: 0,
        quantization_mask: quantizationMask,
      })
    },
  }),
  nodeMethod({
    names: ['get_checkpoints'],
    about: 'checkpoints of service nodes: the latest, those from or up to a height, or those in a range',
    access: 'public',
    params: {
      start_height: v.optional(u64),
      end_height: v.optional(u64),
      count: v.optional(u32, DEFAULT_CHECKPOINTS),
    },
    result: { checkpoints: list(checkpointRecord), ...TRUST_STATUS },
    handler: ({ node: { checkpoints } }, { start_height: start, end_height: end, count }, { restricted }) => {
      if (restricted && count > MAX_RESTRICTED_CHECKPOINTS)
        throw new JsonRpcError(
          NODE_ERROR_CODES.wrongParam,
          `Number of requested checkpoints greater than the allowed limit: ${MAX_RESTRICTED_CHECKPOINTS}, requested: ${count}`,
        )
      const chosen = checkpointsBetween(checkpoints.all, optionalHeight(start), optionalHeight(end), count)
      return response({
        checkpoints: chosen.map((checkpoint) => ({
          version: 0,
          type: 'ServiceNode',
          height: checkpoint.height,
          block_hash: toHex(checkpoint.id),
          signatures: checkpoints
            .signaturesOf(checkpoint)
            .map(({ voterIndex, signature }) => ({ voter_index: voterIndex, signature: toHex(signature) })),
          prev_height: 0,
        })),
      })
    },
  }),
]
