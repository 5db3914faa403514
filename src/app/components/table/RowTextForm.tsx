// The field that edits a text of the user in its row (rowEdit.ts).
import { createSignal, createUniqueId, type JSX } from 'solid-js'
import { t } from '../../text/text.ts'
import { Button, IconButton } from '../controls/Button.tsx'
import './rowTextForm.css'

/** Enter saves, Escape leaves the text as it was. */
export const RowTextForm = (props: {
  readonly label: string
  readonly text: string
  readonly onSave: (text: string) => void
  readonly onClose: () => void
}): JSX.Element => {
  const id = createUniqueId()
  const [text, setText] = createSignal(props.text)
  return (
    <form
      class="row-text-form"
      onSubmit={(event) => {
        event.preventDefault()
        props.onSave(text().trim())
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onClose()
      }}
    >
      <label class="visually-hidden" for={id}>
        {props.label}
      </label>
      <div class="control">
        <input
          id={id}
          ref={(element) => queueMicrotask(() => element.focus())}
          value={text()}
          placeholder={props.label}
          autocomplete="off"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <Button variant="primary" type="submit">
        {t('action.save')}
      </Button>
      <IconButton icon="close" label={t('action.cancel')} onClick={props.onClose} />
    </form>
  )
}
