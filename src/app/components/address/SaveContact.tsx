// Saves a paid address as a contact.
import { createSignal, type JSX, Show } from 'solid-js'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { LiveList } from '../../state/wallet/lists.ts'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { ContactDialog } from './ContactDialog.tsx'

export const SaveContact = (props: {
  readonly address: string
  readonly contacts: LiveList<ContactView>
}): JSX.Element => {
  const [open, setOpen] = createSignal(false)
  return (
    <>
      <Button icon="contacts" onClick={() => setOpen(true)}>
        {t('contacts.keep')}
      </Button>
      <Show when={open()}>
        <ContactDialog
          contact={undefined}
          address={props.address}
          contacts={props.contacts}
          onClose={() => setOpen(false)}
          onSaved={() => setOpen(false)}
        />
      </Show>
    </>
  )
}
