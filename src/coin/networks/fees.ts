// Fee rules: compute a fee in atomic units from a priority, a weight and the fee estimate of a node. Each network has those of its family.

import { FabaError } from '../../errors/fabaError.ts'

/** There is no fee for a priority or hard fork. */
export class FeeError extends FabaError {
  override readonly name = 'FeeError'
  readonly code = 'fee'
}

/** The fee estimate of a node. Amounts in atomic units. */
export type FeeEstimate = {
  readonly perByte: bigint
  readonly perOutput: bigint
  /** a fee per byte for each priority; empty if the node returns none */
  readonly perByteLevels: readonly bigint[]
  /** fees are rounded up to a multiple of it */
  readonly quantizationMask: bigint
}

/** The purpose of a payment, on which its fee depends. */
export type PaymentKind = 'standard' | 'stake' | 'name'

export type Priority = {
  /** value in RPC requests */
  readonly value: number
  readonly name: string
}

export type FeeRequest = {
  readonly weight: number
  readonly outputs: number
  /** 0: the default of the kind */
  readonly priority: number
  readonly kind: PaymentKind
  /** hard fork in force at the next block */
  readonly hardFork: number
  /** burnt independently of the weight: the price of a name, otherwise 0 */
  readonly fixedBurn: bigint
}

/**
 * `total` is the fee of the transaction. It includes `burn`, which its extra declares. `blink`: a blink quorum confirms the transaction.
 */
export type Fee = { readonly total: bigint; readonly burn: bigint; readonly blink: boolean }

/**
 * Of which weight a transfer is charged: of that of the built transaction (wallet2 0.18.5.3), or at least of the weight that is
 * estimated before (oxen-core 8.1.6). Sweeps are charged for the weight of the built transaction.
 */
export type ChargedWeight = 'built' | 'at least estimated'

export type FeeRules = {
  /** the priorities of standard payments, cheapest first */
  readonly priorities: readonly Priority[]
  /** the priority that 0 selects for standard payments */
  readonly defaultPriority: number
  /** the priority that the page proposes: the cheapest one that gets into blocks; 0 for the one that 0 selects */
  readonly usualPriority: number
  /** the priority that 0 selects instead while blocks are full (wallet2: adjust_priority); undefined if there is none */
  readonly congestedPriority: number | undefined
  /** the priorities of stakes and names, cheapest first; 0 selects the first one */
  readonly orderPriorities: readonly Priority[]
  /** what an honest node estimates today while blocks are not full */
  readonly ordinary: FeeEstimate
  readonly chargedWeight: ChargedWeight
  /** the priority of blinks; undefined on networks without them */
  readonly blinkPriority: number | undefined
  /** Returns the fee per byte of each priority, cheapest first; none if all priorities have the same. */
  readonly levels: (estimate: FeeEstimate) => readonly bigint[]
  /**
   * Returns the fee of a transaction.
   * @throws FeeError if the kind or the hard fork does not have the priority
   */
  readonly fee: (estimate: FeeEstimate, request: FeeRequest) => Fee
}

/**
 * Rounds an amount up to a multiple of `mask`.
 *
 * @example
 * roundUpToMultiple(101n, 10n) // 110n
 */
export const roundUpToMultiple = (amount: bigint, mask: bigint): bigint =>
  mask <= 1n ? amount : ((amount + mask - 1n) / mask) * mask

const UNIMPORTANT = { value: 1, name: 'unimportant' }
const NORMAL = { value: 2, name: 'normal' }
const ELEVATED = { value: 3, name: 'elevated' }
const PRIORITY = { value: 4, name: 'priority' }
const BLINK = { value: 5, name: 'blink' }
const LEVELS = [UNIMPORTANT, NORMAL, ELEVATED, PRIORITY]

/** Percent of the base fee that stakes and names pay at priorities 1 to 4 (wallet2: get_fee_percent). */
const OXEN_PERCENTS = [100n, 500n, 2500n, 12500n]

const FIRST_BLINK_FORK = 14

/** Percent of the base fee that a blink transaction burns. */
const blinkBurnPercent = (hardFork: number): bigint => {
  if (hardFork < FIRST_BLINK_FORK)
    throw new FeeError(`blink needs hard fork ${FIRST_BLINK_FORK}, the chain is at ${hardFork}; choose priority 1`)
  return hardFork === FIRST_BLINK_FORK ? 400n : 150n
}

/** The block reward since hard fork 17. */
const OXEN_BLOCK_REWARD = 18_333_333_333n

