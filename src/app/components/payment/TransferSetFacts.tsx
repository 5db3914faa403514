// What a set of transactions pays: recipients, amounts, fee. It is a review: its amounts are always shown.

import { type JSX, Show } from 'solid-js'
import { sumAmounts } from '../../../coin/amount.ts'
import { ShownAmounts } from '../../state/wallet/shownAmounts.tsx'
import { t } from '../../text/text.ts'
import { Amount } from '../money/Amount.tsx'
import { Fact, Facts } from '../text/Facts.tsx'
import { PaidAddresses } from './PaidAddress.tsx'

export const TransferSetFacts = (props: {
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  readonly fee: bigint
  readonly transactions: number
  /** further facts, before the fee */
  readonly children?: JSX.Element
}): JSX.Element => (
  <ShownAmounts>
    <Facts>
      <PaidAddresses destinations={props.destinations} />
      {props.children}
      <Show when={props.transactions > 1}>
        <Fact name={t('set.transactions')}>{props.transactions}</Fact>
      </Show>
      <Fact name={t('set.fee')}>
        <Amount amount={props.fee} />
      </Fact>
      <Fact variant="sum" name={t('set.sum')}>
        <Amount amount={sumAmounts(props.destinations) + props.fee} />
      </Fact>
    </Facts>
  </ShownAmounts>
)
