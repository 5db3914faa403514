// The address book of the wallet.
import { createMemo, createSignal, type JSX, Show } from 'solid-js'
import type { ContactView } from '../../wallet/accounts/accountViews.ts'
import { ContactDialog } from '../components/address/ContactDialog.tsx'
import { contactName } from '../components/address/ContactLines.tsx'
import { Button } from '../components/controls/Button.tsx'
import type { Anchor } from '../components/controls/floating.ts'
import { focusAfterRemoval } from '../components/controls/focus.ts'
import { Menu, MenuButton, type MenuItem } from '../components/controls/Menu.tsx'
import { EmptyState, Problem } from '../components/feedback/Notice.tsx'
import { SkeletonCard } from '../components/feedback/Skeleton.tsx'
import { SearchField } from '../components/form/SearchField.tsx'
import { Dialog } from '../components/layout/Dialog.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { ListBlock, ListTools } from '../components/table/ListTools.tsx'
import { SidePanel } from '../components/table/SidePanel.tsx'
import { createMediaQuery, PANEL_WIDTH, TABLE_WIDTH } from '../host/device/mediaQuery.ts'
import type { Change } from '../state/lists/pendingChanges.ts'
import { BY_NAME, type ContactLine, contactLines, contactOf, listContacts } from '../state/recipients/contactList.ts'
import { useSession } from '../state/session/session.tsx'
import { createContactPayments, createContacts, type LiveList } from '../state/wallet/lists.ts'
import { useOpenWallet } from '../state/wallet/openWallet.tsx'
import { t } from '../text/text.ts'
import { ContactDetails } from './contacts/ContactDetails.tsx'
import { ContactQr } from './contacts/ContactQr.tsx'
import { ContactRows } from './contacts/ContactRows.tsx'
import { ContactTable } from './contacts/ContactTable.tsx'
import { type ContactActions, createContactMenu } from './contacts/contactMenu.ts'
import { ImportDialog, saveContacts } from './contacts/ImportDialog.tsx'
import { createRenaming, type Renaming } from './contacts/renaming.ts'
import './contacts/contacts.css'

/** The search field appears with this many contacts. */
const MANY = 8

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
    const removed = contactOf(contact)
    focusAfterRemoval(undefined)
    const saving = contacts.change(without(removed), () => engine.removeContact(removed))
    await toasts.offerUndo(t('toast.contactRemoved', { name: contactName(removed) }), saving, () =>
      engine.restoreContact(removed),
    )
  }
}

/** The contacts as a table or as rows, with their search and their menus. */
const ContactItems = (props: {
  readonly contacts: readonly ContactLine[]
  /** address of the contact whose details are shown */
  readonly shown: string | undefined
  readonly actions: ContactActions
  readonly renaming: Renaming
  readonly onEscape: () => void
}): JSX.Element => {
  const [search, setSearch] = createSignal('')
  const [order, setOrder] = createSignal(BY_NAME)
  const [menu, setMenu] = createSignal<{ readonly contact: ContactLine; readonly anchor: Anchor }>()
  const isTable = createMediaQuery(TABLE_WIDTH)
  const isSearched = (): boolean => props.contacts.length >= MANY
  const found = createMemo(() => listContacts(props.contacts, isSearched() ? search() : '', order()))
  const menuOf = createContactMenu(props.actions)
  return (
    <ListBlock>
      <Show when={isSearched()}>
        <ListTools>
          <SearchField
            label={t('contacts.search')}
            placeholder={t('contacts.search')}
            value={search()}
            onInput={setSearch}
          />
        </ListTools>
      </Show>
      <Show when={found().length > 0} fallback={<p class="muted">{t('contacts.none')}</p>}>
        <Show
          when={isTable()}
          fallback={
            <ContactRows
              contacts={found()}
              shown={props.shown}
              menuOf={menuOf}
              actions={props.actions}
              onMenu={(contact, anchor) => setMenu({ contact, anchor })}
            />
          }
        >
          <ContactTable
            contacts={found()}
            shown={props.shown}
            menuOf={menuOf}
            actions={props.actions}
            renaming={props.renaming}
            order={order()}
            onOrder={setOrder}
            onEscape={props.onEscape}
          />
        </Show>
      </Show>
      <Show when={menu()}>
        {(open) => (
          <Menu
            label={t('table.actions')}
            groups={menuOf(open().contact)}
            anchor={open().anchor}
            onClose={() => setMenu(undefined)}
          />
        )}
      </Show>
    </ListBlock>
  )
}

