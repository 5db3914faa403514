// A line of the history whose note can be edited in its place.
import { createSignal, createUniqueId, type JSX, Show } from 'solid-js'
import type { ContactView } from '../../../wallet/engine/engineViews.ts'
import type { HistoryLine } from '../../../wallet/engine/historyViews.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { lineTitle, TransferRow } from '../../components/TransferRow.tsx'
import { createAction } from '../../state/action.ts'
import { useSession } from '../../state/session.tsx'
import { t } from '../../text/text.ts'

/** Enter saves, Escape leaves the note as it was. */
const NoteForm = (props: { readonly line: HistoryLine; readonly onClose: () => void }): JSX.Element => {
  const { engine } = useSession()
  const id = createUniqueId()
  const [note, setNote] = createSignal(props.line.note)
  const save = createAction(async () => {
    await engine.setNote(props.line.txid, note().trim())
    props.onClose()
  })
  return (
    <form
      class="note-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save.run()
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
          aria-invalid={save.problem() !== ''}
          title={save.problem() || undefined}
          onInput={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      <Button variant="primary" type="submit" busy={save.running()}>
        {t('history.noteSave')}
      </Button>
      <IconButton icon="close" label={t('action.cancel')} onClick={props.onClose} />
    </form>
  )
}

export const EditableRow = (props: {
  readonly line: HistoryLine
  readonly contacts: readonly ContactView[]
  readonly withBalance: boolean
}): JSX.Element => {
  const [editing, setEditing] = createSignal(false)
  let row: HTMLDivElement | undefined
  const close = (): void => {
    setEditing(false)
    row?.querySelector<HTMLElement>('.icon-button')?.focus()
  }
  return (
    <div class="transfer-row" ref={row}>
      <Show when={!editing()} fallback={<NoteForm line={props.line} onClose={close} />}>
        <TransferRow line={props.line} contacts={props.contacts} withBalance={props.withBalance} />
        <IconButton
          icon="edit"
          label={t('history.noteOf', { title: props.line.note || lineTitle(props.line, props.contacts) })}
          onClick={() => setEditing(true)}
        />
      </Show>
    </div>
  )
}
