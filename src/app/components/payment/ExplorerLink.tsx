// A payment in the block explorer that the user named. Before the first one is opened, the user reads what it learns.
import { createSignal, type JSX, Show } from 'solid-js'
import type { TransferView } from '../../../wallet/history/historyViews.ts'
import { explorerUrl } from '../../state/nodes/explorerUrl.ts'
import { isWarnedOf, rememberWarned } from '../../state/preferences/explorer.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { ExternalLink } from '../controls/ExternalLink.tsx'
import { Dialog } from '../layout/Dialog.tsx'

/** What of a payment decides whether an explorer can know it. */
type SentTransfer = Pick<TransferView, 'txid' | 'state' | 'relayed' | 'direction'>

/** Creates what returns the address of a payment in the explorer; undefined without one, offline, and for a payment that was not sent. */
export const createExplorerUrl = (): ((transfer: SentTransfer) => URL | undefined) => {
  const { wallet } = useOpenWallet()
  return ({ txid, state, relayed, direction }) => {
    const isKnown = state !== 'failed' && (direction === 'in' || state === 'confirmed' || relayed)
    return isKnown && !wallet().offline ? explorerUrl(wallet().networkId, txid) : undefined
  }
}

/** Says what the explorer learns, and opens it. */
export const ExplorerDialog = (props: { readonly url: URL; readonly onClose: () => void }): JSX.Element => (
  <Dialog title={t('explorer.askTitle')} onClose={props.onClose}>
    <div class="stack">
      <p class="break">{t('explorer.askBody', { host: props.url.host })}</p>
      <div class="buttons">
        <Button onClick={props.onClose}>{t('action.cancel')}</Button>
        <ExternalLink
          variant="primary"
          href={props.url.href}
          onClick={() => {
            rememberWarned(props.url.host)
            props.onClose()
          }}
        >
          {t('explorer.askGo')}
        </ExternalLink>
      </div>
    </div>
  </Dialog>
)

/** The link to a payment in the explorer, if there is one. */
export const ExplorerLink = (props: { readonly transfer: SentTransfer }): JSX.Element => {
  const urlOf = createExplorerUrl()
  const [isAsking, setAsking] = createSignal(false)
  return (
    <Show when={urlOf(props.transfer)}>
      {(url) => (
        <>
          <Show
            when={isWarnedOf(url().host)}
            fallback={
              <Button icon="link" onClick={() => setAsking(true)}>
                {t('explorer.open')}
              </Button>
            }
          >
            <ExternalLink href={url().href}>{t('explorer.open')}</ExternalLink>
          </Show>
          <Show when={isAsking()}>
            <ExplorerDialog url={url()} onClose={() => setAsking(false)} />
          </Show>
        </>
      )}
    </Show>
  )
}
