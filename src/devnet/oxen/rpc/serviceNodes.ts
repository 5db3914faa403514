// Methods about service nodes: registrations and stakes, blacklisted stakes, the staking requirement; and about this node as a service
// node: its keys, its registration command, pings of the storage server and lokinet.

import * as v from 'valibot'
import { toHex } from '../../../bytes/hex.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import type { JsonWritable } from '../../../jsonrpc/json.ts'
import { i32, index, list, u8, u16, u32, u64 } from '../../../jsonrpc/schemas.ts'
import { createSampler, shuffled } from '../../../wallet/spend/randomSampler.ts'
import { NODE_ERROR_CODES } from '../../rpc/errors.ts'
import { parseHex } from '../../rpc/hexParam.ts'
import { type NodeContext, targetHeight } from '../../rpc/nodeContext.ts'
import { heightParam, nodeMethod, STATUS } from '../../rpc/nodeMethod.ts'
import { statusResponse } from '../../rpc/response.ts'
import { BehaviourOverrides } from '../local-nodes/behaviourOverrides.ts'
import { runBlockchainTest } from '../local-nodes/blockchainTest.ts'
import { checkpointParticipations, type TestInputs } from '../local-nodes/uptimeProofs.ts'
import { serviceNodesOf } from '../oxenState.ts'
import {
  type CommandRequest,
  parseOperatorCut,
  RegistrationError,
  registrationCommand,
  withInstructions,
} from '../service-nodes/registrationCommand.ts'
import { isActive, type ServiceNode } from '../service-nodes/serviceNodes.ts'
import { amountToPortions, stakingRequirement } from '../service-nodes/stakingRequirement.ts'
import { entryOf, recordsJson, unregisteredEntry } from './serviceNodeJson.ts'
import { chosenRecord, fieldWishes, lockedStakeRecord, serviceNodeRecord } from './serviceNodeSchemas.ts'

/** Minimum versions of storage server and lokinet. */
const MIN_STORAGE_SERVER = [2, 0, 7] as const
const MIN_LOKINET = [0, 8, 0] as const

const no = v.optional(v.boolean(), false)
const text = v.optional(v.string(), '')
const zero = v.optional(i32, 0)
const versions = v.pipe(v.tuple([i32, i32, i32]), v.title('int[3]'))

const wrong = (message: string): JsonRpcError => new JsonRpcError(NODE_ERROR_CODES.wrongParam, message)

/** Returns the service nodes with the keys, in that order; all, newest first, if no key is given. @throws JsonRpcError */
const nodesOf = ({ node: { chain } }: NodeContext, texts: readonly string[]): ServiceNode[] => {
  const serviceNodes = serviceNodesOf(chain.state)
  if (texts.length === 0) return [...(serviceNodes?.list.nodes.values() ?? [])].reverse()
  const keys = texts.map((key, i) => {
    const bytes = parseHex(key, 32)
    if (bytes === undefined) throw wrong(`Could not convert to a public key, arg: ${i} which is pubkey: ${key}`)
    return bytes
  })
  return keys.flatMap((key) => serviceNodes?.find(key) ?? [])
}

const sampled = <T>(items: readonly T[], most: number, context: NodeContext): readonly T[] =>
  most === 0 ? items : shuffled(items, createSampler(context.node.random)).slice(0, most)

const witnessSource = ({ node: { chain, clock }, ownNode, localServiceNodes }: NodeContext): TestInputs => ({
  ...{
    chain,
    own: ownNode,
    localKeys: localServiceNodes?.keys,
    overrides: localServiceNodes?.overrides ?? new BehaviourOverrides(),
    now: clock(),
  },
})

type Wanted = { readonly [name: string]: boolean }

/** Returns the selected fields; all of them without a selection. */
const chosen = (
  fields: { readonly [name: string]: JsonWritable },
  wanted: Wanted | undefined,
): { readonly [name: string]: JsonWritable } =>
  wanted === undefined || wanted['all'] === true
    ? fields
    : Object.fromEntries(Object.entries(fields).filter(([name]) => wanted[name] === true))

