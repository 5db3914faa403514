// The open wallet, and a menu that leads to the other wallets of this device.
import { createSignal, createUniqueId, For, type JSX, onCleanup, Show } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { WalletSummary } from '../../../engine/api/engineViews.ts'
import { hasValue, networkKind, networkName } from '../../state/nodes/networks.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { inOneLine, t } from '../../text/text.ts'
import { Icon } from '../controls/Icon.tsx'
import { Problem } from '../feedback/Notice.tsx'
import { Mark } from '../layout/Mark.tsx'
import './walletMenu.css'

/** Coin and network; what has no value is marked. */
export const NetworkTag = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const id = (): string => wallet().networkId
  return (
    <span class="tag" data-outcome={hasValue(id()) ? undefined : 'warning'}>
      {inOneLine([wallet().ticker, networkKind(id())])}
    </span>
  )
}

const OtherWallet = (props: { readonly wallet: WalletSummary; readonly onOpen: () => void }): JSX.Element => (
  <button type="button" class="row-button wallet-menu-row" onClick={() => props.onOpen()}>
    <span class="wallet-menu-name" translate="no" dir="auto">
      {showHidden(props.wallet.name)}
    </span>
    <small>
      {inOneLine([networkName(props.wallet.networkId), props.wallet.viewOnly ? t('welcome.watchOnly') : ''])}
    </small>
  </button>
)

export const WalletMenu = (): JSX.Element => {
  const { view } = useSession()
  const { wallet, leaving } = useOpenWallet()
  const id = createUniqueId()
  const [open, setOpen] = createSignal(false)
  const leaveFor = (path: string): void => {
    setOpen(false)
    void leaving.leave.run(path)
  }
  const others = (): readonly WalletSummary[] => view.wallets.filter((each) => each.id !== wallet().id)
  let menu: HTMLDivElement | undefined
  let button: HTMLButtonElement | undefined
  const closeOutside = (event: Event): void => {
    if (event.target instanceof Node && !menu?.contains(event.target)) setOpen(false)
  }
  for (const event of ['pointerdown', 'focusin'] as const) {
    document.addEventListener(event, closeOutside)
    onCleanup(() => document.removeEventListener(event, closeOutside))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu wherever the focus is in it
    <div
      class="wallet-menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open()) return
        event.stopPropagation()
        setOpen(false)
        button?.focus()
      }}
    >
      <button
        type="button"
        class="wallet-button"
        ref={button}
        aria-expanded={open()}
        aria-controls={id}
        onClick={() => setOpen(!open())}
      >
        <Mark size={32} />
        <span class="wallet-button-name" translate="no" dir="auto">
          {showHidden(wallet().name)}
        </span>
        <NetworkTag />
        <Icon name="down" />
      </button>
      <Show when={open()}>
        <div class="wallet-menu-list" id={id}>
          <For each={others()}>
            {(other) => (
              <OtherWallet wallet={other} onOpen={() => leaveFor(`/unlock/${encodeURIComponent(other.id)}`)} />
            )}
          </For>
          <Show when={others().length > 0}>
            <hr />
          </Show>
          <button type="button" class="row-button wallet-menu-row" onClick={() => leaveFor('/welcome')}>
            {t('nav.close')}
          </button>
        </div>
      </Show>
      <Problem text={leaving.leave.problem()} />
    </div>
  )
}
