// A change of a contact, which its list shows at once.
import type { Contact, ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { Change } from '../lists/pendingChanges.ts'
import { useSession } from '../session/session.tsx'
import type { LiveList } from './lists.ts'

/** Returns the contacts with one of them changed. A separate payment id belongs to its address. */
const withChanged =
  (seen: ContactView, changed: Contact): Change<ContactView> =>
  (contacts) =>
    contacts.map((contact) => {
      if (contact.index !== seen.index) return contact
      return { ...contact, ...changed, paymentId: contact.address === changed.address ? contact.paymentId : '' }
    })

/** Creates what changes a contact; `seen`: as the user saw it. Resolves when the change is saved. */
export const createContactChange = (
  contacts: LiveList<ContactView>,
): ((seen: ContactView, changed: Contact) => Promise<void>) => {
  const { engine } = useSession()
  return (seen, changed) => contacts.change(withChanged(seen, changed), () => engine.changeContact(seen, changed))
}
