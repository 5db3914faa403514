// What the steps of a payment work with: the wallet as it is now, its node, and what one payment finds out on the way.

import type { Fee, FeeEstimate } from '../../coin/networks/fees.ts'
import { hardForkAt, type Network } from '../../coin/networks/network.ts'
import { DEFAULT_PRIORITY_SETTINGS, isPriorityAutomatic, type PrioritySettings } from '../../coin/prioritySettings.ts'
import type { Random } from '../../crypto/random/random.ts'
import { createSampler, type RandomSampler } from '../../crypto/random/randomSampler.ts'
import { NodeError } from '../../daemon/errors.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { DistributionMemory } from '../rings/distributionMemory.ts'
import type { RingMemory } from '../rings/ringMemory.ts'
import type { RingSource } from '../rings/rings.ts'
import type { OwnedOutput, WalletKeys } from '../state/ledger.ts'
import { type FullKeys, isFull } from '../state/outputSecrets.ts'
import type { StakeLocks } from '../state/stakeLocks.ts'
import { automaticPriority, type BlockSpaceSource } from './automaticPriority.ts'
import { checkFeeEstimate, DEFAULT_MAX_FEE_RATIO, FeeEstimateError } from './feeBounds.ts'
import type { PaymentSource } from './intent.ts'
import type { PaymentStep } from './paymentStep.ts'
import { PAYMENT } from './purpose.ts'
import { formatterOf } from './select.ts'

/** The node's side of preparing a payment. */
export type SpendNode = RingSource & BlockSpaceSource & { feeEstimate(): Promise<FeeEstimate> }

/** A wallet's state at the moment of a payment. */
export type SpendContext = {
  readonly network: Network
  readonly keys: WalletKeys
  /** all counted outputs of the wallet, spent ones too */
  readonly outputs: readonly OwnedOutput[]
  /** number of known blocks */
  readonly height: number
  /** UNIX seconds */
  readonly now: number
  /** own stakes that the network locks */
  readonly stakeLocks: StakeLocks
  readonly node: SpendNode
  readonly random: Random
  /** rings that were drawn for outputs before; extended by each payment */
  readonly rings: RingMemory
  /** output counts of old blocks; all are requested for each payment if omitted */
  readonly distributions?: DistributionMemory
  /** unmined amounts that count in the balance: change of pending payments, payments in the txpool (oxen: blinks only) */
  readonly coming?: readonly Pick<OwnedOutput, 'subaddress' | 'amount'>[]
  /** how many times the ordinary fees are accepted of a node; 10 if omitted */
  readonly maxFeeRatio?: number
  /** those of wallet2 if omitted */
  readonly priorities?: PrioritySettings | undefined
  /** called when a step begins */
  readonly onStep?: ((step: PaymentStep) => void) | undefined
}

/** One payment in the making. */
export type PaymentJob = SpendContext & {
  /** with the priority that 0 selects, if it is known */
  readonly source: PaymentSource
  readonly sampler: RandomSampler
  readonly estimate: FeeEstimate
  /** formats an amount for error messages */
  readonly show: (amount: bigint) => string
}

/** Signing requires the spend key, which a watch-only wallet does not have. */
export class WatchOnlyError extends FabaError {
  override readonly name = 'WatchOnlyError'
  readonly code = 'watch-only'

  constructor() {
    super('a watch-only wallet has no spend key and cannot pay; open the wallet that has it')
  }
}

/** A multisig wallet without the infos of other participants has no outputs that it can spend. */
export class MultisigInfoNeededError extends FabaError {
  override readonly name = 'MultisigInfoNeededError'
  readonly code = 'multisig-info-needed'

  constructor() {
    super('this multisig wallet has no infos of other participants, which a payment needs')
  }
}

/** No participant of a multisig wallet has its spend key; together they sign payments and sweeps only. */
export class MultisigUnsupportedError extends FabaError {
  override readonly name = 'MultisigUnsupportedError'
  readonly code = 'multisig-unsupported'

  constructor() {
    super('a multisig wallet cannot do this: its participants sign payments and sweeps only')
  }
}

/**
 * Returns the keys with the spend secret.
 * @throws WatchOnlyError, MultisigUnsupportedError
 */
export const requireFullKeys = (keys: WalletKeys): FullKeys => {
  if (keys.multisig !== undefined) throw new MultisigUnsupportedError()
  if (!isFull(keys)) throw new WatchOnlyError()
  return keys
}

/**
 * Requests the fee estimate of the node; a second time, which asks another node if there is one, if it is not acceptable.
 * @throws FeeEstimateError, NodeError
 */
const requestFeeEstimate = async ({
  network,
  node,
  maxFeeRatio = DEFAULT_MAX_FEE_RATIO,
}: SpendContext): Promise<FeeEstimate> => {
  const first = await node.feeEstimate()
  try {
    checkFeeEstimate(network, first, maxFeeRatio)
    return first
  } catch (error) {
    if (!(error instanceof FeeEstimateError)) throw error
    node.distrust?.(error.message)
  }
  const second = await node.feeEstimate()
  checkFeeEstimate(network, second, maxFeeRatio)
  return second
}

/**
 * Returns the priority of payments without one if the settings of the wallet do not let it follow the state of the chain. Also a preferred
 * one does not count: wallet2 leaves it to the program that makes the payment.
 */
const lowestPriority = ({ fees: { congestedPriority, defaultPriority } }: Network): number =>
  congestedPriority === undefined ? 0 : defaultPriority

/**
 * Begins a payment: requests the node's fee estimate and checks it, and selects the priority if the sender chose none.
 * @throws FeeEstimateError, NodeError
 */
export const startJob = async (context: SpendContext, source: PaymentSource): Promise<PaymentJob> => {
  const { network, priorities = DEFAULT_PRIORITY_SETTINGS } = context
  const estimate = await requestFeeEstimate(context)
  const requested =
    source.priority === 0 && !isPriorityAutomatic(priorities) ? lowestPriority(network) : source.priority
  const priority = await automaticPriority(context, { priority: requested, estimate })
  return {
    ...context,
    source: { ...source, priority },
    sampler: createSampler(context.random),
    estimate,
    show: formatterOf(network),
  }
}

/**
 * Returns the priority that 0 stands for at present; the default of the network if the node does not answer.
 * @throws FeeEstimateError
 */
export const selectDefaultPriority = async (context: SpendContext): Promise<number> => {
  const { congestedPriority, defaultPriority } = context.network.fees
  if (congestedPriority === undefined) return defaultPriority
  try {
    return await automaticPriority(context, { priority: 0, estimate: await requestFeeEstimate(context) })
  } catch (error) {
    if (error instanceof NodeError) return defaultPriority
    throw error
  }
}

/** Returns the fee of a transaction of a weight at the payment's priority. */
export const feeOf = ({ network, estimate, height, source }: PaymentJob, weight: number, outputs: number): Fee => {
  const { kind, burn: fixedBurn } = source.purpose ?? PAYMENT
  return network.fees.fee(estimate, {
    ...{ weight, outputs, kind, fixedBurn },
    priority: source.priority,
    hardFork: hardForkAt(network, height),
  })
}

/** Returns whether a payment burns a part of its fee or a price, for which extra needs a field. */
export const burns = (job: PaymentJob): boolean => feeOf(job, 0, 1).blink || (job.source.purpose ?? PAYMENT).burn > 0n
