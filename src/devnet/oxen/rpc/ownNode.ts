// Methods about this node as a service node: its registration and keys, its registration command, pings of the storage server and lokinet,
// tests.

import * as v from 'valibot'
import { toHex } from '../../../bytes/hex.ts'
import { amountToPortions, stakingRequirement } from '../../../coin/stakes/stakingRequirement.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import type { JsonWritable } from '../../../jsonrpc/json.ts'
import { i32, index, list, u16, u64 } from '../../../jsonrpc/schemas.ts'
import { NODE_ERROR_CODES } from '../../rpc/calls/errors.ts'
import { parseHex } from '../../rpc/calls/hexParam.ts'
import type { NodeContext } from '../../rpc/calls/nodeContext.ts'
import { nodeMethod, STATUS } from '../../rpc/calls/nodeMethod.ts'
import { statusResponse } from '../../rpc/calls/response.ts'
import { serviceNodesOf } from '../blocks/oxenState.ts'
import { runBlockchainTest } from '../local-nodes/blockchainTest.ts'
import { oxenServicesOf } from '../local-nodes/oxenServices.ts'
import { checkpointParticipations } from '../local-nodes/uptimeProofs.ts'
import {
  type CommandRequest,
  parseOperatorCut,
  RegistrationError,
  registrationCommand,
  withInstructions,
} from '../service-nodes/registrationCommand.ts'
import { entryOf, recordsJson, unregisteredEntry } from './serviceNodeJson.ts'
import { serviceNodeRecord } from './serviceNodeSchemas.ts'
import { findServiceNodes, testInputsOf } from './serviceNodes.ts'

/** Minimum versions of storage server and lokinet. */
const MIN_STORAGE_SERVER = [2, 0, 7] as const
const MIN_LOKINET = [0, 8, 0] as const

const flag = v.optional(v.boolean(), false)
const text = v.optional(v.string(), '')
const zero = v.optional(i32, 0)
const versions = v.pipe(v.tuple([i32, i32, i32]), v.title('int[3]'))

const wrongParam = (message: string): JsonRpcError => new JsonRpcError(NODE_ERROR_CODES.wrongParam, message)

/** Returns the response to a ping; calls `accept` if the version is at least `minimum`. */
const pingResponse = (
  program: string,
  version: readonly number[],
  minimum: readonly number[],
  accept: () => void,
): JsonWritable => {
  const place = minimum.findIndex((number, i) => number !== version[i])
  if (place !== -1 && (version[place] ?? 0) < (minimum[place] ?? 0))
    return statusResponse({}, `Outdated ${program}. Current: ${version.join('.')} Required: ${minimum.join('.')}`)
  accept()
  return statusResponse({})
}

/** Returns the command that registers this node. @throws JsonRpcError if it is not a service node or the terms are invalid */
const commandOf = (
  context: NodeContext,
  { args, requirement }: Pick<CommandRequest, 'args' | 'requirement'>,
): ReturnType<typeof registrationCommand> => {
  const { service } = oxenServicesOf(context).ownNode.keys
  if (service === undefined)
    throw wrongParam('Daemon has not been started in service node mode, please relaunch with --service-node flag.')
  const { chain, clock, random, rules } = context.node
  const terms = { network: rules.network, args, requirement, fork: chain.nextFork, keys: service }
  try {
    return registrationCommand({ ...terms, now: clock(), random })
  } catch (error) {
    if (!(error instanceof RegistrationError)) throw error
    throw new JsonRpcError(NODE_ERROR_CODES.internal, 'Failed to make registration command', error.message)
  }
}

