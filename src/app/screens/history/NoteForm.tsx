// The field that edits the note of a payment in its row.
import { createSignal, createUniqueId, type JSX } from 'solid-js'
import { Button, IconButton } from '../../components/controls/Button.tsx'
import { t } from '../../text/text.ts'
import './noteForm.css'

/** Enter saves, Escape leaves the note as it was. */
export const NoteForm = (props: {
  readonly note: string
  readonly onSave: (note: string) => void
  readonly onClose: () => void
}): JSX.Element => {
  const id = createUniqueId()
  const [note, setNote] = createSignal(props.note)
  return (
    <form
      class="note-form"
      onSubmit={(event) => {
        event.preventDefault()
        props.onSave(note().trim())
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onClose()
      }}
    >
      <label class="visually-hidden" for={id}>
        {t('history.note')}
      </label>
      <div class="control">
        <input
          id={id}
          ref={(element) => queueMicrotask(() => element.focus())}
          value={note()}
          placeholder={t('history.note')}
          autocomplete="off"
          onInput={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      <Button variant="primary" type="submit">
        {t('history.noteSave')}
      </Button>
      <IconButton icon="close" label={t('action.cancel')} onClick={props.onClose} />
    </form>
  )
}
