// What a payment costs before it is reviewed: what the recipients receive, the fee, what leaves the wallet, and what stays available.
import { type JSX, Show } from 'solid-js'
import type { FeeView } from '../../../engine/api/engineViews.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { AccountBalance } from '../../components/money/AccountBalance.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { Ledger, type LedgerLine } from '../../components/money/Ledger.tsx'
import { shortAddress } from '../../format/address.ts'
import { formatAmount } from '../../format/amount.ts'
import type { PaymentForm } from '../../state/payments/paymentForm.ts'
import { nameOf } from '../../state/wallet/lists.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { ShownAmounts } from '../../state/wallet/shownAmounts.tsx'
import { t, tCount } from '../../text/text.ts'
import './sendSummary.css'

/** Whether a fee is all that lacks: the amount alone can be paid. */
const lacksFee = (form: PaymentForm, quote: FeeView): boolean =>
  !form.sendsAll() && form.total() > 0n && form.total() <= form.available() && !quote.isPossible

/** What a payment moves; undefined while it is not known. */
type Cost = { readonly arrives: bigint; readonly fee: bigint; readonly leaves: bigint }

const costOf = (form: PaymentForm, quote: FeeView | undefined): Cost | undefined => {
  if (quote?.isPossible !== true || (!form.sendsAll() && form.total() === 0n)) return undefined
  if (form.sendsAll()) return { arrives: quote.arrives, fee: quote.fee, leaves: quote.arrives + quote.fee }
  return form.feePaidBy() === 'recipients'
    ? { arrives: quote.arrives, fee: quote.fee, leaves: form.total() }
    : { arrives: form.total(), fee: quote.fee, leaves: form.total() + quote.fee }
}

/** Returns to whom the payment goes, as the name of a line. */
const recipientText = (form: PaymentForm, contacts: readonly ContactView[]): string => {
  const [first, ...others] = form.recipients.all()
  if (others.length > 0) return tCount('send.recipients', others.length + 1)
  const parsed = first?.parsed()
  if (parsed?.valid !== true) return t('send.amount')
  return t('send.toName', { name: nameOf(contacts, parsed.address) || shortAddress(parsed.address) })
}

const MissingFee = (props: { readonly form: PaymentForm; readonly quote: FeeView }): JSX.Element => {
  const { wallet } = useOpenWallet()
  return (
    <div class="stack">
      <p class="field-problem" role="status">
        {t('fees.short', { fee: formatAmount(props.quote.fee, wallet().decimals, wallet().ticker) })}
      </p>
      <Show when={props.form.recipients.isSingle()}>
        <div class="buttons">
          <Button onClick={() => props.form.setSendsAll(true)}>{t('fees.allInstead')}</Button>
        </div>
      </Show>
    </div>
  )
}

export const SendSummary = (props: {
  readonly form: PaymentForm
  readonly contacts: readonly ContactView[]
  readonly quote: FeeView | undefined
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const cost = (): Cost | undefined => costOf(props.form, props.quote)
  const lines = ({ arrives, fee }: Cost): readonly LedgerLine[] => [
    { name: recipientText(props.form, props.contacts), amount: arrives },
    { name: t('send.fee'), amount: fee, testId: 'summary-fee' },
  ]
  /** What arrives, if it is less than what was typed. */
  const arrivesText = (): string => {
    const known = cost()
    if (known === undefined || known.arrives === props.form.total()) return ''
    return t('fees.arrives', { amount: formatAmount(known.arrives, wallet().decimals, wallet().ticker) })
  }
  const afterwards = ({ leaves }: Cost): readonly LedgerLine[] => [
    { name: t('send.remains'), amount: props.form.available() - leaves, testId: 'summary-remains' },
  ]
  return (
    <div class="send-summary-lines" role="status">
      <ShownAmounts>
        <p class="muted">{t('send.youPay')}</p>
        <p class="send-summary-amount">
          <Amount amount={cost()?.leaves ?? props.form.total()} />
        </p>
        <Show when={cost()}>
          {(known) => (
            <>
              <Ledger
                lines={lines(known())}
                total={{ name: t('fees.leaves'), amount: known().leaves, testId: 'summary-leaves' }}
              />
            </>
          )}
        </Show>
      </ShownAmounts>
      <p class="muted">{arrivesText()}</p>
      <hr />
      <AccountBalance />
      <Show when={cost()}>{(known) => <Ledger lines={afterwards(known())} />}</Show>
      <Show when={props.quote && lacksFee(props.form, props.quote) && props.quote}>
        {(quote) => <MissingFee form={props.form} quote={quote()} />}
      </Show>
    </div>
  )
}