export const ownNodeMethods = [
  nodeMethod({
    names: ['get_service_node_status'],
    about: 'registration of this service node; its keys if it is not registered',
    access: 'admin',
    params: { include_json: flag },
    result: {
      service_node_state: serviceNodeRecord,
      height: index,
      block_hash: v.string(),
      as_json: v.string(),
      ...STATUS,
    },
    handler: (context, { include_json: includeJson }) => {
      const { chain, rules } = context.node
      const { ownNode } = oxenServicesOf(context)
      const inputs = testInputsOf(context)
      const { service } = ownNode.keys
      const [registered] = findServiceNodes(context, [service === undefined ? '' : toHex(service.publicKey)])
      return statusResponse({
        height: chain.tip.height,
        block_hash: toHex(chain.tip.id),
        service_node_state:
          registered === undefined
            ? unregisteredEntry(ownNode)
            : entryOf(rules.network, registered, inputs, checkpointParticipations(inputs).get(toHex(registered.key))),
        as_json: includeJson ? recordsJson(registered === undefined ? [] : [registered]) : '',
      })
    },
  }),
  nodeMethod({
    names: ['get_service_keys', 'get_service_node_key'],
    about: 'public keys of this node; the first is empty unless it is a service node',
    access: 'admin',
    params: {},
    result: {
      service_node_pubkey: v.string(),
      service_node_ed25519_pubkey: v.string(),
      service_node_x25519_pubkey: v.string(),
      ...STATUS,
    },
    handler: (context) => {
      const { keys } = oxenServicesOf(context).ownNode
      return statusResponse({
        service_node_pubkey: keys.service === undefined ? '' : toHex(keys.service.publicKey),
        service_node_ed25519_pubkey: toHex(keys.ed25519.publicKey),
        service_node_x25519_pubkey: toHex(keys.x25519.publicKey),
      })
    },
  }),
  nodeMethod({
    names: ['get_service_privkeys', 'get_service_node_privkey'],
    about: 'secret keys of this node; the first is empty unless it is a service node',
    access: 'admin',
    params: {},
    result: {
      service_node_privkey: v.string(),
      service_node_ed25519_privkey: v.string(),
      service_node_x25519_privkey: v.string(),
      ...STATUS,
    },
    handler: (context) => {
      const { keys } = oxenServicesOf(context).ownNode
      return statusResponse({
        service_node_privkey: keys.service === undefined ? '' : toHex(keys.service.secretKey),
        service_node_ed25519_privkey: toHex(keys.ed25519.secretKey),
        service_node_x25519_privkey: toHex(keys.x25519.secretKey),
      })
    },
  }),
  nodeMethod({
    names: ['get_service_node_registration_cmd_raw'],
    about:
      'registration command of this service node, from the operator cut in portions and pairs of address and portions',
    access: 'admin',
    params: { args: list(v.string()), make_friendly: flag, staking_requirement: v.optional(u64, 0n) },
    result: { registration_cmd: v.string(), ...STATUS },
    handler: (context, { args, make_friendly: friendly, staking_requirement: requirement }) => {
      const command = commandOf(context, { args, requirement })
      return statusResponse({ registration_cmd: friendly ? withInstructions(command) : command.command })
    },
  }),
  nodeMethod({
    names: ['get_service_node_registration_cmd'],
    about:
      'registration command of this service node, from an operator cut such as `10%` and the stakes of the contributors in atomic units',
    access: 'admin',
    params: {
      operator_cut: text,
      contributions: list(v.object({ address: text, amount: v.optional(u64, 0n) })),
      staking_requirement: v.optional(u64, 0n),
    },
    result: { registration_cmd: v.string(), ...STATUS },
    handler: (context, { operator_cut: cut, contributions, staking_requirement: requirement }) => {
      const { chain, rules } = context.node
      const cutPortions = parseOperatorCut(cut)
      if (cutPortions === undefined)
        return statusResponse({ registration_cmd: '' }, `Invalid value: ${cut}. Should be between [0-100]`)
      const total = stakingRequirement(rules.network, chain.height)
      const pairs = contributions.flatMap(({ address, amount }) => [address, `${amountToPortions(amount, total)}`])
      const { command } = commandOf(context, { args: [`${cutPortions}`, ...pairs], requirement })
      return statusResponse({ registration_cmd: command })
    },
  }),
  nodeMethod({
    names: ['storage_server_ping'],
    about: 'ping of the storage server',
    access: 'admin',
    params: { version_major: zero, version_minor: zero, version_patch: zero, storage_lmq_port: v.optional(u16, 0) },
    result: STATUS,
    handler: (context, { version_major: major, version_minor: minor, version_patch: patch, storage_lmq_port: port }) =>
      pingResponse('Storage Server', [major, minor, patch], MIN_STORAGE_SERVER, () => {
        const { ownNode } = oxenServicesOf(context)
        ownNode.lastStoragePing = context.node.clock()
        ownNode.storagePort = port
      }),
  }),
  nodeMethod({
    names: ['lokinet_ping', 'xnet_ping'],
    about: 'ping of lokinet',
    access: 'admin',
    params: { version: v.optional(versions, [0, 0, 0]) },
    result: STATUS,
    handler: (context, { version }) =>
      pingResponse('Lokinet', version, MIN_LOKINET, () => {
        oxenServicesOf(context).ownNode.lastLokinetPing = context.node.clock()
      }),
  }),
  nodeMethod({
    names: ['report_peer_storage_server_status'],
    about: "reports whether another service node's storage server is reachable",
    access: 'admin',
    params: { type: text, pubkey: text, passed: flag },
    result: STATUS,
    handler: (context, { type, pubkey, passed }) => {
      const { chain, clock } = context.node
      const key = parseHex(pubkey, 32)
      if (key === undefined) throw wrongParam('Could not parse public key')
      if (type !== 'reachability') throw wrongParam('Unknown status type')
      const found = serviceNodesOf(chain.state)?.find(key)
      if (found === undefined) throw wrongParam('Pubkey not found')
      oxenServicesOf(context).ownNode.report(found, passed, clock())
      return statusResponse({})
    },
  }),
  nodeMethod({
    names: ['perform_blockchain_test'],
    about: 'height where the blockchain test with a seed ends',
    access: 'admin',
    params: { max_height: v.optional(u64, 0n), seed: v.optional(u64, 0n) },
    result: { res_height: u64, ...STATUS },
    handler: ({ node: { chain } }, { max_height: maxHeight, seed }) => {
      if (maxHeight >= BigInt(chain.height))
        throw new JsonRpcError(NODE_ERROR_CODES.tooBigHeight, 'Requested block height too big.')
      return statusResponse({ res_height: runBlockchainTest(chain.blocks.slice(0, Number(maxHeight) + 1), seed) })
    },
  }),
  nodeMethod({
    names: ['test_trigger_p2p_resync'],
    about: 'does nothing: this node has no peers',
    access: 'admin',
    params: {},
    result: STATUS,
    handler: () => statusResponse({}),
  }),
  nodeMethod({
    names: ['test_trigger_uptime_proof'],
    about: 'does nothing: this node has no peers',
    access: 'admin',
    params: {},
    result: STATUS,
    handler: () => statusResponse({}),
  }),
]
