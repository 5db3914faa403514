// Sends a payment that the copy with the spend key has signed, after showing what it pays.
import { createSignal, type JSX, Match, Switch } from 'solid-js'
import type { TransferView } from '../../../../wallet/history/historyViews.ts'
import type { SignedTransferDescription } from '../../../../wallet/offline/setViews.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { Problem } from '../../../components/feedback/Notice.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { UnlockTimes } from '../../../components/money/UnlockTimes.tsx'
import { TransferSetFacts } from '../../../components/payment/TransferSetFacts.tsx'
import { createAction } from '../../../state/requests/action.ts'
import { useSession } from '../../../state/session/session.tsx'
import { createDataInput } from '../../../state/tools/dataInput.ts'
import { createTextDraft } from '../../../state/wallet/drafts.ts'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t } from '../../../text/text.ts'
import { Result } from '../../send/Result.tsx'
import { ReadSetCard } from '../cards/ReadSetCard.tsx'

type ReadSet = { readonly bytes: Uint8Array; readonly payment: SignedTransferDescription }

export const SendCard = (): JSX.Element => {
  const { engine } = useSession()
  const { drafts } = useOpenWallet()
  const [set, setSet] = createSignal<ReadSet>()
  const [sent, setSent] = createSignal<readonly TransferView[]>()
  const input = createDataInput(() => read.clear(), createTextDraft(drafts, 'offline.signed'))
  const read = createAction(async () => {
    const bytes = input.validate()
    if (bytes !== undefined) setSet({ bytes, payment: await engine.describeSignedSet(bytes) })
  })
  const send = createAction(async ({ bytes }: ReadSet) => void setSent(await engine.submitSignedSet(bytes)))
  const restart = (): void => {
    input.clear()
    send.clear()
    setSet(undefined)
    setSent(undefined)
  }
  return (
    <Switch>
      <Match when={sent()}>{(transfers) => <Result transfers={transfers()} onAgain={restart} />}</Match>
      <Match when={set()}>
        {(shown) => (
          <Card title={t('set.sendWhat')}>
            <TransferSetFacts {...shown().payment}>
              <UnlockTimes times={shown().payment.unlockTimes} />
            </TransferSetFacts>
            <p class="muted">{t('send.final')}</p>
            <Problem text={send.problem()} />
            <div class="buttons">
              <Button onClick={restart}>{t('action.cancel')}</Button>
              <Button variant="primary" icon="send" busy={send.running()} onClick={() => void send.run(shown())}>
                {t('set.sendGo')}
              </Button>
            </div>
          </Card>
        )}
      </Match>
      <Match when={set() === undefined}>
        <ReadSetCard
          title={t('offline.send')}
          hint={t('offline.sendBody')}
          label={t('offline.signedSet')}
          kind="txsigned"
          input={input}
          read={read}
        />
      </Match>
    </Switch>
  )
}
