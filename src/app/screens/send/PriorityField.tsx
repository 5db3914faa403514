// Selects the priority of a payment, which sets its speed and fee.
import { type Accessor, type JSX, Show } from 'solid-js'
import type { PriorityView } from '../../../wallet/engine/engineViews.ts'
import { SelectField } from '../../components/Field.tsx'
import { priorityName } from '../../format/priority.ts'
import { createFetched } from '../../state/fetched.ts'
import type { PaymentForm } from '../../state/paymentForm.ts'
import { useSession } from '../../state/session.tsx'
import { t } from '../../text/text.ts'

export type PriorityChoice = {
  /** undefined until they are fetched */
  readonly offered: Accessor<readonly PriorityView[] | undefined>
  readonly value: Accessor<number>
  choose(value: number): void
  readonly problem: Accessor<string>
}

export const createPriorityChoice = ({
  priority,
  setPriority,
}: Pick<PaymentForm, 'priority' | 'setPriority'>): PriorityChoice => {
  const { engine } = useSession()
  const fetched = createFetched(true, () => engine.priorities())
  return {
    offered: fetched.value,
    value: () => priority() ?? fetched.value()?.find((each) => each.isDefault)?.value ?? 0,
    choose: setPriority,
    problem: fetched.problem,
  }
}

export const PriorityField = (props: { readonly choice: PriorityChoice }): JSX.Element => (
  <Show when={props.choice.offered()}>
    {(offered) => (
      <SelectField
        label={t('send.priority')}
        hint={t('send.priorityHint')}
        value={props.choice.value()}
        options={offered().map((each) => ({
          value: each.value,
          text: each.isDefault ? t('send.priorityUsual', { name: priorityName(each.name) }) : priorityName(each.name),
        }))}
        onChange={props.choice.choose}
      />
    )}
  </Show>
)
