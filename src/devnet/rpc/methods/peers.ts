// Methods about peers and callers. This node serves RPC only and has no peers; it stores bans and limits.

import * as v from 'valibot'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import { i64, index, list, u32, u64 } from '../../../jsonrpc/schemas.ts'
import {
  formatHosts,
  ipv4FromInteger,
  ipv4ToInteger,
  parseHosts,
  updateTrafficLimits,
} from '../../node/adminSettings.ts'
import { NODE_ERROR_CODES } from '../calls/errors.ts'
import { targetHeight } from '../calls/nodeContext.ts'
import { BOTH, nodeMethod, STATUS, TRUST_STATUS } from '../calls/nodeMethod.ts'
import { response, statusResponse } from '../calls/response.ts'
import { banRecord, connectionRecord, peerRecord, publicNodeRecord, spanRecord } from '../calls/resultSchemas.ts'

const wrong = (message: string): JsonRpcError => new JsonRpcError(NODE_ERROR_CODES.wrongParam, message)

export const peerMethods = [
  nodeMethod({
    names: ['get_connections'],
    about: 'connections to peers; always none',
    access: 'admin',
    params: {},
    result: { connections: list(connectionRecord), ...STATUS },
    handler: () => statusResponse({}),
  }),
  nodeMethod({
    names: ['get_peer_list'],
    about: 'known peers; always none',
    access: 'admin',
    transports: BOTH,
    params: { public_only: v.optional(v.boolean(), true) },
    result: { white_list: list(peerRecord), gray_list: list(peerRecord), ...STATUS },
    handler: () => statusResponse({}),
  }),
  nodeMethod({
    names: ['get_public_nodes'],
    about: 'known public nodes; always none',
    access: 'public',
    params: { gray: v.optional(v.boolean(), false), white: v.optional(v.boolean(), true) },
    result: { gray: list(publicNodeRecord), white: list(publicNodeRecord), ...STATUS },
    handler: () => statusResponse({}),
  }),
  nodeMethod({
    names: ['sync_info'],
    about: 'sync progress with the followed node, which is not a peer',
    access: 'admin',
    params: {},
    result: {
      height: index,
      target_height: v.optional(index),
      next_needed_pruning_seed: u32,
      peers: list(v.object({ info: connectionRecord })),
      spans: list(spanRecord),
      overview: v.string(),
      ...STATUS,
    },
    handler: (context) =>
      statusResponse({
        height: context.node.chain.height,
        target_height: targetHeight(context),
        next_needed_pruning_seed: 1,
        overview: '[]',
      }),
  }),
  nodeMethod({
    names: ['get_net_stats'],
    about: 'traffic with peers; always 0',
    access: 'admin',
    transports: BOTH,
    params: {},
    result: {
      start_time: index,
      total_packets_in: index,
      total_bytes_in: index,
      total_packets_out: index,
      total_bytes_out: index,
      ...STATUS,
    },
    handler: ({ node }) =>
      statusResponse({
        start_time: node.startedAt,
        total_packets_in: 0,
        total_bytes_in: 0,
        total_packets_out: 0,
        total_bytes_out: 0,
      }),
  }),
  nodeMethod({
    names: ['get_bans'],
    about: 'banned hosts with the remaining seconds',
    access: 'admin',
    params: {},
    result: { bans: list(banRecord), ...STATUS },
    handler: ({ settings }) =>
      statusResponse({
        bans: settings.bans.list.map(({ hosts, seconds }) => ({
          host: formatHosts(hosts),
          ip: ipv4ToInteger(hosts),
          seconds,
        })),
      }),
  }),
  nodeMethod({
    names: ['set_bans'],
    about:
      'bans hosts for a number of seconds, or unbans them; a host is an address or an IPv4 subnet such as 10.1.0.0/16',
    access: 'admin',
    params: {
      bans: list(
        v.object({
          host: v.optional(v.string(), ''),
          ip: v.optional(u32, 0),
          ban: v.optional(v.boolean(), false),
          seconds: v.optional(u32, 0),
        }),
      ),
    },
    result: STATUS,
    handler: ({ settings: { bans } }, { bans: requested }) => {
      for (const { host, ip, ban, seconds } of requested) {
        if (host === '' && ip === 0) throw wrong('No ip/host supplied')
        const hosts = host === '' ? ipv4FromInteger(ip) : parseHosts(host)
        if (hosts === undefined) throw wrong('Unsupported host/subnet type')
        if (ban) bans.add(hosts, seconds)
        else bans.lift(hosts)
      }
      return statusResponse({})
    },
  }),
  nodeMethod({
    names: ['banned'],
    about: 'returns whether an address is banned, with the remaining seconds',
    access: 'admin',
    params: { address: v.optional(v.string(), '') },
    result: { banned: v.boolean(), seconds: u32, ...STATUS },
    handler: ({ settings: { bans } }, { address }) => {
      const hosts = parseHosts(address)
      if (hosts === undefined || hosts.kind === 'subnet') throw wrong('Unsupported host type')
      const seconds = bans.secondsLeft(hosts)
      return statusResponse({ banned: seconds > 0, seconds })
    },
  }),
  nodeMethod({
    names: ['get_limit'],
    about: 'bandwidth limits in kB per second; stored without effect',
    access: 'admin',
    transports: BOTH,
    params: {},
    result: { limit_up: u64, limit_down: u64, ...TRUST_STATUS },
    handler: ({ settings: { limits } }) => response({ limit_up: limits.up, limit_down: limits.down }),
  }),
  nodeMethod({
    names: ['set_limit'],
    about: 'sets the bandwidth limits: -1 for the default, 0 for no change',
    access: 'admin',
    transports: BOTH,
    params: { limit_down: v.optional(i64, 0), limit_up: v.optional(i64, 0) },
    result: { limit_up: u64, limit_down: u64, ...STATUS },
    handler: ({ settings }, { limit_down: down, limit_up: up }) => {
      if (down < -1n || up < -1n) throw wrong('Invalid limit_down or limit_up value: value must be >= -1')
      updateTrafficLimits(settings, up, down)
      return statusResponse({ limit_up: settings.limits.up, limit_down: settings.limits.down })
    },
  }),
  nodeMethod({
    names: ['out_peers'],
    about: 'maximum number of outgoing connections; without effect, and always 0, as in oxen-core',
    access: 'admin',
    transports: BOTH,
    params: { set: v.optional(v.boolean(), true), out_peers: v.optional(u32, 0) },
    result: { out_peers: u32, ...STATUS },
    handler: () => statusResponse({ out_peers: 0 }),
  }),
  nodeMethod({
    names: ['in_peers'],
    about: 'maximum number of incoming connections; without effect, and always 0, as in oxen-core',
    access: 'admin',
    transports: BOTH,
    params: { set: v.optional(v.boolean(), true), in_peers: v.optional(u32, 0) },
    result: { in_peers: u32, ...STATUS },
    handler: () => statusResponse({ in_peers: 0 }),
  }),
]
