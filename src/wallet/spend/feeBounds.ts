// The ceiling of a node's fee estimate: a dishonest node could demand a fortune, which miners that it knows would receive.

import type { FeeEstimate } from '../../coin/networks/fees.ts'
import type { Network } from '../../coin/networks/network.ts'
import { FabaError } from '../../errors/fabaError.ts'

/** How far a node's fees may exceed the ordinary ones (`FeeRules.ordinary`) unless the user sets another ratio. */
export const DEFAULT_MAX_FEE_RATIO = 10

/** Highest ratio that can be set. */
export const MAX_FEE_RATIO = 100_000

/** A fee estimate that contradicts itself or exceeds the ceiling. Amounts in atomic units. */
export class FeeEstimateError extends FabaError<{ readonly requested: bigint; readonly ceiling: bigint }> {
  override readonly name = 'FeeEstimateError'
  readonly code = 'fee-estimate'
}

const multiplied = (estimate: FeeEstimate, factor: bigint): FeeEstimate => ({
  perByte: estimate.perByte * factor,
  perOutput: estimate.perOutput * factor,
  perByteLevels: estimate.perByteLevels.map((level) => level * factor),
  quantizationMask: estimate.quantizationMask * factor,
})

/**
 * Returns the highest accepted estimate.
 * @param maxRatio whole number, at least 1
 */
export const feeCeiling = ({ fees }: Pick<Network, 'fees'>, maxRatio: number): FeeEstimate =>
  multiplied(fees.ordinary, BigInt(maxRatio))

/**
 * Rejects an estimate that contains a zero or negative fee, requests less at a higher priority, or exceeds the ceiling. The fees per byte
 * are checked as they result for each priority.
 * @param maxRatio how many times the ordinary fees are accepted
 * @throws FeeEstimateError
 */
export const checkFeeEstimate = (network: Pick<Network, 'fees'>, estimate: FeeEstimate, maxRatio: number): void => {
  const ceiling = feeCeiling(network, maxRatio)
  const check = (what: string, requested: bigint, min: bigint, max: bigint): void => {
    if (requested >= min && requested <= max) return
    throw new FeeEstimateError(
      `the node requests ${what} of ${requested} atomic units; this wallet accepts ${min} to ${max}, which is ${maxRatio} times the ordinary fee; use another node`,
      { details: { requested, ceiling: max } },
    )
  }
  check('a fee per byte', estimate.perByte, 1n, ceiling.perByte)
  check('a fee per output', estimate.perOutput, 0n, ceiling.perOutput)
  check('a rounding of fees to multiples', estimate.quantizationMask, 1n, ceiling.quantizationMask)
  const ceilings = network.fees.levels(ceiling)
  let previous = 1n
  for (const [i, level] of network.fees.levels(estimate).entries()) {
    check(`a fee per byte at priority ${i + 1}`, level, previous, ceilings[i] ?? 0n)
    previous = level
  }
}
