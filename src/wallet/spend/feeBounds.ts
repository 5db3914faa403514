// A node says what fees are; a dishonest one could ask for a fortune. Its estimate is believed only within bounds.

import type { FeeEstimate } from '../../coin/networks/fees.ts'
import type { Network } from '../../coin/networks/network.ts'

/** A node's fee estimate that no honest node gives. */
export class FeeEstimateError extends Error {
  override readonly name = 'FeeEstimateError'
}

/** How far an estimate may exceed what the network's wallets assume without one. Fees rise with congestion, but not so. */
const TOLERANCE = 10n
/** Each level may cost so much more than the one before; the highest, which fights for room in full blocks, more than others. */
const LEVEL_FACTOR = 8n
const HIGHEST_LEVEL_FACTOR = 100n
const LARGEST_MASK = 1_000_000n

/**
 * Refuses an estimate that is zero, contradicts itself or is absurdly high.
 * @throws FeeEstimateError
 */
export const checkFeeEstimate = ({ fees }: Pick<Network, 'fees'>, estimate: FeeEstimate): void => {
  const { perByte, perOutput, perByteLevels, quantizationMask } = estimate
  const refuse = (what: string, value: bigint): never => {
    throw new FeeEstimateError(`the node asks for ${what} of ${value} atomic units; use another node`)
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
