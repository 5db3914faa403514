// The height from which a restored wallet scans.

import { estimateHeight, type Network } from '../../coin/networks/network.ts'
import type { RestoreFrom } from './syncViews.ts'

/** Returns the chosen date in UNIX seconds; 0 if no date was chosen. Its height is an estimate until a node is connected. */
export const restoreDateOf = (from: RestoreFrom): number =>
  from.from === 'date' ? Math.max(0, Math.floor(from.timestamp)) : 0

/** Returns the height for the user's choice. The height of a date is estimated with a margin of a week. */
export const restoreHeightOf = (network: Network, from: RestoreFrom): number => {
  switch (from.from) {
    case 'height':
      return Math.max(0, Math.floor(from.height))
    case 'date':
      return estimateHeight(network, from.timestamp)
    case 'beginning':
      return 0
  }
}
