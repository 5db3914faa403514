// The consensus rules of the monero family (monerod 0.18, fork 16).

import { RctType } from '../../coin/transactions/ringct.ts'
import { serializeExtra } from '../../coin/transactions/serializeExtra.ts'
import { type Transaction, TransactionType } from '../../coin/transactions/transaction.ts'
import { deriveOutputKey, keyDerivation, publicKeyOf, viewTag } from '../../crypto/keys/keys.ts'
import { outputSum } from '../rules/coinbase.ts'
import { type BuiltCoinbase, type CoinbaseRequest, type Family, NO_FAMILY_STATE } from '../rules/consensus.ts'
import { medianOf } from '../rules/weights.ts'
import { nextDifficulty } from './rules/difficulty.ts'
import { feeRates, minFee } from './rules/fees.ts'
import { Fork } from './rules/forks.ts'
import { moneroWork } from './rules/proofOfWork.ts'
import { blockReward } from './rules/reward.ts'
import { longTermWeight, weightLimits } from './rules/weights.ts'

const TIMESTAMP_WINDOW = 60

const lacksViewTag = ({ outputs }: Transaction): boolean => outputs.some((output) => output.viewTag === undefined)

/** Returns the adjusted time (monerod: `get_adjusted_time`): bounded by the top block's time and by the median of the last 60; UNIX seconds. */
const adjustedTime = (blocks: readonly { readonly timestamp: number }[], target: number): number | undefined => {
  const recent = blocks.slice(-TIMESTAMP_WINDOW).map(({ timestamp }) => timestamp)
  if (recent.length < TIMESTAMP_WINDOW) return undefined
  return Math.min((recent.at(-1) ?? 0) + target, medianOf(recent) + ((TIMESTAMP_WINDOW + 1) * target) / 2)
}

const buildCoinbase = (
  { height, to, payout, nonce, padding }: CoinbaseRequest,
  secret: Uint8Array,
  lock: number,
): BuiltCoinbase => {
  const publicKey = publicKeyOf(secret)
  const derivation = keyDerivation(to.viewKey, secret)
  const key = deriveOutputKey(derivation, 0, to.spendKey)
  return {
    publicKey,
    transaction: {
      version: 2,
      type: TransactionType.standard,
      unlockTime: BigInt(height + lock),
      outputUnlockTimes: [],
      inputs: [{ kind: 'gen', height }],
      outputs: [{ amount: payout.miner, key, viewTag: viewTag(derivation, 0) }],
      extra: serializeExtra([
        { field: 'txPublicKey', key: publicKey },
        ...(nonce.length === 0 ? [] : [{ field: 'nonce' as const, nonce }]),
        ...(padding === 0 ? [] : [{ field: 'padding' as const, size: padding }]),
      ]),
      signatures: [],
      rct: { type: RctType.null, fee: 0n, pseudoOuts: [], ecdhInfo: [], commitments: [] },
      prunable: undefined,
    },
  }
}

/** The monero family. Chains are at the newest fork from height 1 on; older rules are not implemented. */
export const moneroFamily: Family = ({
  blockTarget,
  coinbaseUnlockWindow,
  maxTransactionWeight,
  minOutputs,
  spendableAge,
}) => ({
  firstFork: Fork.first,
  newestFork: Fork.newest,
  paymentFork: Fork.newest,
  timestamps: { futureLimit: 7200, window: TIMESTAMP_WINDOW },
  adjustedTime: (blocks) => adjustedTime(blocks, blockTarget),
  transactionVersions: () => ({ min: 2, max: 2 }),
  maxTransactionType: () => 0,
  minOutputs: () => minOutputs,
  maxTransactionWeight: () => ({ sent: maxTransactionWeight, inBlock: maxTransactionWeight }),
  poolRules: {
    checks: ['expired', 'weight', 'semantics', 'outputs', 'fee', 'extra', 'unlockTime', 'doubleSpend'],
    semanticFaults: 'flagged',
  },
  minRingMemberAge: () => spendableAge,
  createState: () => NO_FAMILY_STATE,
  poolClaim: () => undefined,
  blockClaim: () => undefined,
  outputFault: (transaction) => {
    const type = transaction.rct?.type ?? RctType.null
    if (type !== RctType.bulletproofPlus) return `RingCT type ${type} is not that of fork ${Fork.newest}`
    return lacksViewTag(transaction) ? 'an output has no view tag' : undefined
  },
  burnedFee: () => 0n,
  longTermWeight,
  weightLimits,
  nextDifficulty: (blocks) => nextDifficulty(blocks, blockTarget),
  minFee,
  feeRates,
  payout: ({ generated, limits, weight, fees }) => {
    const reward = blockReward(generated, limits.effectiveMedian, weight)
    return reward === undefined ? undefined : { miner: reward + fees, fees, mandatedOutputs: [] }
  },
  buildCoinbase: (request, secret) => buildCoinbase(request, secret, coinbaseUnlockWindow),
  coinbaseFault: (transaction) => {
    if (transaction.version !== 2) return `the miner transaction has version ${transaction.version} instead of 2`
    if (transaction.rct?.type !== RctType.null) return `the miner transaction has RingCT type ${transaction.rct?.type}`
    return lacksViewTag(transaction) ? 'an output of the miner transaction has no view tag' : undefined
  },
  payoutFault: (_, transaction, payout) => {
    const paid = outputSum(transaction)
    return paid === payout.miner ? undefined : `the miner transaction pays ${paid}, the reward is ${payout.miner}`
  },
  minedPulseHeader: () => undefined,
  chainWeight: (_, __, difficulty) => difficulty,
  keepsDisconnectedBlocks: () => true,
  proofOfWork: moneroWork,
  powAlgorithm: () => 'RandomX',
})
