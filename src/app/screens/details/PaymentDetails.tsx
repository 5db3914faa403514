// One payment: its amount, recipients, state and note, what the wallet knows about it, and what can be done with it. The screen of a payment
// shows it, and the panel beside the history.
import { useNavigate } from '@solidjs/router'
import { createSignal, type JSX, Match, Show, Switch } from 'solid-js'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { HistoryLine } from '../../../wallet/history/historyViews.ts'
import { Button, ButtonLink } from '../../components/controls/Button.tsx'
import { EmptyState, Notice, Problem } from '../../components/feedback/Notice.tsx'
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { FiatValue } from '../../components/money/FiatValue.tsx'
import { TransferRing } from '../../components/payment/ConfirmationRing.tsx'
import { ExplorerLink } from '../../components/payment/ExplorerLink.tsx'
import { lineTitle, shownAmount, transferSign, transferState } from '../../components/payment/transferText.ts'
import { createTransferLines, type TransferLines } from '../../state/history/historyList.ts'
import { canPayAgain, draftLike } from '../../state/history/paymentActions.ts'
import { createHeightText } from '../../state/wallet/chainTimes.ts'
import { createContacts } from '../../state/wallet/lists.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { ExactAmounts } from '../../state/wallet/shownAmounts.tsx'
import { t } from '../../text/text.ts'
import { ContentCard } from './ContentCard.tsx'
import { FactsList } from './FactsList.tsx'
import { NoteField } from './NoteField.tsx'
import { canProve, ProofDialog } from './ProofDialog.tsx'
import { Resend } from './Resend.tsx'
import './paymentDetails.css'

/** Why a payment failed; one that is no longer in the chain can be sent again. */
const FailureOf = (props: { readonly transfer: HistoryLine }): JSX.Element => (
  <Switch>
    <Match when={props.transfer.failure === 'spent'}>
      <Notice kind="warning">{t('details.failedSpent')}</Notice>
    </Match>
    <Match when={props.transfer.failure === 'refused'}>
      <Notice kind="warning">{t('details.failedRefused')}</Notice>
    </Match>
    <Match when={props.transfer.failure === 'reverted'}>
      <Resend txid={props.transfer.txid} />
    </Match>
  </Switch>
)

const Head = (props: { readonly transfer: HistoryLine; readonly contacts: readonly ContactView[] }): JSX.Element => {
  const heightText = createHeightText()
  return (
    <header class="details-head">
      <p class="details-state">
        <span aria-hidden="true">
          <TransferRing line={props.transfer} />
        </span>
        <span>{transferState(props.transfer, heightText.inSentence)}</span>
      </p>
      <p class="amount-headline">
        <span class="details-amount">
          <Amount amount={shownAmount(props.transfer)} sign={transferSign(props.transfer)} />
        </span>
      </p>
      <FiatValue amount={shownAmount(props.transfer)} isPast />
      <p class="details-title" dir="auto" translate="no">
        {lineTitle(props.transfer, props.contacts)}
      </p>
    </header>
  )
}

const Actions = (props: { readonly transfer: HistoryLine; readonly onProve: () => void }): JSX.Element => {
  const { wallet, send } = useOpenWallet()
  const navigate = useNavigate()
  const payAgain = (): void => {
    send.begin(draftLike(props.transfer, wallet().decimals))
    navigate('/send')
  }
  return (
    <div class="buttons details-actions">
      <Show when={canProve(props.transfer, wallet())}>
        <Button icon="check" onClick={props.onProve}>
          {t('payment.prove')}
        </Button>
      </Show>
      <Show when={canPayAgain(props.transfer)}>
        <Button icon="send" onClick={payAgain}>
          {t('payment.again')}
        </Button>
      </Show>
      <ExplorerLink transfer={props.transfer} />
    </div>
  )
}

const Payment = (props: {
  readonly transfer: HistoryLine
  readonly lines: TransferLines
  readonly proves: boolean
}): JSX.Element => {
  const contacts = createContacts()
  const [isProving, setProving] = createSignal(props.proves)
  return (
    <div class="details">
      <Head transfer={props.transfer} contacts={contacts.items} />
      <NoteField transfer={props.transfer} onSave={props.lines.setNote} />
      <Show when={props.transfer.doubleSpendSeen}>
        <Notice kind="warning">{t('details.doubleSpend')}</Notice>
      </Show>
      <FailureOf transfer={props.transfer} />
      <Actions transfer={props.transfer} onProve={() => setProving(true)} />
      <FactsList transfer={props.transfer} contacts={contacts} />
      <ContentCard txid={props.transfer.txid} />
      <Show when={isProving() && props.transfer}>
        {(transfer) => (
          <ProofDialog transfer={transfer()} contacts={contacts.items} onClose={() => setProving(false)} />
        )}
      </Show>
    </div>
  )
}

export const PaymentDetails = (props: {
  readonly id: string
  /** opens with the dialog that makes proofs */
  readonly proves?: boolean
}): JSX.Element => {
  const lines = createTransferLines(() => props.id)
  /** With all recipients, if there are several. */
  const transfer = (): HistoryLine | undefined => {
    const [first] = lines.items
    return first && { ...first, recipient: undefined }
  }
  return (
    <>
      <Problem text={lines.problem()} />
      <Show
        when={transfer()}
        fallback={
          <Show when={lines.loaded()} fallback={<SkeletonRows rows={5} />}>
            <EmptyState title={t('details.missing')} hint={t('details.missingHint')}>
              <ButtonLink href="/history">{t('details.back')}</ButtonLink>
            </EmptyState>
          </Show>
        }
      >
        {(found) => (
          <ExactAmounts>
            <Payment transfer={found()} lines={lines} proves={props.proves === true} />
          </ExactAmounts>
        )}
      </Show>
    </>
  )
}
