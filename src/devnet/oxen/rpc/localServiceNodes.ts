// Development methods about local service nodes: registration, behaviour overrides, state changes.

import * as v from 'valibot'
import { toHex } from '../../../bytes/hex.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import type { JsonWritable } from '../../../jsonrpc/json.ts'
import { i64, index, list } from '../../../jsonrpc/schemas.ts'
import type { BlockProducerUnavailableError } from '../../mining/blockTemplate.ts'
import { mapAsyncErrors, NODE_ERROR_CODES, type RpcErrorTable } from '../../rpc/calls/errors.ts'
import { parseHex } from '../../rpc/calls/hexParam.ts'
import type { NodeContext } from '../../rpc/calls/nodeContext.ts'
import { BOTH, nodeMethod, STATUS } from '../../rpc/calls/nodeMethod.ts'
import { statusResponse } from '../../rpc/calls/response.ts'
import { serviceNodesOf } from '../blocks/oxenState.ts'
import { MAX_LOCAL_NODES, type MissingKeysError } from '../local-nodes/localNodeKeys.ts'
import type { LocalServiceNodes, LocalServiceNodesError } from '../local-nodes/localServiceNodes.ts'
import { oxenServicesOf } from '../local-nodes/oxenServices.ts'
import {
  earnedDowntime,
  isActive,
  isDecommissioned,
  isFunded,
  type ServiceNode,
} from '../service-nodes/serviceNodes.ts'
import { NewState } from '../service-nodes/stateChange.ts'

const requireLocalServiceNodes = (context: NodeContext): LocalServiceNodes => {
  const { localServiceNodes } = oxenServicesOf(context)
  if (localServiceNodes === undefined)
    throw new JsonRpcError(NODE_ERROR_CODES.internal, 'this chain has no local service nodes')
  return localServiceNodes
}

/** Errors of the local service nodes that the caller can correct. */
const LOCAL_NODE_ERRORS: RpcErrorTable<BlockProducerUnavailableError | LocalServiceNodesError | MissingKeysError> = {
  'local-service-nodes': [NODE_ERROR_CODES.wrongParam],
  'missing-keys': [NODE_ERROR_CODES.wrongParam],
  'block-producer-unavailable': [NODE_ERROR_CODES.wrongParam],
}

const entryRecord = v.object({
  service_node_pubkey: v.string(),
  registration_height: index,
  funded: v.boolean(),
  active: v.boolean(),
  decommissioned: v.boolean(),
})

const entryOf = (node: ServiceNode): JsonWritable => ({
  service_node_pubkey: toHex(node.key),
  registration_height: node.registrationHeight,
  funded: isFunded(node),
  active: isActive(node),
  decommissioned: isDecommissioned(node),
})

/** A public address. 0.0.0.0 stands for a node without an uptime proof. */
const address = v.pipe(
  v.string(),
  v.ipv4('an address must be four numbers from 0 to 255'),
  v.notValue('0.0.0.0', 'the address of a service node must not be 0.0.0.0'),
)

const VERDICTS = {
  deregister: NewState.deregister,
  decommission: NewState.decommission,
  recommission: NewState.recommission,
  ip_change: NewState.ipChangePenalty,
} as const

const VERDICT_NAMES = new Map<number, string>(Object.entries(VERDICTS).map(([name, verdict]) => [verdict, name]))

/** Parses the public key of a service node. @throws JsonRpcError */
const keyOf = (text: string): Uint8Array => {
  const key = parseHex(text, 32)
  if (key === undefined) throw new JsonRpcError(NODE_ERROR_CODES.wrongParam, `not a service node public key: ${text}`)
  return key
}

/** Returns the registered service node with a key. @throws JsonRpcError */
const nodeOf = ({ node }: NodeContext, text: string): ServiceNode => {
  const found = serviceNodesOf(node.chain.state)?.find(keyOf(text))
  if (found === undefined)
    throw new JsonRpcError(NODE_ERROR_CODES.wrongParam, 'no service node with this key is registered')
  return found
}

type Behave = {
  readonly proofs?: boolean | undefined
  readonly votes?: boolean | undefined
  readonly public_ip?: string | undefined
  readonly judged?: boolean | undefined
}

