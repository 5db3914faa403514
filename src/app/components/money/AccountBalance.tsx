// The parts of the balance of the selected account, or what is known of it while the chain is still read.
import { type JSX, Show } from 'solid-js'
import { createChainReading } from '../../state/wallet/chainTimes.ts'
import { holdingsOf } from '../../state/wallet/holdings.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { BalanceLines } from './BalanceLines.tsx'
import { ReadingNote, readingTitle } from './ReadingNote.tsx'

export const AccountBalance = (): JSX.Element => {
  const { wallet, account } = useOpenWallet()
  const holdings = () => {
    const balance = wallet().accounts.find(({ index }) => index === account())?.balance ?? wallet().balance
    return holdingsOf(
      balance,
      wallet().waiting.filter((coins) => coins.account === account()),
    )
  }
  const reading = createChainReading()
  return (
    <>
      <Show when={holdings().total === 0n && reading()} fallback={<BalanceLines holdings={holdings()} />}>
        {(found) => <p>{readingTitle(found())}</p>}
      </Show>
      <Show when={reading()}>{(found) => <ReadingNote reading={found()} />}</Show>
    </>
  )
}
