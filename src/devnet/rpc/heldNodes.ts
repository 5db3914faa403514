// Methods of a development node about the service nodes whose keys it holds: more of them, and verdicts on them.

import * as v from 'valibot'
import { toHex } from '../../bytes/hex.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import type { JsonWritable } from '../../jsonrpc/json.ts'
import { index, list } from '../../jsonrpc/schemas.ts'
import { FaucetError } from '../faucet.ts'
import { MissingKeysError, MOST_HELD } from '../oxen/heldKeys.ts'
import { type HeldNodes, HeldNodesError } from '../oxen/heldNodes.ts'
import { isActive, isDecommissioned, isFunded, type ServiceNode, Verdict } from '../oxen/serviceNodes.ts'
import { OthersTurnError } from '../template.ts'
import { BOTH, bareAnswer, hexOf, method, NODE_CODES, type NodeContext, STATUS } from './context.ts'

const heldBy = ({ heldNodes }: NodeContext): HeldNodes => {
  if (heldNodes === undefined) throw new JsonRpcError(NODE_CODES.internal, 'this chain has no service nodes of its own')
  return heldNodes
}

/** What a failure of held nodes is for the caller. */
export const heldFailure = (error: unknown): unknown =>
  error instanceof HeldNodesError ||
  error instanceof MissingKeysError ||
  error instanceof OthersTurnError ||
  error instanceof FaucetError
    ? new JsonRpcError(NODE_CODES.wrongParam, error.message)
    : error

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

const VERDICTS = {
  deregister: Verdict.deregister,
  decommission: Verdict.decommission,
  recommission: Verdict.recommission,
  ip_change: Verdict.addressChange,
} as const

export const heldNodeMethods = [
  method({
    names: ['dev_service_nodes'],
    about:
      'service nodes whose keys this node holds; registers `register` more, of which the faucet stakes `share` percent (25 to 100)',
    access: 'admin',
    transports: BOTH,
    params: {
      register: v.optional(v.pipe(index, v.maxValue(MOST_HELD, `at most ${MOST_HELD} service nodes are held`)), 0),
      share: v.optional(index, 100),
    },
    result: { height: index, registered: list(v.string()), service_nodes: list(entryRecord), ...STATUS },
    handler: async (context, { register, share }) => {
      const held = heldBy(context)
      try {
        const added = await held.register(register, share)
        return bareAnswer({
          height: context.node.chain.height,
          registered: added.map(toHex),
          service_nodes: held.registered.map(entryOf),
        })
      } catch (error) {
        throw heldFailure(error)
      }
    },
  }),
  method({
    names: ['dev_verdict'],
    about:
      'has a quorum of held service nodes deregister, decommission or recommission one, or move it (ip_change); mines its verdict',
    access: 'admin',
    transports: BOTH,
    params: {
      service_node_pubkey: v.string(),
      verdict: v.picklist(['deregister', 'decommission', 'recommission', 'ip_change']),
    },
    result: { height: index, tx_hash: v.string(), ...STATUS },
    handler: (context, { service_node_pubkey: text, verdict }) => {
      const held = heldBy(context)
      const key = hexOf(text, 32)
      if (key === undefined) throw new JsonRpcError(NODE_CODES.wrongParam, `this is no key of a service node: ${text}`)
      try {
        const txid = held.decide(key, VERDICTS[verdict])
        return bareAnswer({ height: context.node.chain.height, tx_hash: toHex(txid) })
      } catch (error) {
        throw heldFailure(error)
      }
    },
  }),
]
