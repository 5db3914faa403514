// What is known of a contact: its address, and the payments to it.
import { createMemo, For, type JSX, Show } from 'solid-js'
import { ALL_TRANSFERS, type HistoryLine } from '../../../wallet/history/historyViews.ts'
import { CopyableAddress } from '../../components/address/Address.tsx'
import { contactName } from '../../components/address/ContactLines.tsx'
import { Button } from '../../components/controls/Button.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { TransferRow } from '../../components/payment/TransferRow.tsx'
import { Fact, Facts, WideFact } from '../../components/text/Facts.tsx'
import { OwnText } from '../../components/text/OwnText.tsx'
import { formatTime } from '../../format/time.ts'
import { createHistoryList, type HistoryQuery, NEWEST_FIRST } from '../../state/history/historyList.ts'
import type { ContactLine } from '../../state/recipients/contactList.ts'
import { t } from '../../text/text.ts'
import { type ContactActions, createContactWays } from './contactMenu.ts'

/** The latest payments to a contact that are listed. */
const MAX_SHOWN = 5

const Payments = (props: { readonly contact: ContactLine }): JSX.Element => {
  const ways = createContactWays()
  const list = createHistoryList(
    createMemo(
      (): HistoryQuery => ({
        filter: { ...ALL_TRANSFERS, show: 'outgoing', search: props.contact.address },
        arrangement: { order: NEWEST_FIRST, opened: [], withMonths: false },
      }),
    ),
    MAX_SHOWN,
  )
  const lines = (): readonly HistoryLine[] =>
    Array.from({ length: MAX_SHOWN }, (_, position) => list.line(position)).flatMap((row) =>
      row === undefined || row.kind === 'month' ? [] : [row.line],
    )
  return (
    <>
      <ul class="transfers" aria-label={t('contacts.payments')}>
        <For each={lines()}>
          {(line) => (
            <li>
              <TransferRow line={line} contacts={[props.contact]} />
            </li>
          )}
        </For>
      </ul>
      <Button variant="quiet" icon="history" onClick={() => ways.showPayments(props.contact)}>
        {t('contacts.payments')}
      </Button>
    </>
  )
}

export const ContactDetails = (props: {
  readonly contact: ContactLine
  readonly actions: Pick<ContactActions, 'onEdit' | 'onQr' | 'onRemove'>
}): JSX.Element => {
  const ways = createContactWays()
  return (
    <div class="stack">
      <CopyableAddress text={props.contact.address} label={t('payment.copyAddress')} />
      <Show when={props.contact.note}>
        {(note) => (
          <Facts>
            <WideFact name={t('details.note')}>
              <OwnText class="break" text={note()} />
            </WideFact>
          </Facts>
        )}
      </Show>
      <Show when={props.contact.paymentId}>
        <p class="field-problem">{t('contacts.outdated')}</p>
      </Show>
      <div class="buttons">
        <Show when={props.contact.paymentId === ''}>
          <Button variant="primary" icon="send" onClick={() => ways.pay(props.contact)}>
            {t('contacts.pay', { name: contactName(props.contact) })}
          </Button>
          <Button icon="qr" onClick={() => props.actions.onQr(props.contact)}>
            {t('contacts.qr')}
          </Button>
        </Show>
        <Button icon="edit" onClick={() => props.actions.onEdit(props.contact)}>
          {t('contacts.edit')}
        </Button>
        <Button variant="quiet" icon="trash" onClick={() => props.actions.onRemove(props.contact)}>
          {t('contacts.removeIt')}
        </Button>
      </div>
      <Show when={props.contact.lastPaid > 0} fallback={<p class="muted">{t('contacts.neverPaid')}</p>}>
        <Facts>
          <Fact name={t('contacts.paidInAll')}>
            <Amount amount={props.contact.paid} />
          </Fact>
          <Fact name={t('contacts.lastPaid')}>{formatTime(props.contact.lastPaid)}</Fact>
        </Facts>
        <Payments contact={props.contact} />
      </Show>
    </div>
  )
}
