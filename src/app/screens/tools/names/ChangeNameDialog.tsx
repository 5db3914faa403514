// Changes what a name stands for, or its owners; then reviews the order.

import { createSignal, type JSX, Show } from 'solid-js'
import { showHidden } from '../../../../bytes/invisibleCharacters.ts'
import type { NameView } from '../../../../engine/api/engineViews.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { Problem } from '../../../components/feedback/Notice.tsx'
import { TextField } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Dialog } from '../../../components/layout/Dialog.tsx'
import { createNameOrdering } from '../../../state/tools/ownNames.ts'
import { t } from '../../../text/text.ts'
import { optionalText } from './BuyCard.tsx'
import { NameReview } from './NameReview.tsx'

export const ChangeNameDialog = (props: {
  readonly name: NameView
  readonly onClose: () => void
  readonly onSent: () => void
}): JSX.Element => {
  const ordering = createNameOrdering()
  const { prepare, problems } = ordering
  const [value, setValue] = createSignal('')
  const [owner, setOwner] = createSignal('')
  const [backupOwner, setBackupOwner] = createSignal('')
  const [isEmpty, setEmpty] = createSignal(false)
  const order = (): void => {
    const change = {
      value: optionalText(value()),
      owner: optionalText(owner()),
      backupOwner: optionalText(backupOwner()),
    }
    setEmpty(Object.values(change).every((each) => each === undefined))
    if (!isEmpty()) void prepare.run({ operation: 'update', type: props.name.type, name: props.name.name, ...change })
  }
  const edited =
    (set: (text: string) => void) =>
    (text: string): void => {
      prepare.clear()
      setEmpty(false)
      set(text)
    }
  return (
    <Show when={ordering.prepared() === undefined} fallback={<NameReview ordering={ordering} onSent={props.onSent} />}>
      <Dialog title={t('ownNames.changeOf', { name: showHidden(props.name.name) })} onClose={props.onClose}>
        <Form onSubmit={order}>
          <p>{t('ownNames.changeBody')}</p>
          <TextField
            mono
            label={t('ownNames.newValue')}
            hint={props.name.value ?? ''}
            value={value()}
            problem={isEmpty() ? t('ownNames.nothing') : problems.of('value')}
            onInput={edited(setValue)}
          />
          <TextField
            mono
            label={t('ownNames.newOwner')}
            hint={t('ownNames.newOwnerHint')}
            value={owner()}
            problem={problems.of('owner')}
            onInput={edited(setOwner)}
          />
          <TextField
            mono
            label={t('ownNames.newBackupOwner')}
            value={backupOwner()}
            problem={problems.of('backupOwner')}
            onInput={edited(setBackupOwner)}
          />
          <Problem text={problems.rest()} />
          <div class="buttons">
            <Button onClick={props.onClose}>{t('action.cancel')}</Button>
            <Button variant="primary" type="submit" busy={prepare.running()}>
              {t('ownNames.review')}
            </Button>
          </div>
        </Form>
      </Dialog>
    </Show>
  )
}
