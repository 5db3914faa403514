// The address book of the wallet.
import { useNavigate } from '@solidjs/router'
import { createSignal, For, type JSX, Match, Show, Switch } from 'solid-js'
import type { ContactView } from '../../wallet/engine/engineApi.ts'
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
          <Button look="danger" busy={remove.running()} onClick={() => void remove.run()}>
            {t('contacts.removeConfirm')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The dialog that is open. */
type Asking = { readonly what: 'add' } | { readonly what: 'edit' | 'remove'; readonly contact: ContactView }

export default function Contacts(): JSX.Element {
  const contacts = createContacts()
  const navigate = useNavigate()
  const [asking, setAsking] = createSignal<Asking>()
  const chosen = (what: Asking['what']): ContactView | undefined => {
    const asked = asking()
    return asked?.what === what && 'contact' in asked ? asked.contact : undefined
  }
  const close = (): void => void setAsking(undefined)
  /** A copy: a change of the list must not change the open dialog. */
  const ask = (what: 'edit' | 'remove', contact: ContactView): void => void setAsking({ what, contact: { ...contact } })
  return (
    <Screen title={t('contacts.title')} back={{ href: '/send', text: t('contacts.back') }}>
      <div class="stack narrow">
        <p class="muted">{t('contacts.about')}</p>
        <Problem text={contacts.problem()} />
        <Show when={contacts.loaded()}>
          <Card
            title={t('contacts.list')}
            aside={
              <Button look="quiet" icon="plus" onClick={() => setAsking({ what: 'add' })}>
                {t('contacts.add')}
              </Button>
            }
          >
            <Show
              when={contacts.items.length > 0}
              fallback={<EmptyState title={t('contacts.empty')} hint={t('contacts.emptyHint')} />}
            >
              <AddressList label={t('contacts.list')}>
                <For each={contacts.items}>
                  {(contact) => (
                    <li class="address-row">
                      <div class="contact">
                        <ContactLines contact={contact} />
                      </div>
                      <Show when={contact.paymentId === ''}>
                        <IconButton
                          icon="send"
                          label={t('contacts.pay', { name: contactName(contact) })}
                          onClick={() => navigate('/send', { state: { to: contact.address } })}
                        />
                      </Show>
                      <IconButton
                        icon="edit"
                        label={t('contacts.editOf', { name: contactName(contact) })}
                        onClick={() => ask('edit', contact)}
                      />
                      <IconButton
                        icon="trash"
                        label={t('contacts.remove', { name: contactName(contact) })}
                        onClick={() => ask('remove', contact)}
                      />
                    </li>
                  )}
                </For>
              </AddressList>
            </Show>
          </Card>
        </Show>
      </div>
      <Switch>
        <Match when={asking()?.what === 'add'}>
          <ContactDialog contact={undefined} contacts={contacts.items} onClose={close} onSaved={close} />
        </Match>
        <Match when={chosen('edit')}>
          {(contact) => <ContactDialog contact={contact()} contacts={contacts.items} onClose={close} onSaved={close} />}
        </Match>
        <Match when={chosen('remove')}>{(contact) => <RemoveDialog contact={contact()} onClose={close} />}</Match>
      </Switch>
    </Screen>
  )
}
