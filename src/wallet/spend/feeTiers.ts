// What payments cost now at each priority, and what waits before them, independently of the coins of the wallet.

import { hardForkAt } from '../../coin/networks/network.ts'
import { NodeError } from '../../daemon/errors.ts'
import type { BacklogEntry } from '../../daemon/nodeClient.ts'
import { type BlockSpaceSource, fullRewardZone, weightAhead } from './automaticPriority.ts'
import { selectionRules } from './inputs.ts'
import { type PaymentJob, type SpendContext, startJob } from './paymentContext.ts'

/** A priority as it is now. Amounts in atomic units. */
export type FeeTier = {
  readonly priority: number
  /** what 0 stands for at present */
  readonly isDefault: boolean
  /** of 1000 bytes of weight */
  readonly perKilobyte: bigint
  /** of an ordinary transaction: two inputs, two outputs */
  readonly fee: bigint
  /** full blocks that are mined before (wallet2: estimate_backlog); 0 for a priority that does not wait; undefined if the node does not say */
  readonly blocksBefore: number | undefined
}

/** What waits in the txpool. */
export type TxpoolSize = { readonly transactions: number; readonly weight: number }

export type FeesNow = {
  /** cheapest first */
  readonly tiers: readonly FeeTier[]
  /** of the ordinary transaction, in bytes */
  readonly weight: number
  /** undefined if the node does not say */
  readonly waiting: TxpoolSize | undefined
}

type BlockSpace = { readonly backlog: readonly BacklogEntry[]; readonly rewardZone: number }

/** Requests what the txpool waits for; undefined if the node does not answer. */
const blockSpaceOf = async (node: BlockSpaceSource): Promise<BlockSpace | undefined> => {
  try {
    const [backlog, rewardZone] = await Promise.all([node.txpoolBacklog(), fullRewardZone(node)])
    return { backlog, rewardZone }
  } catch (error) {
    if (error instanceof NodeError) return undefined
    throw error
  }
}

const INPUTS = 2
const OUTPUTS = 2

/** @param index of the priority among those of the network */
const tierOf = (
  job: PaymentJob,
  { priority, index }: { readonly priority: number; readonly index: number },
  space: BlockSpace | undefined,
): Omit<FeeTier, 'isDefault'> => {
  const { network, estimate, height } = job
  const { weight, fee } = selectionRules({ ...job, source: { ...job.source, priority } })
  const bytes = weight(INPUTS, OUTPUTS)
  const total = fee(INPUTS, OUTPUTS)
  const level = network.fees.levels(estimate)[index]
  const { blink } = network.fees.fee(estimate, {
    ...{ weight: bytes, outputs: OUTPUTS, priority, kind: 'standard', fixedBurn: 0n },
    hardFork: hardForkAt(network, height),
  })
  const perByte = level === undefined ? Number(total) / bytes : Number(level)
  const waits = space === undefined || space.rewardZone === 0 ? undefined : weightAhead(space.backlog, perByte)
  const blocksBefore = waits === undefined ? undefined : Math.floor(waits / (space?.rewardZone ?? 1))
  return {
    priority,
    fee: total,
    perKilobyte: level === undefined ? (total * 1000n) / BigInt(bytes) : level * 1000n,
    // A blink does not wait for a block.
    blocksBefore: blink ? 0 : blocksBefore,
  }
}

/**
 * Returns what an ordinary payment costs at each priority, cheapest first, and what waits before it.
 * @throws FeeEstimateError, NodeError
 */
export const feesNow = async (context: SpendContext): Promise<FeesNow> => {
  const [job, space] = await Promise.all([
    startJob(context, { account: 0, subaddresses: [], priority: 0, unlockTime: 0n }),
    blockSpaceOf(context.node),
  ])
  const { priorities, defaultPriority } = context.network.fees
  const usual = job.source.priority === 0 ? defaultPriority : job.source.priority
  return {
    tiers: priorities.map(({ value: priority }, index) => ({
      ...tierOf(job, { priority, index }, space),
      isDefault: priority === usual,
    })),
    weight: selectionRules(job).weight(INPUTS, OUTPUTS),
    waiting: space && {
      transactions: space.backlog.length,
      weight: space.backlog.reduce((sum, { weight }) => sum + weight, 0),
    },
  }
}
