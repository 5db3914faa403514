// A payment: the form, the review with the fee, and the outcome.
import { useLocation } from '@solidjs/router'
import { createSignal, type JSX, Match, Show, Switch } from 'solid-js'
import type { TransferView, UnsignedTransfer } from '../../wallet/engine/engineViews.ts'
import { ButtonLink } from '../components/Button.tsx'
import { EmptyState, Notice } from '../components/Notice.tsx'
import { Screen } from '../components/Screen.tsx'
import { createAction } from '../state/action.ts'
import { signsAlone, useOpenWallet } from '../state/openWallet.tsx'
import { useSession } from '../state/session.tsx'
import { t } from '../text/text.ts'
import { Result } from './send/Result.tsx'
import { SendForm } from './send/SendForm.tsx'
import { Unsigned, UnsignedNotice } from './send/Unsigned.tsx'

export default function Send(): JSX.Element {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const location = useLocation<{ readonly to: string }>()
  const [to, setTo] = createSignal(location.state?.to ?? '')
  const [sent, setSent] = createSignal<readonly TransferView[]>()
  const [unsigned, setUnsigned] = createSignal<UnsignedTransfer>()
  const saveNote = createAction(async (transfers: readonly TransferView[], note: string) => {
    for (const { txid, note: existing } of transfers) if (existing === '') await engine.setNote(txid, note)
  })
  const finish = (transfers: readonly TransferView[], note: string): void => {
    saveNote.clear()
    if (note !== '') void saveNote.run(transfers, note)
    // The form of another payment starts empty.
    setTo('')
    setSent(transfers)
  }
  return (
    <Screen title={t('send.title')}>
      <Switch>
        <Match when={sent()}>
          {(transfers) => (
            <div class="stack medium">
              <Result transfers={transfers()} onAgain={() => setSent(undefined)} />
              {/* The payment itself succeeded: this is a warning, not a problem. */}
              <Show when={saveNote.problem()}>
                <Notice kind="warning">{t('send.noteFailed')}</Notice>
              </Show>
            </div>
          )}
        </Match>
        <Match when={unsigned()}>
          {(payment) => <Unsigned payment={payment()} onAgain={() => setUnsigned(undefined)} />}
        </Match>
        <Match when={wallet().multisig?.isReady === false}>
          <EmptyState title={t('send.notReady')} hint={t('send.notReadyHint')}>
            <ButtonLink href="/tools/multisig">{t('send.toSharedTool')}</ButtonLink>
          </EmptyState>
        </Match>
        <Match when={sent() === undefined}>
          <Show when={!signsAlone(wallet())}>
            <UnsignedNotice />
          </Show>
          <SendForm to={to()} onSent={finish} onUnsigned={setUnsigned} />
        </Match>
      </Switch>
    </Screen>
  )
}
