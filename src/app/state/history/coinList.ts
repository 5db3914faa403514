// The unspent coins of an account around those on the screen.
import type { Accessor } from 'solid-js'
import type { CoinQuery, CoinView } from '../../../wallet/funds/fundsViews.ts'
import { createPagedList, type PagedList, SCROLL_MARGIN } from '../lists/pagedList.ts'
import { useSession } from '../session/session.tsx'
import { createWalletTrigger } from '../wallet/walletTrigger.ts'

/** `all`: coins of the account, whether the search finds them or not */
export type CoinList = PagedList<CoinView, { readonly all: number }>

/** Creates the list of the coins of a query, a memo. Locks follow the chain once it is synced. */
export const createCoinList = (query: Accessor<CoinQuery>): CoinList => {
  const { engine } = useSession()
  return createPagedList<CoinQuery, CoinView, { readonly all: number }>({
    query,
    trigger: createWalletTrigger(),
    margin: SCROLL_MARGIN,
    initial: { lineCount: 0, totals: { all: 0 } },
    fetchPage: async (requested, range) => {
      const { coins, coinCount, allCount } = await engine.coins(requested, range)
      return { lines: coins, lineCount: coinCount, totals: { all: allCount } }
    },
    idOf: ({ id }) => id,
  })
}
