// Known blocks of chains: heights are estimated from dates by them, and dates from heights.

import type { UnixSeconds } from '../../async/time.ts'

/** A known block of a chain, from which heights are estimated by date. */
export type HeightAnchor = {
  readonly height: number
  readonly timestamp: UnixSeconds
  /** seconds between blocks before the anchor */
  readonly earlierBlockTime: number
}