/** Sets the behaviour overrides of a service node. */
const behave = (context: NodeContext, node: ServiceNode, { proofs, votes, public_ip: place, judged }: Behave): void => {
  const { overrides, keys } = requireLocalServiceNodes(context)
  const { key } = node
  if ((proofs ?? votes ?? place) !== undefined && keys.find(key) === undefined)
    throw new JsonRpcError(
      NODE_ERROR_CODES.wrongParam,
      'this node does not hold the keys of that service node: only `judged` can be set',
    )
  const { chain, clock } = context.node
  const now = clock()
  const seen = oxenServicesOf(context).obligations?.proofOf(node)?.seen ?? 0
  if (proofs === false) overrides.stopUptimeProofs(key, now)
  if (proofs === true) overrides.resumeUptimeProofs(key, now)
  if (votes === false) overrides.stopSigning(key, chain.height)
  if (votes === true) overrides.resumeSigning(key, chain.height)
  if (place !== undefined) overrides.changeAddress(key, place, { now, seen })
  if (judged !== undefined) overrides.update(key, { isJudged: judged })
}

export const localServiceNodeMethods = [
  nodeMethod({
    names: ['dev_service_nodes'],
    about:
      'lists the local service nodes; registers `register` more, of whose stake the faucet pays `share` percent (25 to 100)',
    access: 'admin',
    transports: BOTH,
    params: {
      register: v.optional(
        v.pipe(index, v.maxValue(MAX_LOCAL_NODES, `at most ${MAX_LOCAL_NODES} local service nodes`)),
        0,
      ),
      share: v.optional(index, 100),
    },
    result: { height: index, registered: list(v.string()), service_nodes: list(entryRecord), ...STATUS },
    handler: async (context, { register, share }) => {
      const held = requireLocalServiceNodes(context)
      const added = await mapAsyncErrors(LOCAL_NODE_ERRORS, () => held.register(register, share))
      return statusResponse({
        height: context.node.chain.height,
        registered: added.map(toHex),
        service_nodes: held.registered.map(entryOf),
      })
    },
  }),
  nodeMethod({
    names: ['dev_service_node'],
    about:
      'overrides the behaviour of a local service node (uptime proofs, votes, public address) and whether quorums test a service node; returns its present test results',
    access: 'admin',
    transports: BOTH,
    params: {
      service_node_pubkey: v.string(),
      proofs: v.optional(v.boolean()),
      votes: v.optional(v.boolean()),
      public_ip: v.optional(address),
      judged: v.optional(v.boolean()),
    },
    result: {
      height: index,
      held: v.boolean(),
      judged: v.boolean(),
      proofs: v.boolean(),
      votes: v.boolean(),
      public_ip: v.string(),
      last_uptime_proof: index,
      uptime_proved: v.boolean(),
      storage_server_reachable: v.boolean(),
      checkpoint_participation: v.boolean(),
      pulse_participation: v.boolean(),
      single_ip: v.boolean(),
      earned_downtime_blocks: i64,
      verdict: v.string(),
      ...STATUS,
    },
    handler: (context, { service_node_pubkey: text, ...overridden }) => {
      const { obligations } = oxenServicesOf(context)
      const { overrides, keys, canSign } = requireLocalServiceNodes(context)
      const node = nodeOf(context, text)
      if (obligations === undefined) throw new JsonRpcError(NODE_ERROR_CODES.internal, 'this chain has no quorums')
      behave(context, node, overridden)
      const { proof, results, newState } = obligations.testNode(node)
      const isHeld = keys.find(node.key) !== undefined
      const { height } = context.node.chain
      return statusResponse({
        height,
        held: isHeld,
        judged: obligations.isTested(node),
        proofs: isHeld && overrides.of(node.key).silentSince === undefined,
        votes: isHeld && canSign(node.key),
        public_ip: proof?.address ?? '0.0.0.0',
        last_uptime_proof: proof?.time ?? 0,
        uptime_proved: results.isProven,
        storage_server_reachable: results.isReachable,
        checkpoint_participation: results.signsCheckpoints,
        pulse_participation: results.signsBlocks,
        single_ip: results.hasOneAddress,
        earned_downtime_blocks: earnedDowntime(node, height),
        verdict: newState === undefined ? '' : (VERDICT_NAMES.get(newState) ?? ''),
      })
    },
  }),
  nodeMethod({
    names: ['dev_verdict'],
    about:
      'makes a quorum of local service nodes deregister, decommission, recommission or penalise (ip_change) a service node and mines the state change; quorums no longer test that node',
    access: 'admin',
    transports: BOTH,
    params: {
      service_node_pubkey: v.string(),
      verdict: v.picklist(['deregister', 'decommission', 'recommission', 'ip_change']),
    },
    result: { height: index, tx_hash: v.string(), ...STATUS },
    handler: async (context, { service_node_pubkey: text, verdict }) => {
      const held = requireLocalServiceNodes(context)
      const key = keyOf(text)
      const txid = await mapAsyncErrors(LOCAL_NODE_ERRORS, () => held.changeState(key, VERDICTS[verdict]))
      return statusResponse({ height: context.node.chain.height, tx_hash: toHex(txid) })
    },
  }),
]
