// Why coins cannot be spent yet, and how long that takes: the soonest, and the sum of the others.
import { Index, type JSX, Show } from 'solid-js'
import type { WaitingCoins } from '../../../wallet/funds/fundsViews.ts'
import { waitingTexts } from '../../format/waiting.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createAmountText } from '../../state/wallet/shownAmounts.tsx'
import { t } from '../../text/text.ts'
import './waitingList.css'

export const WaitingList = (props: { readonly coins: readonly WaitingCoins[] }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const amountText = createAmountText()
  return (
    <Show when={props.coins.length > 0}>
      <ul class="waiting" aria-label={t('waiting.list')}>
        <Index each={waitingTexts(props.coins, wallet(), amountText)}>{(text) => <li>{text()}</li>}</Index>
      </ul>
    </Show>
  )
}
