// Bounds of a node's fee estimate: a dishonest node could demand a fortune.

import type { FeeEstimate } from '../../coin/networks/fees.ts'
import type { Network } from '../../coin/networks/network.ts'
import { FabaError } from '../../errors/fabaError.ts'

/** A fee estimate outside the bounds. */
export class FeeEstimateError extends FabaError {
  override readonly name = 'FeeEstimateError'
  readonly code = 'fee-estimate'
}

/** How far an estimate may exceed the network's fallback fee; congestion raises fees by less. */
const TOLERANCE = 10n
/** How much more than the level before each level may cost; the highest competes for full blocks and may cost more. */
const LEVEL_FACTOR = 8n
const HIGHEST_LEVEL_FACTOR = 100n
const LARGEST_MASK = 1_000_000n

/**
 * Rejects an estimate that is zero, contradicts itself or exceeds the bounds.
 * @throws FeeEstimateError
 */
export const checkFeeEstimate = ({ fees }: Pick<Network, 'fees'>, estimate: FeeEstimate): void => {
  const { perByte, perOutput, perByteLevels, quantizationMask } = estimate
  const refuse = (what: string, value: bigint): never => {
    throw new FeeEstimateError(`the node requests ${what} of ${value} atomic units; use another node`)
  }
  if (perByte < 1n || perByte > TOLERANCE * fees.fallback.perByte) refuse('a fee per byte', perByte)
  if (perOutput < 0n || perOutput > TOLERANCE * fees.fallback.perOutput) refuse('a fee per output', perOutput)
  if (quantizationMask < 1n || quantizationMask > LARGEST_MASK)
    refuse('a rounding of fees to multiples', quantizationMask)
  let previous = perByte
  for (const [i, level] of perByteLevels.entries()) {
    const factor = i === perByteLevels.length - 1 && i > 2 ? HIGHEST_LEVEL_FACTOR : LEVEL_FACTOR
    const most = i === 0 ? TOLERANCE * fees.fallback.perByte : factor * previous
    if (level < 1n || level > most || (i > 0 && level < previous)) refuse(`a fee per byte at priority ${i + 1}`, level)
    previous = level
  }
}