/** What is edited: a contact, or a new one. */
type Edited = { readonly contact: ContactView | undefined }

export default function Contacts(): JSX.Element {
  const { wallet } = useOpenWallet()
  const contacts = createContacts()
  const payments = createContactPayments()
  const [edited, setEdited] = createSignal<Edited>()
  const [shown, setShown] = createSignal<string>()
  const [coded, setCoded] = createSignal<ContactLine>()
  const [imports, setImports] = createSignal(false)
  const hasPanel = createMediaQuery(PANEL_WIDTH)
  const remove = createRemoval(contacts)
  const renaming = createRenaming(contacts)
  const lines = createMemo(() => contactLines(contacts.items, payments.items))
  const opened = (): ContactLine | undefined => lines().find(({ address }) => address === shown())
  const close = (): void => void setShown(undefined)
  const add = (): void => void setEdited({ contact: undefined })
  const actions: ContactActions = {
    onOpen: ({ address }) => setShown(address),
    onEdit: (contact) => setEdited({ contact: contactOf(contact) }),
    onRename: ({ address }) => renaming.edit({ id: address, draft: undefined }),
    onQr: setCoded,
    onRemove: (contact) => {
      if (contact.address === shown()) close()
      void remove(contact)
    },
  }
  const tables = (): readonly MenuItem[] => {
    const save: MenuItem = {
      text: t('contacts.export'),
      icon: 'save',
      onSelect: () => saveContacts(wallet(), contacts.items),
    }
    return [
      { text: t('contacts.import'), icon: 'file', onSelect: () => setImports(true) },
      ...(contacts.items.length === 0 ? [] : [save]),
    ]
  }
  const headActions = (): JSX.Element => (
    <div class="buttons">
      <Button icon="plus" shortcut="n" onClick={add}>
        {t('contacts.add')}
      </Button>
      <MenuButton icon="more" label={t('contacts.move')} groups={[tables()]} />
    </div>
  )
  return (
    <Screen title={t('contacts.title')} actions={headActions()}>
      <p class="muted">{t('contacts.about')}</p>
      <Problem text={contacts.problem()} />
      <Show when={contacts.loaded()} fallback={<SkeletonCard rows={3} />}>
        <Show
          when={lines().length > 0}
          fallback={
            <EmptyState title={t('contacts.empty')} hint={t('contacts.emptyHint')}>
              <Button icon="plus" onClick={add}>
                {t('contacts.addFirst')}
              </Button>
            </EmptyState>
          }
        >
          <div class="contacts" classList={{ beside: hasPanel() && opened() !== undefined }}>
            <ContactItems
              contacts={lines()}
              shown={opened()?.address}
              actions={actions}
              renaming={renaming}
              onEscape={close}
            />
            <Show when={hasPanel() && opened()}>
              {(contact) => (
                <SidePanel label={t('contacts.one')} onClose={close}>
                  <h2 class="contact-title" translate="no" dir="auto">
                    {contactName(contact())}
                  </h2>
                  <ContactDetails contact={contact()} actions={actions} />
                </SidePanel>
              )}
            </Show>
          </div>
        </Show>
      </Show>
      {/* Where there is no space beside the list. */}
      <Show when={!hasPanel() && opened()}>
        {(contact) => (
          <Dialog title={contactName(contact())} onClose={close}>
            <ContactDetails contact={contact()} actions={actions} />
          </Dialog>
        )}
      </Show>
      <Show when={edited()}>
        {(open) => (
          <ContactDialog
            contact={open().contact}
            contacts={contacts}
            onClose={() => setEdited(undefined)}
            onSaved={() => setEdited(undefined)}
          />
        )}
      </Show>
      <Show when={coded()}>{(contact) => <ContactQr contact={contact()} onClose={() => setCoded(undefined)} />}</Show>
      <Show when={imports()}>
        <ImportDialog onClose={() => setImports(false)} />
      </Show>
    </Screen>
  )
}
