// Chooses one of the contacts, by name.
import { createSignal, For, type JSX, Show } from 'solid-js'
import type { ContactView } from '../../wallet/engine/engineViews.ts'
import { t } from '../text/text.ts'
import { AddressList } from './AddressList.tsx'
import { ContactLines } from './ContactLines.tsx'
import { Dialog } from './Dialog.tsx'
import { TextField } from './Field.tsx'

/** The search field appears with more contacts than this. */
const FEW = 6

export const ContactPicker = (props: {
  readonly contacts: readonly ContactView[]
  readonly onPick: (contact: ContactView) => void
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
                  onClick={() => props.onPick(contact)}
                >
                  <span class="address-lines">
                    <ContactLines contact={contact} />
                  </span>
                </button>
              </li>
            )}
          </For>
        </AddressList>
        <p class="muted" role="status">
          {found().length === 0 ? t('contacts.none') : ''}
        </p>
      </div>
    </Dialog>
  )
}
