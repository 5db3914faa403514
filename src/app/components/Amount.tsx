// An amount of coins with a muted fraction and tabular digits.
import { type JSX, Show } from 'solid-js'
import { amountParts } from '../format/amount.ts'
import { useOpenWallet } from '../state/openWallet.tsx'
import './amount.css'

/** `sign` adds a plus or minus for incoming and outgoing amounts. */
export const Amount = (props: { readonly amount: bigint; readonly sign?: 'in' | 'out' | undefined }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const parts = (): readonly [string, string] => amountParts(props.amount, wallet().decimals)
  return (
    <span class="amount" data-sign={props.sign}>
      <Show when={props.sign}>{props.sign === 'in' ? '+' : '−'}</Show>
      {parts()[0]}
      <span class="fraction">{parts()[1]}</span>
      <span class="ticker">{`\u00a0${wallet().ticker}`}</span>
    </span>
  )
}
