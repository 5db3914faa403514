// What is done with the selected coins: paid from, frozen, thawed, or combined into one.
import { useNavigate } from '@solidjs/router'
import { type JSX, Show } from 'solid-js'
import { sumAmounts } from '../../../coin/amount.ts'
import type { CoinView } from '../../../wallet/funds/fundsViews.ts'
import type { TransferView } from '../../../wallet/history/historyViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { Notice, Problem } from '../../components/feedback/Notice.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { ReviewDialog } from '../../components/payment/ReviewDialog.tsx'
import { SelectionBar } from '../../components/table/SelectionBar.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import { preparingText } from '../../format/preparing.ts'
import { canPayWith } from '../../state/payments/chosenCoins.ts'
import { payerCount } from '../../state/payments/payers.ts'
import { createPreparedPayment } from '../../state/payments/preparedPayment.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { signsAlone, useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { formatCount } from '../../text/counts.ts'
import { t, tCount } from '../../text/text.ts'
import { type CoinsState, canSetFrozen } from './coinsState.ts'

/** Prepares a payment of coins to their own account, and shows it for review. */
const createCombination = () => {
  const { engine } = useSession()
  const { account, wallet } = useOpenWallet()
  const { prepared, hold, discard } = createPreparedPayment()
  const prepare = createAction(async (coins: readonly CoinView[]) => {
    const address = wallet().accounts.find(({ index }) => index === account())?.address
    if (address === undefined) return
    // The usual priority.
    hold(await engine.prepareSweep({ account: account(), priority: 0, coins: coins.map(({ id }) => id), address }))
  })
  return { prepared, prepare, discard }
}

/** The review of a combination: the fee, and what others learn from it. */
const Combination = (props: {
  readonly coins: CoinsState
  readonly combination: ReturnType<typeof createCombination>
}): JSX.Element => {
  const { send } = useOpenWallet()
  const navigate = useNavigate()
  const selected = (): readonly CoinView[] => props.coins.selected()
  const finish = (transfers: readonly TransferView[]): void => {
    props.coins.release(selected())
    send.saveNote.clear()
    send.setOutcome({ kind: 'recorded', transfers })
    navigate('/send/result')
  }
  return (
    <Show when={props.combination.prepared()}>
      {(payment) => (
        <ReviewDialog
          prepared={payment()}
          names={new Map()}
          note=""
          coins={selected()}
          onCancel={props.combination.discard}
          onOrdinary={props.combination.discard}
          onSent={finish}
        >
          <Notice kind="info">{t('coins.combineLearns', { number: formatCount(payment().coins.count) })}</Notice>
        </ReviewDialog>
      )}
    </Show>
  )
}

export const CoinBar = (props: {
  readonly coins: CoinsState
  readonly onPay: (coins: readonly CoinView[]) => void
}): JSX.Element => {
  const { view } = useSession()
  const { account, wallet } = useOpenWallet()
  const combination = createCombination()
  const selected = (): readonly CoinView[] => props.coins.selected()
  const payable = (): readonly CoinView[] => selected().filter((coin) => canPayWith(coin, account()))
  const areAllPayable = (): boolean => payable().length === selected().length
  const changeable = (frozen: boolean): readonly CoinView[] => selected().filter((coin) => canSetFrozen(coin, frozen))
  const payers = (): number => payerCount(payable())
  return (
    <>
      <Problem text={combination.prepare.problem()} />
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
            busy={combination.prepare.running()}
            onClick={() => void combination.prepare.run(payable())}
          >
            {combination.prepare.running() ? preparingText(view.paymentStep) : t('coins.combine')}
          </Button>
        </Show>
        <Show when={payable().length > 0}>
          <Button variant="primary" icon="send" onClick={() => props.onPay(payable())}>
            {areAllPayable() && payable().length > 1 ? t('coins.useThese') : tCount('coins.use', payable().length)}
          </Button>
        </Show>
      </SelectionBar>
      <Combination coins={props.coins} combination={combination} />
    </>
  )
}
