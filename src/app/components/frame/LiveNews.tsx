// News for assistive technology that others see at a glance: another state of the node, and payments that arrive.
import { createMemo, type JSX } from 'solid-js'
import { syncPhase } from '../../state/nodes/syncPhase.ts'
import { arrivedSinceOpened } from '../../state/wallet/arrivals.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../text/text.ts'
import { phaseTitle } from '../node/SyncStatus.tsx'

export const LiveNews = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  // The percentage of a scan is no news.
  const phase = createMemo(() => syncPhase(wallet().sync))
  return (
    <>
      <p class="visually-hidden" role="status" aria-label={t('sync.label')}>
        {phaseTitle(phase())}
      </p>
      <p class="visually-hidden" role="status" aria-label={t('nav.history')}>
        {arrivedSinceOpened() === 0 ? '' : tCount('device.arrived', arrivedSinceOpened())}
      </p>
    </>
  )
}
