// An amount of coins with a muted fraction and tabular digits, masked if the user hides amounts.
import { createMemo, type JSX, Show } from 'solid-js'
import { amountParts } from '../../format/amount.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createMasked, MASK } from '../../state/wallet/shownAmounts.tsx'
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
}

const isSameText = (a: ShownText, b: ShownText): boolean =>
  a.whole === b.whole && a.fraction === b.fraction && a.ticker === b.ticker && a.sign === b.sign

export const Amount = (props: {
  readonly amount: bigint
  /** adds a plus or minus for incoming and outgoing amounts */
  readonly sign?: 'in' | 'out' | undefined
  /** digits after the point at least, where amounts stand below each other */
  readonly places?: number | undefined
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const isMasked = createMasked()
  const shown = createMemo(
    () => {
      const { decimals, ticker } = wallet()
      const [whole, fraction] = isMasked() ? [undefined, ''] : amountParts(props.amount, decimals, props.places)
      return { whole, fraction, ticker, sign: props.sign }
    },
    undefined,
    { equals: isSameText },
  )
  // Another text is another element: a translation of the page may have moved the text nodes of the old one.
  return (
    <Show when={shown()} keyed>
      {({ whole, fraction, ticker, sign }) => (
        <span class="amount" translate="no" data-sign={sign}>
          {sign && (sign === 'in' ? '+' : '−')}
          {whole === undefined ? <MaskedAmount /> : [whole, <span class="fraction">{fraction}</span>]}
          <span class="ticker">{`\u00a0${ticker}`}</span>
        </span>
      )}
    </Show>
  )
}
