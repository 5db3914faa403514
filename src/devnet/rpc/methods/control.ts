// Methods for the node's admin: log, bootstrap daemon, saving, pruning, stopping.

import * as v from 'valibot'
import { NodeUrlError } from '../../../daemon/errors.ts'
import { parseNodeUrl } from '../../../daemon/nodeUrl.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import { i8, u32 } from '../../../jsonrpc/schemas.ts'
import { withScheme } from '../../upstream/bootstrapDaemon.ts'
import { NODE_ERROR_CODES } from '../calls/errors.ts'
import { BOTH, nodeMethod, STATUS } from '../calls/nodeMethod.ts'
import { statusResponse } from '../calls/response.ts'

const MAX_VERBOSE = 4
/** Delay before the node stops, so that the response is sent first. Milliseconds. */
const STOP_DELAY_MS = 50

/** Returns why an address is not valid for a bootstrap daemon; undefined if it is valid. */
const addressFault = (address: string): string | undefined => {
  // This node has no peers to choose from.
  if (address === 'auto') return 'this node has no peers to choose from'
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
    about: 'shows or hides the hash rate in the log; fails unless start_mining is active',
    access: 'admin',
    transports: BOTH,
    params: { visible: v.optional(v.boolean(), false) },
    result: STATUS,
    handler: ({ miner }) => statusResponse({}, miner.session === undefined ? 'NOT MINING' : 'OK'),
  }),
  nodeMethod({
    names: ['set_log_level'],
    about: 'sets the log level, 0 to 4',
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
    about: 'sets the log categories, such as *:WARNING, and returns them',
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
    about: 'sets the node that answers while this one is far behind; an empty address removes it',
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
    about: 'saves the chain; a node with storage does so after every block anyway',
    access: 'admin',
    transports: BOTH,
    params: {},
    result: STATUS,
    handler: () => statusResponse({}),
  }),
  nodeMethod({
    names: ['prune_blockchain'],
    about: 'returns whether the chain is pruned, which it never is',
    access: 'admin',
    params: { check: v.optional(v.boolean(), false) },
    result: { pruned: v.boolean(), pruning_seed: u32, ...STATUS },
    handler: (_context, { check }) => {
      if (!check)
        throw new JsonRpcError(
          NODE_ERROR_CODES.internal,
          'Failed to prune blockchain',
          'this node does not prune its chain',
        )
      return statusResponse({ pruned: false, pruning_seed: 0 })
    },
  }),
  nodeMethod({
    names: ['stop_daemon'],
    about: 'stops the node',
    access: 'admin',
    transports: BOTH,
    params: {},
    result: STATUS,
    handler: ({ settings: { stop } }) => {
      if (stop === undefined)
        throw new JsonRpcError(NODE_ERROR_CODES.internal, 'This node stops with the page or the program that hosts it')
      setTimeout(stop, STOP_DELAY_MS)
      return statusResponse({})
    },
  }),
]
