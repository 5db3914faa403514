// A line of the history whose note can be edited in its place.

import { createSignal, createUniqueId, type JSX, Show } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { HistoryLine } from '../../../wallet/history/historyViews.ts'
import { Button, IconButton } from '../../components/controls/Button.tsx'
import { TransferRow } from '../../components/payment/TransferRow.tsx'
import { lineTitle } from '../../components/payment/transferText.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

/** Enter saves, Escape leaves the note as it was. */
const NoteForm = (props: {
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

export const EditableRow = (props: {
  readonly line: HistoryLine
  readonly contacts: readonly ContactView[]
  readonly withBalance: boolean
  /** saves the note, which shows at once */
  readonly onNote: (note: string) => Promise<void>
}): JSX.Element => {
  const { toasts } = useOpenWallet()
  /** the note in the field; undefined while it is not edited */
  const [edited, setEdited] = createSignal<string>()
  let row: HTMLDivElement | undefined
  const close = (): void => {
    setEdited(undefined)
    row?.querySelector<HTMLElement>('.icon-button')?.focus()
  }
  const save = async (note: string): Promise<void> => {
    close()
    // What was typed is not lost.
    if (!(await toasts.awaitSaved(props.onNote(note)))) setEdited(note)
  }
  return (
    <div class="transfer-row" ref={row}>
      <Show
        when={edited() === undefined}
        fallback={<NoteForm note={edited() ?? ''} onSave={(note) => void save(note)} onClose={close} />}
      >
        <TransferRow line={props.line} contacts={props.contacts} withBalance={props.withBalance} />
        <IconButton
          icon="edit"
          label={t('history.noteOf', { title: showHidden(props.line.note) || lineTitle(props.line, props.contacts) })}
          onClick={() => setEdited(props.line.note)}
        />
      </Show>
    </div>
  )
}
