// The free note of the wallet. What is typed stays over a lock until it is saved.
import { createSignal, type JSX, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Done, Problem } from '../../components/feedback/Notice.tsx'
import { TextArea } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { createAction } from '../../state/requests/action.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { createDraft } from '../../state/wallet/drafts.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

const textOf = (kept: unknown): string | undefined => (typeof kept === 'string' ? kept : undefined)

export const WalletNoteCard = (): JSX.Element => {
  const { engine } = useSession()
  const { drafts } = useOpenWallet()
  const stored = createFetched(true, () => engine.walletNote())
  /** undefined while it is as it is saved */
  const [edited, setEdited] = createDraft<string | undefined>(drafts, 'settings.note', textOf, undefined)
  const [done, setDone] = createSignal('')
  const save = createAction(async () => {
    const text = edited()
    if (text === undefined) return
    await engine.setWalletNote(text)
    await stored.refetch()
    setEdited(undefined)
    setDone(t('action.saved'))
  })
  return (
    <Card title={t('settings.note')}>
      <Problem text={stored.problem()} />
      <Show when={stored.value() !== undefined}>
        <Form onSubmit={() => void save.run()}>
          <TextArea
            label={t('settings.noteLabel')}
            hint={t('settings.noteHint')}
            rows={5}
            value={edited() ?? stored.value() ?? ''}
            onInput={(text) => {
              setEdited(text === stored.value() ? undefined : text)
              setDone('')
            }}
          />
          <Problem text={save.problem()} />
          <div class="buttons">
            <Button type="submit" busy={save.running()}>
              {t('settings.noteSave')}
            </Button>
            <Done text={done()} />
          </div>
        </Form>
      </Show>
    </Card>
  )
}
