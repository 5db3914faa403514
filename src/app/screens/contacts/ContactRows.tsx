// The contacts as a list of rows, where there is no space for a table: a press shows a contact, a long one opens its menu.
import { type JSX, onMount, Show } from 'solid-js'
import { ContactLines, contactName } from '../../components/address/ContactLines.tsx'
import type { Anchor } from '../../components/controls/floating.ts'
import { MenuButton } from '../../components/controls/Menu.tsx'
import { listenForMenu } from '../../components/controls/menuGestures.ts'
import { VirtualRows } from '../../components/layout/VirtualRows.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import type { ContactLine } from '../../state/recipients/contactList.ts'
import { t } from '../../text/text.ts'
import type { ContactListProps } from './ContactTable.tsx'

const ROW_HEIGHT = 56

type RowsProps = ContactListProps & { readonly onMenu: (contact: ContactLine, anchor: Anchor) => void }

const Row = (props: RowsProps & { readonly contact: ContactLine }): JSX.Element => {
  let row!: HTMLDivElement
  onMount(() => listenForMenu(row, (anchor) => props.onMenu(props.contact, anchor)))
  return (
    <div class="address-row" ref={row}>
      <button
        type="button"
        class="row-button address-pick"
        aria-haspopup="dialog"
        onClick={() => props.actions.onOpen(props.contact)}
      >
        <span class="address-lines">
          <ContactLines contact={props.contact} />
        </span>
        <Show when={props.contact.paid > 0n}>
          <Amount amount={props.contact.paid} />
        </Show>
      </button>
      <MenuButton
        icon="more"
        label={t('table.actionsOf', { name: contactName(props.contact) })}
        groups={props.menuOf(props.contact)}
      />
    </div>
  )
}

export const ContactRows = (props: RowsProps): JSX.Element => (
  <VirtualRows
    label={t('contacts.list')}
    look="transfers"
    count={props.contacts.length}
    rowHeight={ROW_HEIGHT}
    isReady={() => true}
  >
    {(position) => <Show when={props.contacts[position]}>{(contact) => <Row {...props} contact={contact()} />}</Show>}
  </VirtualRows>
)
