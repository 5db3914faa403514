// Opens the files of a wallet of wallet2, in which other wallet programs keep it.
import { createSignal, For, type JSX } from 'solid-js'
import type { NewWallet } from '../../engine/api/engineViews.ts'
import { Button } from '../components/controls/Button.tsx'
import { FileDrop, FileRow } from '../components/data/FileDrop.tsx'
import { Problem } from '../components/feedback/Notice.tsx'
import { PasswordField, Switch } from '../components/form/Field.tsx'
import { Form } from '../components/form/Form.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { WalletFields } from '../components/wallet/WalletFields.tsx'
import { createAction } from '../state/requests/action.ts'
import { createFieldProblems } from '../state/requests/fieldProblems.ts'
import { useSession } from '../state/session/session.tsx'
import { createWalletFilesInput } from '../state/wallets/walletFilesInput.ts'
import { createWalletForm } from '../state/wallets/walletForm.ts'
import { t } from '../text/text.ts'

/** The fields of the faults of a keys file; those without one are of the files. */
const FIELDS: Readonly<Record<string, string>> = { password: 'password', network: 'network' }

export default function OpenFiles(): JSX.Element {
  const { engine } = useSession()
  const form = createWalletForm()
  const input = createWalletFilesInput(form.setName)
  const [filePassword, setFilePassword] = createSignal('')
  const [keepsPassword, setKeepsPassword] = createSignal(true)
  const choosePassword = (keeps: boolean): void => {
    form.newPassword.clear()
    setKeepsPassword(keeps)
  }
  /** A password that is too short here shows the fields of another one, with the reason. */
  const validate = (): NewWallet | undefined => {
    if (!keepsPassword()) return form.validate()
    form.newPassword.setPassword(filePassword())
    form.newPassword.setRepeat(filePassword())
    if (form.newPassword.validate() === undefined) {
      form.newPassword.setPassword('')
      form.newPassword.setRepeat('')
      setKeepsPassword(false)
    }
    return form.validate()
  }

  const open = createAction(async () => {
    const files = await input.read()
    const wallet = validate()
    if (files === undefined || wallet === undefined) return
    await engine.restoreFromKeysFile(wallet, files, filePassword())
  })

  const problems = createFieldProblems(open, ({ code, details }) => {
    if (code === 'wallet-cache') return 'files'
    if (code !== 'keys-file') return undefined
    return FIELDS[String(details['fault'])] ?? 'files'
  })
  return (
    <Screen title={t('files.title')} back={{ href: '/welcome', text: t('action.cancel') }}>
      <p>{t('files.body')}</p>
      <Form onSubmit={() => void open.run()}>
        <FileDrop multiple label={t('files.label')} action={t('files.choose')} onFiles={input.add}>
          <div class="field">
            <p class="field-label">{t('files.label')}</p>
            <p class="field-hint">{t('files.hint')}</p>
            <For each={input.files()}>{(file) => <FileRow file={file} onRemove={() => input.remove(file.name)} />}</For>
            <p class="field-problem" aria-live="polite">
              {input.problem() || problems.of('files')}
            </p>
          </div>
        </FileDrop>
        <PasswordField
          label={t('files.password')}
          hint={t('files.passwordHint')}
          value={filePassword()}
          problem={problems.of('password')}
          onInput={(text) => {
            open.clear()
            setFilePassword(text)
          }}
        />
        <Switch label={t('files.keepPassword')} checked={keepsPassword()} onChange={choosePassword} />
        <WalletFields form={form} networkProblem={problems.of('network')} hasPassword={keepsPassword()} />
        <Problem text={problems.rest()} />
        <Button variant="primary" type="submit" wide busy={open.running()}>
          {t('files.submit')}
        </Button>
      </Form>
    </Screen>
  )
}
