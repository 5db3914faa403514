// When the next pulse block is due, in which round, and which quorum makes it.

import { hardForkHeight, type Network } from '../../../coin/networks/network.ts'
import type { BlockRecord } from '../../records/chainRecords.ts'
import { Fork } from '../rules/forks.ts'
import type { Quorum } from '../service-nodes/quorums.ts'
import type { ServiceNodeRegistry } from '../service-nodes/serviceNodeRegistry.ts'

const ROUND_TIMES = { target: 120, least: 90, most: 150, seconds: 60, last: 255 }

/** Due times of a pulse block; UNIX seconds. */
export type PulseTimes = {
  /** by the schedule since the first pulse block */
  readonly ideal: number
  /** start of the first round */
  readonly target: number
  /** time from which blocks are mined instead */
  readonly fallback: number
}

/** Returns when the block after `blocks` is due; undefined before pulse. */
export const pulseTimes = (
  network: Network,
  blocks: readonly { readonly timestamp: number }[],
): PulseTimes | undefined => {
  const start = hardForkHeight(network, Fork.clsag)
  const base = start === undefined ? undefined : blocks[start - 1]
  const top = blocks.at(-1)
  if (start === undefined || base === undefined || top === undefined || blocks.length < start) return undefined
  const ideal = base.timestamp + ROUND_TIMES.target * (blocks.length - (start - 1))
  const target = Math.min(Math.max(ideal, top.timestamp + ROUND_TIMES.least), top.timestamp + ROUND_TIMES.most)
  return { ideal, target, fallback: target + ROUND_TIMES.last * ROUND_TIMES.seconds }
}

/** Returns the round of the block after `blocks` at a time (UNIX seconds); undefined if it must be mined. */
export const pulseRound = (
  network: Network,
  blocks: readonly { readonly timestamp: number }[],
  now: number,
): number | undefined => {
  const times = pulseTimes(network, blocks)
  if (times === undefined) return undefined
  const round = Math.max(0, Math.floor((now - times.target) / ROUND_TIMES.seconds))
  return round <= ROUND_TIMES.last ? round : undefined
}

/** Returns the quorum of the next block if it has this timestamp and round; undefined if it must be mined. */
export const expectedPulseQuorum = (
  network: Network,
  registry: ServiceNodeRegistry,
  blocks: readonly BlockRecord[],
  { timestamp, round }: { readonly timestamp: number; readonly round: number },
): Quorum | undefined =>
  timestamp < (pulseTimes(network, blocks)?.fallback ?? 0)
    ? registry.pulseQuorumAt(blocks, blocks.length, round)
    : undefined
