// The priority of a payment whose sender chose none: the cheapest one while blocks have space, a higher one while they are full
// (wallet2: adjust_priority, estimate_backlog). A payment of the cheapest one while others pay more would show which program made it.

import type { FeeEstimate } from '../../coin/networks/fees.ts'
import type { Network } from '../../coin/networks/network.ts'
import { NodeError } from '../../daemon/errors.ts'
import type { BacklogEntry, NodeClient, NodeInfo } from '../../daemon/nodeClient.ts'

/** What a node reports of the space in blocks. */
export type BlockSpaceSource = Pick<NodeClient, 'txpoolBacklog' | 'blockWeights'> & {
  info(): Promise<Pick<NodeInfo, 'blockWeightLimit'>>
}

/** Number of newest blocks that are looked at, and the percentage of the full reward zone above which they are full. */
const RECENT_BLOCKS = 10
const FULL_PERCENT = 80

const sumOf = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0)

/** Returns the weight of the transactions in the txpool that pay at least a fee per byte, which are mined first. */
export const weightAhead = (backlog: readonly BacklogEntry[], perByte: number): number =>
  sumOf(backlog.filter(({ weight, fee }) => weight > 0 && Number(fee) / weight >= perByte).map(({ weight }) => weight))

/** Returns the weight of a block up to which its miner loses no reward; 0 if the node does not say. */
export const fullRewardZone = async (node: BlockSpaceSource): Promise<number> => {
  const { blockWeightLimit = 0 } = await node.info()
  return Math.floor(blockWeightLimit / 2)
}

/** Returns whether the newest blocks fill more than 80 % of the full reward zone, in whole percents. */
const areBlocksFull = async (node: BlockSpaceSource, height: number, rewardZone: number): Promise<boolean> => {
  const weights = await node.blockWeights(height - RECENT_BLOCKS, RECENT_BLOCKS)
  return Math.floor((100 * sumOf(weights)) / (RECENT_BLOCKS * rewardZone)) > FULL_PERCENT
}

/**
 * Returns the priority of a payment. One that the sender chose is returned without a request; the default of the network also if the
 * space in blocks is unknown.
 * @param height number of blocks that the wallet knows
 */
export const automaticPriority = async (
  { network, node, height }: { readonly network: Network; readonly node: BlockSpaceSource; readonly height: number },
  { priority, estimate }: { readonly priority: number; readonly estimate: FeeEstimate },
): Promise<number> => {
  const { congestedPriority, defaultPriority, levels } = network.fees
  if (priority !== 0 || congestedPriority === undefined) return priority
  const [lowest = estimate.perByte] = levels(estimate)
  try {
    const ahead = weightAhead(await node.txpoolBacklog(), Number(lowest))
    const rewardZone = await fullRewardZone(node)
    if (rewardZone === 0) return defaultPriority
    if (ahead >= rewardZone) return congestedPriority
    const isFull = height >= RECENT_BLOCKS && (await areBlocksFull(node, height, rewardZone))
    return isFull ? congestedPriority : defaultPriority
  } catch (error) {
    if (error instanceof NodeError) return defaultPriority
    throw error
  }
}
