// The parts of the balance of the selected account.
import type { JSX } from 'solid-js'
import { holdingsOf } from '../../state/wallet/holdings.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { BalanceLines } from './BalanceLines.tsx'

export const AccountBalance = (): JSX.Element => {
  const { wallet, account } = useOpenWallet()
  const holdings = () => {
    const balance = wallet().accounts.find(({ index }) => index === account())?.balance ?? wallet().balance
    return holdingsOf(
      balance,
      wallet().waiting.filter((coins) => coins.account === account()),
    )
  }
  return <BalanceLines holdings={holdings()} />
}
