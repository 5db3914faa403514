// Dialogs that save a file with the secrets of the open wallet.
import { createSignal, type JSX } from 'solid-js'
import { saveFile } from '../../host/files/saveFile.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { Form } from '../form/Form.tsx'
import { Dialog } from '../layout/Dialog.tsx'
import { WalletPassword } from './WalletPassword.tsx'

/** A file that is named after the wallet, with an ending such as `.keys`. */
export type SecretFile = { readonly ending: string; readonly bytes: Uint8Array }

/** Asks for the password, and saves files that contain the secrets of the wallet. */
export const SecretFileDialog = (props: {
  readonly title: string
  readonly warning: string
  /** returns the files; fails if the password is wrong */
  readonly filesOf: (password: string) => Promise<readonly SecretFile[]>
  readonly onClose: () => void
  readonly onDone: () => void
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const [password, setPassword] = createSignal('')
  const save = createAction(async () => {
    for (const { ending, bytes } of await props.filesOf(password()))
      saveFile(`${wallet().name}${ending}`, 'application/octet-stream', new Uint8Array(bytes))
    props.onDone()
  })
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <Form onSubmit={() => void save.run()}>
        <Notice kind="warning">{props.warning}</Notice>
        <WalletPassword value={password()} action={save} onInput={setPassword} />
        <div class="buttons">
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={save.running()}>
            {t('data.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** Saves the backup file of the open wallet. */
export const BackupDialog = (props: { readonly onClose: () => void; readonly onDone: () => void }): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  return (
    <SecretFileDialog
      title={t('backup.save')}
      warning={t(wallet().multisig === undefined ? 'backup.saveBody' : 'backup.saveMultisigBody')}
      filesOf={async (password) => [{ ending: '.faba-backup', bytes: await engine.exportBackup(password) }]}
      onClose={props.onClose}
      onDone={props.onDone}
    />
  )
}
