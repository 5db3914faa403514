// The lists of the open wallet, fetched again on each change and updated in place.
import { createEffect, createMemo, createSignal, on } from 'solid-js'
import { createStore, reconcile } from 'solid-js/store'
import type { AddressView, CoinView, ContactView, TransferView } from '../../wallet/engine/engineViews.ts'
import { errorText } from '../format/error.ts'
import { useOpenWallet } from './openWallet.tsx'
import { type RecentRecipient, recentRecipients } from './recentRecipients.ts'
import { useSession } from './session.tsx'

/** A list with its loading state and error. */
export type LiveList<T> = {
  readonly items: readonly T[]
  readonly loaded: () => boolean
  readonly problem: () => string
}

/** Fetches a list now and whenever `trigger` changes; items are identified by their member `key`. */
export const createLiveList = <T>(
  key: string,
  trigger: () => string,
  fetchItems: () => Promise<readonly T[]>,
): LiveList<T> => {
  const [list, setList] = createStore<{ items: readonly T[] }>({ items: [] })
  const [loaded, setLoaded] = createSignal(false)
  const [problem, setProblem] = createSignal('')
  let latest = 0
  createEffect(
    on(trigger, async () => {
      latest += 1
      const mine = latest
      try {
        const items = await fetchItems()
        if (mine !== latest) return
        setList('items', reconcile(items, { key }))
        setProblem('')
        setLoaded(true)
      } catch (error) {
        if (mine === latest) setProblem(errorText(error))
      }
    }),
  )
  return {
    get items() {
      return list.items
    },
    loaded,
    problem,
  }
}

/** Payments, newest first, optionally of one account. Confirmations follow the chain once it is synced. */
export const createTransfers = (filter: () => { account?: number; limit?: number }): LiveList<TransferView> => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const trigger = createMemo(() => {
    const { phase, height } = wallet().sync
    return `${wallet().revision} ${phase === 'synced' ? height : ''} ${JSON.stringify(filter())}`
  })
  return createLiveList('id', trigger, () => engine.transfers(filter()))
}

/** Addresses of an account, in order of their index. */
export const createAddresses = (account: () => number): LiveList<AddressView> => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const trigger = createMemo(() => `${wallet().revision} ${account()}`)
  return createLiveList('index', trigger, () => engine.addresses(account()))
}

/** Unspent coins of an account, largest first. */
export const createCoins = (account: () => number): LiveList<CoinView> => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const trigger = createMemo(() => `${wallet().revision} ${wallet().sync.height} ${account()}`)
  return createLiveList('id', trigger, () => engine.coins(account()))
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

/** Latest entries of the history in which recent recipients are looked for. */
const RECENT_ENTRIES = 100

/** Addresses that the wallet paid last, without those of contacts. */
export const createRecentRecipients = (contacts: () => readonly ContactView[]): (() => readonly RecentRecipient[]) => {
  const transfers = createTransfers(() => ({ limit: RECENT_ENTRIES }))
  return () => recentRecipients(transfers.items, contacts())
}

/** Returns the name of the contact with an address; empty without one. */
export const nameOf = (contacts: readonly ContactView[], address: string): string =>
  contacts.find((contact) => contact.address === address)?.name ?? ''
