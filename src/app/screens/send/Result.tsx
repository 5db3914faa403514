// The outcome of a payment: sent, saved, or rejected; what was paid to whom, and its state, which stays live.
import { createMemo, createSignal, For, type JSX, Show, untrack } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { HistoryLine, TransferView } from '../../../wallet/history/historyViews.ts'
import { SaveContact } from '../../components/address/SaveContact.tsx'
import { Button, ButtonLink } from '../../components/controls/Button.tsx'
import { Copyable } from '../../components/controls/Copy.tsx'
import { Icon } from '../../components/controls/Icon.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { Disclosure } from '../../components/layout/Disclosure.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { ConfirmationRing } from '../../components/payment/ConfirmationRing.tsx'
import { isToSelf, SETTLED_CONFIRMATIONS, shownAmount } from '../../components/payment/transferText.ts'
import { shortAddress } from '../../format/address.ts'
import { detailsPath } from '../../host/navigation/detailsPath.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { createContacts, createLiveList, nameOf } from '../../state/wallet/lists.ts'
import { createWalletTrigger } from '../../state/wallet/walletTrigger.ts'
import { t, tCount } from '../../text/text.ts'
import './result.css'

type Outcome = 'done' | 'pending' | 'failed'

const outcomeOf = (transfers: readonly TransferView[]): Outcome => {
  if (transfers.some((transfer) => transfer.state === 'failed')) return 'failed'
  return transfers.every((transfer) => transfer.relayed) ? 'done' : 'pending'
}

/** Returns what to know about a payment that is not in a block. */
const hintOf = (transfers: readonly TransferView[]): string => {
  const outcome = outcomeOf(transfers)
  if (outcome !== 'done') return t(`send.${outcome}Hint`)
  if (transfers.every(({ approval }) => approval === 'approved')) return t('send.instantHint')
  return transfers.some(({ approval }) => approval === 'missing') ? t('send.notApprovedHint') : ''
}

/** Returns the transfers as they are now. */
const createLiveTransfers = (initial: readonly TransferView[]): (() => readonly TransferView[]) => {
  const { engine } = useSession()
  const lines = createLiveList<HistoryLine>('lineId', createWalletTrigger(), async () =>
    (await Promise.all(initial.map(({ id }) => engine.transferLines(id)))).flat(),
  )
  return createMemo(() => initial.map((transfer) => lines.items.find(({ id }) => id === transfer.id) ?? transfer))
}

/** Returns the recipient in words: a contact, an address in short, several, or the payer. */
const recipientText = (transfers: readonly TransferView[], contacts: readonly ContactView[]): string => {
  if (transfers.every(isToSelf)) return t('paid.toSelf')
  const addresses = [...new Set(transfers.flatMap(({ destinations }) => destinations.map(({ address }) => address)))]
  const [address = ''] = addresses
  if (addresses.length > 1) return tCount('paid.toSeveral', addresses.length)
  return address === '' ? '' : t('paid.to', { name: nameOf(contacts, address) || shortAddress(address) })
}

/** The state in one line: how many blocks confirm the payment. */
const StateLine = (props: { readonly transfers: readonly TransferView[] }): JSX.Element => {
  const confirmations = (): number =>
    Math.min(...props.transfers.map((transfer) => (transfer.state === 'confirmed' ? transfer.confirmations : 0)))
  const text = (): string => {
    if (confirmations() === 0) return t('paid.waiting')
    return confirmations() < SETTLED_CONFIRMATIONS
      ? t('paid.blocks', { count: confirmations(), needed: SETTLED_CONFIRMATIONS })
      : t('history.confirmed')
  }
  return (
    <p class="result-state numerals" data-testid="payment-state">
      <ConfirmationRing confirmations={confirmations()} needed={SETTLED_CONFIRMATIONS} failed={false} text="" />
      {text()}
    </p>
  )
}

