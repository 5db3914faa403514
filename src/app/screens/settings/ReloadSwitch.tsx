// Lets the wallet stay unlocked when its tab reloads. Turning it on needs the password.
import { createSignal, type JSX, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { Switch } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Dialog } from '../../components/layout/Dialog.tsx'
import { WalletPassword } from '../../components/wallet/WalletPassword.tsx'
import { createAction } from '../../state/requests/action.ts'
import type { ReloadSetting } from '../../state/session/reloadUnlock.ts'
import { t } from '../../text/text.ts'

const ReloadDialog = (props: { readonly setting: ReloadSetting; readonly onClose: () => void }): JSX.Element => {
  const [password, setPassword] = createSignal('')
  const allow = createAction(async () => {
    await props.setting.stayUnlocked(password())
    props.onClose()
  })
  return (
    <Dialog title={t('settings.reloadLabel')} onClose={props.onClose}>
      <Form onSubmit={() => void allow.run()}>
        <p>{t('settings.reloadBody')}</p>
        <WalletPassword value={password()} action={allow} onInput={setPassword} />
        <div class="buttons">
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={allow.running()}>
            {t('settings.reloadAllow')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

export const ReloadSwitch = (props: { readonly setting: ReloadSetting }): JSX.Element => {
  const [asking, setAsking] = createSignal(false)
  const forbid = createAction(() => props.setting.lockOnReload())
  const change = (isOn: boolean): unknown => (isOn ? setAsking(true) : forbid.run())
  return (
    <Show when={props.setting.staysUnlocked() !== undefined}>
      <Switch
        label={t('settings.reloadLabel')}
        hint={t('settings.reloadHint')}
        checked={asking() || props.setting.staysUnlocked() === true}
        onChange={change}
      />
      <Problem text={forbid.problem() || props.setting.problem()} />
      <Show when={asking()}>
        <ReloadDialog setting={props.setting} onClose={() => setAsking(false)} />
      </Show>
    </Show>
  )
}
