// The outcome of a payment: what was sent, or the data that others must sign. It is shown once; leaving the screen ends it.
import { Navigate, useNavigate } from '@solidjs/router'
import { type JSX, Match, onCleanup, Show, Switch } from 'solid-js'
import { Notice } from '../components/feedback/Notice.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { useOpenWallet } from '../state/wallet/openWallet.tsx'
import type { SendOutcome as Outcome } from '../state/wallet/sendState.ts'
import { ExactAmounts } from '../state/wallet/shownAmounts.tsx'
import { t } from '../text/text.ts'
import { Result } from './send/Result.tsx'
import { Unsigned } from './send/Unsigned.tsx'

const ofKind = <Kind extends Outcome['kind']>(
  outcome: Outcome | undefined,
  kind: Kind,
): Extract<Outcome, { readonly kind: Kind }> | undefined =>
  // TypeScript does not narrow a union by a type parameter.
  outcome?.kind === kind ? (outcome as Extract<Outcome, { readonly kind: Kind }>) : undefined

export default function SendOutcome(): JSX.Element {
  const { send } = useOpenWallet()
  const navigate = useNavigate()
  onCleanup(() => send.setOutcome(undefined))
  const again = (): void => navigate('/send')
  return (
    <Screen title={t('send.title')}>
      <Switch fallback={<Navigate href="/send" />}>
        <Match when={ofKind(send.outcome(), 'recorded')}>
          {(recorded) => (
            <div class="stack medium">
              <ExactAmounts>
                <Result transfers={recorded().transfers} onAgain={again} />
              </ExactAmounts>
              {/* The payment itself succeeded: this is a warning, not a problem. */}
              <Show when={send.saveNote.problem()}>
                <Notice kind="warning">{t('send.noteFailed')}</Notice>
              </Show>
            </div>
          )}
        </Match>
        <Match when={ofKind(send.outcome(), 'unsigned')}>
          {(unsigned) => (
            <ExactAmounts>
              <Unsigned payment={unsigned().payment} onAgain={again} />
            </ExactAmounts>
          )}
        </Match>
      </Switch>
    </Screen>
  )
}
