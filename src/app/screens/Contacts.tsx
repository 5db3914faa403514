// The address book of the wallet.
import { useNavigate } from '@solidjs/router'
import { createSignal, For, type JSX, Match, Show, Switch } from 'solid-js'
import type { ContactView } from '../../wallet/engine/engineViews.ts'
import { AddressList } from '../components/AddressList.tsx'
import { Button, IconButton } from '../components/Button.tsx'
import { Card } from '../components/Card.tsx'
import { ContactDialog } from '../components/ContactDialog.tsx'
import { ContactLines, contactName } from '../components/ContactLines.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { EmptyState, Problem } from '../components/Notice.tsx'
import { Screen } from '../components/Screen.tsx'
import { createAction } from '../state/action.ts'
import { createContacts } from '../state/lists.ts'
import { useSession } from '../state/session.tsx'
import { t } from '../text/text.ts'
import { TableCard } from './contacts/TableCard.tsx'

const RemoveDialog = (props: { readonly contact: ContactView; readonly onClose: () => void }): JSX.Element => {
  const { engine } = useSession()
  const remove = createAction(async () => {
    await engine.removeContact(props.contact)
    props.onClose()
  })
  return (
    <Dialog title={t('contacts.removeTitle', { name: contactName(props.contact) })} onClose={props.onClose}>
      <div class="form">
        <p>{t('contacts.removeBody')}</p>
        <Problem text={remove.problem()} />
        <div class="buttons">
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button variant="danger" busy={remove.running()} onClick={() => void remove.run()}>
            {t('contacts.removeConfirm')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
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

type OpenDialog = { readonly kind: 'add' } | { readonly kind: 'edit' | 'remove'; readonly contact: ContactView }

const ContactsCard = (props: {
  readonly contacts: readonly ContactView[]
  readonly onOpen: (dialog: OpenDialog) => void
}): JSX.Element => {
  // A copy: the contact of an open dialog does not change with the list.
  const open = (kind: 'edit' | 'remove', contact: ContactView): void => props.onOpen({ kind, contact: { ...contact } })
  return (
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
        fallback={<EmptyState title={t('contacts.empty')} hint={t('contacts.emptyHint')} />}
      >
        <AddressList label={t('contacts.list')}>
          <For each={props.contacts}>
            {(contact) => (
              <ContactRow
                contact={contact}
                onEdit={() => open('edit', contact)}
                onRemove={() => open('remove', contact)}
              />
            )}
          </For>
        </AddressList>
      </Show>
    </Card>
  )
}

export default function Contacts(): JSX.Element {
  const contacts = createContacts()
  const [dialog, setDialog] = createSignal<OpenDialog>()
  const close = (): void => void setDialog(undefined)
  /** the contact of the dialog, if it is of this kind */
  const contactOf = (kind: OpenDialog['kind']): ContactView | undefined => {
    const open = dialog()
    return open?.kind === kind && 'contact' in open ? open.contact : undefined
  }
  return (
    <Screen title={t('contacts.title')} back={{ href: '/send', text: t('contacts.back') }}>
      <div class="stack narrow">
        <p class="muted">{t('contacts.about')}</p>
        <Problem text={contacts.problem()} />
        <Show when={contacts.loaded()}>
          <ContactsCard contacts={contacts.items} onOpen={setDialog} />
          <TableCard contacts={contacts.items} />
        </Show>
      </div>
      <Switch>
        <Match when={dialog()?.kind === 'add'}>
          <ContactDialog contact={undefined} contacts={contacts.items} onClose={close} onSaved={close} />
        </Match>
        <Match when={contactOf('edit')}>
          {(contact) => <ContactDialog contact={contact()} contacts={contacts.items} onClose={close} onSaved={close} />}
        </Match>
        <Match when={contactOf('remove')}>{(contact) => <RemoveDialog contact={contact()} onClose={close} />}</Match>
      </Switch>
    </Screen>
  )
}
