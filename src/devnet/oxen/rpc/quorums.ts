// Methods about service node quorums: members, and numbers of state changes.

import * as v from 'valibot'
import { toHex } from '../../../bytes/hex.ts'
import { hardForkAt } from '../../../coin/networks/network.ts'
import { TransactionType } from '../../../coin/transactions/transaction.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import type { JsonWritable } from '../../../jsonrpc/json.ts'
import { index, list, u8, u32, u64 } from '../../../jsonrpc/schemas.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import { NODE_ERROR_CODES } from '../../rpc/calls/errors.ts'
import { heightParam, nodeMethod, TRUST_STATUS } from '../../rpc/calls/nodeMethod.ts'
import { response } from '../../rpc/calls/response.ts'
import { parseStrictExtra } from '../../rules/strictExtra.ts'
import { serviceNodesOf } from '../blocks/oxenState.ts'
import { pulseRound } from '../blocks/pulseSchedule.ts'
import { Fork } from '../rules/forks.ts'
import { BLINK_INTERVAL, CHECKPOINT_INTERVAL, type Quorum, QuorumType } from '../service-nodes/quorums.ts'
import { NewState, parseStateChange } from '../service-nodes/stateChange.ts'
import { quorumRecord } from './serviceNodeSchemas.ts'

const ALL_KINDS = 255
const NO_HEIGHT = 2n ** 64n - 1n
const MAX_HEIGHTS = 256

const KINDS: readonly number[] = Object.values(QuorumType)

const wrong = (message: string): JsonRpcError => new JsonRpcError(NODE_ERROR_CODES.wrongParam, message)

/** First hard fork with quorums of a kind. */
const FIRST_FORK: { readonly [kind: number]: number } = {
  [QuorumType.obligations]: Fork.serviceNodes,
  [QuorumType.checkpointing]: Fork.perOutputFee,
  [QuorumType.blink]: Fork.blink,
  [QuorumType.pulse]: Fork.clsag,
}

/** Returns the quorum of a kind at a height of the chain. */
const quorumAt = ({ chain, rules }: DevelopmentNode, kind: number, height: number): Quorum | undefined => {
  const serviceNodes = serviceNodesOf(chain.state)
  const record = chain.blocks[height]
  if (serviceNodes === undefined || record === undefined) return undefined
  if (hardForkAt(rules.network, height) < (FIRST_FORK[kind] ?? 0)) return undefined
  switch (kind) {
    case QuorumType.obligations:
      return serviceNodes.obligationsQuorumAt(height)
    case QuorumType.checkpointing:
      return serviceNodes.checkpointQuorumAt(height)
    case QuorumType.blink:
      return serviceNodes.blinkQuorumAt(height)
    default:
      return serviceNodes.pulseQuorumAt(chain.blocks, height, record.block.pulse?.round ?? 0)
  }
}

/** Returns the pulse quorum of the next block at the present time. */
const nextPulse = ({ chain, rules, clock }: DevelopmentNode): Quorum | undefined => {
  const round = chain.nextFork < Fork.clsag ? undefined : pulseRound(rules.network, chain.blocks, clock())
  return round === undefined ? undefined : serviceNodesOf(chain.state)?.pulseQuorumAt(chain.blocks, chain.height, round)
}

/** Heights with the quorum kinds to return. */
type Places = readonly { readonly height: number; readonly kinds: readonly number[] }[]

/** Returns the heights of the latest quorum of each kind. */
const latest = (top: number): Places => {
  const heights = new Map<number, number>([
    [QuorumType.obligations, top],
    [QuorumType.checkpointing, top - (top % CHECKPOINT_INTERVAL)],
    [QuorumType.blink, top - (top % BLINK_INTERVAL)],
  ])
  return [...heights].sort(([a, x], [b, y]) => x - y || a - b).map(([kind, height]) => ({ height, kinds: [kind] }))
}

/** Returns the heights of a range, which may be descending, limited to the chain. */
const between = (first: bigint, last: bigint, top: number): number[] => {
  if (first > BigInt(top) && last > BigInt(top)) return []
  const onChain = (height: bigint): number => (height > BigInt(top) ? top : Number(height))
  const [from, to] = [onChain(first), onChain(last)]
  const step = from <= to ? 1 : -1
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => from + step * i)
}

