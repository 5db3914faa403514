// Methods about service nodes: registrations, blacklisted stakes, the staking requirement.

import * as v from 'valibot'
import { toHex } from '../../../bytes/hex.ts'
import { stakingRequirement } from '../../../coin/stakes/stakingRequirement.ts'
import { createSampler, shuffled } from '../../../crypto/random/randomSampler.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import type { JsonWritable } from '../../../jsonrpc/json.ts'
import { index, list, u8, u32, u64 } from '../../../jsonrpc/schemas.ts'
import { NODE_ERROR_CODES } from '../../rpc/calls/errors.ts'
import { parseHex } from '../../rpc/calls/hexParam.ts'
import { type NodeContext, type ResponseFields, targetHeight } from '../../rpc/calls/nodeContext.ts'
import { heightParam, nodeMethod, STATUS } from '../../rpc/calls/nodeMethod.ts'
import { statusResponse } from '../../rpc/calls/response.ts'
import { serviceNodesOf } from '../blocks/oxenState.ts'
import { BehaviourOverrides } from '../local-nodes/behaviourOverrides.ts'
import { oxenServicesOf } from '../local-nodes/oxenServices.ts'
import { checkpointParticipations, type TestInputs } from '../local-nodes/uptimeProofs.ts'
import { isActive, type ServiceNode } from '../service-nodes/serviceNodes.ts'
import { entryOf, recordsJson } from './serviceNodeJson.ts'
import { chosenRecord, fieldSelection, lockedStakeRecord } from './serviceNodeSchemas.ts'

/** Returns the service nodes with the keys, in that order; all, newest first, if no key is given. @throws JsonRpcError */
export const findServiceNodes = ({ node: { chain } }: NodeContext, texts: readonly string[]): ServiceNode[] => {
  const serviceNodes = serviceNodesOf(chain.state)
  if (texts.length === 0) return [...(serviceNodes?.list.nodes.values() ?? [])].reverse()
  const keys = texts.map((key, i) => {
    const bytes = parseHex(key, 32)
    if (bytes === undefined)
      throw new JsonRpcError(
        NODE_ERROR_CODES.wrongParam,
        `Could not convert to a public key, arg: ${i} which is pubkey: ${key}`,
      )
    return bytes
  })
  return keys.flatMap((key) => serviceNodes?.find(key) ?? [])
}

/** Returns up to `limit` random items; all if it is 0. */
const sample = <T>(items: readonly T[], limit: number, { node }: NodeContext): readonly T[] =>
  limit === 0 ? items : shuffled(items, createSampler(node.random)).slice(0, limit)

/** Returns what the tests of a service node read. */
export const testInputsOf = (context: NodeContext): TestInputs => {
  const { ownNode, localServiceNodes } = oxenServicesOf(context)
  const { chain, clock } = context.node
  return {
    chain,
    own: ownNode,
    localKeys: localServiceNodes?.keys,
    overrides: localServiceNodes?.overrides ?? new BehaviourOverrides(),
    now: clock(),
  }
}

/** Returns the selected fields; all of them without a selection. */
const selectFields = (
  fields: ResponseFields,
  selection: { readonly [name: string]: boolean } | undefined,
): ResponseFields =>
  selection === undefined || selection['all'] === true
    ? fields
    : Object.fromEntries(Object.entries(fields).filter(([name]) => selection[name] === true))

const flag = v.optional(v.boolean(), false)

export const serviceNodeMethods = [
  nodeMethod({
    names: ['get_service_nodes', 'get_n_service_nodes', 'get_all_service_nodes'],
    about: 'service nodes, all or some, with their contributors; `fields` selects the fields',
    access: 'public',
    params: {
      service_node_pubkeys: list(v.string()),
      include_json: flag,
      limit: v.optional(u32, 0),
      active_only: flag,
      fields: v.optional(fieldSelection),
      poll_block_hash: v.optional(v.string(), ''),
    },
    result: {
      service_node_states: list(chosenRecord),
      height: v.optional(index),
      target_height: v.optional(index),
      block_hash: v.optional(v.string()),
      hardfork: v.optional(u8),
      as_json: v.optional(v.string()),
      unchanged: v.optional(v.boolean()),
      ...STATUS,
    },
    handler: (context, request) => {
      const { chain, rules } = context.node
      const { tip } = chain
      const { fields } = request
      const tipFields = {
        height: tip.height,
        target_height: targetHeight(context),
        block_hash: toHex(tip.id),
        hardfork: tip.block.majorVersion,
      }
      const isPoll = request.poll_block_hash !== ''
      if (request.poll_block_hash === tipFields.block_hash)
        return statusResponse({ ...selectFields(tipFields, fields), unchanged: true })
      const found = findServiceNodes(context, request.service_node_pubkeys).filter(
        (node) => !request.active_only || isActive(node),
      )
      const nodes = sample(found, request.limit, context)
      const inputs = testInputsOf(context)
      const participations = checkpointParticipations(inputs)
      const toEntry = (node: ServiceNode): JsonWritable =>
        selectFields(entryOf(rules.network, node, inputs, participations.get(toHex(node.key))), fields)
      return statusResponse({
        ...selectFields(tipFields, fields),
        ...(isPoll ? { block_hash: tipFields.block_hash, unchanged: false } : {}),
        service_node_states: nodes.map(toEntry),
        as_json: request.include_json ? recordsJson(nodes) : undefined,
      })
    },
  }),
  nodeMethod({
    names: ['get_staking_requirement'],
    about: 'staking requirement at a height, in atomic units',
    access: 'public',
    params: { height: v.optional(heightParam, 0) },
    result: { staking_requirement: u64, height: index, ...STATUS },
    handler: ({ node: { chain, rules } }, { height }) => {
      const at = height === 0 ? chain.height : height
      return statusResponse({ staking_requirement: stakingRequirement(rules.network, at), height: at })
    },
  }),
  nodeMethod({
    names: ['get_service_node_blacklisted_key_images'],
    about: 'blacklisted key images of deregistered service nodes, with their unlock heights',
    access: 'public',
    params: {},
    result: { blacklist: list(lockedStakeRecord), ...STATUS },
    handler: ({ node: { chain } }) =>
      statusResponse({
        blacklist: [...(serviceNodesOf(chain.state)?.list.blacklist ?? [])].map(([keyImage, { until, amount }]) => ({
          key_image: keyImage,
          unlock_height: until,
          amount,
        })),
      }),
  }),
]
