// What a set of transactions pays: recipients, amounts, fee. It is a review: its amounts are always shown.

import { For, type JSX, Show } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import { sumAmounts } from '../../../coin/amount.ts'
import type { Contact } from '../../../wallet/accounts/accountViews.ts'
import { ShownAmounts } from '../../state/wallet/shownAmounts.tsx'
import { t } from '../../text/text.ts'
import { Address } from '../address/Address.tsx'
import { Amount } from '../money/Amount.tsx'
import { Fact, Facts, WideFact } from '../text/Facts.tsx'

export const TransferSetFacts = (props: {
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  readonly fee: bigint
  readonly transactions: number
  readonly contacts: readonly Contact[]
  /** further facts, before the fee */
  readonly children?: JSX.Element
}): JSX.Element => (
  <ShownAmounts>
    <Facts>
      <For each={props.destinations}>
        {({ address, amount }) => (
          <WideFact name={t('set.to')}>
            <Amount amount={amount} />
            <Show when={props.contacts.find((contact) => contact.address === address)}>
              {(contact) => (
                <strong class="break" translate="no" dir="auto">
                  {showHidden(contact().name)}
                </strong>
              )}
            </Show>
            <Address text={address} />
          </WideFact>
        )}
      </For>
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
