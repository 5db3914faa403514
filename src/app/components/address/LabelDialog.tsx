// Asks for the label of an address: of one that there is, or of a new one.
import { createSignal, type JSX } from 'solid-js'
import { createAction } from '../../state/requests/action.ts'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Problem } from '../feedback/Notice.tsx'
import { TextField } from '../form/Field.tsx'
import { Form } from '../form/Form.tsx'
import { Dialog } from '../layout/Dialog.tsx'

export const LabelDialog = (props: {
  readonly title: string
  /** the label that there is; empty for none */
  readonly label: string
  readonly hint: string
  /** the text of the button that saves */
  readonly action: string
  /** Saves the label; the dialog stays until it is saved, and reports an error. */
  readonly onSave: (label: string) => Promise<void>
  readonly onClose: () => void
}): JSX.Element => {
  const [label, setLabel] = createSignal(props.label)
  const save = createAction(async () => {
    await props.onSave(label().trim())
    props.onClose()
  })
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <Form onSubmit={() => void save.run()}>
        <TextField
          autofocus
          label={t('receive.label')}
          placeholder={t('receive.labelPlaceholder')}
          hint={props.hint}
          value={label()}
          onInput={setLabel}
        />
        <Problem text={save.problem()} />
        <div class="buttons">
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={save.running()}>
            {props.action}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
