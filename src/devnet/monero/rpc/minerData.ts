// What a miner needs for the next block: the result of get_miner_data and a message of --zmq-pub.

import { toHex } from '../../../bytes/hex.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import { seedsOf } from '../../rpc/methods/blockTemplates.ts'
import { visible } from '../../rpc/methods/txpool.ts'

/** Returns the data for the next block, with the fields of monerod in its order. */
export const minerData = (node: DevelopmentNode) => {
  const { chain } = node
  return {
    major_version: chain.nextFork,
    height: chain.height,
    prev_id: toHex(chain.tip.id),
    seed_hash: seedsOf(chain).seed_hash,
    difficulty: `0x${chain.nextDifficulty.toString(16)}`,
    median_weight: chain.limits.effectiveMedian,
    already_generated_coins: chain.tip.generated,
    // monerod omits transactions with do_not_relay, also for the admin.
    tx_backlog: visible(node, true).map(({ parsed: { id, weight }, fee }) => ({ id: toHex(id), weight, fee })),
  }
}
