// The review of a stake or a registration.
import { type JSX, Show } from 'solid-js'
import type { PreparedOrder } from '../../../../engine/api/engineViews.ts'
import type { StakeOrder } from '../../../../wallet/spend/stakeOrder.ts'
import { OrderDialog } from '../../../components/payment/OrderDialog.tsx'
import { StakeFacts, stakeWarning } from '../../../components/payment/OrderFacts.tsx'
import { t } from '../../../text/text.ts'

const titles = { stake: 'stakes.stakeTitle', register: 'stakes.registerTitle' } as const
const confirms = { stake: 'stakes.stakeGo', register: 'stakes.registerGo' } as const

/** Shows the prepared stake, if there is one. */
export const StakeReview = (props: {
  readonly prepared: PreparedOrder<StakeOrder> | undefined
  /** stands before the warning; empty for nothing */
  readonly note?: string
  readonly onClose: () => void
  readonly onSent: () => void
}): JSX.Element => (
  <Show when={props.prepared}>
    {(prepared) => (
      <OrderDialog
        title={t(titles[prepared().order.operation])}
        warning={[props.note, stakeWarning(prepared().order)].filter(Boolean).join(' ')}
        transfer={prepared().transfer}
        price={0n}
        confirm={t(confirms[prepared().order.operation])}
        onClose={props.onClose}
        onSent={props.onSent}
      >
        <StakeFacts order={prepared().order} />
      </OrderDialog>
    )}
  </Show>
)
