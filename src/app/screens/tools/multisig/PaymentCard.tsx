// A payment that participants hand round: read, signed by this one, and sent once enough have signed.
import { createSignal, type JSX, Match, Switch } from 'solid-js'
import type { TransferView } from '../../../../wallet/history/historyViews.ts'
import { Notice } from '../../../components/feedback/Notice.tsx'
import { createAction } from '../../../state/requests/action.ts'
import { useSession } from '../../../state/session/session.tsx'
import { createDataInput } from '../../../state/tools/dataInput.ts'
import { createTextDraft } from '../../../state/wallet/drafts.ts'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t } from '../../../text/text.ts'
import { Result } from '../../send/Result.tsx'
import { ReadSetCard } from '../cards/ReadSetCard.tsx'
import { type ReadSet, SetCard } from './SetCard.tsx'

export const PaymentCard = (): JSX.Element => {
  const { engine } = useSession()
  const { drafts } = useOpenWallet()
  const [set, setSet] = createSignal<ReadSet>()
  const [sent, setSent] = createSignal<readonly TransferView[]>()
  const input = createDataInput(() => read.clear(), createTextDraft(drafts, 'multisig.set'))
  const read = createAction(async () => {
    const bytes = input.validate()
    if (bytes !== undefined) setSet({ bytes, payment: await engine.describeMultisigSet(bytes), isKept: true })
  })
  const sign = createAction(async ({ bytes, payment }: ReadSet) => {
    const signed = await engine.signMultisigSet(bytes)
    // Nothing may fail from here on: this participant does not sign the payment again.
    const { signatures } = payment
    setSet({ bytes: signed.bytes, payment: { ...payment, signatures: signatures + 1, isSigned: true }, isKept: false })
  })
  const send = createAction(async ({ bytes }: ReadSet) => void setSent(await engine.submitMultisigSet(bytes)))
  const restart = (): void => {
    input.clear()
    sign.clear()
    send.clear()
    setSet(undefined)
    setSent(undefined)
  }
  return (
    <Switch>
      <Match when={sent()}>
        {(transfers) => (
          <>
            <Result transfers={transfers()} onAgain={restart} />
            <Notice kind="info">{t('multisigPayment.after')}</Notice>
          </>
        )}
      </Match>
      <Match when={set()}>{(shown) => <SetCard set={shown()} sign={sign} send={send} onClose={restart} />}</Match>
      <Match when={set() === undefined}>
        <ReadSetCard
          title={t('multisigPayment.read')}
          hint={t('multisigPayment.readBody')}
          label={t('multisigPayment.set')}
          input={input}
          read={read}
        />
      </Match>
    </Switch>
  )
}
