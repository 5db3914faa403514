// Where a wallet begins to look for its outputs.

import { estimateHeight, type Network } from '../../coin/networks/network.ts'
import type { RestoreFrom } from './engineApi.ts'

/** The date of a person's choice, UNIX seconds; 0 where it was none. The height for it is an estimate until a node is asked. */
export const restoreDateOf = (from: RestoreFrom): number =>
  from.from === 'date' ? Math.max(0, Math.floor(from.timestamp)) : 0

/** The height that a person's choice stands for; a date is taken a week early. */
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
