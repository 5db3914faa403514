// The outcome of a payment: sent, saved, or rejected.
import { createSignal, For, type JSX, Show, untrack } from 'solid-js'
import type { TransferView } from '../../../wallet/history/historyViews.ts'
import { SaveContact } from '../../components/address/SaveContact.tsx'
import { Button, ButtonLink } from '../../components/controls/Button.tsx'
import { Copyable } from '../../components/controls/Copy.tsx'
import { Icon } from '../../components/controls/Icon.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { Disclosure } from '../../components/layout/Disclosure.tsx'
import { isToSelf } from '../../components/payment/transferText.ts'
import { detailsPath } from '../../host/navigation/detailsPath.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { createContacts, nameOf } from '../../state/wallet/lists.ts'
import { t } from '../../text/text.ts'
import './result.css'

export const Result = (props: {
  readonly transfers: readonly TransferView[]
  readonly onAgain: () => void
}): JSX.Element => {
  // Another attempt to send changes them.
  const [transfers, setTransfers] = createSignal(untrack(() => props.transfers))
  const outcome = (): 'done' | 'pending' | 'failed' => {
    if (transfers().some((transfer) => transfer.state === 'failed')) return 'failed'
    return transfers().every((transfer) => transfer.relayed) ? 'done' : 'pending'
  }
  const hint = (): string => {
    if (outcome() !== 'done') return t(`send.${outcome()}Hint`)
    if (transfers().every(({ approval }) => approval === 'approved')) return t('send.instantHint')
    return t(transfers().some(({ approval }) => approval === 'missing') ? 'send.notApprovedHint' : 'send.doneHint')
  }
  const { engine } = useSession()
  /** The same bytes: they pay at most once, however often they are submitted. */
  const repeat = createAction(async () => {
    const repeated: TransferView[] = []
    for (const transfer of transfers())
      repeated.push(...(transfer.relayed ? [transfer] : await engine.resendPayment(transfer.txid)))
    setTransfers(repeated)
  })
  const contacts = createContacts()
  /** The address of a single recipient who is not a contact; empty otherwise. */
  const unsavedAddress = (): string => {
    const payments = transfers().filter((transfer) => !isToSelf(transfer))
    const addresses = new Set(payments.flatMap(({ destinations }) => destinations.map(({ address }) => address)))
    const [address = ''] = addresses
    return addresses.size === 1 && contacts.loaded() && nameOf(contacts.items, address) === '' ? address : ''
  }
  return (
    <section class="card result" data-outcome={outcome()} role="status">
      <span class="result-icon">
        <Icon name={outcome() === 'done' ? 'check' : outcome() === 'failed' ? 'warning' : 'history'} />
      </span>
      <h2>{t(`send.${outcome()}Title`)}</h2>
      <p>{hint()}</p>
      <ul class="txids">
        <For each={transfers()}>
          {(transfer) => (
            <li>
              <span class="muted">{t('send.txid')}</span>
              <Copyable text={transfer.txid} label={t('send.copyTxid')} />
            </li>
          )}
        </For>
      </ul>
      <Show when={transfers().some(({ txKey }) => txKey !== '') && outcome() !== 'failed'}>
        <Disclosure summary={t('paid.proof')}>
          <p class="muted">{t('paid.proofHint')}</p>
          <ul class="txids">
            <For each={transfers()}>
              {(transfer) => (
                <li>
                  <span class="muted">{t('details.txKey')}</span>
                  <Copyable text={transfer.txKey} label={t('details.copyKey')} />
                </li>
              )}
            </For>
          </ul>
        </Disclosure>
      </Show>
      <Problem text={repeat.problem()} />
      <div class="buttons centered">
        <Show when={outcome() === 'pending'}>
          <Button icon="refresh" busy={repeat.running()} onClick={() => void repeat.run()}>
            {t('paid.again')}
          </Button>
        </Show>
        <Show when={unsavedAddress()}>{(address) => <SaveContact address={address()} contacts={contacts} />}</Show>
        <ButtonLink href={detailsPath(transfers()[0]?.id ?? '')}>{t('send.details')}</ButtonLink>
        <Button variant="primary" onClick={props.onAgain}>
          {t('send.another')}
        </Button>
      </div>
    </section>
  )
}
