// The address book of the wallet.
import { useNavigate } from '@solidjs/router'
import { createSignal, For, type JSX, Show } from 'solid-js'
import type { ContactView } from '../../wallet/accounts/accountViews.ts'
import { AddressList } from '../components/address/AddressList.tsx'
import { ContactDialog } from '../components/address/ContactDialog.tsx'
import { ContactLines, contactName } from '../components/address/ContactLines.tsx'
import { Button, IconButton } from '../components/controls/Button.tsx'
import { keepFocusInList } from '../components/controls/focus.ts'
import { EmptyState, Problem } from '../components/feedback/Notice.tsx'
import { SkeletonCard } from '../components/feedback/Skeleton.tsx'
import { Card } from '../components/layout/Card.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import type { Change } from '../state/lists/pendingChanges.ts'
import { useSession } from '../state/session/session.tsx'
import { createContacts, type LiveList } from '../state/wallet/lists.ts'
import { useOpenWallet } from '../state/wallet/openWallet.tsx'
import { t } from '../text/text.ts'
import { TableCard } from './contacts/TableCard.tsx'

/** Returns the contacts without one of them; the indices of later ones decrease by one. */
const without =
  (removed: ContactView): Change<ContactView> =>
  (contacts) =>
    contacts
      .filter(({ index, address }) => index !== removed.index || address !== removed.address)
      .map((contact, index) => ({ ...contact, index }))

/** Removes contacts, and puts them back when the user undoes it. */
const createRemoval = (contacts: LiveList<ContactView>): ((contact: ContactView) => Promise<void>) => {
  const { engine } = useSession()
  const { toasts } = useOpenWallet()
  return async (contact) => {
    // The list changes its contacts in place: the next one takes the place of this one.
    const removed = { ...contact }
    keepFocusInList()
    const saving = contacts.change(without(removed), () => engine.removeContact(removed))
    await toasts.offerUndo(t('toast.contactRemoved', { name: contactName(removed) }), saving, () =>
      engine.restoreContact(removed),
    )
  }
}

const ContactRow = (props: {
  readonly contact: ContactView
  readonly onEdit: () => void
  readonly onRemove: () => void
}): JSX.Element => {
  const navigate = useNavigate()
  const name = (): string => contactName(props.contact)
  return (
    <li class="address-row">
      <div class="contact">
        <ContactLines contact={props.contact} />
      </div>
      <Show when={props.contact.paymentId === ''}>
        <IconButton
          icon="send"
          label={t('contacts.pay', { name: name() })}
          onClick={() => navigate('/send', { state: { to: props.contact.address } })}
        />
      </Show>
      <IconButton icon="edit" label={t('contacts.editOf', { name: name() })} onClick={props.onEdit} />
      <IconButton icon="trash" label={t('contacts.remove', { name: name() })} onClick={props.onRemove} />
    </li>
  )
}

type OpenDialog = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly contact: ContactView }

const ContactsCard = (props: {
  readonly contacts: readonly ContactView[]
  readonly onOpen: (dialog: OpenDialog) => void
  readonly onRemove: (contact: ContactView) => void
}): JSX.Element => (
  <Card
    title={t('contacts.list')}
    aside={
      <Button variant="quiet" icon="plus" onClick={() => props.onOpen({ kind: 'add' })}>
        {t('contacts.add')}
      </Button>
    }
  >
    <Show
      when={props.contacts.length > 0}
      fallback={
        <EmptyState title={t('contacts.empty')} hint={t('contacts.emptyHint')}>
          <Button icon="plus" onClick={() => props.onOpen({ kind: 'add' })}>
            {t('contacts.addFirst')}
          </Button>
        </EmptyState>
      }
    >
      <AddressList label={t('contacts.list')}>
        <For each={props.contacts}>
          {(contact) => (
            <ContactRow
              contact={contact}
              // Copies: they do not change with the list.
              onEdit={() => props.onOpen({ kind: 'edit', contact: { ...contact } })}
              onRemove={() => props.onRemove({ ...contact })}
            />
          )}
        </For>
      </AddressList>
    </Show>
  </Card>
)

export default function Contacts(): JSX.Element {
  const contacts = createContacts()
  const [dialog, setDialog] = createSignal<OpenDialog>()
  const remove = createRemoval(contacts)
  const close = (): void => void setDialog(undefined)
  const edited = (): ContactView | undefined => {
    const open = dialog()
    return open?.kind === 'edit' ? open.contact : undefined
  }
  return (
    <Screen title={t('contacts.title')}>
      <div class="stack narrow">
        <p class="muted">{t('contacts.about')}</p>
        <Problem text={contacts.problem()} />
        <Show when={contacts.loaded()} fallback={<SkeletonCard rows={3} />}>
          <ContactsCard contacts={contacts.items} onOpen={setDialog} onRemove={(contact) => void remove(contact)} />
          <TableCard contacts={contacts.items} />
        </Show>
      </div>
      <Show when={dialog()?.kind === 'add'}>
        <ContactDialog contact={undefined} contacts={contacts} onClose={close} onSaved={close} />
      </Show>
      <Show when={edited()}>
        {(contact) => <ContactDialog contact={contact()} contacts={contacts} onClose={close} onSaved={close} />}
      </Show>
    </Screen>
  )
}
