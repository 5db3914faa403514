// The consensus rules of the oxen family (oxen-core v8.1).

import type { Block } from '../../coin/blocks/block.ts'
import { hardForkAt, hardForkHeight, type Network } from '../../coin/networks/network.ts'
import { burntAmount } from '../../coin/transactions/findExtraField.ts'
import { RctType } from '../../coin/transactions/ringct.ts'
import { type Transaction, TransactionType, transactionFee } from '../../coin/transactions/transaction.ts'
import type { Family } from '../rules/consensus.ts'
import { parseStrictExtra } from '../rules/strictExtra.ts'
import { COINBASE_RESERVE } from '../rules/weights.ts'
import { blockPayout, buildCoinbase, coinbaseFault, payoutFault } from './blocks/coinbase.ts'
import { OxenState, serviceNodesOf } from './blocks/oxenState.ts'
import { oxenWork } from './blocks/proofOfWork.ts'
import { networkTransactionClaim } from './blocks/transactionClaims.ts'
import { nameBlockClaim, namePoolClaim } from './names/nameRegistry.ts'
import { nextDifficulty } from './rules/difficulty.ts'
import { estimateFees, minFee } from './rules/fees.ts'
import {
  Fork,
  maxTransactionType,
  type OxenRules,
  regtestGovernance,
  transactionVersions,
  type UnclaimedReward,
} from './rules/forks.ts'
import { derivedGovernance, rewardParts, scheduledGovernance } from './rules/reward.ts'
import { longTermWeight, weightLimits } from './rules/weights.ts'
import { isPulseBlock } from './service-nodes/quorums.ts'

const CLSAG_GRACE_BLOCKS = 10

const mustBeClsag = (network: Network, height: number, fork: number): boolean => {
  const start = hardForkHeight(network, Fork.clsag)
  return fork > Fork.clsag || (start !== undefined && height >= start + CLSAG_GRACE_BLOCKS)
}

/** Returns whether a height is above the first block of a fork. */
const isPastFirstOf = (network: Network, fork: number, height: number): boolean =>
  hardForkAt(network, height) >= fork && height !== hardForkHeight(network, fork)

/** Returns what is wrong with the RingCT type at a height; undefined if it is valid. */
const typeFault = (network: Network, { rct }: Transaction, height: number): string | undefined => {
  const fork = hardForkAt(network, height)
  const type = rct?.type ?? RctType.null
  const tooOld =
    (type < RctType.bulletproof && isPastFirstOf(network, Fork.bulletproofs, height)) ||
    (type === RctType.bulletproof && fork >= Fork.checkpoints) ||
    (type < RctType.clsag && mustBeClsag(network, height, fork))
  if (tooOld) return `RingCT type ${type} is no longer allowed at fork ${fork}`
  const tooNew =
    (type === RctType.bulletproof && fork < Fork.bulletproofs) ||
    (type === RctType.bulletproof2 && fork < Fork.infiniteStaking) ||
    (type === RctType.clsag && fork < Fork.clsag)
  return tooNew ? `RingCT type ${type} is not allowed yet at fork ${fork}` : undefined
}

/** Maximum transaction weight: half of the full reward zone less the coinbase; before bulletproofs the whole zone, without a limit in blocks. */
const maxTransactionWeights = ({ maxTransactionWeight: most }: Network, fork: number) =>
  fork < Fork.bulletproofs
    ? { sent: 2 * most + COINBASE_RESERVE, inBlock: Number.POSITIVE_INFINITY }
    : { sent: most, inBlock: most }

/** Returns the part of its fee that a transaction burns, from fork 14 on. */
const burnedFee = (network: Network, transaction: Transaction, fork: number): bigint => {
  if (fork < Fork.blink) return 0n
  const burnt = burntAmount(parseStrictExtra(network, transaction.extra))
  const fee = transactionFee(transaction)
  if (burnt > fee) return fee
  return burnt
}

