// A payment: the form, the review with the fee, and the outcome.
import { useLocation } from '@solidjs/router'
import { createSignal, type JSX, Show } from 'solid-js'
import type { TransferView } from '../../wallet/engine/engineViews.ts'
import { EmptyState, Notice } from '../components/Notice.tsx'
import { Screen } from '../components/Screen.tsx'
import { createAction } from '../state/action.ts'
import { useOpenWallet } from '../state/openWallet.tsx'
import { useSession } from '../state/session.tsx'
import { t } from '../text/text.ts'
import { Result } from './send/Result.tsx'
import { SendForm } from './send/SendForm.tsx'

export default function Send(): JSX.Element {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const location = useLocation<{ readonly to: string }>()
  const [to, setTo] = createSignal(location.state?.to ?? '')
  const [sent, setSent] = createSignal<readonly TransferView[]>()
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
      <Show
        when={!wallet().viewOnly}
        fallback={<EmptyState title={t('send.watchOnly')} hint={t('send.watchOnlyHint')} />}
      >
        <Show when={sent()} fallback={<SendForm to={to()} onSent={finish} />}>
          {(transfers) => (
            <>
              <Result transfers={transfers()} onAgain={() => setSent(undefined)} />
              {/* The payment itself succeeded: this is a warning, not a problem. */}
              <Show when={saveNote.problem()}>
                <Notice kind="warning">{t('send.noteFailed')}</Notice>
              </Show>
            </>
          )}
        </Show>
      </Show>
    </Screen>
  )
}
