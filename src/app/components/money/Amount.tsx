// An amount of coins with a muted fraction and tabular digits, masked if the user hides amounts.
import { createMemo, type JSX, Show } from 'solid-js'
import { amountParts, formatAmount, fractionPlaces } from '../../format/amount.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createMasked, createPlacesLimit, MASK } from '../../state/wallet/shownAmounts.tsx'
import { t } from '../../text/text.ts'
import './amount.css'

/** The mask, and a word for assistive technology. */
export const MaskedAmount = (): JSX.Element => (
  <>
    <span aria-hidden="true">{MASK}</span>
    <span class="visually-hidden">{t('amounts.hidden')}</span>
  </>
)

type ShownText = {
  /** undefined while it is masked */
  readonly whole: string | undefined
  readonly fraction: string
  readonly ticker: string
  readonly sign: 'in' | 'out' | undefined
  /** with all digits; undefined if it is shown with all of them */
  readonly exact: string | undefined
}

const isSameText = (a: ShownText, b: ShownText): boolean =>
  a.whole === b.whole && a.fraction === b.fraction && a.ticker === b.ticker && a.sign === b.sign && a.exact === b.exact

export const Amount = (props: {
  readonly amount: bigint
  /** adds a plus or minus for incoming and outgoing amounts */
  readonly sign?: 'in' | 'out' | undefined
  /** digits after the point at least, where amounts stand below each other */
  readonly places?: number | undefined
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const isMasked = createMasked()
  const limit = createPlacesLimit()
  const shown = createMemo(
    (): ShownText => {
      const { decimals, ticker } = wallet()
      if (isMasked()) return { whole: undefined, fraction: '', ticker, sign: props.sign, exact: undefined }
      const [whole, fraction] = amountParts(props.amount, decimals, props.places, limit())
      const isCut = fractionPlaces([props.amount], decimals) > fractionPlaces([props.amount], decimals, limit())
      const exact = isCut ? formatAmount(props.amount, decimals, ticker) : undefined
      return { whole, fraction, ticker, sign: props.sign, exact }
    },
    undefined,
    { equals: isSameText },
  )
  // Another text is another element: a translation of the page may have moved the text nodes of the old one.
  return (
    <Show when={shown()} keyed>
      {({ whole, fraction, ticker, sign, exact }) => (
        <span class="amount" translate="no" data-sign={sign} title={exact}>
          {sign && (sign === 'in' ? '+' : '−')}
          {whole === undefined ? <MaskedAmount /> : [whole, <span class="fraction">{fraction}</span>]}
          <span class="ticker">{`\u00a0${ticker}`}</span>
        </span>
      )}
    </Show>
  )
}
