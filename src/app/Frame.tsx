// What surrounds the screens: navigation around an open wallet, a quiet column before one is open.
import { A, Navigate, useLocation } from '@solidjs/router'
import { For, type JSX, Match, onCleanup, Show, Suspense, Switch, untrack } from 'solid-js'
import { QuestionPrompt } from './components/ApprovalDialog.tsx'
import { Button, IconButton } from './components/Button.tsx'
import { Icon, type IconName } from './components/Icon.tsx'
import { Loading } from './components/Loading.tsx'
import { Mark } from './components/Mark.tsx'
import { SyncBadge } from './components/SyncStatus.tsx'
import { postponeUpdate, updateReady } from './host/update.ts'
import { OpenWalletProvider, useOpenWallet, useSession } from './state/session.tsx'
import { type TextKey, t } from './text/text.ts'
import './frame.css'

const PRESENCE_MS = 20_000

type Place = { readonly href: string; readonly icon: IconName; readonly text: TextKey }

const places: readonly Place[] = [
  { href: '/', icon: 'home', text: 'nav.home' },
  { href: '/send', icon: 'send', text: 'nav.send' },
  { href: '/receive', icon: 'receive', text: 'nav.receive' },
  { href: '/history', icon: 'history', text: 'nav.history' },
  { href: '/settings', icon: 'settings', text: 'nav.settings' },
]

/** Asks whether a waiting new version may take over. */
const UpdatePrompt = (): JSX.Element => {
  const { update } = useSession()
  return (
    <Show when={updateReady()}>
      <aside class="update" role="status">
        <p>{t('update.ready')}</p>
        <div class="buttons">
          <Button look="quiet" onClick={postponeUpdate}>
            {t('update.later')}
          </Button>
          <Button look="primary" onClick={() => void update()}>
            {t('update.now')}
          </Button>
        </div>
      </aside>
    </Show>
  )
}

const SkipLink = (): JSX.Element => (
  <button
    type="button"
    class="skip"
    onClick={() => {
      const heading = document.querySelector<HTMLElement>('main h1')
      heading?.focus()
    }}
  >
    {t('app.skip')}
  </button>
)

const Bar = (): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  return (
    <header class="bar">
      <span class="bar-name">
        <Mark size={28} />
        <span>{wallet().name}</span>
      </span>
      <SyncBadge />
      <IconButton icon="switch" label={t('nav.close')} onClick={() => void engine.closeWallet()} />
      <IconButton icon="lock" label={t('nav.lock')} onClick={() => void engine.lock()} />
    </header>
  )
}

const Navigation = (): JSX.Element => (
  <nav class="nav" aria-label={t('nav.label')}>
    <span class="nav-brand">
      <Mark size={30} />
      {t('app.name')}
    </span>
    <For each={places}>
      {(place) => (
        <A class="nav-link" href={place.href} end={place.href === '/'}>
          <Icon name={place.icon} />
          <span>{t(place.text)}</span>
        </A>
      )}
    </For>
  </nav>
)

/** Tells the engine, now and then, that somebody is here: a wallet locks when nobody uses it. */
const createPresence = (): void => {
  const { engine } = useSession()
  let last = Date.now()
  const seen = (): void => {
    if (Date.now() - last < PRESENCE_MS) return
    last = Date.now()
    // A node that does not answer shows in the sync state.
    engine.refresh().catch(() => undefined)
  }
  for (const event of ['pointerdown', 'keydown', 'wheel'] as const) {
    window.addEventListener(event, seen, { passive: true })
    onCleanup(() => window.removeEventListener(event, seen))
  }
}

/** Screens of an open wallet. While none is open, the way leads to unlocking or to the welcome screen. */
export const WalletFrame = (props: { readonly children?: JSX.Element }): JSX.Element => {
  const { view } = useSession()
  const location = useLocation()
  createPresence()
  return (
    <Switch fallback={<Navigate href="/welcome" />}>
      <Match when={view.phase === 'open' && view.wallet}>
        {(wallet) => (
          <OpenWalletProvider wallet={wallet()}>
            <div class="frame">
              <SkipLink />
              <Bar />
              <Navigation />
              <main class="content">
                <Suspense fallback={<Loading text={t('app.loading')} />}>{props.children}</Suspense>
              </main>
              <UpdatePrompt />
              <QuestionPrompt />
            </div>
          </OpenWalletProvider>
        )}
      </Match>
      <Match when={view.phase === 'locked' && view.lockedWallet}>
        {(wallet) => (
          <Navigate
            href={`/unlock/${encodeURIComponent(wallet().id)}?to=${encodeURIComponent(untrack(() => location.pathname))}`}
          />
        )}
      </Match>
    </Switch>
  )
}

/** Screens before a wallet is open; with one open they give way to the screen that was asked for, or home. */
export const EntryFrame = (props: { readonly children?: JSX.Element }): JSX.Element => {
  const { view } = useSession()
  const location = useLocation()
  /** where the person was when the wallet locked */
  const wanted = (): string => {
    const { to } = untrack(() => location.query)
    return typeof to === 'string' && to.startsWith('/') ? to : '/'
  }
  return (
    <Show when={view.phase !== 'open'} fallback={<Navigate href={wanted()} />}>
      <Show
        when={view.phase === 'locked' && !location.pathname.startsWith('/unlock') && view.lockedWallet}
        fallback={
          <>
            <main class="entry">
              <Suspense fallback={<Loading text={t('app.loading')} />}>{props.children}</Suspense>
            </main>
            <UpdatePrompt />
          </>
        }
      >
        {(wallet) => <Navigate href={`/unlock/${encodeURIComponent(wallet().id)}`} />}
      </Show>
    </Show>
  )
}
