// Lock time, password, and the secrets of the wallet.
import { useLocation, useNavigate } from '@solidjs/router'
import { createEffect, createSignal, type JSX, Match, Show, Switch } from 'solid-js'
import type { EngineApi } from '../../../engine/api/engineApi.ts'
import type { WalletSecrets, WalletSettings } from '../../../engine/api/engineViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { CopyableSecret } from '../../components/controls/Copy.tsx'
import { LargeQr } from '../../components/data/LargeQr.tsx'
import { Done, Notice, Problem } from '../../components/feedback/Notice.tsx'
import { SelectField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Dialog } from '../../components/layout/Dialog.tsx'
import { Disclosure } from '../../components/layout/Disclosure.tsx'
import { SettingRow, SettingRows } from '../../components/layout/SettingRow.tsx'
import { Fact, Facts, WideFact } from '../../components/text/Facts.tsx'
import { PrintSheet, type Sheet } from '../../components/wallet/BackupSheet.tsx'
import { BackupDialog, type SecretFile, SecretFileDialog } from '../../components/wallet/SecretFileDialog.tsx'
import { SeedWords } from '../../components/wallet/SeedWords.tsx'
import { NewPasswordFields } from '../../components/wallet/WalletFields.tsx'
import { WalletPassword } from '../../components/wallet/WalletPassword.tsx'
import { arePasskeysSupported } from '../../host/device/passkey.ts'
import type { SecurityRequest } from '../../host/navigation/securityRequest.ts'
import { createAction } from '../../state/requests/action.ts'
import type { ReloadSetting } from '../../state/session/reloadUnlock.ts'
import { useSession } from '../../state/session/session.tsx'
import type { LiveSettings } from '../../state/session/settings.ts'
import { createHeightText } from '../../state/wallet/chainTimes.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createNewPassword } from '../../state/wallets/walletForm.ts'
import { t, tCount } from '../../text/text.ts'
import { beginningText } from './beginning.ts'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { ReloadSwitch } from './ReloadSwitch.tsx'

const LOCK_MINUTES = [0, 1, 5, 15, 30, 60] as const

/** Seconds; 1 is at once. */
const HIDDEN_SECONDS: readonly number[] = [0, 1, 60, 300]

const hiddenText = (seconds: number): string => {
  if (seconds === 0) return t('settings.hiddenNever')
  return seconds < 60 ? t('settings.hiddenAtOnce') : tCount('settings.hiddenMinutes', Math.round(seconds / 60))
}

const minutesText = (minutes: number): string => {
  if (minutes === 0) return t('settings.lockNever')
  return minutes % 60 === 0 ? tCount('settings.lockHours', minutes / 60) : tCount('settings.lockMinutes', minutes)
}