/** Returns the response to a ping; calls `accept` if the version is recent enough. */
const pinged = (
  program: string,
  given: readonly number[],
  least: readonly number[],
  accept: () => void,
): JsonWritable => {
  const place = least.findIndex((number, i) => number !== given[i])
  if (place !== -1 && (given[place] ?? 0) < (least[place] ?? 0))
    return statusResponse({}, `Outdated ${program}. Current: ${given.join('.')} Required: ${least.join('.')}`)
  accept()
  return statusResponse({})
}

/** The command that registers this node. Throws for a node that is no service node, and for terms that cannot be. */
const commandOf = (
  { node, ownNode }: NodeContext,
  { args, requirement }: Pick<CommandRequest, 'args' | 'requirement'>,
): ReturnType<typeof registrationCommand> => {
  const { service } = ownNode.keys
  if (service === undefined)
    throw wrong('Daemon has not been started in service node mode, please relaunch with --service-node flag.')
  const { chain, clock, random, rules } = node
  const terms = { network: rules.network, args, requirement, fork: chain.nextFork, keys: service }
  try {
    return registrationCommand({ ...terms, now: clock(), random })
  } catch (error) {
    if (!(error instanceof RegistrationError)) throw error
    throw new JsonRpcError(NODE_ERROR_CODES.internal, 'Failed to make registration command', error.message)
  }
}

