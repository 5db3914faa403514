// What a payment costs before it is reviewed: the fee of the chosen speed, what leaves the wallet or what arrives, and whether it suffices.
import { type JSX, Show } from 'solid-js'
import type { FeeView } from '../../../engine/api/engineViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { Fact, Facts } from '../../components/text/Facts.tsx'
import { formatAmount } from '../../format/amount.ts'
import type { PaymentForm } from '../../state/payments/paymentForm.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

/** Whether a fee is all that lacks: the amount alone can be paid. */
const lacksFee = (form: PaymentForm, quote: FeeView): boolean =>
  !form.sendsAll() && form.total() > 0n && form.total() <= form.available() && !quote.isPossible

export const CostLines = (props: { readonly form: PaymentForm; readonly quote: FeeView | undefined }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const shown = (amount: bigint): string => formatAmount(amount, wallet().decimals, wallet().ticker)
  /** the amount that leaves the wallet; undefined while it is not known */
  const leaving = (): bigint | undefined => {
    const { form, quote } = props
    if (quote?.isPossible !== true || form.sendsAll() || form.total() === 0n) return undefined
    return form.feePaidBy() === 'recipients' ? form.total() : form.total() + quote.fee
  }
  const arriving = (): bigint | undefined => {
    const { form, quote } = props
    const isReduced = form.sendsAll() || (form.feePaidBy() === 'recipients' && form.total() > 0n)
    return quote?.isPossible === true && isReduced ? quote.arrives : undefined
  }
  return (
    <>
      <Show when={leaving()}>
        {(amount) => (
          <Facts>
            <Fact name={t('fees.leaves')}>
              {t('fees.about')} <Amount amount={amount()} />
            </Fact>
          </Facts>
        )}
      </Show>
      <p class="muted" role="status">
        {arriving() === undefined ? '' : t('fees.arrives', { amount: shown(arriving() ?? 0n) })}
      </p>
      <Show when={props.quote && lacksFee(props.form, props.quote) && props.quote}>
        {(quote) => (
          <div class="stack">
            <p class="field-problem" role="status">
              {t('fees.short', { fee: shown(quote().fee) })}
            </p>
            <Show when={props.form.recipients.isSingle()}>
              <div class="buttons">
                <Button onClick={() => props.form.setSendsAll(true)}>{t('fees.allInstead')}</Button>
              </div>
            </Show>
          </div>
        )}
      </Show>
    </>
  )
}