const PasswordDialog = (props: {
  readonly onClose: () => void
  readonly onDone: (text: string) => void
}): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const [old, setOld] = createSignal('')
  const fresh = createNewPassword()
  const change = createAction(async () => {
    const password = fresh.validate()
    if (password === undefined) return
    const passkey = await engine.passkey(wallet().id)
    await engine.changePassword(old(), password)
    props.onDone(t(passkey === undefined ? 'settings.passwordDone' : 'settings.passwordDoneNoPasskey'))
  })
  return (
    <Dialog title={t('settings.password')} onClose={props.onClose}>
      <Form onSubmit={() => void change.run()}>
        <WalletPassword label={t('settings.passwordOld')} value={old()} action={change} onInput={setOld} />
        <NewPasswordFields form={fresh} label={t('settings.passwordNew')} repeatLabel={t('settings.passwordRepeat')} />
        <div class="buttons">
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={change.running()}>
            {t('settings.password')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

const SecretsView = (props: { readonly secrets: WalletSecrets }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const heightText = createHeightText()
  const sheetOf = async (): Promise<Sheet> => ({
    name: wallet().name,
    networkId: wallet().networkId,
    address: wallet().address,
    words: props.secrets.words.split(/\s+/u),
    // A polyseed, beside which there are older words, contains its month.
    beginning: props.secrets.olderWords === '' ? beginningText(wallet(), heightText.value) : undefined,
    needsPassphrase: props.secrets.needsPassphrase,
  })
  return (
    <div class="form">
      {/* The seed of a multisig wallet is one text without spaces. */}
      <Show
        when={props.secrets.words}
        fallback={
          <Show when={!wallet().viewOnly}>
            <Notice kind="info">{t('settings.secretsNone')}</Notice>
          </Show>
        }
      >
        <Show
          when={/\s/u.test(props.secrets.words)}
          fallback={
            <Facts>
              <WideFact name={t('settings.secretsMultisig')}>
                <CopyableSecret text={props.secrets.words} label={t('settings.secretsMultisig')} />
              </WideFact>
            </Facts>
          }
        >
          <SeedWords label={t('settings.secretsWords')} words={props.secrets.words.split(/\s+/u)} />
          <Show when={props.secrets.needsPassphrase}>
            <Notice kind="warning">{t('settings.secretsPassphrase')}</Notice>
          </Show>
          <PrintSheet sheetOf={sheetOf} basis={props.secrets.words} />
        </Show>
      </Show>
      <Facts>
        <Fact name={t('settings.restoreHeight')}>
          <span class="numerals">{beginningText(wallet(), heightText.value)}</span>
        </Fact>
        <WideFact name={t('settings.secretsView')}>
          <CopyableSecret text={props.secrets.viewSecret} label={t('settings.secretsView')} />
        </WideFact>
        <Show when={props.secrets.spendSecret}>
          <WideFact name={t('settings.secretsSpend')}>
            <CopyableSecret text={props.secrets.spendSecret} label={t('settings.secretsSpend')} />
          </WideFact>
        </Show>
      </Facts>
      <Show when={props.secrets.olderWords}>
        <Disclosure summary={t('create.twentyFive')}>
          <SeedWords label={t('create.twentyFive')} words={props.secrets.olderWords.split(' ')} />
        </Disclosure>
      </Show>
      <Show when={wallet().multisig?.isReady !== false}>
        <Disclosure summary={t('settings.watchQr')}>
          <div class="form">
            <p class="muted">{t('settings.watchQrBody')}</p>
            <LargeQr text={props.secrets.watchUri} label={t('settings.watchQr')} />
          </div>
        </Disclosure>
      </Show>
    </div>
  )
}

/** The secrets are in the memory of this dialog only, until it closes. */
const SecretsDialog = (props: { readonly onClose: () => void }): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const [password, setPassword] = createSignal('')
  const [secrets, setSecrets] = createSignal<WalletSecrets>()
  const reveal = createAction(async () => {
    setSecrets(await engine.revealSecrets(password()))
    setPassword('')
  })
  return (
    <Dialog title={t(wallet().viewOnly ? 'settings.viewKey' : 'settings.secrets')} onClose={props.onClose}>
      <Show
        when={secrets()}
        fallback={
          <Form onSubmit={() => void reveal.run()}>
            <Notice kind="warning">{t(wallet().viewOnly ? 'settings.viewKeyBody' : 'settings.secretsBody')}</Notice>
            <WalletPassword value={password()} action={reveal} onInput={setPassword} />
            <div class="buttons">
              <Button onClick={props.onClose}>{t('action.cancel')}</Button>
              <Button variant="primary" type="submit" busy={reveal.running()}>
                {t('settings.secretsShow')}
              </Button>
            </div>
          </Form>
        }
      >
        {(shown) => <SecretsView secrets={shown()} />}
      </Show>
    </Dialog>
  )
}

type OpenDialog = 'password' | 'passkey' | 'secrets' | 'backup' | 'keys file'

/** Returns the keys file, and the cache beside it, which has no ending. */
const walletFilesOf = async (engine: EngineApi, password: string): Promise<SecretFile[]> => {
  const { keys, cache } = await engine.exportWalletFiles(password)
  return [{ ending: '.keys', bytes: keys }, ...(cache === undefined ? [] : [{ ending: '', bytes: cache }])]
}

/** The dialog of a button of the card. */
const SecurityDialog = (props: {
  readonly open: OpenDialog | undefined
  readonly onClose: () => void
  readonly onDone: (text: string) => void
}): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const isShared = (): boolean => wallet().multisig !== undefined
  return (
    <Switch>
      <Match when={props.open === 'password'}>
        <PasswordDialog onClose={props.onClose} onDone={props.onDone} />
      </Match>
      <Match when={props.open === 'passkey'}>
        <PasskeyDialog onClose={props.onClose} onDone={props.onDone} />
      </Match>
      <Match when={props.open === 'secrets'}>
        <SecretsDialog onClose={props.onClose} />
      </Match>
      <Match when={props.open === 'backup'}>
        <BackupDialog onClose={props.onClose} onDone={() => props.onDone(t('backup.done'))} />
      </Match>
      <Match when={props.open === 'keys file'}>
        <SecretFileDialog
          title={t('settings.keysFile')}
          warning={t(isShared() ? 'settings.keysFileMultisigBody' : 'settings.keysFileBody')}
          filesOf={(password) => walletFilesOf(engine, password)}
          onClose={props.onClose}
          onDone={() => props.onDone(t('settings.keysFileDone'))}
        />
      </Match>
    </Switch>
  )
}

