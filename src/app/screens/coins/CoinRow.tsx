// A coin of the wallet: the box chooses it to pay from, the button at its end freezes or thaws it.
import { type JSX, Show } from 'solid-js'
import type { CoinView } from '../../../wallet/funds/fundsViews.ts'
import { IconButton } from '../../components/controls/Button.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import { formatShortTime } from '../../format/time.ts'
import { formatBlocksLeft } from '../../format/waiting.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createAmountText } from '../../state/wallet/shownAmounts.tsx'
import { inOneLine, t, tCount } from '../../text/text.ts'
import './coinRow.css'

const addressOf = ({ subaddress, label }: CoinView): string =>
  subaddress === 0 ? t('coins.main') : label || t('coins.address', { index: subaddress })

export const CoinRow = (props: {
  readonly coin: CoinView
  readonly chosen: boolean
  readonly onChoose: (chosen: boolean) => void
  readonly onFreeze: (frozen: boolean) => void
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const amountText = createAmountText()
  const amount = (): string => amountText(props.coin.amount)
  const age = (): string => {
    const { isUnlocked, blocks, height } = props.coin
    if (!isUnlocked) return blocks > 0 ? formatBlocksLeft(blocks, wallet().blockTarget) : t('coins.lockedNow')
    return tCount('coins.age', Math.max(0, wallet().sync.height - height))
  }
  return (
    <div class="coin" data-frozen={props.coin.frozen}>
      <label class="coin-pick">
        <input
          type="checkbox"
          class="checkbox"
          aria-label={t('coins.pick', { amount: amount() })}
          checked={props.chosen && props.coin.isUnlocked && !props.coin.frozen}
          disabled={!props.coin.isUnlocked || props.coin.frozen}
          onChange={(event) => props.onChoose(event.currentTarget.checked)}
        />
        <span class="coin-lines">
          <span class="coin-amount">
            <Amount amount={props.coin.amount} />
            <Show when={props.coin.frozen}>
              <Tag>{t('coins.frozen')}</Tag>
            </Show>
          </span>
          <span class="coin-about">
            {inOneLine([
              t(`coins.kinds.${props.coin.kind}`),
              addressOf(props.coin),
              formatShortTime(props.coin.timestamp),
              age(),
            ])}
          </span>
        </span>
      </label>
      <Show when={props.coin.keyImage}>
        <IconButton
          icon="frozen"
          pressed={props.coin.frozen}
          label={t(props.coin.frozen ? 'coins.thaw' : 'coins.freeze', { amount: amount() })}
          onClick={() => props.onFreeze(!props.coin.frozen)}
        />
      </Show>
    </div>
  )
}
