// Methods of a development node about its clock and its whole state: snapshots and dumps.

import * as v from 'valibot'
import type { FormatError } from '../../../bytes/cursor.ts'
import { toHex } from '../../../bytes/hex.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import { hex, i64, index } from '../../../jsonrpc/schemas.ts'
import { packDump, unpackDump } from '../../node/nodeDump.ts'
import { mapAsyncErrors, NODE_ERROR_CODES, type RpcErrorTable } from '../calls/errors.ts'
import type { NodeContext } from '../calls/nodeContext.ts'
import { BOTH, nodeMethod, STATUS } from '../calls/nodeMethod.ts'
import { statusResponse } from '../calls/response.ts'

/** Errors of malformed blocks in a dump; the other errors of a dump are in the table of all methods. */
const LOAD_ERRORS: RpcErrorTable<FormatError> = {
  format: [NODE_ERROR_CODES.wrongParam],
  portable: [NODE_ERROR_CODES.wrongParam],
}

const timeRecord = { time: index, offset: i64, next_timestamp: v.optional(index), ...STATUS }

const timeResponse = ({ node }: NodeContext) =>
  statusResponse({ time: node.clock(), offset: node.time.setting.offset, next_timestamp: node.time.setting.next })

const topBlockResponse = ({ node: { chain } }: NodeContext) =>
  statusResponse({ height: chain.height, top_hash: toHex(chain.tip.id) })

export const developmentStateMethods = [
  nodeMethod({
    names: ['dev_set_time'],
    about:
      'sets the clock to a time in UNIX seconds, or moves it forward by seconds; the clock runs on from there. Returns the time',
    access: 'admin',
    transports: BOTH,
    params: { time: v.optional(index), forward: v.optional(index) },
    result: timeRecord,
    handler: (context, { time, forward }) => {
      const { node } = context
      if (time !== undefined && forward !== undefined)
        throw new JsonRpcError(NODE_ERROR_CODES.wrongParam, 'pass either time or forward, not both')
      const newTime = time ?? (forward === undefined ? undefined : node.clock() + forward)
      if (newTime !== undefined) node.setTime(newTime)
      return timeResponse(context)
    },
  }),
  nodeMethod({
    names: ['dev_next_timestamp'],
    about: 'sets the timestamp of the next block, in UNIX seconds; without a timestamp, the clock decides again',
    access: 'admin',
    transports: BOTH,
    params: { timestamp: v.optional(index) },
    result: timeRecord,
    handler: (context, { timestamp }) => {
      context.node.time.schedule(timestamp, context.node.chain)
      return timeResponse(context)
    },
  }),
  nodeMethod({
    names: ['dev_snapshot'],
    about: 'saves the whole state of the node for dev_revert: chain, pool, clock, mining',
    access: 'admin',
    transports: BOTH,
    params: {},
    result: { id: index, height: index, ...STATUS },
    handler: ({ node }) => statusResponse({ id: node.snapshots.take(), height: node.chain.height }),
  }),
  nodeMethod({
    names: ['dev_revert'],
    about: 'restores the state of a snapshot; removes that snapshot and all later ones',
    access: 'admin',
    transports: BOTH,
    params: { id: index },
    result: { height: index, top_hash: v.string(), ...STATUS },
    handler: (context, { id }) => {
      context.node.snapshots.revert(id)
      return topBlockResponse(context)
    },
  }),
  nodeMethod({
    names: ['dev_dump'],
    about: 'returns the whole state as compressed hexadecimal text for dev_load',
    access: 'admin',
    transports: BOTH,
    params: {},
    result: { dump: v.string(), height: index, ...STATUS },
    handler: async ({ node }) =>
      statusResponse({ dump: toHex(await packDump(node.state.dump())), height: node.chain.height }),
  }),
  nodeMethod({
    names: ['dev_load'],
    about:
      'replaces the state with that of a dump of the same network and fork schedule, after complete validation; keeps the snapshots',
    access: 'admin',
    transports: BOTH,
    params: { dump: hex },
    result: { height: index, top_hash: v.string(), ...STATUS },
    handler: (context, { dump }) =>
      mapAsyncErrors(LOAD_ERRORS, async () => {
        context.node.state.loadUntrusted(await unpackDump(dump))
        await context.node.chain.work.ready()
        return topBlockResponse(context)
      }),
  }),
]
