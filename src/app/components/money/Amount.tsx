// An amount of coins with a muted fraction and tabular digits, masked if the user hides amounts.
import { type JSX, Show } from 'solid-js'
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

/** `sign` adds a plus or minus for incoming and outgoing amounts. */
export const Amount = (props: { readonly amount: bigint; readonly sign?: 'in' | 'out' | undefined }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const isMasked = createMasked()
  const parts = (): readonly [string, string] => amountParts(props.amount, wallet().decimals)
  return (
    <span class="amount" data-sign={props.sign}>
      <Show when={props.sign}>{props.sign === 'in' ? '+' : '−'}</Show>
      <Show when={!isMasked()} fallback={<MaskedAmount />}>
        {parts()[0]}
        <span class="fraction">{parts()[1]}</span>
      </Show>
      <span class="ticker">{`\u00a0${wallet().ticker}`}</span>
    </span>
  )
}
