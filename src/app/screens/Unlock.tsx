// Unlocks a wallet of this device with its password.

import { useNavigate, useParams } from '@solidjs/router'
import { createSignal, type JSX, Show } from 'solid-js'
import { showHidden } from '../../bytes/invisibleCharacters.ts'
import type { WalletSummary } from '../../engine/api/engineViews.ts'
import type { Passkey } from '../../store/passkeyCredential.ts'
import { Button, ButtonLink } from '../components/controls/Button.tsx'
import { EmptyState, Problem } from '../components/feedback/Notice.tsx'
import { Form } from '../components/form/Form.tsx'
import { Mark } from '../components/layout/Mark.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { RemoveWallet } from '../components/wallet/RemoveWallet.tsx'
import { WalletPassword } from '../components/wallet/WalletPassword.tsx'
import { arePasskeysSupported, readPasskey } from '../host/device/passkey.ts'
import { networkName } from '../state/nodes/networks.ts'
import { createAction } from '../state/requests/action.ts'
import { createFetched } from '../state/requests/fetched.ts'
import { useSession } from '../state/session/session.tsx'
import { inOneLine, t } from '../text/text.ts'
import './unlock.css'

/** Unlocks with the passkey of the wallet, if it has one. */
const PasskeyButton = (props: { readonly id: string }): JSX.Element => {
  const { engine } = useSession()
  const stored = createFetched(
    () => arePasskeysSupported() && props.id,
    (id) => engine.passkey(id),
  )
  const open = createAction(async (passkey: Passkey) => engine.openWithPasskey(props.id, await readPasskey(passkey)))
  return (
    <Show when={stored.value()}>
      {(passkey) => (
        <>
          <Problem text={open.problem()} />
          <Button icon="lock" wide busy={open.running()} onClick={() => void open.run(passkey())}>
            {t('passkey.unlock')}
          </Button>
        </>
      )}
    </Show>
  )
}

const UnlockForm = (props: {
  readonly id: string
  readonly name: string
  /** a problem of the screen */
  readonly problem: string
}): JSX.Element => {
  const { engine, preload } = useSession()
  const [password, setPassword] = createSignal('')
  const [problem, setProblem] = createSignal('')
  const open = createAction(async () => {
    if (password() === '') {
      setProblem(t('unlock.empty'))
      return
    }
    await engine.openWallet(props.id, password())
    setPassword('')
  })
  return (
    <Form onSubmit={() => void open.run()}>
      {/* Password managers keep a password for each wallet. */}
      <input hidden type="text" autocomplete="username" value={props.name} readonly />
      <WalletPassword
        value={password()}
        problem={problem()}
        action={open}
        onInput={(value) => {
          preload()
          setPassword(value)
          setProblem('')
        }}
      />
      <Problem text={props.problem} />
      <Button variant="primary" type="submit" wide busy={open.running()}>
        {t(open.running() ? 'unlock.working' : 'unlock.submit')}
      </Button>
      <PasskeyButton id={props.id} />
    </Form>
  )
}

const Missing = (): JSX.Element => (
  <Screen title={t('unlock.missing')}>
    <EmptyState title={t('unlock.missing')} hint="">
      <ButtonLink href="/welcome">{t('notFound.home')}</ButtonLink>
    </EmptyState>
  </Screen>
)

export default function Unlock(): JSX.Element {
  const { engine, view } = useSession()
  const params = useParams()
  const navigate = useNavigate()
  const [removing, setRemoving] = createSignal(false)
  const wallet = (): WalletSummary | undefined =>
    view.wallets.find((each) => each.id === params['id']) ?? view.lockedWallet
  const leave = createAction(async () => {
    // A locked wallet redirects every route to this screen.
    if (view.phase === 'locked') await engine.closeWallet()
    navigate('/welcome')
  })

  return (
    <Show when={wallet()} fallback={<Missing />}>
      {(summary) => (
        <Screen title={t('unlock.title', { name: showHidden(summary().name) })}>
          <div class="screen-mark">
            <Mark size={56} />
          </div>
          <p class="dim unlock-network">
            {inOneLine([networkName(summary().networkId), summary().viewOnly ? t('welcome.watchOnly') : ''])}
          </p>
          <UnlockForm id={summary().id} name={summary().name} problem={leave.problem()} />
          <div class="unlock-other">
            <button type="button" class="link" onClick={() => void leave.run()}>
              {t('unlock.other')}
            </button>
            <button type="button" class="link" onClick={() => setRemoving(true)}>
              {t('unlock.remove')}
            </button>
          </div>
          <Show when={removing()}>
            <RemoveWallet wallet={summary()} onClose={() => setRemoving(false)} />
          </Show>
        </Screen>
      )}
    </Show>
  )
}