export const SecurityCards = (props: { readonly live: LiveSettings; readonly reload: ReloadSetting }): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const heightText = createHeightText()
  const [open, setOpen] = createSignal<OpenDialog>()
  const [done, setDone] = createSignal('')
  const location = useLocation<SecurityRequest>()
  const navigate = useNavigate()
  createEffect(() => {
    const opens = location.state?.opens
    if (opens === undefined) return
    setOpen(opens)
    // Going back to this screen opens the dialog no second time.
    navigate(location.pathname, { replace: true, scroll: false })
  })
  const lock = createAction(() => engine.lock())
  const change = createAction((lock: Pick<WalletSettings, 'lockMinutes'> | Pick<WalletSettings, 'hiddenLockSeconds'>) =>
    props.live.change(lock),
  )
  const minutes = (): readonly number[] =>
    [...new Set([...LOCK_MINUTES, props.live.settings()?.lockMinutes ?? 0])].sort((a, b) => a - b)
  return (
    <>
      <SettingRows title={t('settings.access')}>
        <Show when={props.live.settings()}>
          <SelectField
            label={t('settings.lockLabel')}
            value={props.live.settings()?.lockMinutes ?? 0}
            options={minutes().map((each) => ({ value: each, text: minutesText(each) }))}
            hint={props.reload.staysUnlocked() === true ? '' : t('settings.lockReload')}
            onChange={(lockMinutes) => void change.run({ lockMinutes })}
          />
          <SelectField
            label={t('settings.hiddenLabel')}
            hint={t('settings.hiddenHint')}
            value={props.live.settings()?.hiddenLockSeconds ?? 0}
            options={HIDDEN_SECONDS.map((each) => ({ value: each, text: hiddenText(each) }))}
            onChange={(hiddenLockSeconds) => void change.run({ hiddenLockSeconds })}
          />
        </Show>
        <ReloadSwitch setting={props.reload} />
        <Problem text={change.problem() || lock.problem() || props.live.problem()} />
        <SettingRow title={t('wallet.password')} hint={t('wallet.passwordHint')}>
          <Button onClick={() => setOpen('password')}>{t('settings.password')}</Button>
        </SettingRow>
        <Show when={arePasskeysSupported()}>
          <SettingRow title={t('settings.passkey')} hint={t('settings.passkeyHint')}>
            <Button onClick={() => setOpen('passkey')}>{t('passkey.title')}</Button>
          </SettingRow>
        </Show>
        <SettingRow title={t('nav.lock')} hint={t('palette.lockShortcut')}>
          <Button icon="lock" busy={lock.running()} onClick={() => void lock.run()}>
            {t('settings.lockNow')}
          </Button>
        </SettingRow>
      </SettingRows>
      <SettingRows title={t('settings.backup')}>
        <SettingRow
          title={t(wallet().viewOnly ? 'settings.secretsView' : 'settings.secretsWords')}
          hint={`${t('settings.restoreHeight')}: ${beginningText(wallet(), heightText.value)}`}
        >
          <Button icon="words" onClick={() => setOpen('secrets')}>
            {t(wallet().viewOnly ? 'settings.viewKey' : 'settings.secrets')}
          </Button>
        </SettingRow>
        <SettingRow title={t('backup.file')} hint={t('settings.backupHint')}>
          <Button icon="save" onClick={() => setOpen('backup')}>
            {t('backup.save')}
          </Button>
        </SettingRow>
        <Show when={wallet().multisig?.isReady !== false}>
          <SettingRow title={t('settings.walletFile')} hint={t('settings.walletFileHint')}>
            <Button icon="file" onClick={() => setOpen('keys file')}>
              {t('settings.keysFile')}
            </Button>
          </SettingRow>
        </Show>
      </SettingRows>
      <Done text={done()} />
      <SecurityDialog
        open={open()}
        onClose={() => setOpen(undefined)}
        onDone={(text) => {
          setOpen(undefined)
          setDone(text)
        }}
      />
    </>
  )
}
