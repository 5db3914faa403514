// Follows the payments to the address that is shown to a payer.
import { type Accessor, createEffect, createMemo, createSignal, on, untrack } from 'solid-js'
import type { AddressPayment } from '../../../wallet/history/historyViews.ts'
import { reportInternal } from '../../host/device/reportInternal.ts'
import { useSession } from '../session/session.tsx'
import { createLiveList } from '../wallet/lists.ts'
import { createWalletTrigger } from '../wallet/walletTrigger.ts'
import { arrivedSince, paymentsToShow, type RequestOutcome, requestOutcome } from './paymentArrivals.ts'
import type { ShownAddress } from './shownAddress.ts'

export type ArrivalWatch = {
  /** payments to show beside the address, newest first */
  readonly payments: Accessor<readonly AddressPayment[]>
  /** what arrived of the requested amount; undefined without a request, and before a payment */
  readonly outcome: Accessor<RequestOutcome | undefined>
  /** text of the error; empty without one */
  readonly problem: Accessor<string>
}

/**
 * Watches the payments to an address. A payment counts for a request if it arrives after the address and the amount were chosen.
 * @param requested atomic units; undefined without a request
 */
export const createArrivalWatch = (
  address: Accessor<ShownAddress | undefined>,
  requested: Accessor<bigint | undefined>,
): ArrivalWatch => {
  const { engine } = useSession()
  const history = createWalletTrigger()
  const place = createMemo(() => {
    const shown = address()
    return shown === undefined ? '' : `${shown.account} ${shown.index} ${shown.paymentId}`
  })
  const fetchPayments = async (): Promise<readonly AddressPayment[]> => {
    const shown = untrack(address)
    return shown === undefined ? [] : await engine.addressPayments(shown.account, shown.index)
  }
  const fetched = createLiveList(
    'txid',
    createMemo(() => `${history()} ${place()}`),
    fetchPayments,
  )
  /** Those to the shown address: the list is of another one until it is fetched. Copies, because the list is updated in place. */
  const payments = createMemo((): readonly AddressPayment[] => {
    const shown = address()
    if (shown === undefined) return []
    const { account, index, paymentId } = shown
    const isOfShown = (each: AddressPayment): boolean => each.account === account && each.index === index
    return fetched.items
      .filter((each) => isOfShown(each) && (paymentId === '' || each.paymentId === paymentId))
      .map((each) => ({ ...each }))
  })

  /** Ids of the payments that were there when the address and the amount were chosen; undefined until they are fetched. */
  const [earlier, setEarlier] = createSignal<ReadonlySet<string>>()
  let latest = 0
  createEffect(
    on([place, requested], async () => {
      latest += 1
      const mine = latest
      setEarlier(undefined)
      try {
        const known = await fetchPayments()
        if (mine === latest) setEarlier(new Set(known.map(({ txid }) => txid)))
      } catch (error) {
        // The list reports it. Without this set, no payment counts for the request.
        reportInternal(error)
      }
    }),
  )
  return {
    payments: () => paymentsToShow(payments(), earlier()),
    outcome: () => {
      const amount = requested()
      const known = earlier()
      return amount === undefined || known === undefined
        ? undefined
        : requestOutcome(amount, arrivedSince(payments(), known))
    },
    problem: fetched.problem,
  }
}