/** Weight of the transaction, and the smallest median block weight, from which nodes compute fees per byte. */
const REFERENCE_WEIGHT = 3000n
const MIN_MEDIAN_WEIGHT = 300_000n

/** Oxen: a fee per byte and per output. Transfers of all priorities except unimportant use blink (wallet2: calculate_fee). */
export const oxenFees: FeeRules = {
  priorities: [UNIMPORTANT, BLINK],
  defaultPriority: BLINK.value,
  // Users choose blinks themselves.
  usualPriority: UNIMPORTANT.value,
  // Blinks do not wait for a block.
  congestedPriority: undefined,
  orderPriorities: LEVELS,
  ordinary: {
    // oxen-core: get_dynamic_base_fee
    perByte: (OXEN_BLOCK_REWARD * REFERENCE_WEIGHT) / MIN_MEDIAN_WEIGHT / MIN_MEDIAN_WEIGHT / 5n,
    perOutput: 20_000_000n,
    perByteLevels: [],
    quantizationMask: 10n,
  },
  chargedWeight: 'at least estimated',
  blinkPriority: BLINK.value,
  levels: () => [],
  fee: (estimate, { weight, outputs, priority, kind, hardFork, fixedBurn }) => {
    const defaultPriority = kind === 'standard' ? BLINK : UNIMPORTANT
    const chosen = priority === 0 ? defaultPriority.value : priority
    const blink = kind === 'standard' && chosen !== UNIMPORTANT.value
    const percent = blink ? 100n : OXEN_PERCENTS[chosen - 1]
    if (percent === undefined || chosen > BLINK.value)
      throw new FeeError(`priority ${chosen} does not exist for a ${kind} transaction`)
    const burnPercent = blink ? blinkBurnPercent(hardFork) : 0n
    const base = BigInt(weight) * estimate.perByte + BigInt(outputs) * estimate.perOutput
    const scaled = roundUpToMultiple((base * (percent + burnPercent)) / 100n, estimate.quantizationMask)
    const burn = fixedBurn + (scaled * burnPercent) / (percent + burnPercent)
    return { total: scaled + fixedBurn, burn, blink }
  },
}

/** Multiples of the fee per byte, for nodes that return no levels (wallet2: get_fee_multiplier). */
const MONERO_MULTIPLIERS = [1n, 5n, 25n, 1000n]

const moneroLevels = ({ perByte, perByteLevels }: FeeEstimate): readonly bigint[] =>
  MONERO_MULTIPLIERS.map((multiplier, i) => perByteLevels[i] ?? perByte * multiplier)

/** Fees per byte at the smallest median block weight, relative to the lowest (monerod: get_dynamic_base_fee_estimate_2021_scaling). */
const MONERO_LEVEL_RATIOS = [1n, 4n, 16n, 200n]

/** Returns the estimate of a monerod while no block exceeds the smallest median weight. Larger medians lower it. */
const moneroOrdinary = (blockReward: bigint): FeeEstimate => {
  const perByte = (blockReward * REFERENCE_WEIGHT) / MIN_MEDIAN_WEIGHT / MIN_MEDIAN_WEIGHT
  return {
    perByte,
    perOutput: 0n,
    perByteLevels: MONERO_LEVEL_RATIOS.map((ratio) => perByte * ratio),
    quantizationMask: 10_000n,
  }
}

/**
 * Monero: a fee per byte. The node returns a fee per byte for each of four priorities.
 * @param blockReward of the newest blocks, atomic units
 *
 * @example
 * moneroFees(600_000_000_000n).ordinary.perByteLevels // [20_000n, 80_000n, 320_000n, 4_000_000n]
 */
export const moneroFees = (blockReward: bigint): FeeRules => ({
  priorities: LEVELS,
  defaultPriority: UNIMPORTANT.value,
  usualPriority: 0,
  congestedPriority: NORMAL.value,
  orderPriorities: [],
  ordinary: moneroOrdinary(blockReward),
  chargedWeight: 'built',
  blinkPriority: undefined,
  levels: moneroLevels,
  fee: (estimate, { weight, priority, kind }) => {
    const chosen = priority === 0 ? UNIMPORTANT.value : priority
    const perByte = moneroLevels(estimate)[chosen - 1]
    if (perByte === undefined || kind !== 'standard')
      throw new FeeError(`priority ${chosen} does not exist for a ${kind} transaction`)
    return { total: roundUpToMultiple(BigInt(weight) * perByte, estimate.quantizationMask), burn: 0n, blink: false }
  },
})
