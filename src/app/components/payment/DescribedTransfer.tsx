// What one transaction of a set does, as this wallet computed it.
import { type JSX, Show } from 'solid-js'
import { toHex } from '../../../bytes/hex.ts'
import type { TransferDescription } from '../../../wallet/offline/setViews.ts'
import { t } from '../../text/text.ts'
import { Amount } from '../money/Amount.tsx'
import { UnlockTimes } from '../money/UnlockTimes.tsx'
import { Fact, WideFact } from '../text/Facts.tsx'
import { NameFacts, NamePrice } from './OrderFacts.tsx'
import { TransferSetFacts } from './TransferSetFacts.tsx'

export const DescribedTransfer = (props: { readonly transfer: TransferDescription }): JSX.Element => (
  <TransferSetFacts destinations={props.transfer.recipients} fee={props.transfer.fee} transactions={1}>
    <Show when={props.transfer.order}>
      {(order) => (
        <>
          <NameFacts order={order()} />
          <NamePrice order={order()} />
        </>
      )}
    </Show>
    <Show when={props.transfer.paymentId.length > 0}>
      <WideFact name={t('set.paymentId')}>
        <code class="mono break" translate="no">
          {toHex(props.transfer.paymentId)}
        </code>
      </WideFact>
    </Show>
    <UnlockTimes times={[props.transfer.unlockTime]} />
    <Fact name={t('set.change')}>
      <Amount amount={props.transfer.change} />
    </Fact>
  </TransferSetFacts>
)
