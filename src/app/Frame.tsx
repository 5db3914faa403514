// The frames around the screens: the rail for an open wallet, a single column before one is open.

import { Navigate, useBeforeLeave, useLocation, useNavigate } from '@solidjs/router'
import { createEffect, type JSX, Match, onCleanup, Show, Suspense, Switch, untrack } from 'solid-js'
import { ElapsedTime } from '../async/elapsedTime.ts'
import { ApprovalPrompt } from './components/approval/ApprovalDialog.tsx'
import { Button } from './components/controls/Button.tsx'
import { Loading } from './components/feedback/Loading.tsx'
import { CommandPalette } from './components/frame/CommandPalette.tsx'
import { LiveNews } from './components/frame/LiveNews.tsx'
import { Rail, Tabs } from './components/frame/Rail.tsx'
import { ScreenBoundary } from './components/frame/ScreenBoundary.tsx'
import { Shortcuts } from './components/frame/Shortcuts.tsx'
import { ClearedStorageNotice, LostWalletsNotice, StorageNotice } from './components/frame/StorageNotice.tsx'
import { SwitchQuestion } from './components/frame/SwitchQuestion.tsx'
import { Toasts } from './components/frame/Toasts.tsx'
import { createViewTransitions } from './components/frame/viewTransitions.ts'
import { ChosenCoins } from './components/money/ChosenCoins.tsx'
import { PAGE_CLOCKS } from './host/device/clocks.ts'
import { reportInternal } from './host/device/reportInternal.ts'
import { clearPaymentLink, paymentLink } from './host/navigation/paymentLinks.ts'
import { updateReady } from './host/services/update.ts'
import { forgetHistoryElsewhere } from './state/history/historyMemory.ts'
import { createHiddenLock } from './state/session/hiddenLock.ts'
import { closedHref, returnPathOf, unlockHref } from './state/session/returnPath.ts'
import { useSession } from './state/session/session.tsx'
import { createWakeLock } from './state/session/wakeLock.ts'
import { watchArrivals } from './state/wallet/arrivals.ts'
import { OpenWalletProvider } from './state/wallet/openWallet.tsx'
import { t } from './text/text.ts'
import './frame.css'

/** Shortest time between two activity reports. */
const ACTIVITY_INTERVAL_MS = 20_000

/** Offers to activate a waiting version. */
const UpdatePrompt = (): JSX.Element => {
  const { update, updateWaits, postponeUpdate, view } = useSession()
  return (
    // An update reloads the page.
    <Show when={updateReady() && !view.storageCleared}>
      <aside class="update" role="status">
        <p>{t(updateWaits() ? 'update.waits' : 'update.ready')}</p>
        <div class="buttons">
          <Button variant="quiet" onClick={postponeUpdate}>
            {t('update.later')}
          </Button>
          <Button variant="primary" busy={updateWaits()} onClick={() => void update()}>
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

/** Reports activity of the user to the engine, which locks an idle wallet. */
const createActivityReports = (): void => {
  const { engine } = useSession()
  const sinceReport = new ElapsedTime(PAGE_CLOCKS)
  const report = (): void => {
    if (sinceReport.read() < ACTIVITY_INTERVAL_MS) return
    sinceReport.restart()
    // The sync state shows an unreachable node.
    engine.refresh().catch(reportInternal)
  }
  for (const event of ['pointerdown', 'keydown', 'wheel'] as const) {
    window.addEventListener(event, report, { passive: true })
    onCleanup(() => window.removeEventListener(event, report))
  }
}

/** The place of a screen: shows a message while it loads, and another one if it fails. */
const ScreenSlot = (props: { readonly children?: JSX.Element }): JSX.Element => (
  <ScreenBoundary>
    <Suspense fallback={<Loading text={t('app.loading')} />}>{props.children}</Suspense>
  </ScreenBoundary>
)

/** What comes from outside while a wallet is open: payments, and payment links, which open the form of a payment. */
const Arrivals = (): JSX.Element => {
  const navigate = useNavigate()
  watchArrivals()
  createEffect(() => {
    const to = paymentLink()
    if (to === '') return
    clearPaymentLink()
    navigate('/send', { state: { to } })
  })
  return undefined
}

/** The frame of an open wallet. Without one it redirects to the unlock screen or the welcome screen. */
export const WalletFrame = (props: { readonly children?: JSX.Element }): JSX.Element => {
  const { view } = useSession()
  const location = useLocation()
  createActivityReports()
  createHiddenLock()
  createWakeLock()
  useBeforeLeave(({ from, to }) => forgetHistoryElsewhere(from.pathname, to))
  createViewTransitions()
  return (
    <Switch
      fallback={
        <Navigate
          href={closedHref(
            view,
            untrack(() => location.pathname),
          )}
        />
      }
    >
      <Match when={view.phase === 'open' && view.wallet}>
        {(wallet) => (
          <OpenWalletProvider wallet={wallet()}>
            <div class="frame">
              <SkipLink />
              <Rail />
              <main class="content">
                <StorageNotice />
                <Show when={location.pathname !== '/coins'}>
                  <ChosenCoins />
                </Show>
                <ScreenSlot>{props.children}</ScreenSlot>
              </main>
              <Tabs />
              <div class="messages">
                <UpdatePrompt />
                <Toasts />
              </div>
              <ApprovalPrompt />
              <Arrivals />
              <LiveNews />
              <CommandPalette />
              <Shortcuts />
              <SwitchQuestion />
            </div>
          </OpenWalletProvider>
        )}
      </Match>
      <Match when={view.phase === 'locked' && view.lockedWallet}>
        {(wallet) => (
          <Navigate
            href={unlockHref(
              wallet().id,
              untrack(() => location.pathname),
            )}
          />
        )}
      </Match>
    </Switch>
  )
}

/** The frame of the screens before a wallet is open. With an open wallet it redirects to the requested screen, or home. */
export const EntryFrame = (props: { readonly children?: JSX.Element }): JSX.Element => {
  const { view } = useSession()
  const location = useLocation()
  createViewTransitions()
  const returnPath = (): string => untrack(() => returnPathOf(location.query))
  return (
    <Show when={view.phase !== 'open'} fallback={<Navigate href={returnPath()} />}>
      <Show
        when={view.phase === 'locked' && !location.pathname.startsWith('/unlock') && view.lockedWallet}
        fallback={
          <>
            <main class="entry">
              <ClearedStorageNotice />
              <LostWalletsNotice />
              <ScreenSlot>{props.children}</ScreenSlot>
            </main>
            <div class="messages">
              <UpdatePrompt />
            </div>
          </>
        }
      >
        {(wallet) => <Navigate href={unlockHref(wallet().id, returnPath())} />}
      </Show>
    </Show>
  )
}
