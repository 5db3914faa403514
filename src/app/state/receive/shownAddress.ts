// The address that the Receive screen shows: the one that the user chose, else the newest unused one, else the main address.
import { type Accessor, createMemo, untrack } from 'solid-js'
import type { AddressView, IntegratedAddress } from '../../../wallet/accounts/accountViews.ts'
import type { LiveList } from '../wallet/lists.ts'
import type { ReceiveState } from '../wallet/receiveState.ts'

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
 * makes it a used one. An earlier choice is kept, unless the address was paid since then.
 * @param state contains the choice, also of earlier visits of the screen
 * @param addresses those of the account, in the order of their index
 */
export const createAddressChoice = (
  state: Pick<ReceiveState, 'chosen' | 'integrated' | 'choose'>,
  addresses: Pick<LiveList<AddressView>, 'items'>,
  account: Accessor<number>,
): AddressChoice => {
  const earlier = untrack(state.chosen)
  /** Whether the list is of the selected account: after a change it is fetched anew. */
  const isCurrent = (): boolean => addresses.items[0]?.account === account()
  const chosen = (): Place | undefined => {
    const choice = state.chosen()
    if (choice === undefined || choice !== earlier || choice.account !== account()) return choice
    if (!isCurrent()) return undefined
    const isPaidSince = addresses.items[choice.index]?.used === true && !choice.wasUsed
    return isPaidSince ? undefined : choice
  }
  const place = createMemo((last: Place | undefined): Place | undefined => {
    const kept = [chosen(), last].find((each) => each?.account === account())
    if (kept !== undefined || !isCurrent()) return kept
    const unused = addresses.items.findLast((each) => !each.used && each.place !== 'hidden')
    return { account: account(), index: unused?.index ?? 0 }
  })
  return {
    current: createMemo(() => {
      const at = place()
      const own = at === undefined || !isCurrent() ? undefined : addresses.items[at.index]
      if (own === undefined) return undefined
      const isMain = own.account === 0 && own.index === 0
      return { ...own, paymentId: '', ...(isMain ? state.integrated() : undefined) }
    }),
    choose: ({ account: of, index }) => {
      const wasUsed = isCurrent() && of === account() && addresses.items[index]?.used === true
      state.choose({ account: of, index, wasUsed }, undefined)
    },
    // Each payment is identified by the payment id, so that the address stays, used or not.
    chooseIntegrated: (integrated) => state.choose({ account: 0, index: 0, wasUsed: true }, integrated),
  }
}
