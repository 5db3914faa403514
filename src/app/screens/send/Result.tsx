// The outcome of a payment: sent, saved, or rejected.
import { For, type JSX, Show } from 'solid-js'
import type { TransferView } from '../../../wallet/engine/engineViews.ts'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { Copyable } from '../../components/Copy.tsx'
import { Icon } from '../../components/Icon.tsx'
import { SaveContact } from '../../components/SaveContact.tsx'
import { isToSelf } from '../../components/TransferRow.tsx'
import { createContacts, nameOf } from '../../state/lists.ts'
import { t } from '../../text/text.ts'
import './result.css'

export const Result = (props: {
  readonly transfers: readonly TransferView[]
  readonly onAgain: () => void
}): JSX.Element => {
  const outcome = (): 'done' | 'pending' | 'failed' => {
    if (props.transfers.some((transfer) => transfer.state === 'failed')) return 'failed'
    return props.transfers.every((transfer) => transfer.relayed) ? 'done' : 'pending'
  }
  const contacts = createContacts()
  /** The address of a single recipient who is not a contact; empty otherwise. */
  const unsavedAddress = (): string => {
    const payments = props.transfers.filter((transfer) => !isToSelf(transfer))
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
      <p>{t(`send.${outcome()}Hint`)}</p>
      <ul class="txids">
        <For each={props.transfers}>
          {(transfer) => (
            <li>
              <span class="muted">{t('send.txid')}</span>
              <Copyable text={transfer.txid} label={t('send.copyTxid')} />
            </li>
          )}
        </For>
      </ul>
      <div class="buttons centered">
        <Show when={unsavedAddress()}>
          {(address) => <SaveContact address={address()} contacts={contacts.items} />}
        </Show>
        <ButtonLink href={`/history/${encodeURIComponent(props.transfers[0]?.id ?? '')}`}>
          {t('send.details')}
        </ButtonLink>
        <Button variant="primary" onClick={props.onAgain}>
          {t('send.another')}
        </Button>
      </div>
    </section>
  )
}
