// A payment in the making without a chain or a node: what the selection of inputs sees.

import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import type { RandomSampler } from '../../../../src/crypto/random/randomSampler.ts'
import { createRingMemory } from '../../../../src/wallet/rings/ringMemory.ts'
import type { PaymentJob } from '../../../../src/wallet/spend/paymentContext.ts'
import { NO_STAKE_LOCKS } from '../../../../src/wallet/state/stakeLocks.ts'
import { bytesOf } from '../ledger-samples.ts'

/** Draws the first of several. */
export const firstDrawn: RandomSampler = { unit: () => 0.5, below: () => 0 }

const never = (): never => {
  throw new Error('this was not to be requested')
}

/**
 * A payment of account 0 on monero at height 3000000, which pays 20000 atomic units per byte, rounded up to a multiple of 10000. Any
 * request to the node, and any random bytes, are an error.
 */
export const paymentJob = (fields: Partial<PaymentJob> = {}): PaymentJob => ({
  network: moneroMainnet,
  keys: { spendSecret: bytesOf(1), spendPublic: bytesOf(2), viewSecret: bytesOf(3), viewPublic: bytesOf(4) },
  outputs: [],
  height: 3_000_000,
  now: 1_800_000_000,
  stakeLocks: NO_STAKE_LOCKS,
  node: {
    ...{ outputs: never, outputDistribution: never, outputBlacklist: never, feeEstimate: never },
    ...{ info: never, txpoolBacklog: never, blockWeights: never },
  },
  random: never,
  rings: createRingMemory(),
  source: { account: 0, subaddresses: [], priority: 1, unlockTime: 0n },
  sampler: firstDrawn,
  estimate: {
    perByte: 20_000n,
    perOutput: 0n,
    perByteLevels: [20_000n, 80_000n, 320_000n, 4_000_000n],
    quantizationMask: 10_000n,
  },
  show: String,
  ...fields,
})
