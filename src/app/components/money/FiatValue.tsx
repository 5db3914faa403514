// What an amount is worth in the user's currency, if the user named a service for rates. A rate that is not current has its time beside it.
import { type JSX, Show } from 'solid-js'
import { formatValue } from '../../format/rate.ts'
import { formatShortTime } from '../../format/time.ts'
import type { Quote } from '../../state/rates/liveRate.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createMasked } from '../../state/wallet/shownAmounts.tsx'
import { t } from '../../text/text.ts'
import './fiatValue.css'

export const FiatValue = (props: {
  readonly amount: bigint
  /** the amount was paid earlier, when the rate was another one */
  readonly isPast?: boolean
}): JSX.Element => {
  const { wallet, rate } = useOpenWallet()
  const isMasked = createMasked()
  const text = ({ rate: price, currency, at }: Quote): string => {
    const value = formatValue(props.amount, wallet().decimals, price, currency)
    if (rate.isStale()) return t('rates.stale', { value, time: formatShortTime(at / 1000) })
    return t(props.isPast === true ? 'rates.aboutNow' : 'rates.about', { value })
  }
  return (
    <Show when={!isMasked() && rate.quote()}>
      {(quote) => (
        <span class="fiat" data-testid="fiat" data-stale={rate.isStale()}>
          {text(quote())}
        </span>
      )}
    </Show>
  )
}

/** The value of an amount now, in a column of such values; empty without a rate. */
export const FiatAmount = (props: { readonly amount: bigint }): JSX.Element => {
  const { wallet, rate } = useOpenWallet()
  const isMasked = createMasked()
  return (
    <Show when={!isMasked() && rate.quote()}>
      {(quote) => (
        <span class="numerals">{formatValue(props.amount, wallet().decimals, quote().rate, quote().currency)}</span>
      )}
    </Show>
  )
}

/** Says that there is no value to show, where the user expects one. */
export const MissingRate = (): JSX.Element => {
  const { rate } = useOpenWallet()
  const isMasked = createMasked()
  return (
    <Show when={!isMasked() && rate.source() !== undefined && rate.quote() === undefined && rate.problem() !== ''}>
      <span class="fiat" data-testid="fiat-missing">
        {t('rates.missing')}
      </span>
    </Show>
  )
}
