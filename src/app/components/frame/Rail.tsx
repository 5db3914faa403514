// The frame's side on a desk, its head on a phone: the wallet, the places, the state of the network, the lock.
import { A } from '@solidjs/router'
import { For, type JSX } from 'solid-js'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { Icon } from '../controls/Icon.tsx'
import { Problem } from '../feedback/Notice.tsx'
import { OwnedAmount } from '../money/OwnedAmount.tsx'
import { NetworkState } from '../node/NetworkState.tsx'
import { MAIN_PLACES, OTHER_PLACES, PHONE_PLACES, type Place } from './places.ts'
import { WalletMenu } from './WalletMenu.tsx'
import './rail.css'

const PlaceLink = (props: { readonly place: Place }): JSX.Element => (
  // Each screen sets its own position: the history returns to where it was.
  <A class="nav-link" href={props.place.href} end={props.place.href === '/'} noScroll>
    <Icon name={props.place.icon} />
    <span>{t(props.place.text)}</span>
    <span class="key" aria-hidden="true">
      g {props.place.key}
    </span>
  </A>
)

const LockButton = (): JSX.Element => {
  const { engine } = useSession()
  const lock = createAction(() => engine.lock())
  return (
    <>
      <button type="button" class="rail-lock" onClick={() => void lock.run()}>
        <Icon name="lock" />
        <span class="rail-lock-text">{t('nav.lock')}</span>
        <span class="rail-lock-key key" aria-hidden="true">
          {t('palette.lockShortcut')}
        </span>
      </button>
      <Problem text={lock.problem()} />
    </>
  )
}

export const Rail = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  return (
    <header class="rail">
      <WalletMenu />
      <p class="rail-balance">
        <OwnedAmount balance={wallet().balance} />
      </p>
      <nav class="nav" aria-label={t('nav.label')}>
        <For each={MAIN_PLACES}>{(place) => <PlaceLink place={place} />}</For>
        <hr />
        <For each={OTHER_PLACES}>{(place) => <PlaceLink place={place} />}</For>
      </nav>
      <div class="rail-foot">
        <NetworkState />
        <LockButton />
      </div>
    </header>
  )
}

/** The places of a phone, at its foot. */
export const Tabs = (): JSX.Element => (
  <nav class="tabs" aria-label={t('nav.label')}>
    <For each={PHONE_PLACES}>{(place) => <PlaceLink place={place} />}</For>
  </nav>
)
