// What a wallet or an account owns, in one amount; while the chain is still read and nothing is found, that it is unknown.
import { type JSX, Show } from 'solid-js'
import type { Balance } from '../../../wallet/funds/fundsViews.ts'
import { createChainReading } from '../../state/wallet/chainTimes.ts'
import { ownedAmount } from '../../state/wallet/holdings.ts'
import { t } from '../../text/text.ts'
import { Amount } from './Amount.tsx'

export const OwnedAmount = (props: { readonly balance: Pick<Balance, 'total' | 'frozen'> }): JSX.Element => {
  const reading = createChainReading()
  return (
    <Show
      when={ownedAmount(props.balance) > 0n || reading() === undefined}
      fallback={
        <span class="muted">
          <span aria-hidden="true">…</span>
          <span class="visually-hidden">{t('reading.running')}</span>
        </span>
      }
    >
      <Amount amount={ownedAmount(props.balance)} />
    </Show>
  )
}
