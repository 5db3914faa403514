// Payments of coins to their own account: several coins become one, or become several of equal amounts.
import { useNavigate } from '@solidjs/router'
import { createSignal, type JSX, Show } from 'solid-js'
import type { PreparedTransfer } from '../../../engine/api/engineViews.ts'
import type { CoinView } from '../../../wallet/funds/fundsViews.ts'
import type { TransferView } from '../../../wallet/history/historyViews.ts'
import { Notice } from '../../components/feedback/Notice.tsx'
import { ReviewDialog } from '../../components/payment/ReviewDialog.tsx'
import { createPreparedPayment } from '../../state/payments/preparedPayment.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { formatCount } from '../../text/counts.ts'
import { t } from '../../text/text.ts'
import type { CoinsState } from './coinsState.ts'

/** Coins, and the number of coins that they become. */
export type RegroupingRequest = { readonly coins: readonly CoinView[]; readonly outputs: number }

/** A prepared payment, with what it was prepared from. */
type Regrouped = RegroupingRequest & { readonly prepared: PreparedTransfer }

/** Returns a payment to one address with this address once: the notice of the review states how many coins it makes. */
const toOneAddress = (prepared: PreparedTransfer): PreparedTransfer => ({
  ...prepared,
  destinations: prepared.destinations.slice(0, 1).map(({ address }) => ({ address, amount: prepared.amount })),
})

/** Prepares a payment of coins to their own account. */
export const createRegrouping = () => {
  const { engine } = useSession()
  const { account, wallet } = useOpenWallet()
  const { prepared, hold, discard } = createPreparedPayment()
  const [request, setRequest] = createSignal<RegroupingRequest>({ coins: [], outputs: 1 })
  const prepare = createAction(async (wanted: RegroupingRequest) => {
    const address = wallet().accounts.find(({ index }) => index === account())?.address
    if (address === undefined) return
    const coins = wanted.coins.map(({ id }) => id)
    setRequest(wanted)
    // The usual priority.
    hold(await engine.prepareSweep({ account: account(), priority: 0, coins, address, outputs: wanted.outputs }))
  })
  const payment = (): Regrouped | undefined => {
    const found = prepared()
    return found && { ...request(), prepared: toOneAddress(found) }
  }
  return { payment, prepare, discard }
}

export type Regrouping = ReturnType<typeof createRegrouping>

/** What others learn from a transaction with some numbers of inputs and of outputs to the wallet itself. */
export const regroupingLearns = (inputs: number, outputs: number): string => {
  const joined = inputs > 1 ? t('coins.combineLearns', { number: formatCount(inputs) }) : ''
  if (outputs === 1) return joined
  const split = outputs === 2 ? t('coins.splitLearnsTwo') : t('coins.splitLearns', { number: formatCount(outputs) })
  return [joined, split].filter(Boolean).join(' ')
}

/** The review of the payment: the fee, and what others learn from it. */
export const RegroupingReview = (props: {
  readonly coins: CoinsState
  readonly regrouping: Regrouping
  /** the review was left, with or without a payment */
  readonly onClosed: () => void
}): JSX.Element => {
  const { send } = useOpenWallet()
  const navigate = useNavigate()
  const cancel = (): void => {
    props.regrouping.discard()
    props.onClosed()
  }
  const finish = (transfers: readonly TransferView[], coins: readonly CoinView[]): void => {
    props.coins.release(coins)
    send.saveNote.clear()
    send.setOutcome({ kind: 'recorded', transfers })
    navigate('/send/result')
  }
  return (
    <Show when={props.regrouping.payment()}>
      {(payment) => (
        <ReviewDialog
          prepared={payment().prepared}
          names={new Map()}
          note=""
          coins={payment().coins}
          onCancel={cancel}
          onOrdinary={cancel}
          onSent={(transfers) => finish(transfers, payment().coins)}
        >
          <Notice kind="info">{regroupingLearns(payment().prepared.coins.count, payment().outputs)}</Notice>
        </ReviewDialog>
      )}
    </Show>
  )
}
