// Sets up or removes the passkey that unlocks the wallet beside its password.
import { createSignal, type JSX, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Dialog } from '../../components/layout/Dialog.tsx'
import { WalletPassword } from '../../components/wallet/WalletPassword.tsx'
import { createPasskey } from '../../host/device/passkey.ts'
import { createAction } from '../../state/requests/action.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

type Callbacks = { readonly onClose: () => void; readonly onDone: (text: string) => void }

const SetUp = (props: Callbacks): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const [password, setPassword] = createSignal('')
  const setUp = createAction(async () => {
    // A wrong password is reported before the device asks for a fingerprint.
    await engine.verifyPassword(password())
    await engine.addPasskey(password(), await createPasskey(wallet().name))
    props.onDone(t('passkey.done'))
  })
  return (
    <Form onSubmit={() => void setUp.run()}>
      <p>{t('passkey.body')}</p>
      <WalletPassword value={password()} action={setUp} onInput={setPassword} />
      <div class="buttons">
        <Button onClick={props.onClose}>{t('action.cancel')}</Button>
        <Button variant="primary" type="submit" busy={setUp.running()}>
          {t('passkey.setUp')}
        </Button>
      </div>
    </Form>
  )
}

const Remove = (props: Callbacks): JSX.Element => {
  const { engine } = useSession()
  const remove = createAction(async () => {
    await engine.removePasskey()
    props.onDone(t('passkey.removed'))
  })
  return (
    <div class="form">
      <p>{t('passkey.isSetUp')}</p>
      <Problem text={remove.problem()} />
      <div class="buttons">
        <Button onClick={props.onClose}>{t('action.cancel')}</Button>
        <Button variant="danger" busy={remove.running()} onClick={() => void remove.run()}>
          {t('passkey.remove')}
        </Button>
      </div>
    </div>
  )
}

export const PasskeyDialog = (props: Callbacks): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const stored = createFetched(
    () => wallet().id,
    async (id) => ({ passkey: await engine.passkey(id) }),
  )
  return (
    <Dialog title={t('passkey.title')} onClose={props.onClose}>
      <Problem text={stored.problem()} />
      <Show when={stored.value()}>
        {(found) => (
          <Show when={found().passkey} fallback={<SetUp {...props} />}>
            <Remove {...props} />
          </Show>
        )}
      </Show>
    </Dialog>
  )
}
