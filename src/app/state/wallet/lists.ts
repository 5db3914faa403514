// The lists of the open wallet, fetched again on each change and updated in place.

import { createComputed, createMemo, createSignal, on, untrack } from 'solid-js'
import { createStore, reconcile } from 'solid-js/store'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { AddressView, ContactPayments, ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { TransferView } from '../../../wallet/history/historyViews.ts'
import { errorText } from '../../format/error.ts'
import { type Change, createPendingChanges } from '../lists/pendingChanges.ts'
import { type KnownRecipient, knownRecipients } from '../recipients/knownRecipients.ts'
import { type RecentRecipient, recentRecipients } from '../recipients/recentRecipients.ts'
import { holdNavigation, MOMENT_MS } from '../requests/heldNavigation.ts'
import { createLatest } from '../requests/latest.ts'
import { useSession } from '../session/session.tsx'
import { useOpenWallet } from './openWallet.tsx'
import { createWalletTrigger } from './walletTrigger.ts'

/** A list with its loading state and error. */
export type LiveList<T> = {
  readonly items: readonly T[]
  readonly loaded: () => boolean
  readonly problem: () => string
  /**
   * Shows a change at once, and saves it.
   * @throws what `save` throws; the list shows what it showed before then
   */
  change(change: Change<T>, save: () => Promise<void>): Promise<void>
}

/** Fetches a list now and whenever `trigger` changes; items are identified by their member `key`. */
export const createLiveList = <T extends object>(
  key: keyof T & string,
  trigger: () => string,
  fetchItems: () => Promise<readonly T[]>,
): LiveList<T> => {
  const [list, setList] = createStore<{ items: readonly T[] }>({ items: [] })
  const [loaded, setLoaded] = createSignal(false)
  const [problem, setProblem] = createSignal('')
  let saved: T[] = []
  // The store changes its items in place, so that it gets copies.
  const show = (): void => setList('items', reconcile(structuredClone(pending.applyTo(saved)), { key }))
  const fetchOnce = async (isLatest: () => boolean): Promise<void> => {
    try {
      const items = await fetchItems()
      if (!isLatest()) return
      saved = [...items]
      show()
      setProblem('')
      setLoaded(true)
    } catch (error) {
      if (isLatest()) setProblem(errorText(error))
    }
  }
  const fetchLatest = createLatest(fetchOnce)
  const pending = createPendingChanges<T>(show, fetchLatest)
  const held = holdNavigation(() => untrack(fetchLatest), MOMENT_MS)
  // An effect would miss changes while the navigation is held back.
  createComputed(on(trigger, () => void fetchLatest(), { defer: true }))
  return {
    get items() {
      held()
      return list.items
    },
    loaded: () => {
      held()
      return loaded()
    },
    problem,
    change: pending.run,
  }
}

/** Payments, newest first, optionally of one account. */
export const createTransfers = (filter: () => { account?: number; limit?: number }): LiveList<TransferView> => {
  const { engine } = useSession()
  const changed = createWalletTrigger()
  const trigger = createMemo(() => `${changed()} ${JSON.stringify(filter())}`)
  return createLiveList('id', trigger, () => engine.transfers(filter()))
}

/** Addresses of an account, in order of their index. */
export const createAddresses = (account: () => number): LiveList<AddressView> => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const trigger = createMemo(() => `${wallet().revision} ${account()}`)
  return createLiveList('index', trigger, () => engine.addresses(account()))
}

/** Contacts, in the order in which they were added. */
export const createContacts = (): LiveList<ContactView> => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  return createLiveList(
    'index',
    createMemo(() => String(wallet().revision)),
    () => engine.contacts(),
  )
}

/** What was paid to the contacts that were paid. */
export const createContactPayments = (): LiveList<ContactPayments> => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  return createLiveList(
    'address',
    createMemo(() => String(wallet().revision)),
    () => engine.contactPayments(),
  )
}

/** Latest entries of the history in which recent recipients are looked for. */
const RECENT_ENTRIES = 100

/** Addresses that the wallet paid last, without those of contacts. */
export const createRecentRecipients = (contacts: () => readonly ContactView[]): (() => readonly RecentRecipient[]) => {
  const transfers = createTransfers(() => ({ limit: RECENT_ENTRIES }))
  return () => recentRecipients(transfers.items, contacts())
}

/** Latest entries of the history in which paid addresses are looked for: those that the user may still remember. */
const REMEMBERED_ENTRIES = 500

/** Addresses that the user knows: contacts, and those that the wallet paid. */
export const createKnownRecipients = (): (() => readonly KnownRecipient[]) => {
  const contacts = createContacts()
  const transfers = createTransfers(() => ({ limit: REMEMBERED_ENTRIES }))
  return createMemo(() => knownRecipients(contacts.items, transfers.items))
}

/** Returns the name of the contact with an address as it is shown; empty without one. */
export const nameOf = (contacts: readonly ContactView[], address: string): string =>
  showHidden(contacts.find((contact) => contact.address === address)?.name ?? '')
