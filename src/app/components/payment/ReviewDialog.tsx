// The review of a payment: recipients, amounts and fee. Nothing is sent before it is confirmed here.

import { createSignal, type JSX, Show, untrack } from 'solid-js'
import { sumAmounts } from '../../../coin/amount.ts'
import type { PreparedTransfer } from '../../../engine/api/engineViews.ts'
import { asFabaError } from '../../../errors/fabaError.ts'
import type { CoinView } from '../../../wallet/funds/fundsViews.ts'
import type { TransferView } from '../../../wallet/history/historyViews.ts'
import { priorityName } from '../../format/priority.ts'
import { needsScamHints, rememberScamHints } from '../../state/preferences/scamHints.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { ShownAmounts } from '../../state/wallet/shownAmounts.tsx'
import { t, tCount } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Problem } from '../feedback/Notice.tsx'
import { accountName } from '../form/AccountSelect.tsx'
import { Dialog } from '../layout/Dialog.tsx'
import { Amount } from '../money/Amount.tsx'
import { FiatValue } from '../money/FiatValue.tsx'
import { Ledger, type LedgerLine } from '../money/Ledger.tsx'
import { Fact, Facts, WideFact } from '../text/Facts.tsx'
import { OwnText } from '../text/OwnText.tsx'
import { PaidAddresses } from './PaidAddress.tsx'
import { ReviewTransactions } from './ReviewTransactions.tsx'
import { ScamHints } from './ScamHints.tsx'
import './reviewDialog.css'

/** Errors after which the payment no longer waits: its coins were spent or frozen, or the wallet was closed. */
const FINAL_ERRORS = ['payment-outdated', 'frozen-coin', 'unknown-prepared-transfer', 'no-wallet', 'wallet-closed']

/** Whether the payment was not sent because no quorum can approve an instant one any more. */
const lacksQuorum = (error: unknown): boolean => asFabaError(error)?.code === 'instant-unavailable'

/** Whether a payment can be confirmed, after an error as well: it waits unless the error ended it. */
const canConfirm = (error: unknown): boolean => {
  const expected = asFabaError(error)
  if (expected === undefined) return true
  if (lacksQuorum(error)) return false
  if (expected.code === 'payment-refused') return expected.details['isWaiting'] === true
  return !FINAL_ERRORS.includes(expected.code)
}

const max0 = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

export const ReviewDialog = (props: {
  readonly prepared: PreparedTransfer
  /** names of contacts and OpenAlias names, by address */
  readonly names: ReadonlyMap<string, string>
  /** saved with the payment; empty for none */
  readonly note: string
  /** the coins that the user chose to pay from; undefined: all of the account */
  readonly coins: readonly CoinView[] | undefined
  /** what the user should know before it is sent */
  readonly children?: JSX.Element
  readonly onCancel: () => void
  /** prepares the payment again, at the usual priority */
  readonly onOrdinary: () => void
  readonly onSent: (transfers: readonly TransferView[]) => void
}): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const payer = () => wallet().accounts.find(({ index }) => index === props.prepared.account)
  const account = (): string => accountName(payer() ?? { index: props.prepared.account, label: '' })
  /** what the account can spend right after the payment, and what returns to it some blocks later */
  const left = (): bigint => max0((payer()?.balance.unlocked ?? 0n) - props.prepared.coins.amount)
  const change = (): bigint => props.prepared.coins.amount - props.prepared.amount - props.prepared.fee
  const lines = (): readonly LedgerLine[] => [
    { name: t('send.amount'), amount: props.prepared.amount },
    { name: t('send.fee'), amount: props.prepared.fee, testId: 'fee' },
  ]
  const total = (): LedgerLine => ({ name: t('send.sum'), amount: props.prepared.amount + props.prepared.fee })
  const afterwards = (): readonly LedgerLine[] => [
    { name: t('send.left'), amount: left(), testId: 'left' },
    ...(change() > 0n ? [{ name: t('send.change'), amount: change(), testId: 'change' }] : []),
  ]
  // The balance changes when the payment is sent; the hints stay as they were shown.
  const hasHints = untrack(() => needsScamHints(wallet(), props.prepared.amount + props.prepared.fee))
  const [isRead, setRead] = createSignal(!hasHints)
  const confirm = createAction(async () => {
    if (hasHints) rememberScamHints(wallet().id)
    props.onSent(await engine.confirmTransfer(props.prepared.id))
  })
  const cancel = (): void => {
    if (!confirm.running()) props.onCancel()
  }
  return (
    <Dialog title={t('send.reviewTitle')} onClose={cancel}>
      <div class="form">
        <ShownAmounts>
          <p class="amount-headline review-headline">
            <Amount amount={props.prepared.amount} />
            <FiatValue amount={props.prepared.amount + props.prepared.fee} />
          </p>
          <Facts>
            <PaidAddresses destinations={props.prepared.destinations} names={props.names} hasSum />
            <Show when={props.note.trim()}>
              {(note) => (
                <WideFact name={t('details.note')}>
                  <OwnText class="break" text={note()} />
                </WideFact>
              )}
            </Show>
            <Fact name={t('send.from')}>
              <OwnText text={account()} />
            </Fact>
            <Show when={props.coins}>
              {(chosen) => (
                <Fact name={t('coins.from')}>
                  {tCount('coins.chosen', chosen().length)}, <Amount amount={sumAmounts(chosen())} />
                </Fact>
              )}
            </Show>
            <Fact name={t('send.priority')}>{priorityName(props.prepared.priority)}</Fact>
          </Facts>
          <Ledger lines={lines()} total={total()} after={afterwards()} />
          <Show when={props.prepared.transactions.length > 1}>
            <p class="muted">{tCount('send.transactions', props.prepared.transactions.length)}</p>
          </Show>
          <ReviewTransactions id={props.prepared.id} names={props.names} />
        </ShownAmounts>
        {props.children}
        <p class="muted">{t('send.final')}</p>
        <Show when={hasHints}>
          <ScamHints read={isRead()} onRead={setRead} />
        </Show>
        <Problem text={confirm.problem()} />
        <div class="buttons">
          <Button onClick={cancel} disabled={confirm.running()}>
            {t(confirm.problem() === '' ? 'action.cancel' : 'action.close')}
          </Button>
          <Show when={lacksQuorum(confirm.error())}>
            <Button variant="primary" onClick={() => props.onOrdinary()}>
              {t('send.ordinary')}
            </Button>
          </Show>
          {/* The same bytes are submitted again: they pay at most once. */}
          <Show when={canConfirm(confirm.error())}>
            <Button
              variant="primary"
              icon="send"
              disabled={!isRead()}
              busy={confirm.running()}
              onClick={() => void confirm.run()}
            >
              {t(confirm.running() ? 'send.sending' : confirm.problem() === '' ? 'send.confirm' : 'action.retry')}
            </Button>
          </Show>
        </div>
      </div>
    </Dialog>
  )
}
