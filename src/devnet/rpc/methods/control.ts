// Methods by which its owner runs a node: the log, the node that stands in for it, saving, pruning, stopping.

import * as v from 'valibot'
import { NodeUrlError } from '../../../daemon/errors.ts'
import { parseNodeUrl } from '../../../daemon/transport.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import { i8, u32 } from '../../../jsonrpc/schemas.ts'
import { withScheme } from '../../upstream/bootstrapDaemon.ts'
import { NODE_ERROR_CODES } from '../errors.ts'
import { BOTH, nodeMethod, STATUS } from '../nodeMethod.ts'
import { statusResponse } from '../response.ts'

const MAX_VERBOSE = 4
/** Milliseconds in which the answer to a call that ends the node gets out. */
const LAST_WORDS = 50

/** Why an address is none of a node; undefined where it may be one. */
const addressFault = (address: string): string | undefined => {
  // Without other nodes there is none to choose automatically.
  if (address === 'auto') return 'no other nodes are known to choose from'
  try {
    parseNodeUrl(withScheme(address))
    return undefined
  } catch (error) {
    if (error instanceof NodeUrlError) return error.message
    throw error
  }
}

export const controlMethods = [
  nodeMethod({
    names: ['set_log_hash_rate'],
    about: 'whether the log shows how fast start_mining works; only while it does',
    access: 'admin',
    transports: BOTH,
    params: { visible: v.optional(v.boolean(), false) },
    result: STATUS,
    handler: ({ miner }) => statusResponse({}, miner.session === undefined ? 'NOT MINING' : 'OK'),
  }),
  nodeMethod({
    names: ['set_log_level'],
    about: 'how much is logged, 0 to 4; kept',
    access: 'admin',
    transports: BOTH,
    params: { level: v.optional(i8, 0) },
    result: STATUS,
    handler: ({ settings }, { level }) => {
      if (level < 0 || level > MAX_VERBOSE) return statusResponse({}, 'Error: log level not valid')
      settings.logLevel = level
      return statusResponse({})
    },
  }),
  nodeMethod({
    names: ['set_log_categories'],
    about: 'what is logged, such as *:WARNING; kept, and told',
    access: 'admin',
    transports: BOTH,
    params: { categories: v.optional(v.string(), '') },
    result: { categories: v.string(), ...STATUS },
    handler: ({ settings }, { categories }) => {
      settings.logCategories = categories
      return statusResponse({ categories })
    },
  }),
  nodeMethod({
    names: ['set_bootstrap_daemon'],
    about: 'the node that answers while this one is behind; empty for none',
    access: 'admin',
    params: {
      address: v.optional(v.string(), ''),
      username: v.optional(v.string(), ''),
      password: v.optional(v.string(), ''),
    },
    result: STATUS,
    handler: ({ settings }, { address, username, password }) => {
      const fault = address === '' ? undefined : addressFault(address)
      if (fault !== undefined)
        throw new JsonRpcError(
          NODE_ERROR_CODES.wrongParam,
          `Failed to set bootstrap daemon to address = ${address}`,
          fault,
        )
      settings.bootstrap = address === '' ? undefined : { address, username, password }
      return statusResponse({})
    },
  }),
  nodeMethod({
    names: ['save_bc'],
    about: 'writes the chain down, which happens with every block where it is kept at all',
    access: 'admin',
    transports: BOTH,
    params: {},
    result: STATUS,
    handler: () => statusResponse({}),
  }),
  nodeMethod({
    names: ['prune_blockchain'],
    about: 'whether proofs of old blocks are left out; they never are',
    access: 'admin',
    params: { check: v.optional(v.boolean(), false) },
    result: { pruned: v.boolean(), pruning_seed: u32, ...STATUS },
    handler: (_context, { check }) => {
      if (!check)
        throw new JsonRpcError(
          NODE_ERROR_CODES.internal,
          'Failed to prune blockchain',
          'this node keeps its chain whole',
        )
      return statusResponse({ pruned: false, pruning_seed: 0 })
    },
  }),
  nodeMethod({
    names: ['stop_daemon'],
    about: 'ends the node',
    access: 'admin',
    transports: BOTH,
    params: {},
    result: STATUS,
    handler: ({ settings: { stop } }) => {
      if (stop === undefined)
        throw new JsonRpcError(NODE_ERROR_CODES.internal, 'This node ends with the page or the program that it runs in')
      setTimeout(stop, LAST_WORDS)
      return statusResponse({})
    },
  }),
]
