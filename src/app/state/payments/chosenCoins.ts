// The coins that the user chose to pay from.
import type { Accessor } from 'solid-js'
import type { CoinView } from '../../../wallet/funds/fundsViews.ts'
import { createFetched } from '../requests/fetched.ts'
import { useSession } from '../session/session.tsx'
import { useOpenWallet } from '../wallet/openWallet.tsx'

/** Whether a payment from an account can spend a coin now. */
export const canPayWith = ({ account, state }: CoinView, from: number): boolean =>
  account === from && state === 'available'

/** Returns the chosen coins of the selected account that can be spent; undefined if none are chosen, or until they are fetched. */
export const createChosenCoins = (
  chosen: Accessor<readonly string[] | undefined>,
): Accessor<readonly CoinView[] | undefined> => {
  const { engine } = useSession()
  const { account, wallet } = useOpenWallet()
  const coins = createFetched(
    () => {
      const ids = chosen()
      return ids !== undefined && { ids, revision: wallet().revision, height: wallet().sync.height }
    },
    ({ ids }) => engine.coinsWithIds(ids),
  )
  return () => {
    const ids = chosen()
    if (ids === undefined) return undefined
    return coins.value()?.filter((coin) => canPayWith(coin, account()) && ids.includes(coin.id))
  }
}