export const serviceNodeMethods = [
  nodeMethod({
    names: ['get_service_nodes', 'get_n_service_nodes', 'get_all_service_nodes'],
    about: 'service nodes, all or some, with their contributors; `fields` selects the fields',
    access: 'public',
    params: {
      service_node_pubkeys: list(v.string()),
      include_json: no,
      limit: v.optional(u32, 0),
      active_only: no,
      fields: v.optional(fieldWishes),
      poll_block_hash: text,
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
      const about = {
        height: tip.height,
        target_height: targetHeight(context),
        block_hash: toHex(tip.id),
        hardfork: tip.block.majorVersion,
      }
      const polls = request.poll_block_hash !== ''
      if (request.poll_block_hash === about.block_hash)
        return statusResponse({ ...chosen(about, fields), unchanged: true })
      const found = nodesOf(context, request.service_node_pubkeys).filter(
        (node) => !request.active_only || isActive(node),
      )
      const nodes = sampled(found, request.limit, context)
      const source = witnessSource(context)
      const turns = checkpointParticipations(source)
      return statusResponse({
        ...chosen(about, fields),
        ...(polls ? { block_hash: about.block_hash, unchanged: false } : {}),
        service_node_states: nodes.map((node) =>
          chosen(entryOf(rules.network, node, source, turns.get(toHex(node.key))), fields),
        ),
        as_json: request.include_json ? recordsJson(nodes) : undefined,
      })
    },
  }),
  nodeMethod({
    names: ['get_service_node_status'],
    about: 'registration of this service node; its keys if it is not registered',
    access: 'admin',
    params: { include_json: no },
    result: {
      service_node_state: serviceNodeRecord,
      height: index,
      block_hash: v.string(),
      as_json: v.string(),
      ...STATUS,
    },
    handler: (context, { include_json: includeJson }) => {
      const { chain, rules } = context.node
      const { ownNode } = context
      const source = witnessSource(context)
      const { service } = ownNode.keys
      const [registered] = nodesOf(context, [service === undefined ? '' : toHex(service.publicKey)])
      return statusResponse({
        height: chain.tip.height,
        block_hash: toHex(chain.tip.id),
        service_node_state:
          registered === undefined
            ? unregisteredEntry(ownNode)
            : entryOf(rules.network, registered, source, checkpointParticipations(source).get(toHex(registered.key))),
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
    handler: ({ ownNode: { keys } }) =>
      statusResponse({
        service_node_pubkey: keys.service === undefined ? '' : toHex(keys.service.publicKey),
        service_node_ed25519_pubkey: toHex(keys.ed25519.publicKey),
        service_node_x25519_pubkey: toHex(keys.x25519.publicKey),
      }),
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
    handler: ({ ownNode: { keys } }) =>
      statusResponse({
        service_node_privkey: keys.service === undefined ? '' : toHex(keys.service.secretKey),
        service_node_ed25519_privkey: toHex(keys.ed25519.secretKey),
        service_node_x25519_privkey: toHex(keys.x25519.secretKey),
      }),
  }),
  nodeMethod({
    names: ['get_service_node_registration_cmd_raw'],
    about:
      'registration command of this service node, from the operator cut in portions and pairs of address and portions',
    access: 'admin',
    params: { args: list(v.string()), make_friendly: no, staking_requirement: v.optional(u64, 0n) },
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
      const cutPart = parseOperatorCut(cut)
      if (cutPart === undefined)
        return statusResponse({ registration_cmd: '' }, `Invalid value: ${cut}. Should be between [0-100]`)
      const whole = stakingRequirement(rules.network, chain.height)
      const pairs = contributions.flatMap(({ address, amount }) => [address, `${amountToPortions(amount, whole)}`])
      const { command } = commandOf(context, { args: [`${cutPart}`, ...pairs], requirement })
      return statusResponse({ registration_cmd: command })
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
  nodeMethod({
    names: ['storage_server_ping'],
    about: 'ping of the storage server',
    access: 'admin',
    params: { version_major: zero, version_minor: zero, version_patch: zero, storage_lmq_port: v.optional(u16, 0) },
    result: STATUS,
    handler: (
      { node, ownNode },
      { version_major: major, version_minor: minor, version_patch: patch, storage_lmq_port: port },
    ) =>
      pinged('Storage Server', [major, minor, patch], MIN_STORAGE_SERVER, () => {
        ownNode.lastStoragePing = node.clock()
        ownNode.storagePort = port
      }),
  }),
  nodeMethod({
    names: ['lokinet_ping', 'xnet_ping'],
    about: 'ping of lokinet',
    access: 'admin',
    params: { version: v.optional(versions, [0, 0, 0]) },
    result: STATUS,
    handler: ({ node, ownNode }, { version: given }) =>
      pinged('Lokinet', given, MIN_LOKINET, () => {
        ownNode.lastLokinetPing = node.clock()
      }),
  }),
  nodeMethod({
    names: ['report_peer_storage_server_status'],
    about: "reports whether another service node's storage server is reachable",
    access: 'admin',
    params: { type: text, pubkey: text, passed: no },
    result: STATUS,
    handler: ({ node: { chain, clock }, ownNode }, { type, pubkey, passed }) => {
      const key = parseHex(pubkey, 32)
      if (key === undefined) throw wrong('Could not parse public key')
      if (type !== 'reachability') throw wrong('Unknown status type')
      const found = serviceNodesOf(chain.state)?.find(key)
      if (found === undefined) throw wrong('Pubkey not found')
      ownNode.report(found, passed, clock())
      return statusResponse({})
    },
  }),
  nodeMethod({
    names: ['perform_blockchain_test'],
    about: 'height where the blockchain test with a seed ends',
    access: 'admin',
    params: { max_height: v.optional(u64, 0n), seed: v.optional(u64, 0n) },
    result: { res_height: u64, ...STATUS },
    handler: ({ node: { chain } }, { max_height: most, seed }) => {
      if (most >= BigInt(chain.height))
        throw new JsonRpcError(NODE_ERROR_CODES.tooBigHeight, 'Requested block height too big.')
      return statusResponse({ res_height: runBlockchainTest(chain.blocks.slice(0, Number(most) + 1), seed) })
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
