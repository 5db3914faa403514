// The review of an order of a name.
import { type JSX, Show } from 'solid-js'
import { OrderDialog } from '../../../components/payment/OrderDialog.tsx'
import { NameFacts, NamePrice, nameWarning } from '../../../components/payment/OrderFacts.tsx'
import type { NameOrdering } from '../../../state/tools/ownNames.ts'
import { t } from '../../../text/text.ts'

const titles = { buy: 'ownNames.buyTitle', renew: 'ownNames.renewTitle', update: 'ownNames.updateTitle' } as const
const confirms = { buy: 'ownNames.buyGo', renew: 'ownNames.renewGo', update: 'ownNames.updateGo' } as const

/** Shows the prepared order, if there is one. */
export const NameReview = (props: { readonly ordering: NameOrdering; readonly onSent: () => void }): JSX.Element => (
  <Show when={props.ordering.prepared()}>
    {(prepared) => (
      <OrderDialog
        title={t(titles[prepared().order.operation])}
        warning={nameWarning(prepared().order)}
        transfer={prepared().transfer}
        price={prepared().order.price}
        confirm={t(confirms[prepared().order.operation])}
        onClose={props.ordering.clear}
        onSent={() => {
          props.ordering.clear()
          props.onSent()
        }}
      >
        <NameFacts order={prepared().order} />
        <NamePrice order={prepared().order} />
      </OrderDialog>
    )}
  </Show>
)
