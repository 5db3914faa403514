// The note of a payment, for the user only, in its place: what was typed is saved by Enter, or by the button that appears.
import { createSignal, type JSX, Show, untrack } from 'solid-js'
import type { TransferView } from '../../../wallet/history/historyViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { Done, Problem } from '../../components/feedback/Notice.tsx'
import { TextField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { createAction } from '../../state/requests/action.ts'
import { createDraft } from '../../state/wallet/drafts.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

const textOf = (kept: unknown): string | undefined => (typeof kept === 'string' ? kept : undefined)

export const NoteField = (props: {
  readonly transfer: TransferView
  readonly onSave: (txid: string, note: string) => Promise<void>
}): JSX.Element => {
  const { drafts } = useOpenWallet()
  /** undefined while it is as it is saved */
  const [edited, setEdited] = createDraft(
    drafts,
    untrack(() => `details.note ${props.transfer.txid}` as const),
    textOf,
    undefined,
  )
  const [done, setDone] = createSignal('')
  const isChanged = (): boolean => (edited() ?? props.transfer.note) !== props.transfer.note
  const save = createAction(async () => {
    if (!isChanged()) return
    await props.onSave(props.transfer.txid, (edited() ?? props.transfer.note).trim())
    setEdited(undefined)
    setDone(t('action.saved'))
  })
  return (
    <Form onSubmit={() => void save.run()}>
      <TextField
        label={t('details.note')}
        placeholder={t('details.noteHint')}
        value={edited() ?? props.transfer.note}
        onInput={(note) => {
          setEdited(note === props.transfer.note ? undefined : note)
          setDone('')
        }}
        after={
          <Show when={isChanged() || save.running()}>
            <Button type="submit" busy={save.running()}>
              {t('details.noteSave')}
            </Button>
          </Show>
        }
      />
      <Problem text={save.problem()} />
      <Done text={done()} />
    </Form>
  )
}
