// A contact in a list: its name and shortened address.

import { type JSX, Show } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import { t } from '../../text/text.ts'
import { ShortAddress } from './AddressList.tsx'

/** Returns the name of a contact. Contacts added over RPC may have none. */
export const contactName = (contact: ContactView): string => showHidden(contact.name) || t('contacts.unnamed')

export const ContactLines = (props: { readonly contact: ContactView }): JSX.Element => (
  <>
    <span class="address-row-name" translate="no" dir="auto">
      {contactName(props.contact)}
    </span>
    <ShortAddress address={props.contact.address} />
    <Show when={props.contact.paymentId}>
      <span class="field-problem">{t('contacts.outdated')}</span>
    </Show>
  </>
)
