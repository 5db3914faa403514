// The coins of an account around those on the screen.
import type { Accessor } from 'solid-js'
import type { CoinOrder, CoinPage, CoinQuery, CoinView } from '../../../wallet/funds/fundsViews.ts'
import { createPagedList, type PagedList, SCROLL_MARGIN } from '../lists/pagedList.ts'
import { useSession } from '../session/session.tsx'
import { createWalletTrigger } from '../wallet/walletTrigger.ts'

/** The order of coins as long as the user chooses no other one. */
export const LARGEST_FIRST: CoinOrder = { by: 'amount', isDescending: true }

export type CoinTotals = Pick<CoinPage, 'sum' | 'counts'>

export type CoinList = PagedList<CoinView, CoinTotals> & {
  /** Fetches the coins from one position to another, both included. */
  fetchRows(first: number, last: number): Promise<readonly CoinView[]>
}

const NO_COINS: CoinTotals = { sum: 0n, counts: { all: 0, available: 0, waiting: 0, frozen: 0, spent: 0 } }

/** Creates the list of the coins of a query, a memo. Locks follow the chain once it is synced. */
export const createCoinList = (query: Accessor<CoinQuery>): CoinList => {
  const { engine } = useSession()
  const list = createPagedList<CoinQuery, CoinView, CoinTotals>({
    query,
    trigger: createWalletTrigger(),
    margin: SCROLL_MARGIN,
    initial: { lineCount: 0, totals: NO_COINS },
    fetchPage: async (requested, range) => {
      const { coins, coinCount, sum, counts } = await engine.coins(requested, range)
      return { lines: coins, lineCount: coinCount, totals: { sum, counts } }
    },
    idOf: ({ id }) => id,
  })
  return {
    ...list,
    fetchRows: async (first, last) => (await engine.coins(query(), { offset: first, limit: last - first + 1 })).coins,
  }
}
