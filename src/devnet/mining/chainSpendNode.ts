// The chain as the source of decoys and fees for the wallet's payments.

import { OutputDistribution } from '../../daemon/outputDistribution.ts'
import type { SpendNode } from '../../wallet/spend/paymentContext.ts'
import type { Chain } from '../chain/chain.ts'

/** Blocks for which the estimated fee stays sufficient. */
const GRACE_BLOCKS = 10

/** Returns a chain as the wallet's transaction builder reads it. */
export const chainSpendNode = (chain: Chain): SpendNode => ({
  outputs: async (indices) =>
    indices.flatMap((index) => {
      const output = chain.outputs[index]
      if (output === undefined) return []
      const { key, commitment, height, unlockTime } = output
      return [{ key, commitment, height, unlocked: chain.isUnlocked(unlockTime) }]
    }),
  outputDistribution: async () => OutputDistribution.ofCumulative(chain.blocks.map(({ outputsSoFar }) => outputsSoFar)),
  outputBlacklist: async () => [],
  // Development payments have a priority of their own.
  info: async () => ({}),
  txpoolBacklog: async () => [],
  blockWeights: async () => [],
  feeEstimate: async () => chain.rules.consensus.feeRates(chain, GRACE_BLOCKS),
})
