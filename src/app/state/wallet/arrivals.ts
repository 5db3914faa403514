// Notifies the user of payments that arrive while the page is hidden: a notification and the number on the icon of the app. With the first one the
// browser is asked to keep the storage, if it refused when the wallet was added.

import { createEffect, createSignal, on, onCleanup } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import { notify, setBadge } from '../../host/device/notifications.ts'
import { reportInternal } from '../../host/device/reportInternal.ts'
import { keepStorageIfNeeded } from '../../host/device/storage.ts'
import { t, tCount } from '../../text/text.ts'
import { notifiesArrivals, takeStorageQuestion } from '../preferences/preferences.ts'
import { createTransfers } from './lists.ts'
import { useOpenWallet } from './openWallet.tsx'

/** Payments that are looked at: more arrive rarely at once. */
const RECENT = 20

const [arrivedSinceOpened, setArrived] = createSignal(0)

/** Number of payments that arrived since the wallet was opened. */
export { arrivedSinceOpened }

/** Watches the payments of the open wallet while its frame is shown. */
export const watchArrivals = (): void => {
  const { wallet } = useOpenWallet()
  const transfers = createTransfers(() => ({ limit: RECENT }))
  let known: ReadonlySet<string> | undefined
  let unseen = 0
  const forget = (): void => {
    if (document.hidden) return
    unseen = 0
    setBadge(0).catch(reportInternal)
  }
  document.addEventListener('visibilitychange', forget)
  onCleanup(() => document.removeEventListener('visibilitychange', forget))

  setArrived(0)
  const report = (arrived: number): void => {
    if (arrived > 0 && takeStorageQuestion()) keepStorageIfNeeded().catch(reportInternal)
    setArrived(arrivedSinceOpened() + arrived)
    if (arrived === 0 || !document.hidden || !notifiesArrivals()) return
    unseen += arrived
    const body = tCount('device.arrived', unseen)
    Promise.all([
      notify(t('device.arrivedTitle', { name: showHidden(wallet().name) }), body, 'arrivals'),
      setBadge(unseen),
    ]).catch(reportInternal)
  }
  createEffect(
    on(
      () =>
        transfers.loaded()
          ? transfers.items.filter(({ direction }) => direction === 'in').map(({ txid }) => txid)
          : undefined,
      (txids) => {
        if (txids === undefined) return
        // Payments that a scan of older blocks finds are no news.
        const isSynced = wallet().sync.phase === 'synced'
        const arrived = known === undefined || !isSynced ? [] : txids.filter((txid) => known?.has(txid) !== true)
        known = new Set([...(known ?? []), ...txids])
        report(arrived.length)
      },
    ),
  )
}
