// The name of a contact, edited in its row.
import { type Accessor, createSignal } from 'solid-js'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import { withChangedContact } from '../../state/recipients/contactList.ts'
import { useSession } from '../../state/session/session.tsx'
import type { LiveList } from '../../state/wallet/lists.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'

/** The contact whose name is edited, and the name that could not be saved. */
type Renamed = { readonly address: string; readonly draft?: string }

export type Renaming = {
  readonly renamed: Accessor<Renamed | undefined>
  rename(renamed: Renamed | undefined): void
  /** Shows a name at once, and saves it; one that cannot be saved is edited again. An empty name leaves the contact as it was. */
  save(contact: ContactView, name: string): Promise<void>
}

export const createRenaming = (contacts: LiveList<ContactView>): Renaming => {
  const { engine } = useSession()
  const { toasts } = useOpenWallet()
  const [renamed, rename] = createSignal<Renamed>()
  return {
    renamed,
    rename,
    save: async ({ index, address, note, paymentId, name: before }, name) => {
      rename(undefined)
      if (name === '' || name === before) return
      const seen = { index, name: before, address, note, paymentId }
      const changed = { name, address, note }
      const saving = contacts.change(withChangedContact(seen, changed), () => engine.changeContact(seen, changed))
      if (!(await toasts.awaitSaved(saving))) rename({ address, draft: name })
    },
  }
}
