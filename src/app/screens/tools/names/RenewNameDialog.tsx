// Renews a name: chooses the term, then reviews the order.

import { createSignal, type JSX, Show } from 'solid-js'
import { showHidden } from '../../../../bytes/invisibleCharacters.ts'
import type { NameView } from '../../../../engine/api/engineViews.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { Problem } from '../../../components/feedback/Notice.tsx'
import { SelectField } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Dialog } from '../../../components/layout/Dialog.tsx'
import { createNameOrdering } from '../../../state/tools/ownNames.ts'
import { t } from '../../../text/text.ts'
import { NameReview } from './NameReview.tsx'
import { lokinetTerms } from './nameTerms.ts'

export const RenewNameDialog = (props: {
  readonly name: NameView
  readonly onClose: () => void
  readonly onSent: () => void
}): JSX.Element => {
  const ordering = createNameOrdering()
  const [type, setType] = createSignal('lokinet_1y')
  const order = (): void =>
    void ordering.prepare.run({
      ...({ operation: 'renew', type: type(), name: props.name.name } as const),
      ...{ value: undefined, owner: undefined, backupOwner: undefined },
    })
  return (
    <Show when={ordering.prepared() === undefined} fallback={<NameReview ordering={ordering} onSent={props.onSent} />}>
      <Dialog title={t('ownNames.renewOf', { name: showHidden(props.name.name) })} onClose={props.onClose}>
        <Form onSubmit={order}>
          <p>{t('ownNames.renewBody')}</p>
          <SelectField label={t('ownNames.term')} value={type()} options={lokinetTerms()} onChange={setType} />
          <Problem text={ordering.prepare.problem()} />
          <div class="buttons">
            <Button onClick={props.onClose}>{t('action.cancel')}</Button>
            <Button variant="primary" type="submit" busy={ordering.prepare.running()}>
              {t('ownNames.review')}
            </Button>
          </div>
        </Form>
      </Dialog>
    </Show>
  )
}
