// A payment: the form, and the review with the fee. The outcome has a screen of its own.
import { useLocation, useNavigate } from '@solidjs/router'
import { createEffect, type JSX, on, onMount, Show } from 'solid-js'
import type { TransferView } from '../../wallet/history/historyViews.ts'
import { ButtonLink } from '../components/controls/Button.tsx'
import { EmptyState } from '../components/feedback/Notice.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { signsAlone, useOpenWallet } from '../state/wallet/openWallet.tsx'
import { EMPTY_DRAFT, EMPTY_RECIPIENT, type SendOutcome } from '../state/wallet/sendState.ts'
import { ExactAmounts } from '../state/wallet/shownAmounts.tsx'
import { t } from '../text/text.ts'
import { SendForm } from './send/SendForm.tsx'
import { UnsignedNotice } from './send/Unsigned.tsx'

export default function Send(): JSX.Element {
  const { wallet, send } = useOpenWallet()
  const navigate = useNavigate()
  const location = useLocation<{ readonly to: string }>()
  /** An address from another screen, or a link, starts a new payment, once: a return to this screen shows the draft. */
  const begin = (): void => {
    const to = location.state?.to ?? ''
    if (to === '') return
    send.begin({ ...EMPTY_DRAFT, recipients: [{ ...EMPTY_RECIPIENT, to }] })
  }
  begin()
  const forget = (): void => {
    if (location.state?.to !== undefined) navigate('/send', { replace: true, scroll: false })
  }
  onMount(forget)
  // A link that arrives while this screen is shown.
  createEffect(
    on(
      () => location.state,
      () => {
        begin()
        forget()
      },
      { defer: true },
    ),
  )
  const finish = (outcome: SendOutcome): void => {
    send.begin(EMPTY_DRAFT)
    send.setOutcome(outcome)
    navigate('/send/result')
  }
  const finishRecorded = (transfers: readonly TransferView[], note: string): void => {
    send.saveNote.clear()
    if (note !== '') void send.saveNote.run(transfers, note)
    finish({ kind: 'recorded', transfers })
  }
  return (
    <Screen title={t('send.title')}>
      <Show
        when={wallet().multisig?.isReady !== false}
        fallback={
          <EmptyState title={t('send.notReady')} hint={t('send.notReadyHint')}>
            <ButtonLink href="/tools/multisig">{t('send.toSharedTool')}</ButtonLink>
          </EmptyState>
        }
      >
        <Show when={!signsAlone(wallet())}>
          <UnsignedNotice />
        </Show>
        {/* A call can open another wallet: what was entered for this one is gone then. */}
        <Show when={wallet().id} keyed>
          <ExactAmounts>
            <SendForm onRecorded={finishRecorded} onUnsigned={(payment) => finish({ kind: 'unsigned', payment })} />
          </ExactAmounts>
        </Show>
      </Show>
    </Screen>
  )
}
