// What is done with the selected coins: paid from, frozen, thawed, combined into one, or split into several.
import { createSignal, type JSX, Show } from 'solid-js'
import { sumAmounts } from '../../../coin/amount.ts'
import type { CoinView } from '../../../wallet/funds/fundsViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { SelectionBar } from '../../components/table/SelectionBar.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import { preparingText } from '../../format/preparing.ts'
import { canPayWith } from '../../state/payments/chosenCoins.ts'
import { payerCount } from '../../state/payments/payers.ts'
import { useSession } from '../../state/session/session.tsx'
import { signsAlone, useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../text/text.ts'
import { type CoinsState, canSetFrozen } from './coinsState.ts'
import { createRegrouping, RegroupingReview } from './Regrouping.tsx'
import { SplitDialog } from './SplitDialog.tsx'

export const CoinBar = (props: {
  readonly coins: CoinsState
  readonly onPay: (coins: readonly CoinView[]) => void
}): JSX.Element => {
  const { view } = useSession()
  const { account, wallet } = useOpenWallet()
  const regrouping = createRegrouping()
  const [splits, setSplits] = createSignal<readonly CoinView[]>()
  const selected = (): readonly CoinView[] => props.coins.selected()
  const payable = (): readonly CoinView[] => selected().filter((coin) => canPayWith(coin, account()))
  const areAllPayable = (): boolean => payable().length === selected().length
  const changeable = (frozen: boolean): readonly CoinView[] => selected().filter((coin) => canSetFrozen(coin, frozen))
  const payers = (): number => payerCount(payable())
  return (
    <>
      <Problem text={splits() === undefined ? regrouping.prepare.problem() : ''} />
      <SelectionBar
        count={selected().length}
        text={
          <>
            <strong>{tCount('coins.count', selected().length)}</strong>
            <Amount amount={sumAmounts(selected())} />
          </>
        }
        warning={
          <Show when={payers() > 1}>
            <Tag outcome="warning">{tCount('coins.payers', payers())}</Tag>
          </Show>
        }
        onClear={props.coins.selection.clear}
      >
        <Show when={changeable(true).length > 0}>
          <Button variant="quiet" icon="frozen" onClick={() => void props.coins.setFrozen(changeable(true), true)}>
            {t('coins.freeze')}
          </Button>
        </Show>
        <Show when={changeable(false).length > 0}>
          <Button variant="quiet" icon="frozen" onClick={() => void props.coins.setFrozen(changeable(false), false)}>
            {t('coins.thaw')}
          </Button>
        </Show>
        <Show when={payable().length > 1 && areAllPayable() && signsAlone(wallet())}>
          <Button
            variant="quiet"
            icon="combine"
            busy={regrouping.prepare.running() && splits() === undefined}
            onClick={() => void regrouping.prepare.run({ coins: payable(), outputs: 1 })}
          >
            {regrouping.prepare.running() && splits() === undefined
              ? preparingText(view.paymentStep)
              : t('coins.combine')}
          </Button>
        </Show>
        <Show when={payable().length > 0 && areAllPayable() && signsAlone(wallet())}>
          <Button variant="quiet" icon="split" onClick={() => setSplits(payable())}>
            {t('coins.split')}
          </Button>
        </Show>
        <Show when={payable().length > 0}>
          <Button variant="primary" icon="send" onClick={() => props.onPay(payable())}>
            {areAllPayable() && payable().length > 1 ? t('coins.useThese') : tCount('coins.use', payable().length)}
          </Button>
        </Show>
      </SelectionBar>
      <Show when={regrouping.payment() === undefined && splits()}>
        {(chosen) => <SplitDialog coins={chosen()} regrouping={regrouping} onClose={() => setSplits(undefined)} />}
      </Show>
      <RegroupingReview coins={props.coins} regrouping={regrouping} onClosed={() => setSplits(undefined)} />
    </>
  )
}
