// The numbers of connections to peers of monerod. This node has one connection at most, to the node that it follows.

import * as v from 'valibot'
import { u32 } from '../../../jsonrpc/schemas.ts'
import { BOTH, nodeMethod } from '../../rpc/calls/nodeMethod.ts'
import { response } from '../../rpc/calls/response.ts'

const set = v.optional(v.boolean(), true)

export const peerLimitMethods = [
  nodeMethod({
    names: ['out_peers'],
    about: 'maximum number of outgoing connections: with 0, this node pauses following another one until it is more',
    access: 'admin',
    transports: BOTH,
    params: { set, out_peers: v.optional(u32, 0) },
    handler: ({ settings, follower }, { set: isSet, out_peers: count }) => {
      if (isSet) {
        settings.peerLimits = { ...settings.peerLimits, out: count }
        if (count === 0) follower?.pause()
        else follower?.resume()
      }
      return response({ out_peers: settings.peerLimits.out })
    },
  }),
  nodeMethod({
    names: ['in_peers'],
    about: 'maximum number of incoming connections; stored without effect',
    access: 'admin',
    transports: BOTH,
    params: { set, in_peers: v.optional(u32, 0) },
    handler: ({ settings }, { set: isSet, in_peers: count }) => {
      if (isSet) settings.peerLimits = { ...settings.peerLimits, in: count }
      return response({ in_peers: settings.peerLimits.in })
    },
  }),
]
