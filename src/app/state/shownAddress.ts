// The address that the Receive screen shows: the one that the user chose, else the newest unused one, else the main address.
import { type Accessor, createMemo, createSignal } from 'solid-js'
import type { IntegratedAddress } from '../../wallet/engine/api/accountsApi.ts'
import type { AddressView } from '../../wallet/engine/engineViews.ts'
import type { LiveList } from './lists.ts'

/** An address of the wallet; `paymentId` is that of an integrated address (hex), or empty. */
export type ShownAddress = AddressView & { readonly paymentId: string }

type Place = { readonly account: number; readonly index: number }

export type AddressChoice = {
  /** undefined until the addresses are fetched */
  readonly current: Accessor<ShownAddress | undefined>
  choose(address: Place): void
  /** Shows the main address with a payment id. */
  chooseIntegrated(integrated: IntegratedAddress): void
}

/**
 * Creates the choice of an address of the selected account. An address that is shown stays until the user chooses another: a payment to it
 * makes it a used one.
 * @param addresses those of the account, in the order of their index
 */
export const createAddressChoice = (addresses: LiveList<AddressView>, account: Accessor<number>): AddressChoice => {
  const [chosen, setChosen] = createSignal<Place>()
  const [integrated, setIntegrated] = createSignal<IntegratedAddress>()
  /** Whether the list is of the selected account: after a change it is fetched anew. */
  const isCurrent = (): boolean => addresses.items[0]?.account === account()
  const place = createMemo((last: Place | undefined): Place | undefined => {
    const kept = [chosen(), last].find((each) => each?.account === account())
    if (kept !== undefined || !isCurrent()) return kept
    const unused = addresses.items.findLast((each) => !each.used)
    return { account: account(), index: unused?.index ?? 0 }
  })
  return {
    current: createMemo(() => {
      const at = place()
      const own = at === undefined || !isCurrent() ? undefined : addresses.items[at.index]
      if (own === undefined) return undefined
      const isMain = own.account === 0 && own.index === 0
      return { ...own, paymentId: '', ...(isMain ? integrated() : undefined) }
    }),
    choose: ({ account: of, index }) => {
      setIntegrated(undefined)
      setChosen({ account: of, index })
    },
    chooseIntegrated: (address) => {
      setChosen({ account: 0, index: 0 })
      setIntegrated(address)
    },
  }
}