/** Chain weight of a pulse block of round 0, in units of a mined block. */
const PULSE_WEIGHT = 144_403_552_893_600n

const pulseWeight = (block: Block): bigint =>
  isPulseBlock(block) ? PULSE_WEIGHT / BigInt(1 + (block.pulse?.round ?? 0)) : 0n

const powAlgorithm = (fork: number): string => {
  if (fork >= Fork.checkpoints) return 'RandomX (OXEN variant)'
  return fork === Fork.infiniteStaking ? 'Cryptonight Turtle Light (Variant 2)' : 'Cryptonight Heavy (Variant 2)'
}

/** Creates the family of fakechains. */
export const oxenFamily =
  ({ unclaimedReward }: { readonly unclaimedReward: UnclaimedReward }): Family =>
  (network) => {
    const rules: OxenRules = { network, governance: regtestGovernance, unclaimedReward }
    return {
      firstFork: Fork.first,
      newestFork: Fork.newest,
      paymentFork: Fork.clsag,
      timestamps: { futureLimit: 600, window: 11 },
      adjustedTime: () => undefined,
      transactionVersions,
      maxTransactionType,
      minOutputs: ({ type }, fork) =>
        fork >= Fork.clsag && type !== TransactionType.nameSystem ? network.minOutputs : 0,
      maxTransactionWeight: (fork) => maxTransactionWeights(network, fork),
      poolRules: {
        checks: ['semantics', 'expired', 'fee', 'weight', 'doubleSpend', 'outputs'],
        semanticFaults: 'cached',
      },
      minRingMemberAge: (fork) => (fork >= Fork.clsag ? network.spendableAge : 0),
      createState: () => new OxenState(network),
      poolClaim: (transaction, state) =>
        namePoolClaim(network, transaction) ?? networkTransactionClaim(network, transaction, serviceNodesOf(state)),
      blockClaim: (transaction) => nameBlockClaim(network, transaction),
      outputFault: (transaction, height) => typeFault(network, transaction, height),
      burnedFee: (transaction, fork) => burnedFee(network, transaction, fork),
      longTermWeight,
      weightLimits,
      nextDifficulty: (blocks) => nextDifficulty(network, blocks),
      minFee: (chain, weight, outputs) => minFee(network, chain, weight, outputs),
      feeRates: (chain, graceBlocks) => estimateFees(network, chain, graceBlocks),
      payout: ({ height, generated, limits, weight, fees, state, producer, blocks }) => {
        const fork = hardForkAt(network, height)
        const median = fork >= Fork.clsag ? limits.effectiveMedian : limits.shortMedian
        // If miners receive the unclaimed reward, the payments of a block do not always show the service nodes' part.
        const governanceDueAt = (at: number): bigint => {
          const paid = unclaimedReward === 'burn' ? blocks[at]?.block.minerTransaction : undefined
          return paid === undefined ? scheduledGovernance(rules, at) : derivedGovernance(rules, at, paid)
        }
        const parts = rewardParts(rules, { height, generated, median, weight, fees, governanceDueAt })
        if (parts === undefined) return undefined
        const serviceNodes = serviceNodesOf(state)
        const nodes = {
          leader: serviceNodes?.leader,
          producer: producer === undefined ? undefined : serviceNodes?.find(producer),
        }
        return blockPayout(rules, height, parts, nodes)
      },
      buildCoinbase: (request, secret) => buildCoinbase(network, request, secret),
      coinbaseFault,
      payoutFault: (height, transaction, payout) => payoutFault(network, height, transaction, payout),
      minedPulseHeader: (fork) =>
        fork >= Fork.clsag ? { randomValue: new Uint8Array(16), round: 0, validatorBitset: 0 } : undefined,
      chainWeight: (block, fork, difficulty) => (fork < Fork.clsag ? difficulty : 1n + pulseWeight(block)),
      keepsDisconnectedBlocks: (fork) => fork < Fork.clsag,
      proofOfWork: oxenWork,
      powAlgorithm,
    }
  }
