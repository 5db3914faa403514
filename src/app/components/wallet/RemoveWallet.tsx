// Removes a wallet permanently, after the password and an explicit confirmation.

import { createSignal, type JSX } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { WalletSummary } from '../../../engine/api/engineViews.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Switch } from '../form/Field.tsx'
import { Form } from '../form/Form.tsx'
import { Dialog } from '../layout/Dialog.tsx'
import { WalletPassword } from './WalletPassword.tsx'

export const RemoveWallet = (props: { readonly wallet: WalletSummary; readonly onClose: () => void }): JSX.Element => {
  const { engine } = useSession()
  const [password, setPassword] = createSignal('')
  const [understood, setUnderstood] = createSignal(false)
  const remove = createAction(async () => {
    await engine.removeWallet(props.wallet.id, password())
    props.onClose()
  })
  return (
    <Dialog title={t('settings.removeTitle', { name: showHidden(props.wallet.name) })} onClose={props.onClose}>
      <Form onSubmit={() => void remove.run()}>
        <p>{t(props.wallet.viewOnly ? 'settings.removeWatchBody' : 'settings.removeBody')}</p>
        <WalletPassword value={password()} action={remove} onInput={setPassword} />
        <Switch
          role="checkbox"
          label={t(props.wallet.viewOnly ? 'settings.removeWatchUnderstand' : 'settings.removeUnderstand')}
          checked={understood()}
          onChange={setUnderstood}
        />
        <div class="buttons">
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button variant="danger" type="submit" busy={remove.running()} disabled={!understood() || password() === ''}>
            {t('settings.removeConfirm')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
