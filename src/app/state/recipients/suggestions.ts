// Recipients whose names the user begins to type in place of an address.
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import { matchesSearch, searchable } from '../../format/search.ts'
import type { RecentRecipient } from './recentRecipients.ts'

/** A contact, or the recipient of an earlier payment by its note. */
export type Suggestion = {
  /** as it is shown */
  readonly name: string
  readonly address: string
  /** the contact has a payment id, which can no longer be sent */
  readonly isOutdated: boolean
}

const MAX_SUGGESTIONS = 5

/** A longer text is no name, but an address or a link. */
const MAX_TYPED = 60

/** Returns the recipients that a typed text names: those whose names begin with it first, and outdated contacts last. */
export const suggestRecipients = (
  typed: string,
  contacts: readonly Pick<ContactView, 'name' | 'address' | 'paymentId'>[],
  recent: readonly Pick<RecentRecipient, 'note' | 'address'>[],
): readonly Suggestion[] => {
  const text = typed.trim()
  if (text === '' || text.length > MAX_TYPED) return []
  const rankOf = ({ name, isOutdated }: Suggestion): number =>
    isOutdated ? 2 : searchable(name).startsWith(searchable(text)) ? 0 : 1
  return [
    ...contacts.map(({ name, address, paymentId }) => ({ name, address, isOutdated: paymentId !== '' })),
    ...recent.map(({ note, address }) => ({ name: note, address, isOutdated: false })),
  ]
    .map((each) => ({ ...each, name: showHidden(each.name) }))
    .filter(({ name }) => name !== '' && matchesSearch(name, text))
    .sort((a, b) => rankOf(a) - rankOf(b))
    .slice(0, MAX_SUGGESTIONS)
}
