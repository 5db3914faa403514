// Restores a wallet from a backup file of Faba.
import { createSignal, type JSX, Show } from 'solid-js'
import { Button } from '../components/controls/Button.tsx'
import { FileDrop, FileRow } from '../components/data/FileDrop.tsx'
import { Problem } from '../components/feedback/Notice.tsx'
import { PasswordField, TextField } from '../components/form/Field.tsx'
import { Form } from '../components/form/Form.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { readFile } from '../host/files/readFile.ts'
import { createAction, createQueuedAction } from '../state/requests/action.ts'
import { createFieldProblems } from '../state/requests/fieldProblems.ts'
import { useSession } from '../state/session/session.tsx'
import { t } from '../text/text.ts'

export default function RestoreBackup(): JSX.Element {
  const { engine } = useSession()
  const [file, setFile] = createSignal<File>()
  const [password, setPassword] = createSignal('')
  const [name, setName] = createSignal('')
  const [tried, setTried] = createSignal(false)
  const choose = createQueuedAction(async (chosen: File) => {
    setFile(() => chosen)
    await engine.checkBackup(await readFile(chosen, 'backup'))
  })
  const restore = createAction(async () => {
    setTried(true)
    const chosen = file()
    if (chosen === undefined || choose.problem() !== '') return
    await engine.restoreBackup(await readFile(chosen, 'backup'), password(), name())
  })
  const remove = (): void => {
    setFile(undefined)
    choose.clear()
  }
  const fileProblem = (): string =>
    tried() && file() === undefined ? t('backup.fileMissing') : choose.problem() || problems.of('file')
  const problems = createFieldProblems(restore, ({ code, details }) => {
    if (code === 'wallet-name-taken') return 'name'
    if (code !== 'backup') return undefined
    return details['fault'] === 'password' ? 'password' : 'file'
  })
  return (
    <Screen title={t('backup.title')} back={{ href: '/welcome', text: t('action.cancel') }}>
      <p>{t('backup.body')}</p>
      <Form onSubmit={() => void restore.run()}>
        <FileDrop
          label={t('backup.file')}
          action={t('data.choose')}
          onFiles={([chosen]) => {
            restore.clear()
            if (chosen !== undefined) void choose.run(chosen)
          }}
        >
          <div class="field">
            <p class="field-label">{t('backup.file')}</p>
            <p class="field-hint">{t('backup.fileHint')}</p>
            <Show when={file()}>{(chosen) => <FileRow file={chosen()} onRemove={remove} />}</Show>
            <p class="field-problem" aria-live="polite">
              {fileProblem()}
            </p>
          </div>
        </FileDrop>
        <PasswordField
          label={t('wallet.password')}
          hint={t('backup.passwordHint')}
          value={password()}
          problem={problems.of('password')}
          onInput={(text) => {
            restore.clear()
            setPassword(text)
          }}
        />
        <TextField
          label={t('backup.name')}
          hint={t('backup.nameHint')}
          value={name()}
          problem={problems.of('name')}
          onInput={(text) => {
            restore.clear()
            setName(text)
          }}
        />
        <Problem text={problems.rest()} />
        <Button variant="primary" type="submit" wide busy={restore.running()}>
          {t('backup.submit')}
        </Button>
      </Form>
    </Screen>
  )
}
