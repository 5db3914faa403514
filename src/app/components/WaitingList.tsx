// Why coins cannot be spent yet, and how long that takes, soonest first.
import { For, type JSX, Show } from 'solid-js'
import type { WaitingCoins } from '../../wallet/engine/engineViews.ts'
import { waitingText } from '../format/waiting.ts'
import { useOpenWallet } from '../state/openWallet.tsx'
import { createAmountText } from '../state/shownAmounts.tsx'
import { t } from '../text/text.ts'
import './waitingList.css'

export const WaitingList = (props: { readonly coins: readonly WaitingCoins[] }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const amountText = createAmountText()
  return (
    <Show when={props.coins.length > 0}>
      <ul class="waiting" aria-label={t('waiting.list')}>
        <For each={props.coins}>{(coins) => <li>{waitingText(coins, wallet(), amountText)}</li>}</For>
      </ul>
    </Show>
  )
}
