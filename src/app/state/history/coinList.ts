// The unspent coins of an account around those on the screen, and the chosen ones.
import { type Accessor, createMemo } from 'solid-js'
import type { CoinQuery, CoinView } from '../../../wallet/funds/fundsViews.ts'
import { createPagedList, type PagedList, SCROLL_MARGIN } from '../lists/pagedList.ts'
import { useSession } from '../session/session.tsx'
import { createLiveList, type LiveList } from '../wallet/lists.ts'
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

/** Creates the list of the chosen coins that are unspent. */
export const createChosenCoins = (ids: Accessor<readonly string[]>): LiveList<CoinView> => {
  const { engine } = useSession()
  const trigger = createWalletTrigger()
  return createLiveList(
    'id',
    createMemo(() => `${trigger()} ${ids().join()}`),
    () => engine.coinsWithIds(ids()),
  )
}
