// The note of a payment, for the user only.
import { createSignal, type JSX } from 'solid-js'
import type { TransferView } from '../../../wallet/history/historyViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { Done, Problem } from '../../components/feedback/Notice.tsx'
import { TextField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { createAction } from '../../state/requests/action.ts'
import { t } from '../../text/text.ts'

export const NoteCard = (props: {
  readonly transfer: TransferView
  readonly onSave: (txid: string, note: string) => Promise<void>
}): JSX.Element => {
  const [edited, setEdited] = createSignal<string>()
  const [done, setDone] = createSignal('')
  const save = createAction(async () => {
    await props.onSave(props.transfer.txid, (edited() ?? props.transfer.note).trim())
    setEdited(undefined)
    setDone(t('action.saved'))
  })
  return (
    <Card>
      <Form onSubmit={() => void save.run()}>
        <TextField
          label={t('details.note')}
          hint={t('details.noteHint')}
          value={edited() ?? props.transfer.note}
          onInput={(note) => {
            setEdited(note)
            setDone('')
          }}
          after={
            <Button type="submit" busy={save.running()}>
              {t('details.noteSave')}
            </Button>
          }
        />
        <Problem text={save.problem()} />
        <Done text={done()} />
      </Form>
    </Card>
  )
}