/** What was paid, to whom, and for which fee. */
const Paid = (props: {
  readonly transfers: readonly TransferView[]
  readonly contacts: readonly ContactView[]
}): JSX.Element => {
  const notes = (): string => [...new Set(props.transfers.map(({ note }) => note))].filter(Boolean).join(' · ')
  return (
    <>
      <p class="amount-headline" data-testid="paid-amount">
        <Amount amount={props.transfers.reduce((sum, transfer) => sum + shownAmount(transfer), 0n)} />
      </p>
      <Show when={recipientText(props.transfers, props.contacts)}>
        {(text) => (
          <p class="break" translate="no" dir="auto">
            {text()}
          </p>
        )}
      </Show>
      <p class="muted break">
        {t('send.fee')} <Amount amount={props.transfers.reduce((sum, { fee }) => sum + fee, 0n)} />
        <Show when={notes()}>
          {(text) => (
            <>
              {' · '}
              <bdi>{showHidden(text())}</bdi>
            </>
          )}
        </Show>
      </p>
    </>
  )
}

/** Ids, and the keys that prove the payment. */
const IdsAndKeys = (props: { readonly transfers: readonly TransferView[] }): JSX.Element => (
  <Disclosure summary={t('paid.proof')}>
    <ul class="txids">
      <For each={props.transfers}>
        {(transfer) => (
          <li>
            <span class="muted">{t('send.txid')}</span>
            <Copyable text={transfer.txid} label={t('send.copyTxid')} />
          </li>
        )}
      </For>
      <Show when={props.transfers.some(({ txKey }) => txKey !== '')}>
        <li class="muted">{t('paid.proofHint')}</li>
      </Show>
      <For each={props.transfers.filter(({ txKey }) => txKey !== '')}>
        {(transfer) => (
          <li>
            <span class="muted">{t('details.txKey')}</span>
            <Copyable text={transfer.txKey} label={t('details.copyKey')} />
          </li>
        )}
      </For>
    </ul>
  </Disclosure>
)

export const Result = (props: {
  readonly transfers: readonly TransferView[]
  readonly onAgain: () => void
}): JSX.Element => {
  const { engine } = useSession()
  const contacts = createContacts()
  // Another attempt to send changes them before the history does.
  const [repeated, setRepeated] = createSignal<readonly TransferView[]>()
  const live = createLiveTransfers(untrack(() => props.transfers))
  const transfers = (): readonly TransferView[] => (outcomeOf(live()) === 'done' ? live() : (repeated() ?? live()))
  const outcome = (): Outcome => outcomeOf(transfers())
  /** The same bytes: they pay at most once, however often they are submitted. */
  const repeat = createAction(async () => {
    const sent: TransferView[] = []
    for (const transfer of transfers())
      sent.push(...(transfer.relayed ? [transfer] : await engine.resendPayment(transfer.txid)))
    setRepeated(sent)
  })
  /** The address of a single recipient who is not a contact; empty otherwise. */
  const unsavedAddress = (): string => {
    const payments = transfers().filter((transfer) => !isToSelf(transfer))
    const addresses = new Set(payments.flatMap(({ destinations }) => destinations.map(({ address }) => address)))
    const [address = ''] = addresses
    return addresses.size === 1 && contacts.loaded() && nameOf(contacts.items, address) === '' ? address : ''
  }
  return (
    <section class="card result" data-outcome={outcome()}>
      <span class="result-icon">
        <Icon name={outcome() === 'done' ? 'check' : outcome() === 'failed' ? 'warning' : 'history'} />
      </span>
      <div class="result-title" role="status">
        <h2>{t(`send.${outcome()}Title`)}</h2>
        <Show when={hintOf(transfers())}>{(text) => <p>{text()}</p>}</Show>
      </div>
      <Paid transfers={transfers()} contacts={contacts.items} />
      <Show when={outcome() === 'done'}>
        <StateLine transfers={transfers()} />
      </Show>
      <Problem text={repeat.problem()} />
      <div class="buttons centered">
        <ButtonLink variant="primary" href="/">
          {t('paid.done')}
        </ButtonLink>
        <Show when={outcome() === 'pending'}>
          <Button icon="refresh" busy={repeat.running()} onClick={() => void repeat.run()}>
            {t('paid.again')}
          </Button>
        </Show>
        <ButtonLink href={detailsPath(transfers()[0]?.id ?? '')}>{t('send.details')}</ButtonLink>
        <Show when={unsavedAddress()}>{(address) => <SaveContact address={address()} contacts={contacts} />}</Show>
        <Button variant="quiet" onClick={props.onAgain}>
          {t('send.another')}
        </Button>
      </div>
      <IdsAndKeys transfers={transfers()} />
    </section>
  )
}
