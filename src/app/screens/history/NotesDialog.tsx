// Imports the notes of a table that the history saved: first what would change, then the change, which can be undone.
import { createSignal, For, type JSX, Show } from 'solid-js'
import type { NoteChange, NotesPreview } from '../../../wallet/accounts/accountViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { FileDrop } from '../../components/data/FileDrop.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { Dialog } from '../../components/layout/Dialog.tsx'
import { Fact, Facts } from '../../components/text/Facts.tsx'
import { OwnText } from '../../components/text/OwnText.tsx'
import { readFile } from '../../host/files/readFile.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { formatCount } from '../../text/counts.ts'
import { type TextKey, t } from '../../text/text.ts'
import './notesDialog.css'

/** Replaced notes that are listed. */
const MAX_LISTED = 100

const Count = (props: { readonly name: TextKey; readonly count: number }): JSX.Element => (
  <Show when={props.count > 0}>
    <Fact name={t(props.name)}>
      <span class="numerals">{formatCount(props.count)}</span>
    </Fact>
  </Show>
)

const Preview = (props: { readonly preview: NotesPreview }): JSX.Element => {
  const replaced = (): readonly NoteChange[] => props.preview.changes.filter(({ before }) => before !== '')
  return (
    <>
      <Show when={props.preview.changes.length === 0}>
        <p role="status">{t('notesImport.nothing')}</p>
      </Show>
      <Facts>
        <Count name="notesImport.added" count={props.preview.changes.length - replaced().length} />
        <Count name="notesImport.same" count={props.preview.same} />
        <Count name="notesImport.unknown" count={props.preview.unknown} />
        <Count name="notesImport.replaced" count={replaced().length} />
      </Facts>
      <Show when={replaced().length > 0}>
        <ul class="replaced-notes" aria-label={t('notesImport.replaced')}>
          <For each={replaced().slice(0, MAX_LISTED)}>
            {({ before, after }) => (
              <li>
                <del class="muted">
                  <OwnText class="break" text={before} />
                </del>
                <ins>
                  <OwnText class="break" text={after} />
                </ins>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </>
  )
}

export const NotesDialog = (props: { readonly onClose: () => void }): JSX.Element => {
  const { engine } = useSession()
  const { toasts } = useOpenWallet()
  const [preview, setPreview] = createSignal<NotesPreview>()
  const changes = (): readonly NoteChange[] => preview()?.changes ?? []
  const read = createAction(async (file: File) => {
    setPreview(undefined)
    setPreview(await engine.previewNotes(await readFile(file, 'data')))
  })
  const save = createAction(async (changes: readonly NoteChange[]) => {
    await engine.setNotes(changes.map(({ txid, after }) => ({ txid, note: after })))
    void toasts.offerUndo(t('notesImport.done'), Promise.resolve(), () =>
      engine.setNotes(changes.map(({ txid, before }) => ({ txid, note: before }))),
    )
    props.onClose()
  })
  return (
    <Dialog title={t('notesImport.title')} onClose={props.onClose}>
      <div class="stack">
        <FileDrop
          label={t('notesImport.title')}
          action={t('notesImport.choose')}
          onFiles={([file]) => file !== undefined && void read.run(file)}
        >
          <p class="muted">{t('notesImport.about')}</p>
        </FileDrop>
        <Problem text={read.problem() || save.problem()} />
        <Show when={preview()}>{(found) => <Preview preview={found()} />}</Show>
        <div class="buttons">
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Show when={changes().length > 0 && changes()}>
            {(found) => (
              <Button variant="primary" busy={save.running()} onClick={() => void save.run(found())}>
                {t('notesImport.confirm')}
              </Button>
            )}
          </Show>
        </div>
      </div>
    </Dialog>
  )
}
