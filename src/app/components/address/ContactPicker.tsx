// Chooses one of the contacts, by name.

import { createSignal, For, type JSX, Show } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import { formatShortTime } from '../../format/time.ts'
import type { RecentRecipient } from '../../state/recipients/recentRecipients.ts'
import { t } from '../../text/text.ts'
import { TextField } from '../form/Field.tsx'
import { Dialog } from '../layout/Dialog.tsx'
import { AddressList, ShortAddress } from './AddressList.tsx'
import { ContactLines } from './ContactLines.tsx'

/** The search field appears with more contacts than this. */
const FEW = 6

export const ContactPicker = (props: {
  readonly contacts: readonly ContactView[]
  readonly recent: readonly RecentRecipient[]
  readonly onPick: (address: string) => void
  readonly onClose: () => void
}): JSX.Element => {
  const [search, setSearch] = createSignal('')
  const found = (): readonly ContactView[] => {
    const words = search().trim().toLowerCase()
    return props.contacts.filter(({ name, address }) => `${name} ${address}`.toLowerCase().includes(words))
  }
  return (
    <Dialog title={t('contacts.chooseTitle')} onClose={props.onClose}>
      <div class="stack">
        <Show when={props.contacts.length > FEW}>
          <TextField
            autofocus
            label={t('contacts.search')}
            type="search"
            inputMode="search"
            value={search()}
            onInput={setSearch}
          />
        </Show>
        <AddressList label={t('contacts.list')}>
          <For each={found()}>
            {(contact) => (
              <li class="address-row">
                <button
                  type="button"
                  class="row-button address-pick"
                  // Payment ids can no longer be sent: the recipient could not identify the payment.
                  disabled={contact.paymentId !== ''}
                  onClick={() => props.onPick(contact.address)}
                >
                  <span class="address-lines">
                    <ContactLines contact={contact} />
                  </span>
                </button>
              </li>
            )}
          </For>
        </AddressList>
        <Show when={props.recent.length > 0 && search() === ''}>
          <h3 class="muted">{t('fill.recent')}</h3>
          <AddressList label={t('fill.recent')}>
            <For each={props.recent}>
              {(recipient) => (
                <li class="address-row">
                  <button type="button" class="row-button address-pick" onClick={() => props.onPick(recipient.address)}>
                    <span class="address-lines">
                      <span class="address-row-name" translate="no" dir="auto">
                        {showHidden(recipient.note) || formatShortTime(recipient.timestamp)}
                      </span>
                      <ShortAddress address={recipient.address} />
                    </span>
                  </button>
                </li>
              )}
            </For>
          </AddressList>
        </Show>
        <p class="muted" role="status">
          {found().length === 0 && props.contacts.length > 0 ? t('contacts.none') : ''}
        </p>
      </div>
    </Dialog>
  )
}
