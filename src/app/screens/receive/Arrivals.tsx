// The payments that arrive at the shown address: seen in the txpool, in a block, final. What changes is announced.
import { For, type JSX, Show } from 'solid-js'
import type { AddressPayment } from '../../../wallet/history/historyViews.ts'
import { Amount } from '../../components/money/Amount.tsx'
import { type RequestOutcome, SETTLED_CONFIRMATIONS } from '../../state/receive/paymentArrivals.ts'
import { createAmountText } from '../../state/wallet/shownAmounts.tsx'
import { t } from '../../text/text.ts'
import './arrivals.css'

const stateText = ({ state, confirmations, isApproved }: AddressPayment): string => {
  if (state === 'pool') return t(isApproved ? 'arrivals.instant' : 'arrivals.seen')
  if (confirmations >= SETTLED_CONFIRMATIONS) return t('arrivals.settled')
  return t('arrivals.confirmed', { count: confirmations, needed: SETTLED_CONFIRMATIONS })
}

const announcement = ({ state, isApproved }: AddressPayment, amount: string): string => {
  if (state === 'confirmed') return t('arrivals.announceConfirmed', { amount })
  return t(isApproved ? 'arrivals.announceInstant' : 'arrivals.announceSeen', { amount })
}

const Arrival = (props: { readonly payment: AddressPayment }): JSX.Element => (
  <li class="arrival" data-state={props.payment.state}>
    <span class="arrival-line">
      <Amount amount={props.payment.amount} sign="in" />
      <span>{stateText(props.payment)}</span>
    </span>
    <progress class="progress" value={props.payment.confirmations} max={SETTLED_CONFIRMATIONS} aria-hidden="true" />
    <Show when={props.payment.doubleSpendSeen && props.payment.state === 'pool'}>
      <span class="field-problem">{t('details.doubleSpend')}</span>
    </Show>
  </li>
)

export const Arrivals = (props: {
  readonly payments: readonly AddressPayment[]
  readonly outcome: RequestOutcome | undefined
  /** requested amount in atomic units; undefined without a request */
  readonly requested: bigint | undefined
}): JSX.Element => {
  const shown = createAmountText()
  const outcomeText = (): string => {
    const { outcome } = props
    if (outcome === undefined) return ''
    if (outcome.paid === 'full') return t('arrivals.full')
    return outcome.paid === 'less'
      ? t('arrivals.less', { missing: shown(outcome.missing), amount: shown(props.requested ?? 0n) })
      : t('arrivals.more', { extra: shown(outcome.extra) })
  }
  return (
    <>
      <Show when={props.payments.length > 0}>
        <ul class="arrivals" aria-label={t('arrivals.list')}>
          <For each={props.payments}>{(payment) => <Arrival payment={payment} />}</For>
        </ul>
      </Show>
      <p class="arrival-outcome" role="status" data-outcome={props.outcome?.paid}>
        {outcomeText()}
      </p>
      {/* Without the number of confirmations, which changes often. */}
      <p class="visually-hidden" role="status">
        {props.payments.map((payment) => announcement(payment, shown(payment.amount))).join(' ')}
      </p>
    </>
  )
}
