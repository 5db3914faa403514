// Who may have paid coins. The chain names no payers: an address that was given to one payer stands for that payer.
import type { CoinView } from '../../../wallet/funds/fundsViews.ts'

/**
 * Returns the number of payers that some coins may come from. Received coins of one address count as those of one payer; each payment to the main
 * address counts by itself, as that address is given to many. Change, mined coins and stakes come from no payer.
 */
export const payerCount = (coins: readonly Pick<CoinView, 'kind' | 'account' | 'subaddress' | 'txid'>[]): number =>
  new Set(
    coins.flatMap(({ kind, account, subaddress, txid }) => {
      if (kind !== 'received') return []
      return [subaddress === 0 ? txid : `${account}/${subaddress}`]
    }),
  ).size
