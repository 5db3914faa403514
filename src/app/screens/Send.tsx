// A payment: who gets how much, then a review with the fee, then what became of it.
import { useLocation } from '@solidjs/router'
import { createSignal, type JSX, Show } from 'solid-js'
import type { TransferView } from '../../wallet/engine/engineApi.ts'
import { EmptyState } from '../components/Notice.tsx'
import { Screen } from '../components/Screen.tsx'
import { useOpenWallet } from '../state/session.tsx'
import { t } from '../text/text.ts'
import { Result } from './send/Result.tsx'
import { SendForm } from './send/SendForm.tsx'

export default function Send(): JSX.Element {
  const { wallet } = useOpenWallet()
  const location = useLocation<{ readonly to: string }>()
  const [to, setTo] = createSignal(location.state?.to ?? '')
  const [sent, setSent] = createSignal<readonly TransferView[]>()
  const finish = (transfers: readonly TransferView[]): void => {
    // Another payment begins empty.
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
          {(transfers) => <Result transfers={transfers()} onAgain={() => setSent(undefined)} />}
        </Show>
      </Show>
    </Screen>
  )
}
