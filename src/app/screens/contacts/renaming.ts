// The name of a contact, edited in its row.
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import { contactOf } from '../../state/recipients/contactList.ts'
import { createContactChange } from '../../state/wallet/contactChange.ts'
import type { LiveList } from '../../state/wallet/lists.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createRowEdit, type RowEdit } from '../../state/wallet/rowEdit.ts'

/** Rows are identified by the address of the contact. */
export type Renaming = Pick<RowEdit, 'edited' | 'edit'> & {
  /** Ends the edit and saves the name. An empty name leaves the contact as it was. */
  rename(contact: ContactView, name: string): Promise<void>
}

export const createRenaming = (contacts: LiveList<ContactView>): Renaming => {
  const { toasts } = useOpenWallet()
  const change = createContactChange(contacts)
  const { edited, edit, save } = createRowEdit(toasts)
  return {
    edited,
    edit,
    rename: async (contact, name) => {
      if (name === '' || name === contact.name) {
        edit(undefined)
        return
      }
      const seen = contactOf(contact)
      await save(seen.address, name, () => change(seen, { name, address: seen.address, note: seen.note }))
    },
  }
}