const entryOf = (height: number, kind: number, { validators, workers }: Quorum): JsonWritable => ({
  height,
  quorum_type: kind,
  quorum: { validators: validators.map(toHex), workers: workers.map(toHex) },
})

const CHANGES: { readonly [verdict: number]: string } = {
  [NewState.deregister]: 'total_deregister',
  [NewState.decommission]: 'total_decommission',
  [NewState.recommission]: 'total_recommission',
  [NewState.ipChangePenalty]: 'total_ip_change_penalty',
}

export const quorumMethods = [
  nodeMethod({
    names: ['get_quorum_state'],
    about:
      'quorums at heights, of one kind or all (255); without heights, the latest ones and the pulse quorum of the next block',
    access: 'public',
    params: {
      start_height: v.optional(u64, NO_HEIGHT),
      end_height: v.optional(u64, NO_HEIGHT),
      quorum_type: v.optional(u8, ALL_KINDS),
    },
    result: { quorums: list(quorumRecord), ...TRUST_STATUS },
    handler: ({ node }, { start_height: start, end_height: end, quorum_type: wanted }, { restricted }) => {
      if (wanted !== ALL_KINDS && !KINDS.includes(wanted))
        throw wrong(`Quorum type specifies an invalid value: ${wanted}`)
      const kinds = KINDS.filter((kind) => wanted === ALL_KINDS || wanted === kind)
      const top = node.chain.height - 1
      const isLatest = start === NO_HEIGHT && end === NO_HEIGHT
      const first = start === NO_HEIGHT ? end : start
      const last = end === NO_HEIGHT ? start : end
      const heights = isLatest ? [] : between(first, last, top)
      if (restricted && heights.length > MAX_HEIGHTS)
        throw wrong(
          `Number of requested quorums greater than the allowed limit: ${MAX_HEIGHTS}, requested: ${heights.length}`,
        )
      const places = isLatest ? latest(top) : heights.map((height) => ({ height, kinds: KINDS }))
      const quorums = places.flatMap(({ height, kinds: there }) =>
        there
          .filter((kind) => kinds.includes(kind))
          .flatMap((kind) => {
            const quorum = quorumAt(node, kind, height)
            return quorum === undefined ? [] : [entryOf(height, kind, quorum)]
          }),
      )
      const wantsNext = kinds.includes(QuorumType.pulse) && (isLatest || last > BigInt(top))
      const next = wantsNext ? nextPulse(node) : undefined
      if (next !== undefined) quorums.push(entryOf(node.chain.height, QuorumType.pulse, next))
      if (quorums.length === 0) throw wrong('Failed to query any quorums at all')
      return response({ quorums })
    },
  }),
  nodeMethod({
    names: ['get_service_nodes_state_changes'],
    about:
      'numbers of state changes in a range of blocks: decommissions, recommissions, deregistrations, IP change penalties',
    access: 'public',
    params: { start_height: v.optional(heightParam, 0), end_height: v.optional(u64, NO_HEIGHT) },
    result: {
      total_deregister: u32,
      total_ip_change_penalty: u32,
      total_decommission: u32,
      total_recommission: u32,
      start_height: index,
      end_height: u64,
      ...TRUST_STATUS,
    },
    handler: ({ node: { chain, rules } }, { start_height: start, end_height: given }) => {
      const end = given === NO_HEIGHT ? BigInt(chain.height - 1) : given
      if (end < BigInt(start)) throw wrong('The provided end_height needs to be higher than start_height')
      if (start >= chain.height)
        throw new JsonRpcError(NODE_ERROR_CODES.internal, `Could not query block at requested height: ${start}`)
      const totals: { [name: string]: number } = Object.fromEntries(Object.values(CHANGES).map((name) => [name, 0]))
      const last = end < BigInt(chain.height) ? Number(end) : chain.height - 1
      for (const { height, transactions } of chain.blocks.slice(start, last + 1))
        for (const { transaction } of transactions.slice(1)) {
          if (transaction.type !== TransactionType.stateChange) continue
          const fields = parseStrictExtra(rules.network, transaction.extra)
          const verdict = parseStateChange(fields, hardForkAt(rules.network, height))?.state
          const name = verdict === undefined ? undefined : CHANGES[verdict]
          if (name !== undefined) totals[name] = (totals[name] ?? 0) + 1
        }
      return response({ ...totals, start_height: start, end_height: end })
    },
  }),
]
