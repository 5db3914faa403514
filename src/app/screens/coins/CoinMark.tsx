// The state of a coin: a shape, and a word.
import { type JSX, Match, Switch } from 'solid-js'
import type { CoinView } from '../../../wallet/funds/fundsViews.ts'
import { Icon } from '../../components/controls/Icon.tsx'
import { ConfirmationRing } from '../../components/payment/ConfirmationRing.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../text/text.ts'

export const CoinMark = (props: {
  readonly coin: CoinView
  /** the user has selected it */
  readonly isChosen: boolean
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const confirmations = (): number => Math.max(0, wallet().sync.height - props.coin.height)
  const isWaiting = (): boolean => props.coin.state === 'waiting'
  return (
    <span class="coin-mark" data-coin-state={props.coin.state}>
      <Switch fallback={<span class="muted">{t('coins.states.available')}</span>}>
        <Match when={props.coin.state === 'spent'}>
          <span class="muted">{t('coins.states.spent')}</span>
        </Match>
        <Match when={props.coin.state === 'frozen'}>
          <Tag outcome="cool">
            <Icon name="frozen" />
            {t('coins.states.frozen')}
          </Tag>
        </Match>
        <Match when={isWaiting() && props.coin.blocks > 0}>
          <ConfirmationRing
            confirmations={confirmations()}
            needed={confirmations() + props.coin.blocks}
            failed={false}
            text=""
          />
          <span class="muted">{tCount('coins.inBlocks', props.coin.blocks)}</span>
        </Match>
        <Match when={isWaiting()}>
          <Icon name="clock" />
          <span class="muted">{t('coins.states.locked')}</span>
        </Match>
        <Match when={props.isChosen}>
          <Icon name="check" />
          <span>{t('coins.states.chosen')}</span>
        </Match>
      </Switch>
    </span>
  )
}
